// No include guard on purpose: see simd.hpp.

typedef long long L8 __attribute__((vector_size(64)));
typedef unsigned long long U8 __attribute__((vector_size(64)));
typedef unsigned short H8 __attribute__((vector_size(16)));

REBOOST_INLINE D8 load8(const double* p) {
    D8 v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

/// Vote words of eight rows, inverted: bit set where the vote is −1.
REBOOST_INLINE U8 inverted_votes(const EvaluationBlock& block, std::size_t round, std::size_t row) {
    const std::uint16_t* cells = block.cells[round] + row;
    const std::uint64_t* table = block.votes[round];
    U8 bits;
    if (block.two_cells) {
        H8 packed;
        __builtin_memcpy(&packed, cells, sizeof packed);
        const U8 mask = U8{} - __builtin_convertvector(packed, U8);
        bits = (U8{} + table[0]) ^ (mask & (U8{} + (table[0] ^ table[1])));
    } else {
        bits = U8{table[cells[0]], table[cells[1]], table[cells[2]], table[cells[3]],
                  table[cells[4]], table[cells[5]], table[cells[6]], table[cells[7]]};
    }
    return ~bits;
}

struct RowErrors {
    D8 wrong, hamming;
};

/// Errors of eight rows under the current scores.
REBOOST_INLINE RowErrors count_errors(const D8* scores, std::size_t classes, U8 positive, D8 positive_weight,
                                      D8 negative_weight, bool first_maximum) {
    const D8 lowest = D8{} - __builtin_inf();
    D8 best_positive = lowest, best_negative = lowest;
    L8 missed = L8{}, raised = L8{}, first_wins = L8{};
    for (std::size_t l = 0; l < classes; ++l) {
        const D8 score = scores[l];
        const L8 is_positive = -(L8)((positive >> l) & 1ULL);
        const D8 as_positive = is_positive ? score : lowest, as_negative = is_positive ? lowest : score;
        if (first_maximum) {
            // A positive that reaches the maximum so far of both sides before any equal negative does.
            const L8 takes = (as_positive > best_positive) & (as_positive > best_negative);
            const L8 loses = (as_negative > best_positive) & (as_negative > best_negative);
            first_wins = (first_wins | takes) & ~loses;
        }
        best_positive = as_positive > best_positive ? as_positive : best_positive;
        best_negative = as_negative > best_negative ? as_negative : best_negative;
        missed += is_positive & (score <= 0.0);
        raised += ~is_positive & (score >= 0.0);
    }
    best_positive = best_positive == lowest ? D8{} : best_positive;
    best_negative = best_negative == lowest ? D8{} : best_negative;
    L8 wrong = best_positive <= best_negative;
    if (first_maximum && classes > 1) wrong = ~first_wins;
    const D8 one = D8{} + 1.0;
    return {wrong ? one : D8{}, -(__builtin_convertvector(missed, D8) * positive_weight +
                                  __builtin_convertvector(raised, D8) * negative_weight)};
}

REBOOST_INLINE double sum8(D8 v) {
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

void evaluate(const EvaluationBlock& block, const EvaluationCounts& counts, const LabelGroup& labels,
              std::size_t group, std::size_t classes, bool first_maximum, double* out) {
    D8 scores[64];
    for (std::size_t l = 0; l < classes; ++l)
        scores[l] = load8(out + 8 * l);
    U8 positive;
    __builtin_memcpy(&positive, labels.positive, sizeof positive);
    const D8 positive_weight = load8(labels.positive_weight), negative_weight = load8(labels.negative_weight);
    const D8 valid = load8(labels.valid);
    for (std::size_t round = 0; round < block.rounds; ++round) {
        const U8 votes = inverted_votes(block, round, 8 * group);
        const U8 alpha = (U8)(D8{} + block.alphas[round]);
        for (std::size_t l = 0; l < classes; ++l)
            scores[l] += (D8)(alpha ^ ((votes >> l) << 63));
        if (round < counts.first) continue;
        const RowErrors errors =
            count_errors(scores, classes, positive, positive_weight, negative_weight, first_maximum);
        counts.wrong[round] += sum8(errors.wrong * valid);
        counts.hamming[round] += sum8(errors.hamming * valid);
    }
    for (std::size_t l = 0; l < classes; ++l)
        __builtin_memcpy(out + 8 * l, &scores[l], sizeof scores[l]);
}

extern const EvaluationKernels kEvaluation;
const EvaluationKernels kEvaluation = {evaluate};
