#pragma once
/// How much a model needs a column: its error on held-out rows when the column's values are shuffled.
#include "core/archive.hpp"
#include "data/binning.hpp"

#include <cstddef>
#include <cstdint>
#include <map>

namespace reboost::app {

/// Rise of the error, in shares of rows, of at most kMostPermuted columns that the model splits on, the
/// greatest shares first; a column that tells nothing of new rows has about 0. Shuffled once, by a fixed
/// seed, on at most kMostPermutedRows rows. Nothing of multi-label rows, or where there are none. Throws as
/// predict_scores does.
inline constexpr std::size_t kMostPermuted = 50, kMostPermutedRows = 5000;
std::map<std::uint32_t, double> permutation_importances(const Archive& model, const data::BinnedMatrix& rows,
                                                        const data::Labels& labels);

/// Puts them into a model's archive, and reads them; none are there of a model that had no test rows.
void put_permutations(Archive& model, const std::map<std::uint32_t, double>& rises);
std::map<std::uint32_t, double> permutations_of(const Archive& model);

}  // namespace reboost::app
