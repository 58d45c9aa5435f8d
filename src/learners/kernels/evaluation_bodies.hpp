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

template <bool FirstMaximum>
REBOOST_INLINE void take_maxima(F16 score, I16 is_positive, std::size_t r, GroupMaxima& maxima) {
    const F16 lowest = F16{} - __builtin_inff();
    const F16 as_positive = is_positive ? score : lowest, as_negative = is_positive ? lowest : score;
    if (FirstMaximum) {
        const I16 takes = (as_positive > maxima.positive[r]) & (as_positive > maxima.negative[r]);
        const I16 loses = (as_negative > maxima.positive[r]) & (as_negative > maxima.negative[r]);
        maxima.first_wins[r] = (maxima.first_wins[r] | takes) & ~loses;
    }
    maxima.positive[r] = as_positive > maxima.positive[r] ? as_positive : maxima.positive[r];
    maxima.negative[r] = as_negative > maxima.negative[r] ? as_negative : maxima.negative[r];
}

/// One class of one group through the rounds of the block.
template <bool FirstMaximum>
REBOOST_INLINE void pass_class(const EvaluationBlock& block, const EvaluationCounts& counts,
                               const LabelGroup& labels, const GroupVotes& votes, unsigned bit,
                               I16 is_positive, GroupMaxima& maxima, double* scores) {
    D16 base;
    __builtin_memcpy(&base, scores, sizeof base);
    const F16 base_float = __builtin_convertvector(base, F16);
    const F16 miss_weight = is_positive ? load16(labels.positive_weight) : F16{};
    const F16 raise_weight = is_positive ? F16{} : load16(labels.negative_weight);
    const U16 sign_bit = U16{} + 0x80000000U;
    F16 sum = F16{};
    const std::size_t first_counted = block.count ? 0 : block.rounds - 1;
    for (std::size_t r = 0; r < block.rounds; ++r) {
        const U16 sign = (votes.bits[r] << (31 - bit)) & sign_bit;
        sum += (F16)((U16)(F16{} + block.alphas[r]) ^ sign);
        if (r < first_counted) continue;
        const F16 score = base_float + sum;
        take_maxima<FirstMaximum>(score, is_positive, r, maxima);
        float *missed = counts.missed + 16 * r, *raised = counts.raised + 16 * r;
        store16(missed, load16(missed) + (score <= 0.0F ? miss_weight : F16{}));
        store16(raised, load16(raised) + (score >= 0.0F ? raise_weight : F16{}));
    }
    base += __builtin_convertvector(sum, D16);
    __builtin_memcpy(scores, &base, sizeof base);
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
    for (std::size_t l = 0; l < classes; ++l) {
        if (l % 32 == 0) votes.gather(block, 16 * group, static_cast<unsigned>(l));
        int flags[16];
        for (int lane = 0; lane < 16; ++lane)
            flags[lane] = -static_cast<int>(labels.positive[lane] >> l & 1U);
        I16 is_positive;
        __builtin_memcpy(&is_positive, flags, sizeof is_positive);
        pass_class<FirstMaximum>(block, counts, labels, votes, static_cast<unsigned>(l % 32), is_positive,
                                 maxima, scores + 16 * l);
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
