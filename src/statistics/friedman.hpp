#pragma once
/// Friedman's test: do k methods differ over N data sets?
#include <cstddef>
#include <span>
#include <vector>

namespace reboost::statistics {

struct FriedmanResult {
    std::vector<double> mean_ranks;  ///< one per method; 1 is the smallest value
    double chi_squared = 0;          ///< corrected for ties, k − 1 degrees of freedom
    double p = 1;
    double f = 0;  ///< Iman & Davenport (1980): (N−1) χ² / (N(k−1) − χ²); +∞ where all sets rank alike
    double f_p = 1;  ///< on k − 1 and (k−1)(N−1) degrees of freedom; of an infinite F the chance itself that
                     ///< all sets rank alike, A^{1−N} for A arrangements of a set's ranks (k! without ties)
};

/// `values` is row-major: one row per data set, `methods` elements each, the smaller the better. At least two
/// methods and two data sets, else UsageError. Where every row is all ties, χ² = F = 0.
FriedmanResult friedman(std::span<const double> values, std::size_t methods);

}  // namespace reboost::statistics
