#include "bandits/options/sampling.hpp"
#include "bandits/parts/index_policy.hpp"

namespace reboost::bandits {
namespace {

/// Each of the k places goes with probability ε_t to a uniform arm not drawn yet; the best means take the
/// others.
class EpsDecreasing final : public IndexPolicy {
  public:
    explicit EpsDecreasing(const EpsDecreasingOptions& options) : options_(options) {}

  private:
    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        const double epsilon =
            std::min(1.0, options_.c * static_cast<double>(arms()) / static_cast<double>(time()));
        std::ranges::copy(mean_rewards(), index.begin());
        for (std::size_t place = 0; place < k; ++place) {
            if (rng.uniform() >= epsilon) continue;
            std::size_t arm = rng.below(arms());
            while (index[arm] == kDrawn)
                arm = rng.below(arms());
            index[arm] = kDrawn;
        }
    }

    static constexpr double kDrawn = std::numeric_limits<double>::infinity();
    EpsDecreasingOptions options_;
};

}  // namespace

std::unique_ptr<Policy> make(const EpsDecreasingOptions& options) {
    return std::make_unique<EpsDecreasing>(options);
}

}  // namespace reboost::bandits
