#include "bandits/options/rotting.hpp"
#include "bandits/parts/dyadic_sums.hpp"
#include "bandits/parts/index_policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// O(log T) per pull; a decision takes one vectorised pass over the arms per window.
class RawUcb final : public IndexPolicy {
  public:
    explicit RawUcb(const RawUcbOptions& options) : options_(options) {}

  private:
    void restart() override { sums_.reset(arms()); }
    void learn(std::uint32_t arm, double reward) override { sums_.add(arm, reward); }

    void fill(std::span<double> index, std::size_t, Rng&) override {
        const double factor =
            options_.sigma * std::sqrt(2 * options_.alpha * std::log(static_cast<double>(time())));
        std::ranges::fill(index, kUntried);
        for (std::size_t level = 0; level < sums_.levels(); ++level) {
            const double share = std::ldexp(1.0, -static_cast<int>(level));
            const double width = factor * std::sqrt(share);
            const std::span<const double> blocks = sums_.blocks(level);
            for (std::size_t arm = 0; arm < index.size(); ++arm) {
                const double bound = blocks[arm] * share + width;
                index[arm] = bound < index[arm] ? bound : index[arm];
            }
        }
    }

    void save_more(Archive& archive) const override { sums_.save(archive); }
    void load_more(const Archive& archive) override { sums_.load(archive); }

    RawUcbOptions options_;
    DyadicSums sums_;
};

}  // namespace

std::unique_ptr<Policy> make(const RawUcbOptions& options) {
    return std::make_unique<RawUcb>(options);
}

}  // namespace reboost::bandits
