#include "learners/kernels/gradient_search.hpp"

#include "learners/kernels/gradient_simd.hpp"

#include <algorithm>

namespace reboost::learners {

namespace {

/// 2^52 ≤ x < 2^53: the low bits of such a double are a whole number.
constexpr std::uint64_t kUnsignedBits = 0x4330000000000000;
constexpr double kUnsignedOffset = 4503599627370496.0;

/// How an instruction set makes doubles of whole numbers; exact either way. (Results by reference: vectors of
/// this width are not returned alike by all instruction sets.)
template <class V>
struct ByBits : V {
    /// Whole numbers below 2^52.
    [[gnu::always_inline]] static void from_unsigned(const typename V::Word& v, typename V::Double& out) {
        const typename V::Word bits = v | kUnsignedBits;
        out = reinterpret_cast<const typename V::Double&>(bits) - kUnsignedOffset;
    }
    /// Whole numbers between ±2^51, as two's complement.
    [[gnu::always_inline]] static void from_signed(const typename V::Word& v, typename V::Double& out) {
        const typename V::Word bits = v + kRoundingBits;
        out = reinterpret_cast<const typename V::Double&>(bits) - kRoundingOffset;
    }
};
/// By its own instruction (AVX-512 DQ).
struct ByConversion : Eight {
    [[gnu::always_inline]] static void from_unsigned(const Word8& v, Double8& out) {
        out = __builtin_convertvector(v, Double8);
    }
    [[gnu::always_inline]] static void from_signed(const Word8& v, Double8& out) {
        out = __builtin_convertvector(reinterpret_cast<const Int8&>(v), Double8);
    }
};

/// What a cut of one node is judged by.
struct CutRule {
    double weight = 0, ratio = 0;  ///< of the node: H and G/H
    std::uint64_t weight_mask = 0;
    /// A cut is allowed where the packed weight of its one side (the count in the high bits, where rows are
    /// counted) is `lowest` at least and below lowest + range.
    std::uint64_t lowest = 0, range = 0;

    explicit CutRule(const NodeSums& node)
        : weight(node.weight),
          ratio(node.weight > 0 ? node.gradient / node.weight : 0),
          weight_mask((std::uint64_t{1} << node.count_shift) - 1) {
        const auto all = static_cast<std::uint64_t>(node.count_shift > 0 ? node.rows : node.weight);
        const auto least = static_cast<std::uint64_t>(node.least);
        lowest = least << node.count_shift;
        if (2 * least <= all) range = (all + 1 - 2 * least) << node.count_shift;
    }
};

/// One search in progress: V::kLanes segments abreast.
template <bool kCounted, class V>
struct LaneSearch {
    using Double = typename V::Double;
    using Int = typename V::Int;
    using Word = typename V::Word;

    Word low, high;      ///< running sums: (G, H) of the first half of the lanes, and of the second
    Double over, under;  ///< the best score so far as a fraction
    Int position;

    [[gnu::always_inline]] void reset() {
        low = high = Word{};
        over = Double{};
        under = Double{} + 1.0;
        position = Int{};
    }
    /// Adds the bins at a position and scores the cut behind them.
    [[gnu::always_inline]] void step(const Word& bins_low, const Word& bins_high, const CutRule& rule,
                                     std::int64_t at) {
        low += bins_low;
        high += bins_high;
        Double g, h;
        V::from_signed(__builtin_shuffle(low, high, V::kFirst), g);
        const Word packed = __builtin_shuffle(low, high, V::kSecond);
        V::from_unsigned(kCounted ? packed & rule.weight_mask : packed, h);
        const Double rest = rule.weight - h;
        const Double d = g - rule.ratio * h;
        const Double none{};
        // Each comparison stands in its own ?: — combined masks are taken apart lane by lane (GCC 12).
        const Double found_over = packed - rule.lowest < rule.range ? d * d : none;
        const Double found_under = h * rest;
        const Double new_product = found_over * under, old_product = over * found_under;
        position = new_product > old_product ? (Int{} + at) : position;
        over = new_product > old_product ? found_over : over;
        under = new_product > old_product ? found_under : under;
    }
};

bool precedes(const GradientSegment& segment, std::int64_t position, const BestCut& best) {
    if (segment.feature != best.feature) return segment.feature > best.feature;
    if (segment.upper != best.upper) return best.upper;
    return position < best.position;
}

/// Takes the best of a search's lanes into `best`.
template <bool kCounted, class V>
void reduce(const LaneSearch<kCounted, V>& search, const GradientSegment* segments, BestCut& best) {
    for (std::size_t lane = 0; lane < V::kLanes; ++lane) {
        if (!(search.over[lane] > 0)) continue;
        // Equal cuts scored from opposite sides differ in their last bits; as floats they are equal.
        const double score = static_cast<double>(static_cast<float>(search.over[lane] / search.under[lane]));
        if (!(score > 0) || score < best.score) continue;
        const GradientSegment& segment = segments[lane];
        if (score > best.score || precedes(segment, search.position[lane], best))
            best = {score, segment.feature, segment.upper, static_cast<std::uint32_t>(search.position[lane])};
    }
}

/// Vectors from one position of a group to the next.
template <class V>
constexpr std::size_t kToNext = 2 * kGradientLanes / V::kLanes;

/// The sums of a block's slots, or of a whole histogram's.
struct BlockSums {
    std::uint64_t* sums;
    std::uint32_t first;  ///< the slot that stands at sums[0]

    /// The bins of a group from `lane` on.
    template <class V>
    typename V::Word* bins(const GradientGroup& group, std::size_t lane) const {
        return reinterpret_cast<typename V::Word*>(sums + 2 * (std::size_t{group.begin - first} + lane));
    }
};

/// Whether sums that were searched stay, or zeros take their place.
enum class Searched { stay, drain };

template <bool kCounted, Searched kSearched, class V>
[[gnu::always_inline]] inline void search_body(const GradientLayout& layout, const GradientBlock& block,
                                               const BlockSums& sums, const NodeSums& node, BestCut& best) {
    const CutRule rule(node);
    LaneSearch<kCounted, V> search;
    for (std::uint32_t g = block.group_begin; g < block.group_end; ++g) {
        const GradientGroup& group = layout.groups()[g];
        const GradientSegment* segments = layout.segments().data() + std::size_t{g} * kGradientLanes;
        for (std::size_t lane = 0; lane < kGradientLanes; lane += V::kLanes) {
            auto* bins = sums.bins<V>(group, lane);
            search.reset();
            for (std::uint32_t p = 0; p < group.length; ++p, bins += kToNext<V>) {
                search.step(bins[0], bins[1], rule, p);
                if constexpr (kSearched == Searched::drain) bins[0] = bins[1] = typename V::Word{};
            }
            reduce(search, segments + lane, best);
        }
    }
}

/// One block: the heavier child's search (what is left of the parent) and the lighter's, side by side.
/// `taken`: the lighter child's sums.
template <bool kCounted, LightSums kLight, class V>
[[gnu::always_inline]] inline void split_lanes(const GradientGroup& group, const GradientSegment* segments,
                                               std::size_t lane, const SplitTask& task,
                                               const BlockSums& taken_sums, SplitResult& result) {
    using Word = typename V::Word;
    const CutRule heavy_rule(task.heavy_node), light_rule(task.light_node);
    LaneSearch<kCounted, V> heavy, light;
    auto* bins = BlockSums{task.parent.data(), 0}.bins<V>(group, lane);
    auto* taken = taken_sums.bins<V>(group, lane);
    Word* kept = nullptr;
    if constexpr (kLight == LightSums::kept) kept = BlockSums{task.light.data(), 0}.bins<V>(group, lane);
    heavy.reset();
    light.reset();
    for (std::uint32_t p = 0; p < group.length; ++p, bins += kToNext<V>, taken += kToNext<V>) {
        const Word taken_low = taken[0], taken_high = taken[1];
        const Word left_low = bins[0] - taken_low, left_high = bins[1] - taken_high;
        bins[0] = left_low;
        bins[1] = left_high;
        if constexpr (kLight != LightSums::filled) taken[0] = taken[1] = Word{};
        if constexpr (kLight == LightSums::kept) {
            kept[0] = taken_low;
            kept[1] = taken_high;
            kept += kToNext<V>;
        }
        light.step(taken_low, taken_high, light_rule, p);
        heavy.step(left_low, left_high, heavy_rule, p);
    }
    reduce(heavy, segments + lane, result.heavy);
    reduce(light, segments + lane, result.light);
}

template <bool kCounted, LightSums kLight, class V>
[[gnu::always_inline]] inline void split_body(const GradientLayout& layout, const GradientBlock& block,
                                              const SplitTask& task, SplitResult& result) {
    const BlockSums taken = kLight == LightSums::filled ? BlockSums{task.light.data(), 0}
                                                        : BlockSums{task.block.data(), block.slot_begin};
    for (std::uint32_t g = block.group_begin; g < block.group_end; ++g) {
        const GradientSegment* segments = layout.segments().data() + std::size_t{g} * kGradientLanes;
        for (std::size_t lane = 0; lane < kGradientLanes; lane += V::kLanes)
            split_lanes<kCounted, kLight, V>(layout.groups()[g], segments, lane, task, taken, result);
    }
}

template <bool kCounted, Searched kSearched>
[[gnu::target("avx512f,avx512dq,avx512vl")]] void search_avx512(const GradientLayout& layout,
                                                                const GradientBlock& block,
                                                                const BlockSums& sums, const NodeSums& node,
                                                                BestCut& best) {
    search_body<kCounted, kSearched, ByConversion>(layout, block, sums, node, best);
}
template <bool kCounted, Searched kSearched>
[[gnu::target("avx2")]] void search_avx2(const GradientLayout& layout, const GradientBlock& block,
                                         const BlockSums& sums, const NodeSums& node, BestCut& best) {
    search_body<kCounted, kSearched, ByBits<Four>>(layout, block, sums, node, best);
}
template <bool kCounted, Searched kSearched>
void search_baseline(const GradientLayout& layout, const GradientBlock& block, const BlockSums& sums,
                     const NodeSums& node, BestCut& best) {
    search_body<kCounted, kSearched, ByBits<Two>>(layout, block, sums, node, best);
}

template <bool kCounted, LightSums kLight>
[[gnu::target("avx512f,avx512dq,avx512vl")]] void split_avx512(const GradientLayout& layout,
                                                               const GradientBlock& block,
                                                               const SplitTask& task, SplitResult& result) {
    split_body<kCounted, kLight, ByConversion>(layout, block, task, result);
}
template <bool kCounted, LightSums kLight>
[[gnu::target("avx2")]] void split_avx2(const GradientLayout& layout, const GradientBlock& block,
                                        const SplitTask& task, SplitResult& result) {
    split_body<kCounted, kLight, ByBits<Four>>(layout, block, task, result);
}
template <bool kCounted, LightSums kLight>
void split_baseline(const GradientLayout& layout, const GradientBlock& block, const SplitTask& task,
                    SplitResult& result) {
    split_body<kCounted, kLight, ByBits<Two>>(layout, block, task, result);
}

using SearchKernel = void (*)(const GradientLayout&, const GradientBlock&, const BlockSums&, const NodeSums&,
                              BestCut&);
using SplitKernel = void (*)(const GradientLayout&, const GradientBlock&, const SplitTask&, SplitResult&);

template <bool kCounted, Searched kSearched>
SearchKernel search_kernel() {
    switch (best_isa()) {
        case Isa::avx512:
            return search_avx512<kCounted, kSearched>;
        case Isa::avx2:
            return search_avx2<kCounted, kSearched>;
        case Isa::portable:
            break;
    }
    return search_baseline<kCounted, kSearched>;
}
template <Searched kSearched>
SearchKernel search_kernel(const NodeSums& node) {
    return node.count_shift > 0 ? search_kernel<true, kSearched>() : search_kernel<false, kSearched>();
}

template <bool kCounted, LightSums kLight>
SplitKernel split_kernel() {
    switch (best_isa()) {
        case Isa::avx512:
            return split_avx512<kCounted, kLight>;
        case Isa::avx2:
            return split_avx2<kCounted, kLight>;
        case Isa::portable:
            break;
    }
    return split_baseline<kCounted, kLight>;
}
template <bool kCounted>
SplitKernel split_kernel(LightSums light) {
    switch (light) {
        case LightSums::filled:
            return split_kernel<kCounted, LightSums::filled>();
        case LightSums::kept:
            return split_kernel<kCounted, LightSums::kept>();
        case LightSums::dropped:
            break;
    }
    return split_kernel<kCounted, LightSums::dropped>();
}

}  // namespace

BestCut search_cuts(const GradientLayout& layout, GradientSums sums, const NodeSums& node) {
    const SearchKernel kernel = search_kernel<Searched::stay>(node);
    BestCut best;
    for (const GradientBlock& block : layout.blocks())
        kernel(layout, block, {sums.data(), 0}, node, best);
    return best;
}

RowSearch search_rows(const GradientLayout& layout, std::span<const std::uint32_t> rows,
                      const RowPairs& pairs, const NodeSums& node, GradientSums block_sums) {
    const SearchKernel kernel = search_kernel<Searched::drain>(node);
    RowSearch result;
    for (const GradientBlock& block : layout.blocks()) {
        result.used += add_rows(block, rows, pairs, block_sums);
        kernel(layout, block, {block_sums.data(), block.slot_begin}, node, result.best);
    }
    return result;
}

SplitResult split_and_search(const GradientLayout& layout, const SplitTask& task) {
    const SplitKernel kernel = task.heavy_node.count_shift > 0 ? split_kernel<true>(task.light_sums)
                                                               : split_kernel<false>(task.light_sums);
    SplitResult result;
    for (const GradientBlock& block : layout.blocks()) {
        if (task.light_sums != LightSums::filled)
            result.used += add_rows(block, task.light_rows, task.pairs, task.block);
        kernel(layout, block, task, result);
    }
    return result;
}

}  // namespace reboost::learners
