#pragma once
/// The columns of abc2010's poker sets: 25 in place of ten.
#include "data/dataset.hpp"

namespace reboost::data {

/// From ten columns, suit (1 … 4) and rank (1 … 13) of five cards in turn, to 25: the suit of each card as
/// four columns of 0 and 1 (S1=1 … S1=4), then its rank as a number (C1). Rows and labels stay. Throws
/// DataError where the columns are not ten, or a suit is not 1, 2, 3 or 4.
Dataset one_hot_suits(const Dataset& raw);

}  // namespace reboost::data
