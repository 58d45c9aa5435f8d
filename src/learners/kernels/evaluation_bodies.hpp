// No include guard on purpose: see simd.hpp.

typedef unsigned U16 __attribute__((vector_size(64)));
typedef double D16 __attribute__((vector_size(128)));
typedef unsigned short H16 __attribute__((vector_size(32)));

REBOOST_INLINE F16 load16(const float* p) {
    F16 v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}
REBOOST_INLINE void store16(float* p, F16 v) {
    __builtin_memcpy(p, &v, sizeof v);
}

/// What a block knows of one group: vote bits of each round, inverted (set: −1), for 32 classes at a time.
struct GroupVotes {
    U16 bits[kMaxEvaluationBlock];

    __attribute__((always_inline)) void gather(const EvaluationBlock& block, std::size_t row,
                                               unsigned shift) {
        for (std::size_t r = 0; r < block.rounds; ++r) {
            const std::uint16_t* cells = block.cells[r] + row;
            const std::uint64_t* table = block.votes[r];
            if (block.two_cells) {
                H16 packed;
                __builtin_memcpy(&packed, cells, sizeof packed);
                const U16 mask = U16{} - __builtin_convertvector(packed, U16);
                const unsigned below = static_cast<unsigned>(table[0] >> shift),
                               above = static_cast<unsigned>(table[1] >> shift);
                bits[r] = ~((U16{} + below) ^ (mask & (U16{} + (below ^ above))));
            } else {
                unsigned words[16];
                for (int lane = 0; lane < 16; ++lane)
                    words[lane] = ~static_cast<unsigned>(table[cells[lane]] >> shift);
                __builtin_memcpy(&bits[r], words, sizeof words);
            }
        }
    }
};

/// Running maxima over the classes seen so far, a round each.
struct GroupMaxima {
    F16 positive[kMaxEvaluationBlock], negative[kMaxEvaluationBlock];
    I16 first_wins[kMaxEvaluationBlock];
};

/// What a pass over the rounds keeps of one class of a group.
struct ClassState {
    F16 base, sum, miss_weight, raise_weight;
    I16 is_positive;
    unsigned shift;  ///< brings the class's vote to the sign bit

    __attribute__((always_inline)) void start(const LabelGroup& labels, std::size_t l, const double* scores) {
        D16 whole;
        __builtin_memcpy(&whole, scores, sizeof whole);
        base = __builtin_convertvector(whole, F16);
        sum = F16{};
        int flags[16];
        for (int lane = 0; lane < 16; ++lane)
            flags[lane] = -static_cast<int>(labels.positive[lane] >> l & 1U);
        __builtin_memcpy(&is_positive, flags, sizeof is_positive);
        miss_weight = is_positive ? load16(labels.positive_weight) : F16{};
        raise_weight = is_positive ? F16{} : load16(labels.negative_weight);
        shift = static_cast<unsigned>(31 - l % 32);
    }
    __attribute__((always_inline)) void finish(double* scores) const {
        D16 whole;
        __builtin_memcpy(&whole, scores, sizeof whole);
        whole += __builtin_convertvector(sum, D16);
        __builtin_memcpy(scores, &whole, sizeof whole);
    }
};

/// One round's maxima while a pass adds its classes to them.
struct Maxima {
    F16 positive, negative;
    I16 first_wins;

    template <bool FirstMaximum>
    __attribute__((always_inline)) void take(F16 score, I16 is_positive) {
        const F16 lowest = F16{} - __builtin_inff();
        const F16 as_positive = is_positive ? score : lowest, as_negative = is_positive ? lowest : score;
        if (FirstMaximum) {
            const I16 takes = (as_positive > positive) & (as_positive > negative);
            const I16 loses = (as_negative > positive) & (as_negative > negative);
            first_wins = (first_wins | takes) & ~loses;
        }
        positive = as_positive > positive ? as_positive : positive;
        negative = as_negative > negative ? as_negative : negative;
    }
};

/// `Classes` classes from l on through the rounds of the block: what they share, maxima and counts, is loaded
/// and stored once for all of them. The order of every sum is that of the classes, whatever their number
/// here.
template <bool FirstMaximum, int Classes>
REBOOST_INLINE void pass_classes(const EvaluationBlock& block, const EvaluationCounts& counts,
                                 const LabelGroup& labels, const GroupVotes& votes, std::size_t l,
                                 GroupMaxima& maxima, double* scores) {
    ClassState states[Classes];
    for (int k = 0; k < Classes; ++k)
        states[k].start(labels, l + static_cast<std::size_t>(k), scores + 16 * k);
    const U16 sign_bit = U16{} + 0x80000000U;
    const std::size_t first_counted = block.count ? 0 : block.rounds - 1;
    for (std::size_t r = 0; r < block.rounds; ++r) {
        const U16 alpha = (U16)(F16{} + block.alphas[r]);
        for (ClassState& c : states)
            c.sum += (F16)(alpha ^ ((votes.bits[r] << c.shift) & sign_bit));
        if (r < first_counted) continue;
        Maxima best = {maxima.positive[r], maxima.negative[r], maxima.first_wins[r]};
        F16 missed = load16(counts.missed + 16 * r), raised = load16(counts.raised + 16 * r);
        for (ClassState& c : states) {
            const F16 score = c.base + c.sum;
            best.template take<FirstMaximum>(score, c.is_positive);
            missed += score <= 0.0F ? c.miss_weight : F16{};
            raised += score >= 0.0F ? c.raise_weight : F16{};
        }
        maxima.positive[r] = best.positive;
        maxima.negative[r] = best.negative;
        if (FirstMaximum) maxima.first_wins[r] = best.first_wins;
        store16(counts.missed + 16 * r, missed);
        store16(counts.raised + 16 * r, raised);
    }
    for (int k = 0; k < Classes; ++k)
        states[k].finish(scores + 16 * k);
}

template <bool FirstMaximum>
REBOOST_INLINE void count_wrong(const EvaluationBlock& block, const EvaluationCounts& counts,
                                const LabelGroup& labels, std::size_t classes, const GroupMaxima& maxima) {
    const F16 lowest = F16{} - __builtin_inff();
    const F16 valid = load16(labels.valid);
    for (std::size_t r = block.count ? 0 : block.rounds - 1; r < block.rounds; ++r) {
        const F16 positive = maxima.positive[r] == lowest ? F16{} : maxima.positive[r];
        const F16 negative = maxima.negative[r] == lowest ? F16{} : maxima.negative[r];
        const I16 wrong = FirstMaximum && classes > 1 ? ~maxima.first_wins[r] : (I16)(positive <= negative);
        float* sum = counts.wrong + 16 * r;
        store16(sum, load16(sum) + (wrong ? valid : F16{}));
    }
}

template <bool FirstMaximum>
REBOOST_INLINE void evaluate_group(const EvaluationBlock& block, const EvaluationCounts& counts,
                                   const LabelGroup& labels, std::size_t group, std::size_t classes,
                                   double* scores) {
    GroupVotes votes;
    GroupMaxima maxima;
    for (std::size_t r = 0; r < block.rounds; ++r) {
        maxima.positive[r] = maxima.negative[r] = F16{} - __builtin_inff();
        maxima.first_wins[r] = I16{};
    }
    for (std::size_t l = 0; l < classes;) {
        if (l % 32 == 0) votes.gather(block, 16 * group, static_cast<unsigned>(l));
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

void evaluate(const EvaluationBlock& block, const EvaluationCounts& counts, const LabelGroup& labels,
              std::size_t group, std::size_t classes, double* scores) {
    if (block.first_maximum)
        evaluate_group<true>(block, counts, labels, group, classes, scores);
    else
        evaluate_group<false>(block, counts, labels, group, classes, scores);
}

extern const EvaluationKernels kEvaluation;
const EvaluationKernels kEvaluation = {evaluate};
