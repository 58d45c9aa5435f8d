/// The search of segments, one per lane, with the scores of split_search.hpp (abc2010 eq. 6 to 8).
#include "learners/regression/kernels/split_search.hpp"

#include "simd/double_vectors.hpp"

#include <immintrin.h>

namespace reboost::learners {
namespace REBOOST_ISA {

using namespace simd::REBOOST_ISA;

/// The bits of 2^52: in doubles 2^52 ≤ x < 2^53 the low bits are an integer.
constexpr std::uint64_t kUnsignedBits = 0x4330000000000000;
constexpr double kUnsignedOffset = 4503599627370496.0;

/// Converts integers below 2^52 exactly.
[[gnu::always_inline]] inline Double from_unsigned(Word v) {
#if defined(__AVX512DQ__)
    return __builtin_convertvector(v, Double);
#else
    return reinterpret_cast<Double>(v | kUnsignedBits) - kUnsignedOffset;
#endif
}
/// Converts two's complement integers between ±2^51 exactly.
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
[[gnu::always_inline]] inline bool any_positive(Double a) {
#if defined(__AVX512F__)
    return __builtin_ia32_cmppd512_mask(a, Double{}, _CMP_GT_OQ, 0xff, _MM_FROUND_CUR_DIRECTION) != 0;
#elif defined(__AVX2__)
    return __builtin_ia32_movmskpd256(reinterpret_cast<Double>(a > Double{})) != 0;
#else
    return __builtin_ia32_movmskpd(reinterpret_cast<Double>(a > Double{})) != 0;
#endif
}
[[gnu::always_inline]] inline bool any_positive(Double a, Double b) {
#if defined(__AVX512F__) && !defined(__clang__)
    return any_positive(__builtin_ia32_maxpd512_mask(a, b, Double{}, 0xff, _MM_FROUND_CUR_DIRECTION));
#else
    return any_positive(a) || any_positive(b);
#endif
}

/// The data of a node that decide which cuts are allowed and what they score.
struct CutRule {
    double weight = 0, ratio = 0;   ///< H and G/H of the node
    std::uint64_t weight_mask = 0;  ///< bits of the weight in a word that also holds a count or a gradient
    int joined_bits = 0;
    /// A cut is allowed if one side's packed weight (counts in the high bits) is in [lowest, lowest + range).
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

/// Sums of kLanes segments. Of two words: the first half of the segments, then the second half.
template <SumForm kForm>
struct VectorSums {
    static constexpr std::size_t kVectors = kForm == SumForm::joined ? 1 : 2;
    Word v[kVectors]{};

    /// The segment of a lane of `parts`.
    static constexpr std::size_t segment_of(std::size_t lane) {
        return kForm == SumForm::joined ? lane : kPairOfLane[lane];
    }
    [[gnu::always_inline]] void load(const Word* from) {
        for (std::size_t k = 0; k < kVectors; ++k)
            v[k] = from[k];
    }
    [[gnu::always_inline]] void store(Word* to) const {
        for (std::size_t k = 0; k < kVectors; ++k)
            to[k] = v[k];
    }
    [[gnu::always_inline]] void add(const VectorSums& other) {
        for (std::size_t k = 0; k < kVectors; ++k)
            v[k] += other.v[k];
    }
    [[gnu::always_inline]] void subtract(const VectorSums& other) {
        for (std::size_t k = 0; k < kVectors; ++k)
            v[k] -= other.v[k];
    }
    /// Splits the sums into gradients and words that hold the weights.
    [[gnu::always_inline]] void parts(const CutRule& rule, Double& gradient, Word& weight) const {
        if constexpr (kForm == SumForm::joined) {
            gradient = from_signed(reinterpret_cast<Word>(reinterpret_cast<Int>(v[0]) >> rule.joined_bits));
            weight = v[0] & rule.weight_mask;
        } else {
            gradient = from_signed(__builtin_shuffle(v[0], v[1], kFirst));
            weight = __builtin_shuffle(v[0], v[1], kSecond);
        }
    }
};

/// The search of kLanes segments, one segment per lane of a SIMD vector. Scores are fractions.
template <SumForm kForm>
struct VectorSearch {
    using Sums = VectorSums<kForm>;

    double to_beat;  ///< scores ≤ to_beat lose even after rounding to float
    /// `step` tests D² > b·H_L·(H − H_L) as D² + H_L·(b·H_L + offset) > 0; b = `slope`, just below to_beat.
    double slope, offset = 0;
    Sums running{};
    Double numerator{}, denominator = Double{} + 1.0;  ///< score of each lane's best cut > to_beat
    Int position{};

    [[gnu::always_inline]] VectorSearch(const BestCut& best, const CutRule& rule)
        : to_beat(best.score * (1 - 1e-6)), slope(to_beat * (1 - 1e-6)) {
        // More than rounding can take from a score: 1e-16 of slope · weight, and of ratio · H_L in D.
        const double rounding = 1e-12 * slope + 1e-23 * rule.ratio * rule.ratio;
        offset = (rounding - slope) * rule.weight;
        // With counts in the high bits the sums start at −lowest, so that `packed` needs no subtraction.
        if constexpr (kForm == SumForm::counted)
            for (Word& sums : running.v)
                sums -= rule.lowest & kSecondBits;
    }
    /// Adds the bins at a position. The result is positive in each lane whose cut behind them is allowed and
    /// exceeds to_beat (and in a few lanes whose cut falls just short).
    [[gnu::always_inline]] Double step(const Sums& bins, const CutRule& rule) {
        running.add(bins);
        const Cut cut(running, rule);
        const Double d = add_product(Double{} - rule.ratio, cut.weight, cut.gradient);
        const Double rest = add_product(Double{} + slope, cut.weight, Double{} + offset);
        const Double score = add_product(d, d, cut.weight * rest);
        return cut.above_lowest < rule.range ? score : Double{};
    }
    /// In each lane: keeps the cut of the last step if it is the best cut so far.
    [[gnu::always_inline]] void keep(std::int64_t at, const CutRule& rule) {
        const Cut cut(running, rule);
        const Double d = cut.gradient - rule.ratio * cut.weight;
        const Double cut_numerator = cut.above_lowest < rule.range ? d * d : Double{};
        const Double cut_denominator = cut.weight * (rule.weight - cut.weight);
        // One comparison per ?: — GCC 12 splits combined masks into single lanes.
        const Double cut_product = cut_numerator * denominator, best_product = numerator * cut_denominator;
        position = cut_product > best_product ? (Int{} + at) : position;
        numerator = cut_product > best_product ? cut_numerator : numerator;
        denominator = cut_product > best_product ? cut_denominator : denominator;
    }

  private:
    /// Gradient and weight of one side of a cut.
    struct Cut {
        Double gradient, weight;
        Word above_lowest;  ///< packed weight − rule.lowest

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

/// Replaces `best` by the best lane of a search, if that lane is better.
template <SumForm kForm>
void reduce(const VectorSearch<kForm>& search, const HistogramSegment* segments, BestCut& best) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        if (!(search.numerator[lane] > search.to_beat * search.denominator[lane])) continue;
        // Equal cuts scored from opposite sides differ in their last bits; as floats they are equal.
        const double score =
            static_cast<double>(static_cast<float>(search.numerator[lane] / search.denominator[lane]));
        if (!(score > 0) || score < best.score) continue;
        const HistogramSegment& segment = segments[VectorSums<kForm>::segment_of(lane)];
        if (score > best.score || precedes(segment, search.position[lane], best))
            best = {score, segment.feature, segment.upper, static_cast<std::uint32_t>(search.position[lane])};
    }
}

/// Walks over the positions of a group, for segments lane … lane + kLanes − 1 in one SIMD vector.
template <SumForm kForm>
struct Walk {
    static constexpr std::size_t kVectors = VectorSums<kForm>::kVectors;
    Word* at;

    [[gnu::always_inline]] Walk(const BlockSums& block, const HistogramGroup& group, std::size_t lane)
        : at(reinterpret_cast<Word*>(block.sums +
                                     kVectors * (std::size_t{group.begin - block.first} + lane))) {}
    [[gnu::always_inline]] void next() { at += kVectors * kSegmentLanes / kLanes; }
};

template <SumForm kForm, AfterSearch kAfter>
void search_block(const HistogramLayout& layout, const HistogramBlock& block, const BlockSums& sums,
                  const NodeSums& node, BestCut& best) {
    const CutRule rule(node);
    VectorSums<kForm> bins;
    for (std::uint32_t g = block.group_begin; g < block.group_end; ++g) {
        const HistogramGroup& group = layout.groups()[g];
        const HistogramSegment* segments = layout.segments().data() + std::size_t{g} * kSegmentLanes;
        for (std::size_t lane = 0; lane < kSegmentLanes; lane += kLanes) {
            Walk<kForm> walk(sums, group, lane);
            VectorSearch<kForm> search(best, rule);
            for (std::uint32_t p = 0; p < group.length; ++p, walk.next()) {
                bins.load(walk.at);
                if constexpr (kAfter == AfterSearch::clear) VectorSums<kForm>().store(walk.at);
                if (any_positive(search.step(bins, rule))) [[unlikely]]
                    search.keep(p, rule);
            }
            reduce(search, segments + lane, best);
        }
    }
}

/// The rules for the cuts of the two children.
struct SplitRules {
    CutRule heavy, light;
};
/// Searches one SIMD vector of a group's segments for both children at once: the heavier one's sums are the
/// parent's minus `taken_sums`, the lighter one's.
template <SumForm kForm, LightSums kLight>
[[gnu::always_inline]] inline void split_vector(const HistogramGroup& group, const HistogramSegment* segments,
                                                std::size_t lane, const SplitTask& task,
                                                const SplitRules& rules, const BlockSums& taken_sums,
                                                SplitResult& result) {
    VectorSearch<kForm> heavy(result.heavy, rules.heavy), light(result.light, rules.light);
    VectorSums<kForm> left, taken;
    Walk<kForm> parent({task.parent.data(), 0}, group, lane), from(taken_sums, group, lane);
    Walk<kForm> to = from;
    if constexpr (kLight == LightSums::kept) to = Walk<kForm>({task.light.data(), 0}, group, lane);
    for (std::uint32_t p = 0; p < group.length; ++p, parent.next(), from.next()) {
        taken.load(from.at);
        left.load(parent.at);
        left.subtract(taken);
        left.store(parent.at);
        if constexpr (kLight != LightSums::filled) VectorSums<kForm>().store(from.at);
        if constexpr (kLight == LightSums::kept) {
            taken.store(to.at);
            to.next();
        }
        const Double light_lead = light.step(taken, rules.light), heavy_lead = heavy.step(left, rules.heavy);
        if (any_positive(light_lead, heavy_lead)) [[unlikely]] {
            light.keep(p, rules.light);
            heavy.keep(p, rules.heavy);
        }
    }
    reduce(heavy, segments + lane, result.heavy);
    reduce(light, segments + lane, result.light);
}

template <SumForm kForm, LightSums kLight>
void split_block(const HistogramLayout& layout, const HistogramBlock& block, const SplitTask& task,
                 SplitResult& result) {
    const SplitRules rules{CutRule(task.heavy_node), CutRule(task.light_node)};
    const BlockSums taken = kLight == LightSums::filled ? BlockSums{task.light.data(), 0}
                                                        : BlockSums{task.block.data(), block.slot_begin};
    for (std::uint32_t g = block.group_begin; g < block.group_end; ++g) {
        const HistogramSegment* segments = layout.segments().data() + std::size_t{g} * kSegmentLanes;
        for (std::size_t lane = 0; lane < kSegmentLanes; lane += kLanes)
            split_vector<kForm, kLight>(layout.groups()[g], segments, lane, task, rules, taken, result);
    }
}

template <SumForm kForm>
constexpr SplitKernels::OfForm of_form() {
    return {search_block<kForm, AfterSearch::keep>,
            search_block<kForm, AfterSearch::clear>,
            {split_block<kForm, LightSums::filled>, split_block<kForm, LightSums::kept>,
             split_block<kForm, LightSums::dropped>}};
}

}  // namespace REBOOST_ISA

const SplitKernels SplitKernels::REBOOST_ISA = {{REBOOST_ISA::of_form<SumForm::two_words>(),
                                                 REBOOST_ISA::of_form<SumForm::counted>(),
                                                 REBOOST_ISA::of_form<SumForm::joined>()}};

}  // namespace reboost::learners
