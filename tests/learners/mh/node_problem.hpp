#pragma once
/// Columns of all scan forms and whole-numbered weights, whose sums are exact in any order, for tests of what
/// trees search.
#include "core/matrix.hpp"
#include "learners/mh/kernels/kernel_table.hpp"
#include "learners/mh/tree_problem.hpp"

#include <cmath>

namespace reboost::testing {

struct NodeProblem {
    static constexpr std::size_t kClasses = 3;

    data::BinnedMatrix matrix;
    std::size_t stride = learners::padded_classes(kClasses);
    AlignedVector<float> weights;

    NodeProblem(std::size_t rows, std::size_t features, std::uint64_t seed)
        : matrix(random_problem(rows, features, seed).matrix), weights(rows * stride, 0.0F) {
        Rng rng(seed, "node weights");
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t l = 0; l < kClasses; ++l) {
                // Rows of high codes in the first column lean to the plus.
                const bool leans = matrix.columns[0].at(i) > 0 && rng.below(3) > 0;
                const auto size = static_cast<float>(1 + rng.below(50));
                weights[i * stride + l] = leans || rng.below(2) == 0 ? size : -size;
            }
    }

    std::vector<double> totals(const std::vector<std::uint32_t>& rows) const {
        std::vector<double> sums(stride, 0.0);
        for (const std::uint32_t row : rows)
            for (std::size_t l = 0; l < stride; ++l)
                sums[l] += static_cast<double>(weights[row * stride + l]);
        return sums;
    }
    /// Σ_l |Σ_i w_{i,l} φ(x_i)| of one threshold, by plain sums.
    double edge(const std::vector<std::uint32_t>& rows, std::size_t feature, std::uint32_t threshold) const {
        std::vector<double> balance(stride, 0.0);
        for (const std::uint32_t row : rows) {
            const double sign = matrix.columns[feature].at(row) >= threshold ? 1 : -1;
            for (std::size_t l = 0; l < stride; ++l)
                balance[l] += sign * static_cast<double>(weights[row * stride + l]);
        }
        double sum = 0;
        for (const double b : balance)
            sum += std::abs(b);
        return sum;
    }
    /// Over all thresholds, or over those with rows on both sides.
    double best_edge(const std::vector<std::uint32_t>& rows, std::size_t feature, bool splits_only) const {
        double best = 0;
        for (std::uint32_t t = 1; t < matrix.columns[feature].bin_count; ++t) {
            const auto above = static_cast<std::size_t>(std::ranges::count_if(
                rows, [&](std::uint32_t row) { return matrix.columns[feature].at(row) >= t; }));
            if (!splits_only || (above > 0 && above < rows.size()))
                best = std::max(best, edge(rows, feature, t));
        }
        return best;
    }
};

}  // namespace reboost::testing
