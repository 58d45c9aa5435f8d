#include "learners/mh/kernels/evaluation.hpp"

#include "simd/float_vectors.hpp"

namespace reboost::learners {
namespace REBOOST_ISA {

using namespace simd::REBOOST_ISA;

/// SIMD vectors with as many lanes as FR.
typedef unsigned UR __attribute__((vector_size(4 * kRegisterLanes)));
typedef double DR __attribute__((vector_size(8 * kRegisterLanes)));
typedef unsigned short HR __attribute__((vector_size(2 * kRegisterLanes)));

/// The vote bits of one SIMD vector of rows, per round, inverted (set: −1), for 32 classes at a time.
struct GroupVotes {
    UR bits[kMaxEvaluationBlock];

    __attribute__((always_inline)) void gather(const EvaluationBlock& block, std::size_t row,
                                               unsigned shift) {
        for (std::size_t r = 0; r < block.rounds; ++r) {
            const std::uint16_t* cells = block.cells[r] + row;
            const std::uint64_t* table = block.votes[r];
            if (block.two_cells) {
                HR packed;
                __builtin_memcpy(&packed, cells, sizeof packed);
                const UR mask = UR{} - __builtin_convertvector(packed, UR);
                const unsigned below = static_cast<unsigned>(table[0] >> shift),
                               above = static_cast<unsigned>(table[1] >> shift);
                bits[r] = ~((UR{} + below) ^ (mask & (UR{} + (below ^ above))));
            } else {
                unsigned words[kRegisterLanes];
                for (int lane = 0; lane < kRegisterLanes; ++lane)
                    words[lane] = ~static_cast<unsigned>(table[cells[lane]] >> shift);
                bits[r] = load_vector<UR>(words);
            }
        }
    }
};

/// Running maxima over the classes seen so far, one per round.
struct GroupMaxima {
    FR positive[kMaxEvaluationBlock], negative[kMaxEvaluationBlock];
    IR first_wins[kMaxEvaluationBlock];
};

/// The state of one class of a group during a pass over the rounds.
struct ClassState {
    FR base, sum, miss_weight, raise_weight;
    IR is_positive;
    unsigned shift;  ///< brings the class's vote to the sign bit

    __attribute__((always_inline)) void start(const LabelGroup& labels, std::size_t l, const double* scores) {
        const DR whole = load_vector<DR>(scores);
        base = __builtin_convertvector(whole, FR);
        sum = FR{};
        int flags[kRegisterLanes];
        for (int lane = 0; lane < kRegisterLanes; ++lane)
            flags[lane] = -static_cast<int>(labels.positive[lane] >> l & 1U);
        is_positive = load_vector<IR>(flags);
        miss_weight = is_positive ? load_vector<FR>(labels.positive_weight) : FR{};
        raise_weight = is_positive ? FR{} : load_vector<FR>(labels.negative_weight);
        shift = static_cast<unsigned>(31 - l % 32);
    }
    __attribute__((always_inline)) void finish(double* scores) const {
        store_vector(scores, load_vector<DR>(scores) + __builtin_convertvector(sum, DR));
    }
};

/// One round's maxima while a pass adds its classes.
struct Maxima {
    FR positive, negative;
    IR first_wins;

    template <bool FirstMaximum>
    __attribute__((always_inline)) void take(FR score, IR is_positive) {
        const FR lowest = FR{} - __builtin_inff();
        const FR as_positive = is_positive ? score : lowest, as_negative = is_positive ? lowest : score;
        if (FirstMaximum) {
            const IR takes = (as_positive > positive) & (as_positive > negative);
            const IR loses = (as_negative > positive) & (as_negative > negative);
            first_wins = (first_wins | takes) & ~loses;
        }
        positive = as_positive > positive ? as_positive : positive;
        negative = as_negative > negative ? as_negative : negative;
    }
};

/// Passes over the rounds of the block for `Classes` classes from l on: the maxima and counts that they share
/// are loaded and stored once. Every sum is in the order of the classes, whatever `Classes` is.
template <bool FirstMaximum, int Classes>
REBOOST_INLINE void pass_classes(const EvaluationBlock& block, const EvaluationCounts& counts,
                                 const LabelGroup& labels, const GroupVotes& votes, std::size_t l,
                                 GroupMaxima& maxima, double* scores) {
    ClassState states[Classes];
    for (int k = 0; k < Classes; ++k)
        states[k].start(labels, l + static_cast<std::size_t>(k), scores + 16 * k);
    const UR sign_bit = UR{} + 0x80000000U;
    const std::size_t first_counted = block.count ? 0 : block.rounds - 1;
    for (std::size_t r = 0; r < block.rounds; ++r) {
        const UR alpha = (UR)(FR{} + block.alphas[r]);
        for (ClassState& c : states)
            c.sum += (FR)(alpha ^ ((votes.bits[r] << c.shift) & sign_bit));
        if (r < first_counted) continue;
        Maxima best = {maxima.positive[r], maxima.negative[r], maxima.first_wins[r]};
        FR missed = load_vector<FR>(counts.missed + 16 * r), raised = load_vector<FR>(counts.raised + 16 * r);
        for (ClassState& c : states) {
            const FR score = c.base + c.sum;
            best.template take<FirstMaximum>(score, c.is_positive);
            missed += score <= 0.0F ? c.miss_weight : FR{};
            raised += score >= 0.0F ? c.raise_weight : FR{};
        }
        maxima.positive[r] = best.positive;
        maxima.negative[r] = best.negative;
        if (FirstMaximum) maxima.first_wins[r] = best.first_wins;
        store_vector(counts.missed + 16 * r, missed);
        store_vector(counts.raised + 16 * r, raised);
    }
    for (int k = 0; k < Classes; ++k)
        states[k].finish(scores + 16 * k);
}

template <bool FirstMaximum>
REBOOST_INLINE void count_wrong(const EvaluationBlock& block, const EvaluationCounts& counts,
                                const LabelGroup& labels, std::size_t classes, const GroupMaxima& maxima) {
    const FR lowest = FR{} - __builtin_inff();
    const FR valid = load_vector<FR>(labels.valid);
    for (std::size_t r = block.count ? 0 : block.rounds - 1; r < block.rounds; ++r) {
        const FR positive = maxima.positive[r] == lowest ? FR{} : maxima.positive[r];
        const IR no_negative = maxima.negative[r] == lowest;
        const FR negative = no_negative ? FR{} : maxima.negative[r];
        IR wrong = positive <= negative;
        if (FirstMaximum)
            wrong = classes > 1 ? ~maxima.first_wins[r] : wrong & ~(no_negative & (positive == negative));
        float* sum = counts.wrong + 16 * r;
        store_vector(sum, load_vector<FR>(sum) + (wrong ? valid : FR{}));
    }
}

template <bool FirstMaximum>
REBOOST_INLINE void evaluate_rows(const EvaluationBlock& block, const EvaluationCounts& counts,
                                  const LabelGroup& labels, std::size_t row, std::size_t classes,
                                  double* scores) {
    GroupVotes votes;
    GroupMaxima maxima;
    for (std::size_t r = 0; r < block.rounds; ++r) {
        maxima.positive[r] = maxima.negative[r] = FR{} - __builtin_inff();
        maxima.first_wins[r] = IR{};
    }
    for (std::size_t l = 0; l < classes;) {
        if (l % 32 == 0) votes.gather(block, row, static_cast<unsigned>(l));
        double* first = scores + 16 * l;
        if (l % 4 == 0 && l + 4 <= classes) {
            pass_classes<FirstMaximum, 4>(block, counts, labels, votes, l, maxima, first);
            l += 4;
        } else if (l % 2 == 0 && l + 2 <= classes) {
            pass_classes<FirstMaximum, 2>(block, counts, labels, votes, l, maxima, first);
            l += 2;
        } else {
            pass_classes<FirstMaximum, 1>(block, counts, labels, votes, l, maxima, first);
            l += 1;
        }
    }
    count_wrong<FirstMaximum>(block, counts, labels, classes, maxima);
}

static void evaluate(const EvaluationBlock& block, const EvaluationCounts& counts, const LabelGroup& labels,
                     std::size_t group, std::size_t classes, double* scores) {
    for (std::size_t lane = 0; lane < kEvaluationGroup; lane += kRegisterLanes) {
        const EvaluationCounts own{counts.wrong + lane, counts.missed + lane, counts.raised + lane};
        const LabelGroup rows{labels.positive + lane, labels.positive_weight + lane,
                              labels.negative_weight + lane, labels.valid + lane};
        const std::size_t row = kEvaluationGroup * group + lane;
        if (block.first_maximum)
            evaluate_rows<true>(block, own, rows, row, classes, scores + lane);
        else
            evaluate_rows<false>(block, own, rows, row, classes, scores + lane);
    }
}

}  // namespace REBOOST_ISA

const EvaluationKernels EvaluationKernels::REBOOST_ISA = {REBOOST_ISA::evaluate};

}  // namespace reboost::learners
