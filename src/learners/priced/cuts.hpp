#pragma once
/// Every cut of a binary problem's columns in scanning order, coinciding cuts merged: the K = 1 scan that
/// yields the edge of each of them.
///
/// A column is walked as the stump kernels walk it (kernels/scalar_bodies.hpp), with the same additions in
/// the same order, so that a rule that looks at edges alone chooses what plain AdaBoost chooses, bit for bit:
/// from the lowest bin up to the most frequent one, then from the highest down to it. The most frequent bin
/// is never read. (Columns of more than 32,768 rows and few bins, which the kernels sum in tiles, may differ
/// in the last bit.)
#include "learners/mh/scan_columns.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace reboost::learners {

/// The distinct cuts of one column on the training rows.
struct ColumnCuts {
    std::size_t first_entry = 0, end_entry = 0;  ///< stored values
    std::size_t first_cut = 0, middle_cut = 0, end_cut = 0;
    bool entry_by_entry = false;  ///< the sorted form subtracts rows one by one, the others a bin's sum
};

class CutList {
  public:
    /// Price of (feature, threshold), or a constant where prices do not matter.
    using Price = std::function<double(std::uint32_t feature, std::uint32_t threshold)>;

    /// Cuts that coincide on the training rows: the cheapest stays, then the lowest. Cuts with
    /// all training rows on one side are left out.
    CutList(const ScanColumns& columns, const Price& price);

    std::size_t features() const { return columns_.size(); }
    const ColumnCuts& column(std::size_t feature) const { return columns_[feature]; }
    std::uint32_t threshold(std::size_t cut) const { return thresholds_[cut]; }
    double price(std::size_t cut) const { return prices_[cut]; }
    /// Stored values that a scan of this column reads.
    std::size_t entries(std::size_t feature) const {
        return columns_[feature].end_entry - columns_[feature].first_entry;
    }

    /// out[c] = |Σ_i w_i y_i φ_c(x_i)| of each cut of the column; w: signed weights, total: their sum.
    void edges(std::size_t feature, const float* w, double total, std::span<double> out) const;

  private:
    std::vector<ColumnCuts> columns_;
    std::vector<std::uint32_t> rows_;        ///< in scanning order
    std::vector<std::uint32_t> entry_ends_;  ///< a cut each: first entry after it, counted from the column's
    std::vector<std::uint32_t> thresholds_;
    std::vector<double> prices_;
};

}  // namespace reboost::learners
