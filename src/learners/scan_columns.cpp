#include "learners/scan_columns.hpp"

#include <algorithm>
#include <numeric>

namespace reboost::learners {
namespace {

/// Weights of a tile, about a second-level cache full; the histograms are fetched ahead of their use.
constexpr std::size_t kTileBytes = std::size_t{1} << 20;
/// A list pays where at least this share of the rows is skipped.
constexpr double kListShare = 0.25;
/// A histogram pays where a bin holds at least so many rows on average.
constexpr std::size_t kRowsPerBin = 8;
/// Below so many rows a bin, every entry of a sorted list is scored without asking first whether its bin
/// ends.
constexpr std::size_t kDenseBins = 3;

template <class Code>
void fill_list(const std::vector<Code>& codes, std::uint32_t pivot, std::size_t tile_rows,
               ScanColumn& column) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (i % tile_rows == 0)
            column.tile_starts.push_back(static_cast<std::uint32_t>(column.list_rows.size()));
        if (codes[i] == pivot) continue;
        column.list_rows.push_back(static_cast<std::uint16_t>(i % tile_rows));
        column.list_codes.push_back(static_cast<std::uint8_t>(codes[i]));
    }
    column.tile_starts.push_back(static_cast<std::uint32_t>(column.list_rows.size()));
    column.list_rows.shrink_to_fit();
    column.list_codes.shrink_to_fit();
}

/// Rows of all bins but the pivot, by counting sort: codes ascending, rows ascending within a code.
template <class Out, class Code>
void fill_sorted(const std::vector<Code>& codes, std::uint32_t bins, std::uint32_t pivot,
                 std::vector<Out>& rows, std::vector<Out>& sorted_codes, std::size_t& left) {
    std::vector<std::size_t> next(bins + 1, 0);
    for (const Code code : codes)
        if (code != pivot) ++next[code + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    left = next[pivot];
    rows.resize(next[bins]);
    sorted_codes.resize(next[bins]);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (codes[i] == pivot) continue;
        const std::size_t place = next[codes[i]]++;
        rows[place] = static_cast<Out>(i);
        sorted_codes[place] = static_cast<Out>(codes[i]);
    }
}

ColumnForm choose_form(const data::BinnedColumn& column, std::size_t rows) {
    // One value on all rows: also where other bins exist that no training row falls into (all values
    // missing).
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
    column.dense_bins = column.entries < kDenseBins * column.bins;
    std::visit(
        [&](const auto& codes) {
            if (column.form == ColumnForm::list) fill_list(codes, column.pivot, tile_rows, column);
            if (column.form != ColumnForm::sorted) return;
            if (rows <= 65536 && column.bins <= 65536)
                fill_sorted(codes, column.bins, column.pivot, column.sorted_rows16, column.sorted_codes16,
                            column.left);
            else
                fill_sorted(codes, column.bins, column.pivot, column.sorted_rows32, column.sorted_codes32,
                            column.left);
        },
        source.codes);
    return column;
}

}  // namespace

ScanColumns::ScanColumns(const data::BinnedMatrix& codes, std::size_t stride)
    : codes_(codes), tile_rows_(std::clamp<std::size_t>(kTileBytes / (stride * sizeof(float)), 1024, 65536)) {
    columns_.reserve(codes.features());
    for (const data::BinnedColumn& column : codes.columns) {
        columns_.push_back(build(column, codes.rows, tile_rows_));
        max_bins_ = std::max(max_bins_, column.bin_count);
    }
}

}  // namespace reboost::learners
