#include "data/binning.hpp"

#include "core/mapped.hpp"
#include "core/order.hpp"
#include "data/file_error.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>

namespace reboost::data {
namespace {

constexpr std::size_t kDigitBits = 11, kDigits = 3, kBuckets = std::size_t{1} << kDigitBits;
constexpr std::uint32_t kSign = 0x80000000U;

struct DistinctValues {
    std::vector<float> values;        ///< strictly ascending, may hold -inf and +inf, never NaN
    std::vector<std::size_t> counts;  ///< rows per value
    std::size_t missing = 0;          ///< rows without a value

    /// Appends `value`, which exceeds all values so far; does nothing if rows = 0.
    void add(float value, std::size_t rows) {
        if (rows > 0) values.push_back(value), counts.push_back(rows);
    }
};

struct Entry {
    std::uint32_t key, row;
};

/// Returns a key whose unsigned order is the order of the floats.
std::uint32_t key_of(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value + 0.0F);  // −0 + 0 = 0
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}
float value_of(std::uint32_t key) {
    return std::bit_cast<float>((key & kSign) != 0 ? key & ~kSign : ~key);
}

std::size_t digit(std::uint32_t key, std::size_t pass) {
    return key >> (kDigitBits * pass) & (kBuckets - 1);
}

/// Integers whose range is smaller than this are counted in a table; floats hold them exactly.
constexpr float kTableSpan = 65536;

/// Returns the least and the largest value if all values are integers of a small range; else nullopt.
std::optional<std::pair<float, float>> integer_range(const std::vector<float>& values) {
    float low = std::numeric_limits<float>::infinity(), high = -low;
    for (const float v : values) {
        if (std::isnan(v)) continue;
        if (!(std::fabs(v) < 1e6F) || v != std::trunc(v)) return std::nullopt;
        low = std::min(low, v);
        high = std::max(high, v);
    }
    const float span = std::min(kTableSpan, 4 * static_cast<float>(values.size()) + 256);
    return low <= high && high - low < span ? std::optional(std::pair(low, high)) : std::nullopt;
}

/// Counts the integers low … high. Bytes have four counts each: with one, adding to it would wait for the
/// store of an equal neighbour's count.
template <class T>
DistinctValues by_table(const std::vector<T>& values, T low, T high) {
    constexpr std::size_t kCounts = sizeof(T) == 1 ? 4 : 1;
    DistinctValues found;
    std::vector<std::array<std::uint32_t, kCounts>> table(static_cast<std::size_t>(high - low) + 1);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::is_floating_point_v<T> && std::isnan(static_cast<float>(values[i])))
            ++found.missing;
        else
            ++table[static_cast<std::size_t>(values[i] - low)][i % kCounts];
    }
    for (std::size_t t = 0; t < table.size(); ++t)
        found.add(static_cast<float>(low) + static_cast<float>(t),
                  std::accumulate(table[t].begin(), table[t].end(), std::size_t{0}));
    return found;
}

DistinctValues by_sorting(const std::vector<float>& values) {
    const std::vector<ValueOfRow> sorted = sort_rows(values);
    DistinctValues found;
    found.missing = values.size() - sorted.size();
    for (const auto& [value, row] : sorted) {
        if (found.values.empty() || value != found.values.back())
            found.add(value, 1);
        else
            ++found.counts.back();
    }
    return found;
}

/// Returns a cut between two neighbouring distinct values: low < cut ≤ high.
float cut_between(float low, float high) {
    const auto middle = static_cast<float>((static_cast<double>(low) + static_cast<double>(high)) / 2);
    return std::isfinite(middle) && middle > low ? middle : high;
}

std::vector<float> exact_cuts(const std::vector<float>& values) {
    std::vector<float> cuts;
    if (values.size() > 1) cuts.reserve(values.size() - 1);
    for (std::size_t j = 1; j < values.size(); ++j)
        cuts.push_back(cut_between(values[j - 1], values[j]));
    return cuts;
}

/// For each j = 1 … bins − 1, cuts where the number of rows below is nearest to j/bins of all rows. One
/// boundary may be nearest for several j (a value of many rows), so there may be fewer than bins − 1 cuts.
std::vector<float> quantile_cuts(const DistinctValues& distinct, std::size_t bins) {
    std::vector<double> below{0};  // below[j]: number of rows with a value less than distinct value j
    for (const std::size_t count : distinct.counts)
        below.push_back(below.back() + static_cast<double>(count));
    const double total = below.back();
    const std::size_t last = distinct.values.size() - 1;
    std::vector<float> cuts;
    std::size_t boundary = 1, taken = 0;
    for (std::size_t j = 1; j < bins; ++j) {
        const double target = total * static_cast<double>(j) / static_cast<double>(bins);
        const auto distance = [&](std::size_t b) { return std::abs(below[b] - target); };
        while (boundary < last && distance(boundary + 1) < distance(boundary))
            ++boundary;
        if (boundary == taken) continue;
        cuts.push_back(cut_between(distinct.values[boundary - 1], distinct.values[boundary]));
        taken = boundary;
    }
    return cuts;
}

/// bins − 1 cuts at equal distances between the least and the largest finite value.
std::vector<float> equal_width_cuts(const std::vector<float>& values, std::size_t bins) {
    const auto finite = [](float v) { return std::isfinite(v); };
    const auto first = std::ranges::find_if(values, finite);
    const auto last = std::find_if(values.rbegin(), values.rend(), finite);
    if (first == values.end()) return {};
    const double low = *first, high = *last;
    std::vector<float> cuts;
    for (std::size_t j = 1; j < bins; ++j) {
        const double share = static_cast<double>(j) / static_cast<double>(bins);
        const auto cut = static_cast<float>(low + (high - low) * share);
        if (cut > *first && (cuts.empty() || cut > cuts.back())) cuts.push_back(cut);
    }
    return cuts;
}

using Codes = decltype(BinnedColumn::codes);

/// Returns `rows` zero codes of the narrowest integer type that holds `bins` different codes.
Codes empty_codes(std::size_t rows, std::uint32_t bins) {
    if (bins <= 256) return std::vector<std::uint8_t>(rows);
    if (bins <= 65536) return std::vector<std::uint16_t>(rows);
    return std::vector<std::uint32_t>(rows);
}

/// From so many rows and cuts on, codes come from a merge of sorted rows and cuts, else from binary searches.
constexpr std::size_t kRowsWorthSorting = 2048, kCutsWorthSorting = 8;

template <class Code>
void assign_codes(const std::vector<float>& values, const BinCuts& cuts, std::vector<Code>& codes) {
    if (values.size() < kRowsWorthSorting || cuts.cuts.size() < kCutsWorthSorting) {
        for (std::size_t i = 0; i < values.size(); ++i)
            codes[i] = static_cast<Code>(cuts.code(values[i]));
        return;
    }
    std::ranges::fill(codes, static_cast<Code>(cuts.cuts.size() + 1));  // missing
    std::size_t code = 0;
    for (const ValueOfRow& entry : sort_rows(values)) {
        while (code < cuts.cuts.size() && cuts.cuts[code] <= entry.value)
            ++code;
        codes[entry.row] = static_cast<Code>(code);
    }
}

}  // namespace

std::vector<ValueOfRow> sort_rows(const std::vector<float>& values) {
    std::vector<Entry> entries, other;
    entries.reserve(values.size());
    std::array<std::array<std::uint32_t, kBuckets>, kDigits> counts{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i])) continue;
        const std::uint32_t key = key_of(values[i]);
        entries.push_back({key, static_cast<std::uint32_t>(i)});
        for (std::size_t pass = 0; pass < kDigits; ++pass)
            ++counts[pass][digit(key, pass)];
    }
    other.resize(entries.size());
    for (std::size_t pass = 0; pass < kDigits && !entries.empty(); ++pass) {
        std::array<std::uint32_t, kBuckets>& next = counts[pass];
        if (next[digit(entries.front().key, pass)] == entries.size()) continue;
        std::uint32_t start = 0;
        for (std::uint32_t& count : next)
            start += std::exchange(count, start);
        for (const Entry entry : entries)
            other[next[digit(entry.key, pass)]++] = entry;
        entries.swap(other);
    }
    return mapped(entries, [](const Entry& entry) { return ValueOfRow{value_of(entry.key), entry.row}; });
}

std::uint32_t BinCuts::code(float value) const {
    if (std::isnan(value)) return static_cast<std::uint32_t>(cuts.size()) + 1;
    return static_cast<std::uint32_t>(std::upper_bound(cuts.begin(), cuts.end(), value) - cuts.begin());
}

std::size_t BinnedColumn::rows() const {
    return std::visit([](const auto& c) { return c.size(); }, codes);
}

std::uint32_t BinnedColumn::at(std::size_t row) const {
    return std::visit([row](const auto& c) { return static_cast<std::uint32_t>(c[row]); }, codes);
}

BinnedColumn BinnedColumn::subset(const std::vector<std::uint32_t>& rows) const {
    BinnedColumn result;
    result.bin_count = bin_count;
    std::visit([&](const auto& all) { result.codes = picked(all, rows); }, codes);
    result.find_frequent_bin();
    return result;
}

void BinnedColumn::find_frequent_bin() {
    std::vector<std::uint32_t> counts(bin_count);
    std::visit(
        [&](const auto& all) {
            for (const auto code : all)
                ++counts[code];
        },
        codes);
    const auto most = std::ranges::max_element(counts);
    frequent_bin = static_cast<std::uint32_t>(most - counts.begin());
    frequent_rows = *most;
}

BinnedMatrix BinnedMatrix::subset(const std::vector<std::uint32_t>& chosen) const {
    return {mapped(columns, [&](const BinnedColumn& column) { return column.subset(chosen); }),
            chosen.size()};
}

BinCuts fit_cuts(const Column& column, const BinningOptions& options) {
    const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&column.values);
    const auto* floats = std::get_if<std::vector<float>>(&column.values);
    const auto range = floats != nullptr ? integer_range(*floats) : std::nullopt;
    const DistinctValues distinct = bytes != nullptr ? by_table<std::uint8_t>(*bytes, 0, 255)
                                    : range          ? by_table(*floats, range->first, range->second)
                                                     : by_sorting(*floats);
    BinCuts fitted;
    fitted.has_missing = distinct.missing > 0;
    const auto most = static_cast<std::size_t>(options.max_bins);
    if (options.max_bins <= 0 || distinct.values.size() <= most)
        fitted.cuts = exact_cuts(distinct.values);
    else if (options.rule == BinRule::quantile)
        fitted.cuts = quantile_cuts(distinct, most);
    else
        fitted.cuts = equal_width_cuts(distinct.values, most);
    return fitted;
}

BinnedColumn apply_cuts(const Column& column, const BinCuts& cuts) {
    BinnedColumn binned{{}, cuts.bin_count()};
    const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&column.values);
    if (bytes != nullptr && binned.bin_count <= 256) {
        std::array<std::uint8_t, 256> table{};
        for (std::size_t v = 0; v < table.size(); ++v)
            table[v] = static_cast<std::uint8_t>(cuts.code(static_cast<float>(v)));
        std::vector<std::uint8_t> codes = *bytes;
        for (std::uint8_t& b : codes)
            b = table[b];
        binned.codes = std::move(codes);
    } else {
        std::vector<float> converted;
        if (bytes != nullptr) converted.assign(bytes->begin(), bytes->end());
        const auto& values = bytes != nullptr ? converted : std::get<std::vector<float>>(column.values);
        const bool missing = std::ranges::any_of(values, [](float v) { return std::isnan(v); });
        if (missing && !cuts.has_missing) ++binned.bin_count;
        binned.codes = empty_codes(values.size(), binned.bin_count);
        std::visit([&](auto& codes) { assign_codes(values, cuts, codes); }, binned.codes);
    }
    binned.find_frequent_bin();
    return binned;
}

void append_column(ColumnParts column, const BinningOptions& options, BinnedSplit& split,
                   const std::function<bool(const BinnedColumn& train)>& keep) {
    BinCuts fitted = fit_cuts(column.train, options);
    BinnedColumn train = apply_cuts(column.train, fitted);
    if (keep && !keep(train)) return;
    split.feature_names.push_back(std::move(column.train.name));
    split.levels.push_back(std::move(column.train.levels));
    const BinCuts& cuts = split.cuts.emplace_back(std::move(fitted));
    split.train.columns.push_back(std::move(train));
    split.test.columns.push_back(apply_cuts(column.test, cuts));
    if (split.validation.rows > 0) split.validation.columns.push_back(apply_cuts(column.validation, cuts));
}

BinnedMatrix bin_with(const Dataset& dataset, std::span<const BinCuts> cuts) {
    if (dataset.features() != cuts.size())
        throw error<DataError>("data set '{}' has {} features, expected {}", dataset.name, dataset.features(),
                               cuts.size());
    const auto column = [&](std::size_t j) { return apply_cuts(dataset.columns[j], cuts[j]); };
    return {mapped(indices(cuts.size()), column), dataset.rows()};
}

void describe(Fields& field, BinningOptions& o) {
    field("max_bins", o.max_bins,
          {"at most this many bins per column; 0: one bin per distinct value (exact). Columns with fewer "
           "distinct values stay exact",
           0, 1e9});
    field("rule", o.rule, {"where the cuts of an inexact column lie"});
}

}  // namespace reboost::data
