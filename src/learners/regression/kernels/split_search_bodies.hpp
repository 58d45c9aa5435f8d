#pragma once
/// How segments of a gradient histogram are searched abreast, one a lane, in the vectors of an instruction
/// set (gradient_simd.hpp). Scores are those of gradient_search.hpp (abc2010 eq. 6 to 8).
#include "learners/regression/kernels/split_search.hpp"
#include "simd/double_vectors.hpp"

#include <cstring>
#include <type_traits>

#include <immintrin.h>

namespace reboost::learners {

/// 2^52 ≤ x < 2^53: the low bits of such a double are a whole number.
inline constexpr std::uint64_t kUnsignedBits = 0x4330000000000000;
inline constexpr double kUnsignedOffset = 4503599627370496.0;

/// How an instruction set makes doubles of whole numbers, exact either way, and tells lanes apart. (Results
/// by reference: vectors of this width are not returned alike by all instruction sets.)
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
    /// a·b + c, rounded once or twice.
    [[gnu::always_inline]] static void add_product(const typename V::Double& a, const typename V::Double& b,
                                                   const typename V::Double& c, typename V::Double& out) {
        out = a * b + c;
    }
    /// Whether any lane of a is positive.
    [[gnu::always_inline]] static bool any_positive(const typename V::Double& a) {
        const auto lanes = a > typename V::Double{};
        typename V::Double signs;
        std::memcpy(&signs, &lanes, sizeof signs);
        if constexpr (V::kLanes == 4)
            return __builtin_ia32_movmskpd256(signs) != 0;
        else
            return __builtin_ia32_movmskpd(signs) != 0;
    }
    /// Whether any lane of either is.
    [[gnu::always_inline]] static bool any_positive(const typename V::Double& a,
                                                    const typename V::Double& b) {
        return any_positive(a) || any_positive(b);
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
    [[gnu::always_inline]] static void add_product(const Double8& a, const Double8& b, const Double8& c,
                                                   Double8& out) {
        out = __builtin_ia32_vfmaddpd512_mask(a, b, c, 0xff, _MM_FROUND_CUR_DIRECTION);
    }
    [[gnu::always_inline]] static bool any_positive(const Double8& a) {
        return __builtin_ia32_cmppd512_mask(a, Double8{}, _CMP_GT_OQ, 0xff, _MM_FROUND_CUR_DIRECTION) != 0;
    }
    [[gnu::always_inline]] static bool any_positive(const Double8& a, const Double8& b) {
        return any_positive(__builtin_ia32_maxpd512_mask(a, b, Double8{}, 0xff, _MM_FROUND_CUR_DIRECTION));
    }
};

/// What sums are made of.
enum class SumForm {
    pairs,    ///< gradient, weight
    counted,  ///< the same, the weight's high bits count rows
    joined    ///< both in one word; the weight counts rows
};

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

/// V::kLanes sums abreast, of two words each: the first half of the lanes, and the second.
template <class V>
struct PairSums {
    using Word = typename V::Word;
    static constexpr std::size_t kVectors = 2;
    Word low{}, high{};

    /// Which of the segments abreast a lane of `parts` belongs to.
    static constexpr std::size_t segment_of(std::size_t lane) { return V::kPairOfLane[lane]; }

    [[gnu::always_inline]] void load(const Word* from) { low = from[0], high = from[1]; }
    [[gnu::always_inline]] void store(Word* to) const { to[0] = low, to[1] = high; }
    [[gnu::always_inline]] void add(const PairSums& other) { low += other.low, high += other.high; }
    [[gnu::always_inline]] void subtract(const PairSums& other) { low -= other.low, high -= other.high; }
    /// Takes `by` from every weight.
    [[gnu::always_inline]] void lower_weights(std::uint64_t by) {
        low -= by & V::kSecondBits;
        high -= by & V::kSecondBits;
    }
    /// Gradients, and words that hold the weights.
    [[gnu::always_inline]] void parts(const CutRule&, typename V::Double& gradient, Word& weight) const {
        V::from_signed(__builtin_shuffle(low, high, V::kFirst), gradient);
        weight = __builtin_shuffle(low, high, V::kSecond);
    }
};
/// The same of one word each.
template <class V>
struct JoinedSums {
    using Word = typename V::Word;
    static constexpr std::size_t kVectors = 1;
    Word sums{};

    static constexpr std::size_t segment_of(std::size_t lane) { return lane; }
    [[gnu::always_inline]] void load(const Word* from) { sums = from[0]; }
    [[gnu::always_inline]] void store(Word* to) const { to[0] = sums; }
    [[gnu::always_inline]] void add(const JoinedSums& other) { sums += other.sums; }
    [[gnu::always_inline]] void subtract(const JoinedSums& other) { sums -= other.sums; }
    [[gnu::always_inline]] void parts(const CutRule& rule, typename V::Double& gradient, Word& weight) const {
        using Int = typename V::Int;
        const Int shifted = reinterpret_cast<const Int&>(sums) >> rule.joined_bits;
        V::from_signed(reinterpret_cast<const Word&>(shifted), gradient);
        weight = sums & rule.weight_mask;
    }
};
template <SumForm kForm, class V>
using SumsAbreast = std::conditional_t<kForm == SumForm::joined, JoinedSums<V>, PairSums<V>>;

/// One search in progress: V::kLanes segments abreast. Scores are fractions.
template <SumForm kForm, class V>
struct LaneSearch {
    using Double = typename V::Double;
    using Int = typename V::Int;
    using Word = typename V::Word;
    using Sums = SumsAbreast<kForm, V>;

    double to_beat;  ///< what is no more than this is less than the best cut so far as a float, too
    /// What `step` compares with: D² > b·H_L·(H − H_L), b = `slope` a little less than to_beat, is
    /// D² + H_L·(b·H_L + offset) > 0.
    double slope, offset = 0;
    Sums running{};
    Double over{}, under = Double{} + 1.0;  ///< of a lane's best cut, if it exceeds to_beat
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
    /// Adds the bins at a position. `lead` is positive in each lane where the cut behind them exceeds to_beat
    /// (and in few others); not where it is not allowed.
    [[gnu::always_inline]] void step(const Sums& bins, const CutRule& rule, Double& lead) {
        running.add(bins);
        const Cut cut(running, rule);
        Double d, rest, score;
        V::add_product(Double{} - rule.ratio, cut.weight, cut.gradient, d);
        V::add_product(Double{} + slope, cut.weight, Double{} + offset, rest);
        V::add_product(d, d, cut.weight * rest, score);
        lead = cut.above_lowest < rule.range ? score : Double{};
    }
    /// Takes the last cut where it is a lane's best.
    [[gnu::always_inline]] void keep(std::int64_t at, const CutRule& rule) {
        const Cut cut(running, rule);
        const Double d = cut.gradient - rule.ratio * cut.weight;
        const Double cut_over = cut.above_lowest < rule.range ? d * d : Double{};
        const Double cut_under = cut.weight * (rule.weight - cut.weight);
        // Each comparison stands in its own ?: — combined masks are taken apart lane by lane (GCC 12).
        const Double cut_product = cut_over * under, best_product = over * cut_under;
        position = cut_product > best_product ? (Int{} + at) : position;
        over = cut_product > best_product ? cut_over : over;
        under = cut_product > best_product ? cut_under : under;
    }

  private:
    /// What the sums up to a cut say.
    struct Cut {
        Double gradient, weight;
        Word above_lowest;  ///< by how much the packed weight exceeds what it has to be

        [[gnu::always_inline]] Cut(const Sums& sums, const CutRule& rule) {
            Word packed;
            sums.parts(rule, gradient, packed);
            V::from_unsigned(kForm == SumForm::counted ? packed & rule.weight_mask : packed, weight);
            above_lowest = kForm == SumForm::counted ? packed : packed - rule.lowest;
        }
    };
};

inline bool precedes(const GradientSegment& segment, std::int64_t position, const BestCut& best) {
    if (segment.feature != best.feature) return segment.feature > best.feature;
    if (segment.upper != best.upper) return best.upper;
    return position < best.position;
}

/// Takes the best of a search's lanes into `best`.
template <SumForm kForm, class V>
void reduce(const LaneSearch<kForm, V>& search, const GradientSegment* segments, BestCut& best) {
    for (std::size_t lane = 0; lane < V::kLanes; ++lane) {
        if (!(search.over[lane] > search.to_beat * search.under[lane])) continue;
        // Equal cuts scored from opposite sides differ in their last bits; as floats they are equal.
        const double score = static_cast<double>(static_cast<float>(search.over[lane] / search.under[lane]));
        if (!(score > 0) || score < best.score) continue;
        const GradientSegment& segment = segments[SumsAbreast<kForm, V>::segment_of(lane)];
        if (score > best.score || precedes(segment, search.position[lane], best))
            best = {score, segment.feature, segment.upper, static_cast<std::uint32_t>(search.position[lane])};
    }
}

}  // namespace reboost::learners
