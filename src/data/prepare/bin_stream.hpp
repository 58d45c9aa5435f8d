#pragma once
/// Prepares and bins a stream of raw columns.
#include "data/binning.hpp"
#include "data/dataset.hpp"
#include "data/dataset_spec.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::data {

/// Most levels that one-hot makes columns of, by frequency; rows of other levels are 0 in all columns.
inline constexpr std::size_t kMostOneHotLevels = 100;

/// Replaces missing values and nominal columns before binning (kdd2009 §4.1, §5). Returns the columns that
/// replace `column`; everything is fitted on column.train, whose rows have these labels. Throws UsageError if
/// nominal_as is class_ratio and there are more than two classes.
///  - missing_as mean: NaN becomes the mean of the training rows, 0 if none has a value; in nominal columns
///    NaN becomes the most frequent level.
///  - missing_as own_bin: a column with missing training values is doubled, with NaN as +∞ and, under the
///    name "<name>=missing", as −∞. Missing values are on the high side of each cut of the one, on the low
///    side of each cut of the other, whose lowest cut separates them from all other values.
///  - nominal_as one_hot: a column "<name>=<level>" of 0 and 1 per level; missing values count as a level if
///    there are any.
///  - nominal_as class_ratio: levels are numbered by their share of positive training rows, so that cuts
///    include the best binary split into sets of levels (Breiman et al. 1984, §4.2, for equal weights);
///    levels without a training row become missing.
std::vector<ColumnParts> prepared(ColumnParts column, const DatasetSpec& spec, const Labels& labels);

// The ranking of kdd2009 §4.1: WEKA's gain after Fayyad and Irani's discretisation

/// Scores binned columns by their information gain about the labels of the training rows.
///
/// Numeric columns: the bins are cut in two where the class entropy falls most, and so on, as long as the
/// minimum description length principle accepts the cut (Fayyad and Irani 1993): with n rows, k classes and
/// entropy H (k1, H1, k2, H2 in the two parts), gain > (log2(n−1) + log2(3^k −2) − (k H − k1 H1 − k2 H2)) /
/// n. The score is the entropy minus that of the parts, 0 if no cut is accepted. (The plain gain over all
/// bins is positive for nearly any column.) Nominal columns: the plain gain over levels, as in WEKA.
///
/// Multi-label data are one binary problem per label; the score is the largest over the problems.
class InformationGain {
  public:
    explicit InformationGain(const Labels& labels);
    /// Returns the score in bits, ≥ 0. Time O(rows·problems + bins·classes), times the depth of the cuts.
    double score(const BinnedColumn& column, bool nominal);

  private:
    struct Problem {
        std::vector<std::uint16_t> class_of_row;
        std::size_t classes;
    };
    /// Returns the sum of n·H over the parts of bins [first, last); `total`: class counts of all these bins.
    double parts_entropy(std::size_t first, std::size_t last, std::span<const std::uint32_t> total);
    /// Returns n·H of class counts, in bits.
    double entropy(std::span<const std::uint32_t> counts) const;

    std::size_t rows_;
    std::vector<Problem> problems_;
    std::vector<double> x_log_x_;        ///< x log2 x for x = 0 … rows
    std::size_t classes_ = 0;            ///< number of classes of the current problem
    std::vector<std::uint32_t> counts_;  ///< bin × class
};

/// Reads blocks of columns, prepares them by spec.missing_as and spec.nominal_as, bins them, and keeps all or
/// those of positive gain (spec.selection); everything is fitted on training rows. Memory: the bins and one
/// block of raw values (256 MB, or one column). Throws as the stream; UsageError if no column remains.
BinnedSplit bin_stream(ColumnStream stream, const DatasetSpec& spec, const BinningOptions& options);

}  // namespace reboost::data
