#pragma once
#include "core/state.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace reboost::selectors {

/// The bandit tree of UCT (opt2009 §3.1; Kocsis & Szepesvári 2006): a node is a sequence of features, its
/// children append one. Nodes exist once visited: memory is 24 bytes each, whatever the number of features.
class UctTree {
  public:
    using Node = std::uint32_t;
    static constexpr Node kRoot = 0;

    /// `exploration` e in the index of child j of p: ϱ_j + √(e ln T_p / T_j).
    UctTree(std::size_t features, double exploration)
        : features_(features), exploration_(exploration), nodes_(1), taken_(features, 0) {}

    /// The child of `parent` with the largest index, created if it is new. An unvisited child has the index
    /// U(0,1) + √(e ln T_p), with a fresh deviate each. The largest of u deviates is distributed as U^(1/u)
    /// and belongs to a uniform child: one draw serves all unvisited children. O(visited children).
    Node descend(Node parent, Rng& rng) {
        const double visits = static_cast<double>(nodes_[parent].visits);
        const double width = exploration_ * std::log(std::max(1.0, visits));
        Node best = kNone;
        double best_index = -1;
        std::size_t visited = 0;
        for (Node child = nodes_[parent].first_child; child != kNone; child = nodes_[child].next_sibling) {
            const Entry& entry = nodes_[child];
            ++visited;
            // A child created in a round that ended without a reward still counts as unvisited.
            const double pulls = std::max(1.0, static_cast<double>(entry.visits));
            const double mean = entry.visits == 0 ? rng.uniform() : entry.reward_sum / pulls;
            const double index = mean + std::sqrt(width / pulls);
            // Children are listed latest first; among equal indices the earliest created wins.
            if (index >= best_index) {
                best_index = index;
                best = child;
            }
        }
        const std::size_t unvisited = features_ - visited;
        if (unvisited == 0) return best;
        const double largest = std::pow(rng.uniform(), 1 / static_cast<double>(unvisited));
        const std::size_t place = rng.below(unvisited);
        if (best != kNone && largest + std::sqrt(width) <= best_index) return best;
        return add_unvisited(parent, place);
    }
    std::uint32_t feature(Node node) const { return nodes_[node].feature; }
    /// Counts one more visit of `node`, with the reward of the whole path.
    void visit(Node node, double reward) {
        ++nodes_[node].visits;
        nodes_[node].reward_sum += reward;
    }

    std::uint64_t visits(Node node) const { return nodes_[node].visits; }
    double mean(Node node) const {
        return nodes_[node].reward_sum / static_cast<double>(nodes_[node].visits);
    }
    std::size_t size() const { return nodes_.size(); }

    /// Throws DataError if the loaded arrays do not describe a tree over this number of features.
    void state(StateIO& io) {
        io.first_column("reward_sum", nodes_, &Entry::reward_sum);
        io.column("visits", nodes_, &Entry::visits);
        io.column("feature", nodes_, &Entry::feature);
        io.column("first_child", nodes_, &Entry::first_child);
        io.column("next_sibling", nodes_, &Entry::next_sibling);
        if (nodes_.empty()) throw DataError("a saved UCT tree has no root");
        for (std::size_t i = 0; io.loading() && i < nodes_.size(); ++i) {
            // Links follow the order of creation: a child comes after its parent, its next sibling before it.
            const Entry& entry = nodes_[i];
            const bool child_fits =
                entry.first_child == kNone || (entry.first_child > i && entry.first_child < nodes_.size());
            const bool sibling_fits = entry.next_sibling == kNone || entry.next_sibling < i;
            if (!child_fits || !sibling_fits || entry.feature >= features_)
                throw DataError("node " + std::to_string(i) + " of a saved UCT tree does not fit " +
                                std::to_string(features_) + " features");
        }
    }

  private:
    static constexpr Node kNone = std::numeric_limits<Node>::max();
    struct Entry {
        double reward_sum = 0;
        std::uint32_t visits = 0;
        std::uint32_t feature = 0;
        Node first_child = kNone;   ///< the child created last
        Node next_sibling = kNone;  ///< the sibling created just before this node
    };

    /// Creates the child of `parent` for its `place`-th feature (from 0) without a child.
    Node add_unvisited(Node parent, std::size_t place) {
        const auto mark_children = [&](std::uint8_t mark) {
            for (Node child = nodes_[parent].first_child; child != kNone; child = nodes_[child].next_sibling)
                taken_[nodes_[child].feature] = mark;
        };
        mark_children(1);
        std::uint32_t feature = 0;
        while (taken_[feature] || place-- > 0)
            ++feature;
        mark_children(0);
        const auto created = static_cast<Node>(nodes_.size());
        nodes_.push_back({0, 0, feature, kNone, nodes_[parent].first_child});
        nodes_[parent].first_child = created;
        return created;
    }

    std::size_t features_;
    double exploration_;
    std::vector<Entry> nodes_;
    std::vector<std::uint8_t> taken_;  ///< scratch: the features of the visited children
};

}  // namespace reboost::selectors
