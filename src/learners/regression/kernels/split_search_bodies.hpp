#pragma once
/// The search of a SIMD vector of segments, one per lane. Scores are those of split_search.hpp (abc2010 eq. 6
/// to 8). For *.isa.cpp only.
#include "learners/regression/kernels/split_search.hpp"
#include "simd/double_vectors.hpp"

#include <type_traits>

#include <immintrin.h>

namespace reboost::learners::REBOOST_ISA {

using namespace simd::REBOOST_ISA;

/// 2^52 ≤ x < 2^53: the low bits of such a double are a whole number.
constexpr std::uint64_t kUnsignedBits = 0x4330000000000000;
constexpr double kUnsignedOffset = 4503599627370496.0;

/// Whole numbers below 2^52 as doubles, exactly.
[[gnu::always_inline]] inline Double from_unsigned(Word v) {
#if defined(__AVX512DQ__)
    return __builtin_convertvector(v, Double);
#else
    return reinterpret_cast<Double>(v | kUnsignedBits) - kUnsignedOffset;
#endif
}
/// Whole numbers between ±2^51, as two's complement, as doubles, exactly.
[[gnu::always_inline]] inline Double from_signed(Word v) {
#if defined(__AVX512DQ__)
    return __builtin_convertvector(reinterpret_cast<Int>(v), Double);
#else
    return reinterpret_cast<Double>(v + kRoundingBits) - kRoundingOffset;
#endif
}
/// a·b + c, rounded once or twice.
[[gnu::always_inline]] inline Double add_product(Double a, Double b, Double c) {
#if defined(__AVX512F__)
    return __builtin_ia32_vfmaddpd512_mask(a, b, c, 0xff, _MM_FROUND_CUR_DIRECTION);
#else
    return a * b + c;
#endif
}
/// Whether any lane is positive.
[[gnu::always_inline]] inline bool any_positive(Double a) {
#if defined(__AVX512F__)
    return __builtin_ia32_cmppd512_mask(a, Double{}, _CMP_GT_OQ, 0xff, _MM_FROUND_CUR_DIRECTION) != 0;
#elif defined(__AVX2__)
    return __builtin_ia32_movmskpd256(reinterpret_cast<Double>(a > Double{})) != 0;
#else
    return __builtin_ia32_movmskpd(reinterpret_cast<Double>(a > Double{})) != 0;
#endif
}
/// Whether any lane of either is.
[[gnu::always_inline]] inline bool any_positive(Double a, Double b) {
#if defined(__AVX512F__)
    return any_positive(__builtin_ia32_maxpd512_mask(a, b, Double{}, 0xff, _MM_FROUND_CUR_DIRECTION));
#else
    return any_positive(a) || any_positive(b);
#endif
}

/// What a cut of one node is judged by.
struct CutRule {
    double weight = 0, ratio = 0;   ///< of the node: H and G/H
    std::uint64_t weight_mask = 0;  ///< of weights that share their word
    int joined_bits = 0;
    /// A cut is allowed where the packed weight of its one side (the count in the high bits, where rows are
    /// counted) is `lowest` at least and below lowest + range.
    std::uint64_t lowest = 0, range = 0;

    explicit CutRule(const NodeSums& node)
        : weight(node.weight),
          ratio(node.weight > 0 ? node.gradient / node.weight : 0),
          weight_mask((std::uint64_t{1} << (node.joined_bits > 0 ? node.joined_bits : node.count_shift)) - 1),
          joined_bits(node.joined_bits) {
        const auto all = static_cast<std::uint64_t>(node.count_shift > 0 ? node.rows : node.weight);
        const auto least = static_cast<std::uint64_t>(node.least);
        lowest = least << node.count_shift;
        if (2 * least <= all) range = (all + 1 - 2 * least) << node.count_shift;
    }
};

/// Sums of kLanes segments, of two words each: the first half of the lanes, and the second.
struct TwoWordSums {
    static constexpr std::size_t kVectors = 2;
    Word low{}, high{};

    /// Which of the segments a lane of `parts` belongs to.
    static constexpr std::size_t segment_of(std::size_t lane) { return kPairOfLane[lane]; }

    [[gnu::always_inline]] void load(const Word* from) { low = from[0], high = from[1]; }
    [[gnu::always_inline]] void store(Word* to) const { to[0] = low, to[1] = high; }
    [[gnu::always_inline]] void add(const TwoWordSums& other) { low += other.low, high += other.high; }
    [[gnu::always_inline]] void subtract(const TwoWordSums& other) { low -= other.low, high -= other.high; }
    /// Takes `by` from every weight.
    [[gnu::always_inline]] void lower_weights(std::uint64_t by) {
        low -= by & kSecondBits;
        high -= by & kSecondBits;
    }
    /// Gradients, and words that hold the weights.
    [[gnu::always_inline]] void parts(const CutRule&, Double& gradient, Word& weight) const {
        gradient = from_signed(__builtin_shuffle(low, high, kFirst));
        weight = __builtin_shuffle(low, high, kSecond);
    }
};
/// The same of one word each.
struct JoinedSums {
    static constexpr std::size_t kVectors = 1;
    Word sums{};

    static constexpr std::size_t segment_of(std::size_t lane) { return lane; }
    [[gnu::always_inline]] void load(const Word* from) { sums = from[0]; }
    [[gnu::always_inline]] void store(Word* to) const { to[0] = sums; }
    [[gnu::always_inline]] void add(const JoinedSums& other) { sums += other.sums; }
    [[gnu::always_inline]] void subtract(const JoinedSums& other) { sums -= other.sums; }
    [[gnu::always_inline]] void parts(const CutRule& rule, Double& gradient, Word& weight) const {
        gradient = from_signed(reinterpret_cast<Word>(reinterpret_cast<Int>(sums) >> rule.joined_bits));
        weight = sums & rule.weight_mask;
    }
};
template <SumForm kForm>
using LaneSums = std::conditional_t<kForm == SumForm::joined, JoinedSums, TwoWordSums>;

/// One search in progress, kLanes segments in a SIMD vector. Scores are fractions.
template <SumForm kForm>
struct LaneSearch {
    using Sums = LaneSums<kForm>;

    double to_beat;  ///< what is no more than this is less than the best cut so far as a float, too
    /// What `step` compares with: D² > b·H_L·(H − H_L), b = `slope` a little less than to_beat, is
    /// D² + H_L·(b·H_L + offset) > 0.
    double slope, offset = 0;
    Sums running{};
    Double numerator{}, denominator = Double{} + 1.0;  ///< of a lane's best cut, if it exceeds to_beat
    Int position{};

    [[gnu::always_inline]] LaneSearch(const BestCut& best, const CutRule& rule)
        : to_beat(best.score * (1 - 1e-6)), slope(to_beat * (1 - 1e-6)) {
        // More than what rounding takes from a score: 1e-16 of slope · weight, and of ratio · H_L in D.
        const double rounding = 1e-12 * slope + 1e-23 * rule.ratio * rule.ratio;
        offset = (rounding - slope) * rule.weight;
        // Counts in a weight's high bits: the sums begin below nothing, so that `packed` needs no
        // subtraction.
        if constexpr (kForm == SumForm::counted) running.lower_weights(rule.lowest);
    }
    /// Adds the bins at a position. Returns what is positive in each lane where the cut behind them exceeds
    /// to_beat (and in few others); not where it is not allowed.
    [[gnu::always_inline]] Double step(const Sums& bins, const CutRule& rule) {
        running.add(bins);
        const Cut cut(running, rule);
        const Double d = add_product(Double{} - rule.ratio, cut.weight, cut.gradient);
        const Double rest = add_product(Double{} + slope, cut.weight, Double{} + offset);
        const Double score = add_product(d, d, cut.weight * rest);
        return cut.above_lowest < rule.range ? score : Double{};
    }
    /// Takes the last cut where it is a lane's best.
    [[gnu::always_inline]] void keep(std::int64_t at, const CutRule& rule) {
        const Cut cut(running, rule);
        const Double d = cut.gradient - rule.ratio * cut.weight;
        const Double cut_numerator = cut.above_lowest < rule.range ? d * d : Double{};
        const Double cut_denominator = cut.weight * (rule.weight - cut.weight);
        // Each comparison stands in its own ?: — combined masks are taken apart lane by lane (GCC 12).
        const Double cut_product = cut_numerator * denominator, best_product = numerator * cut_denominator;
        position = cut_product > best_product ? (Int{} + at) : position;
        numerator = cut_product > best_product ? cut_numerator : numerator;
        denominator = cut_product > best_product ? cut_denominator : denominator;
    }

  private:
    /// What the sums up to a cut say.
    struct Cut {
        Double gradient, weight;
        Word above_lowest;  ///< by how much the packed weight exceeds what it has to be

        [[gnu::always_inline]] Cut(const Sums& sums, const CutRule& rule) {
            Word packed;
            sums.parts(rule, gradient, packed);
            weight = from_unsigned(kForm == SumForm::counted ? packed & rule.weight_mask : packed);
            above_lowest = kForm == SumForm::counted ? packed : packed - rule.lowest;
        }
    };
};

inline bool precedes(const HistogramSegment& segment, std::int64_t position, const BestCut& best) {
    if (segment.feature != best.feature) return segment.feature > best.feature;
    if (segment.upper != best.upper) return best.upper;
    return position < best.position;
}

/// Takes the best of a search's lanes into `best`.
template <SumForm kForm>
void reduce(const LaneSearch<kForm>& search, const HistogramSegment* segments, BestCut& best) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        if (!(search.numerator[lane] > search.to_beat * search.denominator[lane])) continue;
        // Equal cuts scored from opposite sides differ in their last bits; as floats they are equal.
        const double score =
            static_cast<double>(static_cast<float>(search.numerator[lane] / search.denominator[lane]));
        if (!(score > 0) || score < best.score) continue;
        const HistogramSegment& segment = segments[LaneSums<kForm>::segment_of(lane)];
        if (score > best.score || precedes(segment, search.position[lane], best))
            best = {score, segment.feature, segment.upper, static_cast<std::uint32_t>(search.position[lane])};
    }
}

}  // namespace reboost::learners::REBOOST_ISA
