#pragma once
/// Plain tree of stumps (kdd2009 §2.1), as learners/tree.hpp describes it.
#include "learners/options.hpp"
#include "support/reference_search.hpp"

namespace reboost::reference {

struct Tree {
    std::vector<Split> splits;
    std::vector<learners::Children> children;
    std::vector<Rows> leaf_rows;                  ///< a leaf each
    std::vector<std::vector<std::int8_t>> votes;  ///< leaf × class
    std::vector<std::vector<double>> sums;        ///< what each vote is the sign of
};

inline std::vector<double> class_sums(const Weights& weights, const Rows& rows) {
    std::vector<double> sums(weights.classes, 0.0);
    for (const std::uint32_t i : rows)
        for (std::size_t l = 0; l < weights.classes; ++l)
            sums[l] += weights.at(i, l);
    return sums;
}

inline double constant_edge(const Weights& weights, const Rows& rows) {
    double edge = 0;
    for (const double sum : class_sums(weights, rows))
        edge += std::abs(sum);
    return edge;
}

/// Which leaf the guide splits as its k-th node; −1: none. Leaves are numbered as the search numbers them:
/// the side below keeps the number of the leaf split.
inline int guided_leaf(const std::vector<learners::Children>& guide, std::size_t node) {
    if (node >= guide.size()) return -1;
    std::vector<int> leaf_of(guide.size(), 0);
    for (std::size_t k = 0; k < node; ++k) {
        if (guide[k].below > 0) leaf_of[static_cast<std::size_t>(guide[k].below)] = leaf_of[k];
        if (guide[k].above > 0) leaf_of[static_cast<std::size_t>(guide[k].above)] = static_cast<int>(k) + 1;
    }
    return leaf_of[node];
}

class TreeSearch {
  public:
    TreeSearch(const learners::TreeOptions& options, const Table& table, const Weights& weights,
               FeatureSelector& selector, const learners::BaseClassifier* guide)
        : options_(options), table_(table), weights_(weights), selector_(selector), guide_(guide) {}

    Tree grow() {
        const auto size = static_cast<std::size_t>(options_.size);
        const std::size_t most = options_.count == learners::TreeSize::leaves ? size - 1 : size;
        leaves_.push_back({all_rows(table_.rows), Decision{step_++, 0, -1, -1}});
        search(0);
        leaves_[0].improvement = 1;  // the root is split whatever a constant would do
        while (tree_.splits.size() < most) {
            const int chosen = next_leaf();
            if (chosen < 0) break;
            split(static_cast<std::size_t>(chosen), tree_.splits.size() + 1 < most);
        }
        for (const Leaf& leaf : leaves_) {
            tree_.leaf_rows.push_back(leaf.rows);
            tree_.votes.push_back(leaf.votes);
            tree_.sums.push_back(leaf.vote_sums);
        }
        return tree_;
    }

  private:
    struct Leaf {
        Rows rows;
        Decision decision;
        Cut cut = {};
        double improvement = 0;
        bool open = false;
        std::size_t parent = 0;
        bool is_above = false;
        std::vector<std::int8_t> votes = {};
        std::vector<double> vote_sums = {};
    };

    /// The guide's split of this leaf, were it the next node that the guide made of it.
    const Split* wish(std::size_t leaf) const {
        if (!guide_) return nullptr;
        for (std::size_t k = tree_.splits.size(); k < guide_->splits.size(); ++k)
            if (guided_leaf(guide_->children, k) == static_cast<int>(leaf)) return &guide_->splits[k];
        return nullptr;
    }

    void search(std::size_t index) {
        Leaf& leaf = leaves_[index];
        leaf.cut = decide(table_, weights_, leaf.rows, leaf.decision, selector_, wish(index));
        leaf.improvement = leaf.cut.edge - constant_edge(weights_, leaf.rows);
        leaf.open = leaf.cut.found();
    }

    /// The largest improvement (the smallest where asked), the lowest leaf of equals; the guide's where it is
    /// as good. A guide also decides between improvements that are zero up to rounding.
    int next_leaf() const {
        const bool least = options_.growth == learners::TreeGrowth::least_first;
        const auto rank = [&](const Leaf& leaf) { return least ? -leaf.improvement : leaf.improvement; };
        const double zero = guide_ && least ? kTolerance : 0;
        int next = -1;
        double most = 0;
        for (std::size_t i = 0; i < leaves_.size(); ++i) {
            most = std::max(most, leaves_[i].open ? leaves_[i].improvement : 0);
            if (!leaves_[i].open || leaves_[i].improvement <= zero) continue;
            if (next < 0 || rank(leaves_[i]) > rank(leaves_[static_cast<std::size_t>(next)]))
                next = static_cast<int>(i);
        }
        if (!guide_) return next;
        const int wished = guided_leaf(guide_->children, tree_.splits.size());
        if (wished < 0) return most > kTolerance ? next : -1;
        const Leaf& wish = leaves_[static_cast<std::size_t>(wished)];
        const bool good =
            wish.open &&
            (next < 0 || rank(wish) >= rank(leaves_[static_cast<std::size_t>(next)]) - kTolerance);
        return good ? wished : next;
    }

    /// The threshold in the middle of the gap between the node's own ranks.
    Split centred(const Leaf& leaf) const {
        const Split split = leaf.cut.split;
        std::uint32_t low = 0, high = ~0U;
        for (const std::uint32_t i : leaf.rows) {
            const std::uint32_t rank = table_.ranks[split.feature][i];
            if (rank < split.threshold)
                low = std::max(low, rank);
            else
                high = std::min(high, rank);
        }
        return {split.feature, low + (high - low + 1) / 2};
    }

    void split(std::size_t index, bool grow_on) {
        const std::size_t node = tree_.splits.size();
        const Split split = centred(leaves_[index]);
        selector_.accept(leaves_[index].decision, split.feature);
        Leaf below = leaves_[index], above;
        below.rows.clear();
        for (const std::uint32_t i : leaves_[index].rows)
            (sign_of(split, table_, i) > 0 ? above : below).rows.push_back(i);
        const auto number = static_cast<std::int32_t>(node);
        if (node > 0) {
            learners::Children& parent = tree_.children[below.parent];
            (below.is_above ? parent.above : parent.below) = number;
        }
        tree_.splits.push_back(split);
        tree_.children.push_back(
            {-1 - static_cast<std::int32_t>(index), -1 - static_cast<std::int32_t>(leaves_.size())});
        below.parent = above.parent = node;
        below.is_above = false;
        above.is_above = true;
        below.open = above.open = false;
        set_votes(below, above);
        leaves_[index] = below;
        leaves_.push_back(above);
        if (!grow_on) return;
        const std::int32_t parent_node = leaves_[index].decision.node;
        leaves_[index].decision = Decision{step_++, 2 * number + 1, parent_node, number};
        leaves_.back().decision = Decision{step_++, 2 * number + 2, parent_node, number};
        search(index);
        search(leaves_.size() - 1);
    }

    void set_votes(Leaf& below, Leaf& above) const {
        const std::vector<double> low = class_sums(weights_, below.rows),
                                  high = class_sums(weights_, above.rows);
        below.vote_sums = low;
        above.vote_sums = high;
        if (options_.leaf_votes == learners::LeafVotes::stump)
            for (std::size_t l = 0; l < weights_.classes; ++l) {
                above.vote_sums[l] = high[l] - low[l];
                below.vote_sums[l] = low[l] - high[l];
            }
        for (Leaf* leaf : {&below, &above}) {
            leaf->votes.clear();
            for (const double sum : leaf->vote_sums)
                leaf->votes.push_back(sum > 0 ? 1 : -1);
        }
    }

    const learners::TreeOptions& options_;
    const Table& table_;
    const Weights& weights_;
    FeatureSelector& selector_;
    const learners::BaseClassifier* guide_;
    std::uint32_t step_ = 0;
    std::vector<Leaf> leaves_;
    Tree tree_;
};

}  // namespace reboost::reference
