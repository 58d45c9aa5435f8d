#pragma once
/// The ranker of kdd2009 §4.1 (WEKA's information gain after Fayyad and Irani's discretisation).
#include "data/binning.hpp"
#include "data/dataset.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace reboost::data {

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
    double x_log_x(std::uint32_t x) const { return x_log_x_[x]; }

    std::size_t rows_;
    std::vector<Problem> problems_;
    std::vector<double> x_log_x_;        ///< x log2 x for x = 0 … rows
    std::size_t classes_ = 0;            ///< of the problem at hand
    std::vector<std::uint32_t> counts_;  ///< bin × class
};

}  // namespace reboost::data
