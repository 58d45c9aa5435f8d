#include "learners/kernels/gradient_histogram.hpp"

#include "learners/kernels/gradient_simd.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reboost::learners {

namespace {

/// The power of two u for which count · largest / u ≤ 2^50.
double grid_unit(double largest, std::size_t count) {
    if (!(largest > 0)) return 1;
    int exponent = 0;
    std::frexp(largest * static_cast<double>(std::max<std::size_t>(count, 2)), &exponent);
    return std::ldexp(1.0, exponent - 50);
}

enum class RowUse { add, subtract, clear };

/// One load, add and store a stored value; sums of a block stay in the L2 cache while all rows pass.
template <RowUse kUse, bool kCounted>
std::uint64_t use_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows,
                       std::span<const GradientPair> pairs, GradientSums sums) {
    std::uint64_t used = 0;
    for (const GradientBlock& block : layout.blocks()) {
        double* const base = sums.sums.data() + 2 * std::size_t{block.slot_begin};
        [[maybe_unused]] std::uint32_t* const counts = sums.counts.data() + (kCounted ? block.slot_begin : 0);
        const std::uint64_t* const offsets = block.offsets.data();
        const std::uint16_t* const entries = block.entries.data();
        for (const std::uint32_t row : rows) {
            Double2 pair{};
            if constexpr (kUse != RowUse::clear) pair = Double2{pairs[row].gradient, pairs[row].weight};
            const std::uint64_t begin = offsets[row], end = offsets[row + 1];
            used += end - begin;
            for (std::uint64_t e = begin; e < end; ++e) {
                Double2* const slot = reinterpret_cast<Double2*>(base + 2 * std::size_t{entries[e]});
                if constexpr (kUse == RowUse::add) *slot += pair;
                if constexpr (kUse == RowUse::subtract) *slot -= pair;
                if constexpr (kUse == RowUse::clear) *slot = pair;
                if constexpr (kCounted && kUse == RowUse::add) ++counts[entries[e]];
                if constexpr (kCounted && kUse == RowUse::subtract) --counts[entries[e]];
                if constexpr (kCounted && kUse == RowUse::clear) counts[entries[e]] = 0;
            }
        }
    }
    return used;
}

template <RowUse kUse>
std::uint64_t use_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows,
                       std::span<const GradientPair> pairs, GradientSums sums) {
    return sums.counts.empty() ? use_rows<kUse, false>(layout, rows, pairs, sums)
                               : use_rows<kUse, true>(layout, rows, pairs, sums);
}

/// One search in progress: eight segments abreast.
template <bool kCounted>
struct LaneSearch {
    Double8 low, high;  ///< running sums: (G, H) of lanes 0–3 and 4–7
    Double8 rows;       ///< running count, where counted
    Double8 score;
    Int8 position;

    [[gnu::always_inline]] void reset() {
        low = high = rows = score = Double8{};
        position = Int8{};
    }
    /// Adds the bins at a position and scores the cut behind them.
    [[gnu::always_inline]] void step(const Double8& bins_low, const Double8& bins_high, const Count8& counts,
                                     const NodeSums& node, double ratio, std::int64_t at) {
        low += bins_low;
        high += bins_high;
        const Double8 g = __builtin_shuffle(low, high, Int8{0, 2, 4, 6, 8, 10, 12, 14});
        const Double8 h = __builtin_shuffle(low, high, Int8{1, 3, 5, 7, 9, 11, 13, 15});
        const Double8 rest = node.total.weight - h;
        const Double8 d = g - ratio * h;
        // Each comparison stands in its own ?: — combined masks are taken apart lane by lane (GCC 12).
        const Double8 none{}, least = none + (kCounted ? node.min_rows : node.min_weight);
        const Double8 gain = d * d / (h * rest);
        Double8 side = h, other = rest;
        if constexpr (kCounted) {
            rows += __builtin_convertvector(counts, Double8);
            side = rows;
            other = node.rows - rows;
        }
        const Double8 lighter = side < other ? side : other;
        const Double8 found = lighter >= least ? gain : none;
        position = found > score ? (Int8{} + at) : position;
        score = found > score ? found : score;
    }
};

double ratio_of(const NodeSums& node) {
    return node.total.weight > 0 ? node.total.gradient / node.total.weight : 0;
}

bool precedes(const GradientSegment& segment, std::int64_t position, const BestCut& best) {
    if (segment.feature != best.feature) return segment.feature > best.feature;
    if (segment.upper != best.upper) return best.upper;
    return position < best.position;
}

/// Takes the best of a group's eight lanes into `best`.
void reduce(const auto& search, const GradientSegment* segments, BestCut& best) {
    for (std::size_t lane = 0; lane < kGradientLanes; ++lane) {
        // Equal cuts scored from opposite sides differ in their last bits; as floats they are equal.
        const double score = static_cast<double>(static_cast<float>(search.score[lane]));
        if (!(score > 0) || score < best.score) continue;
        const GradientSegment& segment = segments[lane];
        if (score > best.score || precedes(segment, search.position[lane], best))
            best = {score, segment.feature, segment.upper, static_cast<std::uint32_t>(search.position[lane])};
    }
}

template <bool kCounted>
[[gnu::always_inline]] inline void search_body(const GradientLayout& layout, const GradientSums& sums,
                                               const NodeSums& asked, BestCut& best) {
    const NodeSums node = asked;
    const double ratio = ratio_of(node);
    const GradientSegment* segments = layout.segments().data();
    LaneSearch<kCounted> search;
    for (const GradientGroup& group : layout.groups()) {
        const auto* bins = reinterpret_cast<const Double8*>(sums.sums.data() + 2 * std::size_t{group.begin});
        const auto* counts =
            reinterpret_cast<const Count8*>(sums.counts.data() + (kCounted ? group.begin : 0));
        Count8 rows{};
        search.reset();
        for (std::uint32_t p = 0; p < group.length; ++p, bins += 2) {
            if constexpr (kCounted) rows = counts[p];
            search.step(bins[0], bins[1], rows, node, ratio, p);
        }
        reduce(search, segments, best);
        segments += kGradientLanes;
    }
}

/// The heavier child's search (what is left of the parent) and the lighter's, side by side.
struct SubtractTask {
    GradientSums parent, child;
    NodeSums rest_node, child_node;
};

template <bool kCounted>
[[gnu::always_inline]] inline void subtract_body(const GradientLayout& layout, const SubtractTask& task,
                                                 BestCut& rest_best, BestCut& child_best) {
    const NodeSums rest_node = task.rest_node, child_node = task.child_node;
    const double rest_ratio = ratio_of(rest_node), child_ratio = ratio_of(child_node);
    const GradientSegment* segments = layout.segments().data();
    LaneSearch<kCounted> rest, own;
    for (const GradientGroup& group : layout.groups()) {
        auto* bins = reinterpret_cast<Double8*>(task.parent.sums.data() + 2 * std::size_t{group.begin});
        const auto* taken =
            reinterpret_cast<const Double8*>(task.child.sums.data() + 2 * std::size_t{group.begin});
        auto* counts = reinterpret_cast<Count8*>(task.parent.counts.data() + (kCounted ? group.begin : 0));
        const auto* taken_counts =
            reinterpret_cast<const Count8*>(task.child.counts.data() + (kCounted ? group.begin : 0));
        Count8 taken_rows{}, left_rows{};
        rest.reset();
        own.reset();
        for (std::uint32_t p = 0; p < group.length; ++p, bins += 2, taken += 2) {
            const Double8 taken_low = taken[0], taken_high = taken[1];
            const Double8 left_low = bins[0] - taken_low, left_high = bins[1] - taken_high;
            bins[0] = left_low;
            bins[1] = left_high;
            if constexpr (kCounted) {
                taken_rows = taken_counts[p];
                left_rows = counts[p] - taken_rows;
                counts[p] = left_rows;
            }
            own.step(taken_low, taken_high, taken_rows, child_node, child_ratio, p);
            rest.step(left_low, left_high, left_rows, rest_node, rest_ratio, p);
        }
        reduce(rest, segments, rest_best);
        reduce(own, segments, child_best);
        segments += kGradientLanes;
    }
}

template <bool kCounted>
[[gnu::target("avx512f,avx512dq,avx512vl")]] void search_avx512(const GradientLayout& layout,
                                                                const GradientSums& sums,
                                                                const NodeSums& node, BestCut& best) {
    search_body<kCounted>(layout, sums, node, best);
}
template <bool kCounted>
[[gnu::target("avx2")]] void search_avx2(const GradientLayout& layout, const GradientSums& sums,
                                         const NodeSums& node, BestCut& best) {
    search_body<kCounted>(layout, sums, node, best);
}
template <bool kCounted>
void search_baseline(const GradientLayout& layout, const GradientSums& sums, const NodeSums& node,
                     BestCut& best) {
    search_body<kCounted>(layout, sums, node, best);
}

template <bool kCounted>
[[gnu::target("avx512f,avx512dq,avx512vl")]] void subtract_avx512(const GradientLayout& layout,
                                                                  const SubtractTask& task,
                                                                  BestCut& rest_best, BestCut& child_best) {
    subtract_body<kCounted>(layout, task, rest_best, child_best);
}
template <bool kCounted>
[[gnu::target("avx2")]] void subtract_avx2(const GradientLayout& layout, const SubtractTask& task,
                                           BestCut& rest_best, BestCut& child_best) {
    subtract_body<kCounted>(layout, task, rest_best, child_best);
}
template <bool kCounted>
void subtract_baseline(const GradientLayout& layout, const SubtractTask& task, BestCut& rest_best,
                       BestCut& child_best) {
    subtract_body<kCounted>(layout, task, rest_best, child_best);
}

template <bool kCounted>
void search_any(const GradientLayout& layout, const GradientSums& sums, const NodeSums& node, BestCut& best) {
    switch (instruction_set()) {
        case InstructionSet::avx512:
            return search_avx512<kCounted>(layout, sums, node, best);
        case InstructionSet::avx2:
            return search_avx2<kCounted>(layout, sums, node, best);
        case InstructionSet::baseline:
            return search_baseline<kCounted>(layout, sums, node, best);
    }
}

template <bool kCounted>
void subtract_any(const GradientLayout& layout, const SubtractTask& task, BestCut& rest_best,
                  BestCut& child_best) {
    switch (instruction_set()) {
        case InstructionSet::avx512:
            return subtract_avx512<kCounted>(layout, task, rest_best, child_best);
        case InstructionSet::avx2:
            return subtract_avx2<kCounted>(layout, task, rest_best, child_best);
        case InstructionSet::baseline:
            return subtract_baseline<kCounted>(layout, task, rest_best, child_best);
    }
}

}  // namespace

GradientGrid round_to_grid(std::span<const std::uint32_t> rows, std::span<const double> gradient,
                           std::span<const double> weight, std::span<GradientPair> pairs) {
    double largest_gradient = 0, largest_weight = 0;
    for (const std::uint32_t row : rows) {
        largest_gradient = std::max(largest_gradient, std::abs(gradient[row]));
        if (!weight.empty()) largest_weight = std::max(largest_weight, weight[row]);
    }
    GradientGrid grid;
    grid.gradient_unit = grid_unit(largest_gradient, rows.size());
    if (!weight.empty()) grid.weight_unit = grid_unit(largest_weight, rows.size());
    const double to_gradient = 1 / grid.gradient_unit, to_weight = 1 / grid.weight_unit;
    constexpr double kRound =
        6755399441055744.0;  // 1.5 · 2^52: adding and subtracting it rounds to whole numbers
    for (const std::uint32_t row : rows) {
        const double g = (gradient[row] * to_gradient + kRound) - kRound;
        const double w = weight.empty() ? 1 : std::max(1.0, (weight[row] * to_weight + kRound) - kRound);
        pairs[row] = {g, w};
    }
    return grid;
}

std::uint64_t add_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows,
                       std::span<const GradientPair> pairs, GradientSums sums) {
    return use_rows<RowUse::add>(layout, rows, pairs, sums);
}

std::uint64_t subtract_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows,
                            std::span<const GradientPair> pairs, GradientSums sums) {
    return use_rows<RowUse::subtract>(layout, rows, pairs, sums);
}

std::vector<std::uint32_t> count_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows) {
    std::vector<std::uint32_t> counts(layout.slots(), 0);
    for (const GradientBlock& block : layout.blocks())
        for (const std::uint32_t row : rows)
            for (std::uint64_t e = block.offsets[row]; e < block.offsets[row + 1]; ++e)
                ++counts[block.slot_begin + block.entries[e]];
    return counts;
}

void clear_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows, GradientSums sums) {
    use_rows<RowUse::clear>(layout, rows, {}, sums);
}

BestCut search_cuts(const GradientLayout& layout, GradientSums sums, const NodeSums& node) {
    BestCut best;
    if (sums.counts.empty())
        search_any<false>(layout, sums, node, best);
    else
        search_any<true>(layout, sums, node, best);
    return best;
}

void subtract_and_search(const GradientLayout& layout, GradientSums parent, GradientSums child,
                         const NodeSums& rest_node, const NodeSums& child_node, BestCut& rest_best,
                         BestCut& child_best) {
    rest_best = child_best = {};
    const SubtractTask task{parent, child, rest_node, child_node};
    if (parent.counts.empty())
        subtract_any<false>(layout, task, rest_best, child_best);
    else
        subtract_any<true>(layout, task, rest_best, child_best);
}

}  // namespace reboost::learners
