#include "data/binning.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace reboost::data {
namespace {

constexpr std::size_t kDigitBits = 11, kDigits = 3, kBuckets = std::size_t{1} << kDigitBits;
constexpr std::uint32_t kSign = 0x80000000U;

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

DistinctValues from_bytes(const std::vector<std::uint8_t>& bytes) {
    // Four tables: with one, adding to a count would wait for the store of an equal neighbour's count.
    std::array<std::array<std::uint32_t, 256>, 4> tables{};
    std::size_t i = 0;
    for (; i + 4 <= bytes.size(); i += 4)
        for (std::size_t t = 0; t < 4; ++t)
            ++tables[t][bytes[i + t]];
    for (; i < bytes.size(); ++i)
        ++tables[0][bytes[i]];
    DistinctValues found;
    for (std::size_t v = 0; v < 256; ++v)
        found.add(static_cast<float>(v),
                  std::size_t{tables[0][v]} + tables[1][v] + tables[2][v] + tables[3][v]);
    return found;
}

struct Range {
    float low = std::numeric_limits<float>::infinity();
    float high = -std::numeric_limits<float>::infinity();
    bool small_integers = true;
};

Range scan_range(const std::vector<float>& values) {
    Range range;
    for (const float v : values) {
        if (std::isnan(v)) continue;
        range.low = std::min(range.low, v);
        range.high = std::max(range.high, v);
        if (!(std::fabs(v) < 1e6F) || v != std::trunc(v)) {
            range.small_integers = false;
            return range;
        }
    }
    const float span = std::min(kTableSpan, 4 * static_cast<float>(values.size()) + 256);
    range.small_integers = range.low <= range.high && range.high - range.low < span;
    return range;
}

DistinctValues by_table(const std::vector<float>& values, const Range& range) {
    DistinctValues found;
    std::vector<std::size_t> table(static_cast<std::size_t>(range.high - range.low) + 1);
    for (const float v : values) {
        if (std::isnan(v))
            ++found.missing;
        else
            ++table[static_cast<std::size_t>(v - range.low)];
    }
    for (std::size_t t = 0; t < table.size(); ++t)
        found.add(range.low + static_cast<float>(t), table[t]);
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
    std::vector<ValueOfRow> sorted;
    sorted.reserve(entries.size());
    for (const Entry entry : entries)
        sorted.push_back({value_of(entry.key), entry.row});
    return sorted;
}

DistinctValues distinct_values(const Column& column) {
    if (const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&column.values)) return from_bytes(*bytes);
    const auto& values = std::get<std::vector<float>>(column.values);
    const Range range = scan_range(values);
    if (range.small_integers) return by_table(values, range);
    return by_sorting(values);
}

}  // namespace reboost::data
