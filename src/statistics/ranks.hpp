#pragma once
#include <span>
#include <vector>

namespace reboost::statistics {

/// Ranks from 1, the smallest value first; equal values share the mean of their ranks.
struct MidRanks {
    std::vector<double> ranks;
    double ties = 0;  ///< Σ (t³ − t) over groups of t equal values
};
MidRanks midranks(std::span<const double> values);

/// Spearman's correlation of pairs, ties by mean ranks. NaN where all values of one side are equal, or where
/// there is no pair.
double rank_correlation(std::span<const double> x, std::span<const double> y);

/// `values` is not empty.
double mean(std::span<const double> values);
/// The means with one value left out each, of two values or more.
std::vector<double> means_without_one(std::span<const double> values);
/// The middle value, for an even count the mean of the two in the middle. `values` is not empty and holds no
/// NaN.
double median(std::span<const double> values);

}  // namespace reboost::statistics
