#pragma once
/// From a stream of raw columns to bins.
#include "data/binning.hpp"
#include "data/column_stream.hpp"
#include "data/dataset_spec.hpp"

#include <vector>

namespace reboost::data {

/// What becomes of missing values and nominal columns before binning (kdd2009 §4.1, §5).
class ColumnRules {
  public:
    /// Levels that one-hot makes a column of, the most frequent first; rows of others are 0 in all.
    static constexpr std::size_t kMostOneHotLevels = 100;

    /// `labels` of the training rows must outlive this. Throws UsageError on class_ratio with more than two
    /// classes.
    ColumnRules(const DatasetSpec& spec, const Labels& labels);

    /// The column or columns in its place; all that is fitted is fitted on column.train.
    ///  - missing_as mean: NaN becomes the mean of the training rows (0 where they have no value); nominal:
    ///    the most frequent level.
    ///  - missing_as own_bin: a column with missing training values comes twice, NaN as +∞ and, named
    ///    "<name>=missing", as −∞: a cut of the one has missing values on its high side, of the other on its
    ///    low side, and the lowest cut of the second separates them from all others.
    ///  - nominal_as one_hot: "<name>=<level>" of 0 and 1 each; missing values are a level where there are
    ///    any.
    ///  - nominal_as class_ratio: levels renumbered by their share of positive training rows, so that cuts
    ///    are the subsets among which the best binary split lies (Breiman et al. 1984, §4.2, for equal
    ///    weights); levels that no training row has are missing.
    std::vector<ColumnParts> prepare(ColumnParts column) const;

  private:
    std::vector<ColumnParts> one_hot(const ColumnParts& column) const;
    void order_by_class_ratio(ColumnParts& column) const;

    MissingRule missing_;
    NominalRule nominal_;
    const Labels& labels_;
};

/// Reads a block of columns, prepares each as spec.missing_as and spec.nominal_as say, bins it, and keeps it
/// unless spec.selection finds no gain in it; all is fitted on training rows. Memory: the bins, and one block
/// of raw values (256 MB, or one column). Throws as the stream does, UsageError where no column is left.
BinnedSplit bin_stream(ColumnStream& stream, const DatasetSpec& spec, const BinningOptions& options);

}  // namespace reboost::data
