#include "learners/scan_columns.hpp"

#include <algorithm>
#include <numeric>

namespace reboost::learners {
namespace {

/// Weights of a tile, about a second-level cache full; the histograms are fetched ahead of their use.
constexpr std::size_t kTileBytes = std::size_t{1} << 20;
/// Rows of a group fit 16 bits.
constexpr std::size_t kMaxTileRows = 32768;
/// A list pays where at least this share of the rows is skipped.
constexpr double kListShare = 0.25;
/// A histogram pays where a bin holds at least so many rows on average.
constexpr std::size_t kRowsPerBin = 8;

/// A tile's rows, bin by bin. Groups of like size follow each other, which a processor foresees better.
template <class Code>
void add_tile(std::span<const Code> codes, ScanColumn& column) {
    std::vector<std::uint16_t> rows(column.bins, 0), order;
    for (const Code code : codes)
        if (code != column.pivot) ++rows[code];
    for (std::uint32_t bin = 0; bin < column.bins; ++bin)
        if (rows[bin] > 0) order.push_back(static_cast<std::uint16_t>(bin));
    std::ranges::stable_sort(order, {}, [&](std::uint16_t bin) { return rows[bin]; });
    std::vector<std::size_t> next(column.bins);
    std::size_t end = column.list_rows.size();
    for (const std::uint16_t bin : order) {
        column.list_groups.push_back({bin, rows[bin]});
        next[bin] = end;
        end += rows[bin];
    }
    column.list_rows.resize(end);
    for (std::size_t i = 0; i < codes.size(); ++i)
        if (codes[i] != column.pivot) column.list_rows[next[codes[i]]++] = static_cast<std::uint16_t>(i);
}

template <class Code>
void fill_list(const std::vector<Code>& codes, std::size_t tile_rows, ScanColumn& column) {
    const auto mark = [&column] {
        column.list_tiles.push_back({static_cast<std::uint32_t>(column.list_rows.size()),
                                     static_cast<std::uint32_t>(column.list_groups.size())});
    };
    column.list_rows.reserve(column.entries);
    for (std::size_t begin = 0; begin < codes.size(); begin += tile_rows) {
        mark();
        add_tile(std::span(codes).subspan(begin, std::min(tile_rows, codes.size() - begin)), column);
    }
    mark();
    column.list_groups.shrink_to_fit();
}

/// Rows of all bins but the pivot, by counting sort: codes ascending, rows ascending within a code.
template <class Index, class Code>
void fill_sorted(const std::vector<Code>& codes, std::vector<Index>& rows, ScanColumn& column) {
    std::vector<std::size_t> next(column.bins + 1, 0);
    for (const Code code : codes)
        if (code != column.pivot) ++next[code + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    column.codes = {codes.data(), sizeof(Code)};
    column.left = next[column.pivot];
    rows.resize(next[column.bins]);
    for (std::size_t i = 0; i < codes.size(); ++i)
        if (codes[i] != column.pivot) rows[next[codes[i]]++] = static_cast<Index>(i);
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
    std::visit(
        [&](const auto& codes) {
            if (column.form == ColumnForm::list) fill_list(codes, tile_rows, column);
            if (column.form != ColumnForm::sorted) return;
            if (rows <= 65536)
                fill_sorted(codes, column.sorted_rows16, column);
            else
                fill_sorted(codes, column.sorted_rows32, column);
        },
        source.codes);
    return column;
}

}  // namespace

ScanColumns::ScanColumns(const data::BinnedMatrix& codes, std::size_t stride)
    : codes_(codes),
      tile_rows_(std::clamp<std::size_t>(kTileBytes / (stride * sizeof(float)), 1024, kMaxTileRows)) {
    columns_.reserve(codes.features());
    for (const data::BinnedColumn& column : codes.columns) {
        columns_.push_back(build(column, codes.rows, tile_rows_));
        max_bins_ = std::max(max_bins_, column.bin_count);
    }
}

}  // namespace reboost::learners
