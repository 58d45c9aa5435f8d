#pragma once
#include "bandits/checked_choice.hpp"
#include "bandits/policy.hpp"
#include "selectors/bases.hpp"
#include "selectors/options.hpp"
#include "selectors/rewards.hpp"

#include <memory>

namespace reboost::selectors {

/// A policy over features (opt2009 §3.2). Each decision of a base classifier is one pull of each of its k
/// arms; the reward of an arm is the map of its best edge at this decision, in units of the total weight.
///
/// - Groups: arm a stands for the features a·group … (a+1)·group − 1; its edge is the best of theirs.
/// - Siblings (share): the second child of a parent searches the features drawn for the first and pulls them
///   again.
/// - Rewarded (winner): of the k arms only the one with the best edge is rewarded (ties: the first of the
///   selection); an arm without a pull always does, or the first pass would never end.
/// - Reward scale (quantile): a decision's rewards are seen before they are scaled, whatever their order.
/// - multiboost: the first decision begins with a query of every feature, each arm's first pull. The learner
///   then chooses among those too; for UCB that is the feature it would have drawn anyway. A tree's nodes of
///   one class are not searched.
class BanditSelector final : public OneQuerySelector {
  public:
    /// Throws UsageError where k exceeds the number of arms or the policy has no such variant.
    BanditSelector(const BanditOptions& options, std::size_t features, std::size_t horizon,
                   std::uint64_t seed);

    void begin_round(std::size_t round) override;
    bool skips_pure_nodes() const override { return options_.variant == bandits::Variant::multiboost; }
    void report(const learners::Decision& decision, const learners::Report& report) override;
    void state(StateIO& io) override;
    /// "pulls" and "mean_reward", one element per arm; "accepted", one per feature.
    void summarise(Archive& archive) const override;

  private:
    learners::Query ask(const learners::Decision& decision) override;
    void draw(const learners::Decision& decision);
    bool recall(std::int32_t siblings);
    void expand();
    void warm_start(std::span<const learners::FeatureScore> scores);
    std::size_t arm_of(std::uint32_t feature) const { return feature / group_; }
    bool is_rewarded(std::uint32_t arm, std::uint32_t winner) const;
    void note(const learners::FeatureScore& score);
    double reward_of(std::uint32_t arm) const;

    BanditOptions options_;
    std::size_t group_;
    std::unique_ptr<bandits::Policy> policy_;
    RewardScale scale_;
    bandits::CheckedChoice choice_;
    Rng rng_;
    std::size_t round_ = 1;
    bool warm_;                                 ///< past the multiboost variant's first pass, or without one
    std::vector<std::uint32_t> arms_;           ///< the k arms of the running decision
    std::vector<std::uint32_t> query_;          ///< their features
    std::vector<double> arm_edge_;              ///< best edge reported, one per arm
    std::vector<double> arm_price_;             ///< what its feature costs
    std::vector<std::int32_t> drawn_siblings_;  ///< this round's sibling groups …
    std::vector<std::uint32_t> drawn_arms_;     ///< … and the k arms of each
};

}  // namespace reboost::selectors
