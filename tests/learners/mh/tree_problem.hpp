#pragma once
/// Random columns and derivatives that trees are grown on.
#include "core/rng.hpp"
#include "data/binning.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace reboost::testing {

struct TreeProblem {
    data::BinnedMatrix matrix;
    std::vector<double> gradient, hessian;
    std::vector<std::uint32_t> rows;
};

inline data::BinnedColumn column_of(std::vector<std::uint16_t> codes, std::uint32_t bins) {
    data::BinnedColumn column;
    column.bin_count = bins;
    std::vector<std::uint32_t> counts(bins, 0);
    for (const std::uint16_t code : codes)
        ++counts[code];
    const auto most = std::max_element(counts.begin(), counts.end());
    column.frequent_bin = static_cast<std::uint32_t>(most - counts.begin());
    column.frequent_rows = *most;
    if (bins <= 256)
        column.codes = std::vector<std::uint8_t>(codes.begin(), codes.end());
    else
        column.codes = std::move(codes);
    return column;
}

/// Columns of all kinds: sparse with the frequent bin at either end or in the middle, dense, constant,
/// duplicate, many bins.
inline TreeProblem random_problem(std::size_t n, std::size_t features, std::uint64_t seed) {
    Rng rng(seed, "regression tree");
    TreeProblem problem;
    problem.matrix.rows = n;
    for (std::size_t j = 0; j < features; ++j) {
        const auto bins = static_cast<std::uint32_t>(j % 7 == 3 ? 1 : j % 11 == 5 ? 300 : 2 + rng.below(40));
        const auto frequent = static_cast<std::uint32_t>(j % 3 == 0   ? 0
                                                         : j % 3 == 1 ? bins - 1
                                                                      : rng.below(bins));
        const double share = j % 2 == 0 ? 0.7 : 0;
        std::vector<std::uint16_t> codes(n);
        for (auto& code : codes)
            code = static_cast<std::uint16_t>(rng.uniform() < share ? frequent : rng.below(bins));
        problem.matrix.columns.push_back(column_of(std::move(codes), bins));
    }
    if (features > 9) problem.matrix.columns[9] = problem.matrix.columns[1];
    for (std::size_t i = 0; i < n; ++i) {
        const double p = 1 / (1 + std::exp(-6 * rng.normal()));
        const bool own = rng.uniform() < (problem.matrix.columns[0].at(i) > 0 ? 0.7 : 0.2);
        problem.gradient.push_back(own ? 1 - p : -p);
        problem.hessian.push_back(p * (1 - p));
    }
    problem.rows.resize(n);
    std::iota(problem.rows.begin(), problem.rows.end(), 0U);
    return problem;
}

}  // namespace reboost::testing
