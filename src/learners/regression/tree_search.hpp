#pragma once
/// What the two searches for a regression tree's best cut share: `HistogramSearch` looks at all columns by
/// histograms, `SelectedFeatureSearch` at those that a feature selector asks for.
///
/// Lifecycle of either
///  1. `begin_tree(root, …)` with the rows' quantised gradients and hessians.
///  2. `root(node)`.
///  3. `children(parent, left, right)` for each node that is split, in the order of splitting, unless the
///     tree is full afterwards; it also sets the children's totals.
///  4. `accept(node, feature)` once the node's split is part of the tree.
///  5. `close(node)` for a leaf that will stay a leaf; optional, at any time.
///  6. `end_tree()` once every leaf is known.
#include "core/matrix.hpp"
#include "data/binning.hpp"
#include "learners/feature_selector.hpp"
#include "learners/options.hpp"
#include "learners/regression/kernels/feature_bundles.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace reboost::learners {

/// What the trees of a run are grown on; all of it must outlive every copy of this struct.
struct TreeData {
    const data::BinnedMatrix& matrix;
    std::span<const data::BinCuts> cuts;  ///< if empty, a threshold is the middle code of its gap
    const HistogramLayout& layout;
    const FeatureBundles* bundles = nullptr;  ///< null or not useful: rows are lists of stored values
    bool bundled() const { return bundles != nullptr && bundles->useful(); }
};

struct RegressionSplit {
    double gain = 0;  ///< eq. 6; 0: no cut has a positive gain
    std::int32_t feature = -1;
    std::uint32_t threshold = 0;
};

/// A leaf of the growing tree.
struct SearchNode {
    std::int32_t id = 0, parent = -1;
    std::span<std::uint32_t> rows;  ///< splitting the node reorders its rows
    GradientHessian total;          ///< quantised sums over its rows
    RegressionSplit split;          ///< found by the search

    /// The heap has the largest gain first; ties: the older node.
    bool operator<(const SearchNode& other) const {
        return split.gain != other.split.gain ? split.gain < other.split.gain : id > other.id;
    }
};

/// Two siblings, the one with fewer rows first; the left one if equal.
inline std::pair<SearchNode&, SearchNode&> light_and_heavy(SearchNode& left, SearchNode& right) {
    if (left.rows.size() <= right.rows.size()) return {left, right};
    return {right, left};
}

/// The children's totals: the lighter child's from its rows, the heavier child's by difference.
inline void sum_children(const SearchNode& parent, SearchNode& left, SearchNode& right,
                         const RowGradients& gradients) {
    const auto [light, heavy] = light_and_heavy(left, right);
    light.total = gradients.read([rows = light.rows](const auto& reader) {
        // Rows are prefetched so many rows ahead: a node's rows are scattered in memory.
        constexpr std::size_t kAhead = 16;
        simd::Word2 total{};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            __builtin_prefetch(reader.at(rows[std::min(i + kAhead, rows.size() - 1)]));
            total += reader[rows[i]];
        }
        return GradientHessian{static_cast<std::int64_t>(total[0]), total[1]};
    });
    heavy.total = parent.total - light.total;
}

/// The code threshold in the middle of a gap between bins: `below` is the highest non-empty bin on the left,
/// `above` the lowest on the right. Of the cuts between these bins it is the one nearest to the midpoint of
/// the outermost two cuts: the middle on the column's own scale. Missing values, which have no cut of their
/// own, are separated from all other values. If `cuts` is null: the middle code.
inline std::uint32_t middle_threshold(const data::BinCuts* cuts, std::uint32_t below, std::uint32_t above) {
    if (!cuts) return below + (above - below + 1) / 2;
    if (above > cuts->cuts.size()) return above;
    // Code threshold t stands for "x >= cuts[t − 1]".
    const auto first = cuts->cuts.begin() + below, last = cuts->cuts.begin() + (above - 1);
    const double middle = (static_cast<double>(*first) + static_cast<double>(*last)) / 2;
    const auto at = std::lower_bound(first, last, middle);
    const bool nearer_below =
        at != first && middle - static_cast<double>(*(at - 1)) < static_cast<double>(*at) - middle;
    return static_cast<std::uint32_t>(at - cuts->cuts.begin()) + (nearer_below ? 0U : 1U);
}

/// A gain must exceed this share of G²/H; a smaller one is rounding error.
inline constexpr double kLeastGainShare = 1e-20;

}  // namespace reboost::learners
