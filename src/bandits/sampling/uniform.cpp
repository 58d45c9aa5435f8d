/// Simple policies: uniform draws, the arms in turn, draws in proportion to the mean reward.
#include "bandits/parts/drawn_policy.hpp"

#include <algorithm>

namespace reboost::bandits {
namespace {

/// k arms drawn uniformly: what a policy must beat. Floyd's sampling (Bentley & Floyd 1987), O(k).
class Uniform final : public Policy {
    void select(std::span<std::uint32_t> out, Rng& rng) override {
        const std::size_t below = arms() - out.size();
        for (std::size_t place = 0; place < out.size(); ++place) {
            const std::size_t last = below + place;
            std::size_t arm = rng.below(last + 1);
            if (chosen_[arm]) arm = last;
            chosen_[arm] = 1;
            out[place] = static_cast<std::uint32_t>(arm);
        }
        for (const std::uint32_t arm : out)
            chosen_[arm] = 0;
    }

    void restart() override { chosen_.assign(arms(), 0); }

    std::vector<std::uint8_t> chosen_;  ///< a flag per arm, all 0 between selections
};

/// Pulls the arms in turn, whatever their rewards.
class RoundRobin final : public Policy {
    bool draws() const override { return false; }
    void select(std::span<std::uint32_t> out, Rng&) override {
        for (std::uint32_t& arm : out) {
            arm = next_;
            next_ = next_ + 1 < arms() ? next_ + 1 : 0;
        }
    }

    void restart() override { next_ = 0; }
    void keep(StateIO& io) override {
        io("next", next_);
        if (io.loading() && next_ >= arms())
            throw DataError("a saved round robin is at an arm that does not exist");
    }

    std::uint32_t next_ = 0;
};

/// The authors' randomised sister of UCB: pulls every arm once, in index order; then draws k distinct arms
/// one after the other in proportion to their mean reward (uniformly if all means left are 0).
class Proportional final : public Policy {
    void select(std::span<std::uint32_t> out, Rng& rng) override {
        std::ranges::copy(mean_rewards(), weights_.begin());
        std::size_t chosen = 0;
        for (std::uint32_t arm = 0; arm < arms() && chosen < out.size(); ++arm)
            if (!tried(arm)) out[chosen++] = arm;
        draw_proportional(weights_, out, chosen, rng);
    }

    void restart() override { weights_.assign(arms(), 0); }

    std::vector<double> weights_;
};

}  // namespace

extern const PolicyEntry uniform =
    entry<Uniform>("uniform", "k arms drawn uniformly: what a policy must beat");
extern const PolicyEntry round_robin =
    entry<RoundRobin>("round_robin", "the arms in turn, whatever they pay; deterministic");
extern const PolicyEntry proportional =
    entry<Proportional>("proportional", "draws in proportion to the mean reward");

}  // namespace reboost::bandits
