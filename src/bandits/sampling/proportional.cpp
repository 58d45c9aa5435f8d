#include "bandits/parts/counted_policy.hpp"
#include "bandits/parts/drawn_policy.hpp"

#include <algorithm>

namespace reboost::bandits {
namespace {

/// The authors' randomised sister of UCB: every arm once first, in index order; then k distinct arms drawn
/// one after the other in proportion to their mean reward (uniformly where all of those left are 0).
class Proportional final : public CountedPolicy {
  public:
    void select(std::span<std::uint32_t> out, Rng& rng) override {
        std::ranges::copy(mean_rewards(), weights_.begin());
        std::size_t chosen = 0;
        for (std::uint32_t arm = 0; arm < arms() && chosen < out.size(); ++arm)
            if (!tried(arm)) out[chosen++] = arm;
        draw_proportional(weights_, out, chosen, rng);
    }

  private:
    void restart() override { weights_.assign(arms(), 0); }

    std::vector<double> weights_;
};

}  // namespace

extern const PolicyEntry proportional =
    entry<Proportional>("proportional", "draws in proportion to the mean reward");

}  // namespace reboost::bandits
