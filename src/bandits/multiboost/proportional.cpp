#include "bandits/parts/counted_policy.hpp"
#include "bandits/parts/drawn_policy.hpp"

#include <algorithm>

namespace reboost::bandits {
namespace multiboost {
namespace {

constexpr double kFirstWidth = 1.1774100225154747;  // √(2 ln t / T) at t = 2, T = 1

/// The authors' randomised sister of UCB: an arm is drawn in proportion to its mean reward; one that has had
/// only the first pass's pull in proportion to its reward + √(2 ln 2), its UCB index at that time. Without a
/// first pass an arm never pulled counts as one with reward 1. k > 1 arms are drawn without repetition (the
/// program's may coincide).
class Proportional final : public Policy {
  public:
    void reset(std::size_t arms, std::size_t) override {
        statistics_.reset(arms);
        weights_.assign(arms, 1 + kFirstWidth);
        draw_.assign(arms, 0);
    }
    void warm_start(std::span<const double> rewards) override {
        for (std::uint32_t arm = 0; arm < rewards.size(); ++arm) {
            statistics_.add(arm, rewards[arm]);
            weights_[arm] = rewards[arm] + kFirstWidth;
        }
    }
    void select(std::span<std::uint32_t> out, Rng& rng) override {
        std::ranges::copy(weights_, draw_.begin());
        draw_proportional(draw_, out, 0, rng);
    }
    void reward(std::uint32_t arm, double reward) override {
        statistics_.add(arm, reward);
        weights_[arm] = statistics_.means()[arm];
    }
    void state(StateIO& io) override {
        statistics_.state(io);
        io("weights", weights_);
    }
    std::size_t arms() const override { return statistics_.arms(); }
    std::span<const std::uint64_t> pulls() const override { return statistics_.pulls(); }
    std::span<const double> mean_rewards() const override { return statistics_.means(); }

  private:
    ArmStatistics statistics_;
    std::vector<double> weights_;
    std::vector<double> draw_;  ///< scratch
};

}  // namespace
}  // namespace multiboost

extern const PolicyEntry multiboost_proportional =
    entry<multiboost::Proportional>("proportional", "proportional as the authors' program has it");

}  // namespace reboost::bandits
