#pragma once
/// Training columns in the form in which they are scanned.
///
/// A column's bin counts alone choose one of three forms, so that work is the same on every machine:
///  - dense:  codes of all rows; a scan adds each row's weights to the row's histogram bin;
///  - list:   rows outside the most frequent bin, if this bin holds at least a quarter of the rows. The
///            weights of a tile of rows stay in the L2 cache. A tile is read bin by bin: sums in registers;
///  - sorted: rows outside the most frequent bin by ascending code, if bins are many: sums in registers.
#include "data/binning.hpp"
#include "learners/mh/kernels/kernel_table.hpp"

#include <cstdint>
#include <vector>

namespace reboost::learners {

enum class ColumnForm : std::uint8_t { dense, list, sorted, constant };

/// One column's scan form. Only the vectors of its form are filled.
struct ScanColumn {
    ColumnForm form = ColumnForm::constant;
    std::uint32_t bins = 0;
    std::uint32_t pivot = 0;  ///< the most frequent bin
    std::size_t entries = 0;  ///< values that one scan reads: the unit of work (docs/glossary.md)
    std::size_t left = 0;     ///< sorted: entries below the pivot
    GroupedRows list;         ///< list: row numbers within each tile
    std::vector<GroupedRows::Place> tiles;  ///< list: begin of each tile, and the end
    std::vector<std::byte> sorted_rows;     ///< sorted: rows by ascending code, of `row_bytes` bytes each
    unsigned row_bytes = 0;                 ///< sorted: 2 if the matrix has at most 65,536 rows, else 4
    Numbers codes{};                        ///< sorted: the codes in `ScanColumns::codes`

    SortedRows sorted() const { return {{sorted_rows.data(), row_bytes}, codes, left, entries}; }
    /// Values that a scan of `rows` rows reads if `others` of these are outside the pivot bin.
    std::size_t entries_of(std::size_t rows, std::size_t others) const {
        return form == ColumnForm::dense ? rows : others;
    }
};

class ScanColumns {
  public:
    /// `stride`: floats per row of weights. `codes` must outlive this object.
    ScanColumns(const data::BinnedMatrix& codes, std::size_t stride);

    const data::BinnedMatrix& codes() const { return codes_; }
    std::size_t stride() const { return stride_; }
    /// The kernels for weights of this stride.
    const Kernels& kernels() const { return kernels_; }
    /// The codes of a dense or list column, of one byte each.
    const std::uint8_t* byte_codes(std::size_t feature) const {
        return static_cast<const std::uint8_t*>(codes_.columns[feature].first_code());
    }
    const ScanColumn& operator[](std::size_t feature) const { return columns_[feature]; }
    /// The columns of this form, ascending.
    std::vector<std::uint32_t> in_form(ColumnForm form) const;
    std::size_t features() const { return columns_.size(); }
    std::size_t rows() const { return codes_.rows; }
    std::size_t tile_rows() const { return tile_rows_; }
    std::size_t tiles() const { return (rows() + tile_rows_ - 1) / tile_rows_; }
    std::uint32_t max_bins() const { return max_bins_; }

  private:
    const data::BinnedMatrix& codes_;
    std::size_t stride_;
    const Kernels& kernels_;
    std::vector<ScanColumn> columns_;
    std::size_t tile_rows_;
    std::uint32_t max_bins_ = 1;
};

}  // namespace reboost::learners
