#pragma once
#include "selectors/features/one_query_selector.hpp"
#include "selectors/features/options.hpp"
#include "selectors/features/uct_tree.hpp"

namespace reboost::selectors {

/// UCT over sequences of decisions (opt2009 §3.1–3.2). A base classifier is a path: one feature per level.
///
/// - Stump: one level. Product: one level per term, in the order of the terms; later cycles search a term's
///   feature again.
/// - Tree: one level per depth, as in the authors' program; nodes of one depth share the feature, so that
///   siblings do by construction.
/// - The reward of the whole base classifier's edge goes to every node of the path, at the end of the round.
class UctSelector final : public OneQuerySelector {
  public:
    UctSelector(const UctOptions& options, std::size_t features, std::uint64_t seed);

    void begin_round(std::size_t round) override;
    void end_round(double edge) override;
    void state(StateIO& io) override;
    /// "pulls" and "mean_reward" per feature, over all places in paths; "accepted"; "tree_nodes".
    void summarise(Archive& archive) const override;

    const UctTree& tree() const { return tree_; }

  private:
    learners::Query ask(const learners::Decision& decision) override;
    std::size_t level_of(const learners::Decision& decision);

    RewardMap reward_;
    UctTree tree_;
    Rng rng_;
    std::vector<UctTree::Node> path_;  ///< this round's node at each level
    std::vector<std::int32_t> level_;  ///< level of each decided node of this round, −1: not seen
    std::uint32_t query_ = 0;
    std::vector<std::uint64_t> pulls_;
    std::vector<double> reward_sum_;
};

}  // namespace reboost::selectors
