#pragma once
/// Columns of a data set one block after the other, so that wide sets need not be held as floats.
///
/// Lifecycle
///  1. `head()`: labels, provenance and width, known before the first column is read.
///  2. `next(count)` until it returns nothing: each column once, from left to right.
#include "data/dataset.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace reboost::data {

/// One column in the parts of a split; `test` and `validation` are empty where there is no such part.
struct ColumnParts {
    Column train, test, validation;
};

struct StreamHead {
    std::string name;
    std::size_t features = 0;
    Labels train, test, validation;
    /// Labels of the training rows by which features are ranked; where it has no rows: `train`. kdd2009 ranks
    /// by all three tasks whichever is learned.
    Labels ranking;
    Labels test_ranking;  ///< the same of the test rows; has rows where `ranking` has
    Provenance provenance;

    const Labels& ranking_labels() const { return ranking.rows > 0 ? ranking : train; }
};

class ColumnStream {
  public:
    virtual ~ColumnStream() = default;
    StreamHead& head() { return head_; }
    /// The next columns, at most `count` of them; empty at the end. Throws DataError, IoError.
    virtual std::vector<ColumnParts> next(std::size_t count) = 0;

  protected:
    StreamHead head_;
};

/// The columns of a split that is in memory already.
std::unique_ptr<ColumnStream> stream_of(Split split);

}  // namespace reboost::data
