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
template <RowUse kUse>
std::uint64_t use_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows,
                       std::span<const GradientPair> pairs, GradientSums sums) {
    std::uint64_t used = 0;
    for (const GradientBlock& block : layout.blocks()) {
        double* const base = sums.data() + 2 * std::size_t{block.slot_begin};
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
            }
        }
    }
    return used;
}

/// One search in progress: eight segments abreast.
struct LaneSearch {
    Double8 low, high;  ///< running sums: (G, H) of lanes 0–3 and 4–7
    Double8 score;
    Int8 position;

    [[gnu::always_inline]] void reset() {
        low = high = score = Double8{};
        position = Int8{};
    }
    /// Adds the bins at a position and scores the cut behind them.
    [[gnu::always_inline]] void step(const Double8& bins_low, const Double8& bins_high, const NodeSums& node,
                                     double ratio, std::int64_t at) {
        low += bins_low;
        high += bins_high;
        const Double8 g = __builtin_shuffle(low, high, Int8{0, 2, 4, 6, 8, 10, 12, 14});
        const Double8 h = __builtin_shuffle(low, high, Int8{1, 3, 5, 7, 9, 11, 13, 15});
        const Double8 rest = node.total.weight - h;
        const Double8 d = g - ratio * h;
        const Double8 none{}, least = none + node.min_weight;
        // Each comparison stands in its own ?: — combined masks are taken apart lane by lane (GCC 12).
        const Double8 lighter = h < rest ? h : rest;
        const Double8 gain = d * d / (h * rest);
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
void reduce(const LaneSearch& search, const GradientSegment* segments, BestCut& best) {
    for (std::size_t lane = 0; lane < kGradientLanes; ++lane) {
        // Equal cuts scored from opposite sides differ in their last bits; as floats they are equal.
        const double score = static_cast<double>(static_cast<float>(search.score[lane]));
        if (!(score > 0) || score < best.score) continue;
        const GradientSegment& segment = segments[lane];
        if (score > best.score || precedes(segment, search.position[lane], best))
            best = {score, segment.feature, segment.upper, static_cast<std::uint32_t>(search.position[lane])};
    }
}

[[gnu::always_inline]] inline void search_body(const GradientLayout& layout, const double* sums,
                                               const NodeSums& node, BestCut& best) {
    const double ratio = ratio_of(node);
    const GradientSegment* segments = layout.segments().data();
    LaneSearch search;
    for (const GradientGroup& group : layout.groups()) {
        const auto* bins = reinterpret_cast<const Double8*>(sums + 2 * std::size_t{group.begin});
        search.reset();
        for (std::uint32_t p = 0; p < group.length; ++p, bins += 2)
            search.step(bins[0], bins[1], node, ratio, p);
        reduce(search, segments, best);
        segments += kGradientLanes;
    }
}

[[gnu::always_inline]] inline void subtract_body(const GradientLayout& layout, double* parent,
                                                 const double* child, const NodeSums& rest_node,
                                                 const NodeSums& child_node, BestCut& rest_best,
                                                 BestCut& child_best) {
    const double rest_ratio = ratio_of(rest_node), child_ratio = ratio_of(child_node);
    const GradientSegment* segments = layout.segments().data();
    LaneSearch rest, own;
    for (const GradientGroup& group : layout.groups()) {
        auto* bins = reinterpret_cast<Double8*>(parent + 2 * std::size_t{group.begin});
        const auto* taken = reinterpret_cast<const Double8*>(child + 2 * std::size_t{group.begin});
        rest.reset();
        own.reset();
        for (std::uint32_t p = 0; p < group.length; ++p, bins += 2, taken += 2) {
            const Double8 taken_low = taken[0], taken_high = taken[1];
            const Double8 left_low = bins[0] - taken_low, left_high = bins[1] - taken_high;
            bins[0] = left_low;
            bins[1] = left_high;
            own.step(taken_low, taken_high, child_node, child_ratio, p);
            rest.step(left_low, left_high, rest_node, rest_ratio, p);
        }
        reduce(rest, segments, rest_best);
        reduce(own, segments, child_best);
        segments += kGradientLanes;
    }
}

[[gnu::target("avx512f,avx512dq,avx512vl")]] void search_avx512(const GradientLayout& layout,
                                                                const double* sums, const NodeSums& node,
                                                                BestCut& best) {
    search_body(layout, sums, node, best);
}
[[gnu::target("avx2")]] void search_avx2(const GradientLayout& layout, const double* sums,
                                         const NodeSums& node, BestCut& best) {
    search_body(layout, sums, node, best);
}
void search_baseline(const GradientLayout& layout, const double* sums, const NodeSums& node, BestCut& best) {
    search_body(layout, sums, node, best);
}

[[gnu::target("avx512f,avx512dq,avx512vl")]] void subtract_avx512(const GradientLayout& layout,
                                                                  double* parent, const double* child,
                                                                  const NodeSums& rest_node,
                                                                  const NodeSums& child_node,
                                                                  BestCut& rest_best, BestCut& child_best) {
    subtract_body(layout, parent, child, rest_node, child_node, rest_best, child_best);
}
[[gnu::target("avx2")]] void subtract_avx2(const GradientLayout& layout, double* parent, const double* child,
                                           const NodeSums& rest_node, const NodeSums& child_node,
                                           BestCut& rest_best, BestCut& child_best) {
    subtract_body(layout, parent, child, rest_node, child_node, rest_best, child_best);
}
void subtract_baseline(const GradientLayout& layout, double* parent, const double* child,
                       const NodeSums& rest_node, const NodeSums& child_node, BestCut& rest_best,
                       BestCut& child_best) {
    subtract_body(layout, parent, child, rest_node, child_node, rest_best, child_best);
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

void clear_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows, GradientSums sums) {
    use_rows<RowUse::clear>(layout, rows, {}, sums);
}

BestCut search_cuts(const GradientLayout& layout, GradientSums sums, const NodeSums& node) {
    BestCut best;
    switch (instruction_set()) {
        case InstructionSet::avx512:
            search_avx512(layout, sums.data(), node, best);
            break;
        case InstructionSet::avx2:
            search_avx2(layout, sums.data(), node, best);
            break;
        case InstructionSet::baseline:
            search_baseline(layout, sums.data(), node, best);
            break;
    }
    return best;
}

void subtract_and_search(const GradientLayout& layout, GradientSums parent, GradientSums child,
                         const NodeSums& rest_node, const NodeSums& child_node, BestCut& rest_best,
                         BestCut& child_best) {
    rest_best = child_best = {};
    const auto run = [&](auto* kernel) {
        kernel(layout, parent.data(), child.data(), rest_node, child_node, rest_best, child_best);
    };
    switch (instruction_set()) {
        case InstructionSet::avx512:
            run(subtract_avx512);
            break;
        case InstructionSet::avx2:
            run(subtract_avx2);
            break;
        case InstructionSet::baseline:
            run(subtract_baseline);
            break;
    }
}

}  // namespace reboost::learners
