#pragma once
#include "core/state.hpp"
#include "selectors/bases.hpp"
#include "selectors/options.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace reboost::selectors {

/// The bandit tree of UCT (opt2009 §3.1; Kocsis & Szepesvári 2006): a node is a sequence of features, its
/// children append one feature. Nodes exist once visited, so memory is 24 bytes a visited node whatever the
/// number of features.
class UctTree {
  public:
    using Node = std::uint32_t;
    static constexpr Node kRoot = 0;

    /// `exploration` e in the index of child j of p: ϱ_j + √(e ln T_p / T_j).
    UctTree(std::size_t features, double exploration);

    /// The child of `parent` with the largest index; it is created where it is new. An unvisited child has
    /// the index U(0,1) + √(e ln T_p), a fresh deviate each. The largest of u uniform deviates is distributed
    /// as U^(1/u) and sits at a uniform place, so that one draw serves all unvisited children: O(visited
    /// children).
    Node descend(Node parent, Rng& rng);
    std::uint32_t feature(Node node) const { return nodes_[node].feature; }
    /// One more visit of `node`, whose reward is that of the path's leaf.
    void visit(Node node, double reward);

    std::uint64_t visits(Node node) const { return nodes_[node].visits; }
    double mean(Node node) const {
        return nodes_[node].reward_sum / static_cast<double>(nodes_[node].visits);
    }
    std::size_t size() const { return nodes_.size(); }

    /// Throws DataError where the arrays loaded do not describe a tree over this number of features.
    void state(StateIO& io);

  private:
    static constexpr Node kNone = std::numeric_limits<Node>::max();
    struct Entry {
        double reward_sum = 0;
        std::uint32_t visits = 0;
        std::uint32_t feature = 0;
        Node first_child = kNone;   ///< the child created last
        Node next_sibling = kNone;  ///< created before this one
    };

    void check() const;
    Node add_unvisited(Node parent, std::size_t place);

    std::size_t features_;
    double exploration_;
    std::vector<Entry> nodes_;
    std::vector<std::uint8_t> taken_;  ///< scratch: the features of the visited children
};

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
