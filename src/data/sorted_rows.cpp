#include "data/sorted_rows.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace reboost::data {
namespace {

constexpr std::size_t kDigitBits = 11, kDigits = 3, kBuckets = std::size_t{1} << kDigitBits;
constexpr std::uint32_t kSign = 0x80000000U;

struct Entry {
    std::uint32_t key, row;
};

/// Order of keys = order of floats.
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

}  // namespace reboost::data
