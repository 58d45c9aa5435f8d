#include "core/error.hpp"
#include "learners/kernels/row_partition.hpp"
#include "learners/mh/learner.hpp"
#include "learners/mh/node_search.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace reboost::learners {
namespace {

std::size_t splits_of(const TreeOptions& options) {
    const std::int64_t splits = options.count == TreeSize::leaves ? options.size - 1 : options.size;
    if (splits < 1) throw UsageError("learner.size: a tree of one leaf decides nothing; 2 leaves at least");
    return static_cast<std::size_t>(splits);
}

/// Whether all rows have the same labels. The labels are the signs of the weights.
bool of_one_class(std::span<const std::uint32_t> rows, const SignedWeights& weights) {
    const float* const first = weights.data() + rows.front() * weights.stride();
    return std::ranges::all_of(rows, [&](std::uint32_t row) {
        const float* const own = weights.data() + row * weights.stride();
        return std::equal(own, own + weights.stride(), first,
                          [](float a, float b) { return std::signbit(a) == std::signbit(b); });
    });
}

/// Best-first tree of stumps (kdd2009 §2.1).
///
/// A leaf is searched for its best stump as soon as it appears; the leaf split next is the one whose stump
/// raises the edge most over the best constant there (Σ_l |Σ_i w y φ| − Σ_l |Σ_i w y|), or least
/// (TreeGrowth). Growth ends at size N or if no split raises the edge. The threshold of a split is moved to
/// the middle of the gap between the node's own codes.
class TreeLearner final : public Learner {
  public:
    /// Throws UsageError if size N allows no split.
    TreeLearner(const TreeOptions& options, const LearnerSite& site)
        : columns_(site.columns),
          classes_(site.classes),
          max_splits_(splits_of(options)),
          leaf_votes_(options.leaf_votes),
          growth_(options.growth),
          rows_(columns_.rows()),
          spare_(columns_.rows()),
          above_(columns_.rows()),
          search_(columns_, max_splits_, site.team),
          leaves_(max_splits_ + 1) {
        for (std::size_t i = 0; i < leaves_.size(); ++i) {
            leaves_[i].cell = static_cast<std::uint16_t>(i);
            leaves_[i].totals.resize(columns_.stride());
            leaves_[i].votes.resize(classes_);
        }
    }

    void fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) override {
        start(weights, found);
        search_.begin({weights.data(), weights.totals()}, selector);
        search(leaves_[0], weights, selector);
        if (!leaves_[0].choice.found()) return;
        leaves_[0].improvement = 1;  // the root is split even if a constant has the larger edge
        while (found.classifier.splits.size() < max_splits_) {
            Leaf* leaf = next_to_split();
            if (!leaf) break;
            leaf->open = false;
            const bool grow_on = found.classifier.splits.size() + 1 < max_splits_;
            split(*leaf, weights, selector, found, grow_on);
        }
        if (!found.classifier.splits.empty()) finish(found);
    }

    std::uint64_t work() const override { return search_.work(); }

  private:
    struct Leaf {
        std::span<std::uint32_t> rows;  ///< ascending
        Decision decision;
        StumpChoice choice;
        double improvement = 0;
        std::uint16_t cell = 0;        ///< number of the leaf, and of its node in the search
        std::int32_t* link = nullptr;  ///< the parent's child entry that names this leaf; null for the root
        bool open = false;             ///< may still be split
        std::vector<double> totals;    ///< Σ_i w y over its rows
        std::vector<std::int8_t> votes;
    };

    void start(const SignedWeights& weights, Fitted& found) {
        found.edge = 0;
        found.classifier.splits.clear();
        found.classifier.children.clear();
        found.classifier.children.reserve(max_splits_);  // Leaf::link pointers into it stay valid
        found.cells.resize(weights.rows());
        std::iota(rows_.begin(), rows_.end(), 0U);
        std::ranges::fill(found.cells, std::uint16_t{0});
        step_ = 0;
        leaf_count_ = 1;
        Leaf& root = leaves_[0];
        root.rows = rows_;
        root.decision = Decision{step_++, 0, -1, -1};
        root.link = nullptr;
        std::copy(weights.totals().begin(), weights.totals().end(), root.totals.begin());
    }

    void search(Leaf& leaf, const SignedWeights& weights, FeatureSelector& selector) {
        leaf.open = false;
        if (selector.skips_pure_nodes() && !leaf.decision.root() && of_one_class(leaf.rows, weights)) return;
        leaf.choice = search_.search(leaf.cell, leaf.decision, leaf.rows, leaf.totals, selector);
        leaf.improvement = leaf.choice.score.edge - edge_of_sums(leaf.totals);
        leaf.open = leaf.choice.found();
    }

    /// The leaf to split next by the growth rule; ties: the first. nullptr if no stump raises the edge.
    Leaf* next_to_split() {
        const bool best_first = growth_ == TreeGrowth::best_first;
        Leaf* next = nullptr;
        for (std::size_t i = 0; i < leaf_count_; ++i) {
            Leaf& leaf = leaves_[i];
            if (!leaf.open || leaf.improvement <= 0) continue;
            if (!next ||
                (best_first ? leaf.improvement > next->improvement : leaf.improvement < next->improvement))
                next = &leaf;
        }
        return next;
    }

    /// Splits leaf `below`, which keeps the rows below the threshold, unless all rows are on one side.
    void split(Leaf& below, const SignedWeights& weights, FeatureSelector& selector, Fitted& found,
               bool grow_on) {
        Leaf& above = leaves_[leaf_count_];
        const data::BinnedColumn& column = columns_.codes().columns[below.choice.feature];
        const auto [low, high, both_sides] = neighbours(column, below.choice.score.threshold, below.rows);
        if (!both_sides) return;
        const Split split{below.choice.feature, low + (high - low + 1) / 2};
        selector.accept(below.decision, split.feature);

        const auto node = static_cast<std::int32_t>(found.classifier.splits.size());
        const std::size_t rows_below = partition_rows(column, split.threshold, below.rows, spare_);
        above.rows = below.rows.subspan(rows_below);
        below.rows = below.rows.first(rows_below);
        for (const std::uint32_t row : below.rows)
            above_[row] = 0;
        for (const std::uint32_t row : above.rows) {
            above_[row] = 1;
            found.cells[row] = above.cell;
        }

        // The smaller side's rows are summed; the larger side's sums are the parent's minus these.
        Leaf& smaller = below.rows.size() <= above.rows.size() ? below : above;
        std::vector<double> parent_totals = below.totals;
        for_class_chunks(weights.stride(), [&](std::size_t offset) {
            columns_.kernels().row_sums(weights.data() + offset, weights.stride(), smaller.rows.data(),
                                        smaller.rows.size(), smaller.totals.data() + offset);
        });
        Leaf& larger = &smaller == &below ? above : below;
        std::ranges::transform(parent_totals, smaller.totals, larger.totals.begin(), std::minus{});
        set_votes(below, above);

        if (below.link) *below.link = node;
        found.classifier.splits.push_back(split);
        found.classifier.children.push_back({-1 - below.cell, -1 - above.cell});
        below.link = &found.classifier.children.back().below;
        above.link = &found.classifier.children.back().above;
        ++leaf_count_;
        above.open = false;
        if (!grow_on) return;

        search_.split(below.cell, above.cell, {below.rows, below.totals}, {above.rows, above.totals},
                      above_.data());
        const std::int32_t parent = below.decision.node;
        below.decision = Decision{step_++, 2 * node + 1, parent, node};
        above.decision = Decision{step_++, 2 * node + 2, parent, node};
        search(below, weights, selector);
        search(above, weights, selector);
    }

    void set_votes(Leaf& below, Leaf& above) const {
        for (std::size_t l = 0; l < classes_; ++l) {
            if (leaf_votes_ == LeafVotes::own) {
                below.votes[l] = below.totals[l] > 0 ? 1 : -1;
                above.votes[l] = above.totals[l] > 0 ? 1 : -1;
            } else {
                above.votes[l] = above.totals[l] - below.totals[l] > 0 ? 1 : -1;
                below.votes[l] = static_cast<std::int8_t>(-above.votes[l]);
            }
        }
    }

    void finish(Fitted& found) const {
        for (std::size_t i = 0; i < leaf_count_; ++i)
            for (std::size_t l = 0; l < classes_; ++l)
                found.edge += leaves_[i].votes[l] * leaves_[i].totals[l];
        const auto positive = [&](std::size_t i, std::size_t l) { return leaves_[i].votes[l] > 0; };
        write_votes(leaf_count_, classes_, positive, found);
    }

    const ScanColumns& columns_;
    std::size_t classes_, max_splits_;
    LeafVotes leaf_votes_;
    TreeGrowth growth_;
    std::vector<std::uint32_t> rows_, spare_;  ///< Leaf::rows are ranges of rows_; spare_ is scratch
    std::vector<std::uint8_t> above_;          ///< by row number: 1 if the last split put the row above
    NodeSearch search_;
    std::vector<Leaf> leaves_;
    std::size_t leaf_count_ = 0;
    std::uint32_t step_ = 0;
};

}  // namespace

void describe(Fields& field, TreeOptions& o) {
    field("size", o.size, {"N", 1, 4096});
    field("count", o.count, {"what N counts"});
    field("leaf_votes", o.leaf_votes, {"what a leaf votes"});
    field("growth", o.growth, {"the leaf split next: the one whose stump raises the edge most, or least"});
    field("binning", o.binning, {"how columns become codes"});
}

std::unique_ptr<Learner> TreeOptions::make(const LearnerSite& site) const {
    return std::make_unique<TreeLearner>(*this, site);
}

}  // namespace reboost::learners
