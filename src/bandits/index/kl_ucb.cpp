#include "bandits/options/index.hpp"
#include "bandits/parts/index_policy.hpp"
#include "bandits/parts/kl_indices.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

class KlUcb final : public IndexPolicy {
  public:
    explicit KlUcb(const KlUcbOptions& options) : options_(options) {}

  private:
    void restart() override { indices_.reset(arms()); }
    void refresh(std::uint32_t arm) override { indices_.set(arm, mean_of(arm), pulls_of(arm), level()); }

    void fill(std::span<double> index, std::size_t k, Rng&) override {
        const double now = level();
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = indices_.bound(arm, now);
        refine(
            index, k, [&](std::uint32_t arm, double q) { return indices_.reaches(arm, q, now); },
            [&](std::uint32_t arm) { return indices_.bound(arm, now); },
            [&](std::uint32_t arm) { return indices_.exact(arm, now); });
    }

    /// What an arm's pulls times the divergence may reach: e (ln t + c ln ln t).
    double level() const {
        const double log_time = std::log(static_cast<double>(time()));
        return options_.exploration * (log_time + (log_time > 1 ? options_.c * std::log(log_time) : 0));
    }

    KlUcbOptions options_;
    KlIndices indices_;
};

}  // namespace

std::unique_ptr<Policy> make(const KlUcbOptions& options) {
    return std::make_unique<KlUcb>(options);
}

}  // namespace reboost::bandits
