#pragma once
#include "core/state.hpp"

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

}  // namespace reboost::selectors
