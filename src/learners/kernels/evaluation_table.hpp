#pragma once
/// The inner loops of evaluation: scores of eight rows in registers while a block of rounds passes over them.
///
/// Glossary
///   group    eight rows; scores of a group are K × 8 doubles, class-major, so that a lane is a row
///   cells    one array a round, rows padded to a multiple of eight
///   votes    one table a round: cells × 1 word, bit l set where the vote of class l is +1 (K ≤ 64; wider
///   sets: evaluator.cpp)
#include <cstddef>
#include <cstdint>

namespace reboost::learners {

/// A block of rounds, ready to be added to scores.
struct EvaluationBlock {
    std::size_t rounds;
    const double* alphas;
    const std::uint16_t* const* cells;
    const std::uint64_t* const* votes;
    bool two_cells;  ///< every classifier of the block has cells 0 and 1 only
};

/// What is counted: one entry a round of the block, from round `first` on.
struct EvaluationCounts {
    std::size_t first;
    double* wrong;    ///< rows in error
    double* hamming;  ///< Σ w^(1) over wrong labels
};

/// Eight rows of labels.
struct LabelGroup {
    const std::uint64_t* positive;  ///< 8 words: bit l set where y_l = +1
    const double* positive_weight;  ///< 8: initial weight of each positive label of that row
    const double* negative_weight;  ///< 8
    const double* valid;            ///< 8: 1, or 0 for padding rows
};

struct EvaluationKernels {
    /// Adds the block to the scores of group `group` and counts errors. A row is wrong where the best
    /// positive label does not score strictly above the best negative one; an empty side counts as score 0,
    /// so that K = 1 is the sign error. `first_maximum`: where positive and negative tie, the lower class
    /// index wins.
    void (*evaluate)(const EvaluationBlock& block, const EvaluationCounts& counts, const LabelGroup& labels,
                     std::size_t group, std::size_t classes, bool first_maximum, double* scores);
};

const EvaluationKernels& evaluation_kernels();

}  // namespace reboost::learners
