#pragma once
/// Reads the columns of a data set block by block, so that a wide data set need not be held as floats.
///
/// Lifecycle
///  1. `head`: labels, provenance and width, known before the first column is read.
///  2. `next(count)` until it returns nothing: each column once, from left to right.
#include "data/dataset.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace reboost::data {

/// One column, per part of a split; `test` and `validation` are empty if the split has no such part.
struct ColumnParts {
    Column train, test, validation;
};

struct StreamHead {
    std::string name;
    std::size_t features = 0;
    Labels train, test, validation;
    /// Labels by which features are ranked, of the training rows; if `ranking` has no rows, `train` is used.
    /// kdd2009 ranks features by the labels of all three tasks, also if only one task is learned.
    Labels ranking;
    Labels test_ranking;  ///< the same labels of the test rows; has rows exactly if `ranking` has
    Provenance provenance;

    const Labels& ranking_labels() const { return ranking.rows > 0 ? ranking : train; }
};

struct ColumnStream {
    StreamHead head;
    /// Returns the next columns, at most `count`; none at the end. Throws DataError, IoError.
    std::function<std::vector<ColumnParts>(std::size_t count)> next;
};

/// Returns the columns of a split that is in memory.
ColumnStream stream_of(Split split);

}  // namespace reboost::data
