#pragma once
/// From a stream of raw columns to bins.
#include "data/binning.hpp"
#include "data/column_stream.hpp"
#include "data/dataset_spec.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
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

// The ranker of kdd2009 §4.1, WEKA's information gain after Fayyad and Irani's discretisation
// (information_gain.cpp)

/// Scores binned columns by what they tell about the labels of the training rows.
///
/// Numeric columns: the bins are split in two where the class entropy falls most, as long as the minimum
/// description length principle accepts the cut (Fayyad and Irani 1993): with n rows, k classes and entropy H
/// (k1, H1, k2, H2 on the two sides), gain > (log2(n−1) + log2(3^k −2) − (k H − k1 H1 − k2 H2)) / n. The
/// score is the entropy minus that of the parts, 0 where no cut is accepted. (Plain gain over all bins is
/// positive for nearly any column.) Nominal columns: the plain gain over their levels, as WEKA takes it.
///
/// Multi-label rows are several binary problems; the score is the largest of them.
class InformationGain {
  public:
    explicit InformationGain(const Labels& labels);
    /// In bits, ≥ 0. O(rows·problems + bins·classes), more by the depth of the cuts.
    double score(const BinnedColumn& column, bool nominal);

  private:
    struct Problem {
        std::vector<std::uint16_t> class_of_row;
        std::size_t classes;
    };
    double gain(const Problem& problem, const BinnedColumn& column, bool nominal);
    /// Adds n·H of the parts into which bins [first, last) fall; `total` are the counts of them all.
    double parts_entropy(std::size_t first, std::size_t last, std::span<const std::uint32_t> total);
    /// n·H of class counts, in bits.
    double entropy(std::span<const std::uint32_t> counts) const;

    std::size_t rows_;
    std::vector<Problem> problems_;
    std::vector<double> x_log_x_;        ///< x log2 x for x = 0 … rows
    std::size_t classes_ = 0;            ///< of the problem at hand
    std::vector<std::uint32_t> counts_;  ///< bin × class
};

/// Reads a block of columns, prepares each as spec.missing_as and spec.nominal_as say, bins it, and keeps it
/// unless spec.selection finds no gain in it; all is fitted on training rows. Memory: the bins, and one block
/// of raw values (256 MB, or one column). Throws as the stream does, UsageError where no column is left.
BinnedSplit bin_stream(ColumnStream& stream, const DatasetSpec& spec, const BinningOptions& options);

}  // namespace reboost::data
