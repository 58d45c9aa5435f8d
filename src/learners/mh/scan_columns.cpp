#include "learners/mh/scan_columns.hpp"

#include <algorithm>
#include <numeric>

namespace reboost::learners {
namespace {

/// Bytes of a tile's weights: about the size of an L2 cache. Histograms are prefetched.
constexpr std::size_t kTileBytes = std::size_t{1} << 20;
/// A list pays if it skips at least this share of the rows.
constexpr double kListShare = 0.25;
/// A histogram pays if bins hold at least this many rows on average.
constexpr std::size_t kRowsPerBin = 8;

template <class Code>
void fill_list(const std::vector<Code>& codes, std::size_t tile_rows, ScanColumn& column) {
    GroupedRows& list = column.list;
    list.rows.reserve(column.entries);
    for (std::size_t begin = 0; begin < codes.size(); begin += tile_rows) {
        column.tiles.push_back(list.end());
        list.append(std::span(codes).subspan(begin, std::min(tile_rows, codes.size() - begin)), column.bins,
                    column.pivot);
    }
    column.tiles.push_back(list.end());
    list.groups.shrink_to_fit();
}

/// Rows of all bins except the pivot, by counting sort: codes ascend, and rows ascend within a code.
template <class Index, class Code>
void fill_sorted(const std::vector<Code>& codes, ScanColumn& column) {
    std::vector<std::size_t> next(column.bins + 1, 0);
    for (const Code code : codes)
        if (code != column.pivot) ++next[code + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    column.codes = {codes.data(), sizeof(Code)};
    column.left = next[column.pivot];
    column.row_bytes = sizeof(Index);
    column.sorted_rows.resize(next[column.bins] * sizeof(Index));
    auto* const rows = reinterpret_cast<Index*>(column.sorted_rows.data());
    for (std::size_t i = 0; i < codes.size(); ++i)
        if (codes[i] != column.pivot) rows[next[codes[i]]++] = static_cast<Index>(i);
}

ColumnForm choose_form(const data::BinnedColumn& column, std::size_t rows) {
    // All training rows are in one bin, even if the column has more bins (if all values are missing).
    if (column.bin_count < 2 || column.frequent_rows == rows) return ColumnForm::constant;
    const std::size_t entries = rows - column.frequent_rows;
    if (entries < kRowsPerBin * column.bin_count || column.bin_count > 256) return ColumnForm::sorted;
    if (static_cast<double>(column.frequent_rows) >= kListShare * static_cast<double>(rows))
        return ColumnForm::list;
    return ColumnForm::dense;
}

ScanColumn build(const data::BinnedColumn& source, std::size_t rows, std::size_t tile_rows) {
    ScanColumn column;
    column.form = choose_form(source, rows);
    column.bins = source.bin_count;
    column.pivot = source.frequent_bin;
    column.entries = column.form == ColumnForm::constant ? 0
                     : column.form == ColumnForm::dense  ? rows
                                                         : rows - source.frequent_rows;
    std::visit(
        [&](const auto& codes) {
            if (column.form == ColumnForm::list) fill_list(codes, tile_rows, column);
            if (column.form != ColumnForm::sorted) return;
            if (rows <= 65536)
                fill_sorted<std::uint16_t>(codes, column);
            else
                fill_sorted<std::uint32_t>(codes, column);
        },
        source.codes);
    return column;
}

}  // namespace

ScanColumns::ScanColumns(const data::BinnedMatrix& codes, std::size_t stride)
    : codes_(codes),
      stride_(stride),
      kernels_(kernels_for(stride)),
      tile_rows_(
          std::clamp<std::size_t>(kTileBytes / (stride * sizeof(float)), 1024, GroupedRows::kMaxTileRows)) {
    columns_.reserve(codes.features());
    for (const data::BinnedColumn& column : codes.columns) {
        columns_.push_back(build(column, codes.rows, tile_rows_));
        max_bins_ = std::max(max_bins_, column.bin_count);
    }
}

std::vector<std::uint32_t> ScanColumns::in_form(ColumnForm form) const {
    std::vector<std::uint32_t> features;
    for (std::uint32_t j = 0; j < columns_.size(); ++j)
        if (columns_[j].form == form) features.push_back(j);
    return features;
}

}  // namespace reboost::learners
