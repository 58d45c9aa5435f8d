#pragma once
/// The inner loop of evaluation: a block of rounds passes over sixteen rows whose scores stay in registers.
///
/// Glossary
///   group    sixteen rows; the scores of a group are K × 16 doubles, class-major, so that a lane is a row
///   cells    one array per round, rows padded to a multiple of sixteen
///   votes    one table per round: cells × 1 word, bit l set if the vote of class l is +1 (K ≤ 64; a larger K
///            is left to evaluator.cpp)
///
/// Within a block a score is a double base plus the float sum of the block's ±α; after the block the sum is
/// added to the base. The float error is at most about 1e-7·kMaxEvaluationBlock·α and does not grow with T.
/// Equal vote histories give equal scores, so ties stay ties.
#include <cstddef>
#include <cstdint>

namespace reboost::learners {

inline constexpr std::size_t kEvaluationGroup = 16;
inline constexpr std::size_t kMaxEvaluationBlock = 32;

/// A block of at most kMaxEvaluationBlock rounds, ready to be added to scores.
struct EvaluationBlock {
    std::size_t rounds;
    const float* alphas;
    const std::uint16_t* const* cells;
    const std::uint64_t* const* votes;
    bool two_cells;      ///< every classifier of the block has cells 0 and 1 only
    bool count;          ///< count losses of every round, else of the last only
    bool first_maximum;  ///< if positive and negative labels tie, the lower class index wins
};

/// Sums per lane, shared by the groups of a block: rounds × 16 floats each, cleared by the caller.
struct EvaluationCounts {
    float* wrong;   ///< rows in error
    float* missed;  ///< positive labels with f ≤ 0, each times its row's positive weight
    float* raised;  ///< negative labels with f ≥ 0, each times its row's negative weight
};

/// Sixteen rows of labels.
struct LabelGroup {
    const std::uint64_t* positive;  ///< 16 words: bit l set if y_l = +1
    const float* positive_weight;   ///< 16 weights in any unit of the caller; 0 for padding rows
    const float* negative_weight;   ///< 16 weights in the same unit
    const float* valid;             ///< 16 values: 1 for rows, 0 for padding rows
};

struct EvaluationKernels {
    /// Adds the block to the scores of one group (rows 16·group …) and counts losses. A row is wrong if
    /// its best positive label does not score strictly above its best negative one; an empty side counts as
    /// score 0, so that K = 1 is the sign error.
    void (*evaluate)(const EvaluationBlock& block, const EvaluationCounts& counts, const LabelGroup& labels,
                     std::size_t group, std::size_t classes, double* scores);
    static const EvaluationKernels portable, avx2, avx512;
};

}  // namespace reboost::learners
