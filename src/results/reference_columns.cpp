#include "results/reference_columns.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <utility>

namespace reboost::results {
namespace {

using Numbers = std::vector<std::int64_t>;

constexpr std::size_t kIndexColumns = 4;
constexpr std::int64_t kShort = -1;  ///< in place of a divisor
constexpr int kShortShift = 34;      ///< leaves sign, exponent and 18 bits of the mantissa
constexpr std::int64_t kShortNumbers = std::int64_t{1} << (64 - kShortShift);
constexpr double kLargestCount = 9007199254740992.0;  // 2^53: whole numbers are exact up to there

/// The counts that give these values again, to the last bit, when divided.
std::optional<Numbers> counts_of(const std::vector<double>& values, std::int64_t divisor) {
    Numbers counts;
    counts.reserve(values.size());
    const auto d = static_cast<double>(divisor);
    for (const double value : values) {
        const double scaled = std::round(value * d);
        if (!(std::abs(scaled) <= kLargestCount)) return std::nullopt;
        const auto count = static_cast<std::int64_t>(scaled);
        const double back = static_cast<double>(count) / d;  // of −0.0 another zero
        if (std::bit_cast<std::uint64_t>(back) != std::bit_cast<std::uint64_t>(value)) return std::nullopt;
        counts.push_back(count);
    }
    return counts;
}

/// The upper bits of values that have no others.
std::optional<Numbers> short_numbers_of(const std::vector<double>& values) {
    Numbers numbers;
    numbers.reserve(values.size());
    for (const double value : values) {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        if ((bits & ((std::uint64_t{1} << kShortShift) - 1)) != 0) return std::nullopt;
        numbers.push_back(static_cast<std::int64_t>(bits >> kShortShift));
    }
    return numbers;
}

double from_short(std::int64_t number) {
    if (number < 0 || number >= kShortNumbers) throw DataError("a short number of more than 30 bits");
    return std::bit_cast<double>(static_cast<std::uint64_t>(number) << kShortShift);
}

/// 0, −1, 1, −2, 2, … as 0, 1, 2, 3, 4, …: small whatever the sign.
std::int64_t zigzag(std::int64_t step) {
    return (step << 1) ^ (step >> 63);
}

std::int64_t from_zigzag(std::int64_t coded) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(coded) >> 1) ^ -(coded & 1);
}

void append_steps(const Numbers& numbers, Numbers& steps) {
    std::int64_t before = 0;
    for (const std::int64_t number : numbers)
        steps.push_back(zigzag(number - std::exchange(before, number)));
}

std::int64_t sum(std::int64_t a, std::int64_t b) {
    std::int64_t total = 0;
    if (__builtin_add_overflow(a, b, &total)) throw DataError("steps that lead beyond any count");
    return total;
}

Numbers from_steps(std::span<const std::int64_t> steps, bool zigzag_coded) {
    Numbers numbers;
    numbers.reserve(steps.size());
    std::int64_t number = 0;
    for (const std::int64_t step : steps)
        numbers.push_back(number = sum(number, zigzag_coded ? from_zigzag(step) : step));
    return numbers;
}

template <class T>
std::vector<T> optional_array(const Archive& archive, const std::string& name) {
    return archive.contains(name) ? archive.get<T>(name) : std::vector<T>{};
}

template <class T>
void put_unless_empty(Archive& arrays, const std::string& name, const std::vector<T>& values) {
    if (!values.empty()) arrays.put(name, values);
}

}  // namespace

void ColumnWriter::add(std::size_t run, const std::vector<double>& array,
                       const std::set<std::int64_t>& divisors) {
    for (const std::int64_t divisor : divisors)
        if (const std::optional<Numbers> counts = counts_of(array, divisor)) {
            note(run, count_steps_.size(), array.size(), divisor);
            return append_steps(*counts, count_steps_);
        }
    if (const std::optional<Numbers> numbers = short_numbers_of(array)) {
        note(run, short_steps_.size(), array.size(), kShort);
        return append_steps(*numbers, short_steps_);
    }
    note(run, values_.size(), array.size(), 0);
    values_.insert(values_.end(), array.begin(), array.end());
}

void ColumnWriter::note(std::size_t run, std::size_t begin, std::size_t size, std::int64_t divisor) {
    for (const std::size_t number : {run, begin, size})
        index_.push_back(static_cast<std::int64_t>(number));
    index_.push_back(divisor);
}

void ColumnWriter::put(Archive& arrays, const std::string& group) const {
    Numbers index = index_;
    for (std::size_t i = index.size(); i-- > kIndexColumns;)
        index[i] -= index[i - kIndexColumns];
    const std::size_t rows = index.size() / kIndexColumns;
    arrays.put_shaped(group + "/index", std::move(index), {rows, kIndexColumns});
    put_unless_empty(arrays, group + "/count_steps", count_steps_);
    put_unless_empty(arrays, group + "/short_steps", short_steps_);
    put_unless_empty(arrays, group + "/values", values_);
}

ColumnReader::ColumnReader(const Archive& arrays, const std::string& group, bool before)
    : zigzag_coded_(!before),
      stepped_(!before || arrays.contains(group + "/steps")),
      index_(arrays.get<std::int64_t>(group + "/index")),
      counts_(optional_array<std::int64_t>(arrays, group + (!before    ? "/count_steps"
                                                            : stepped_ ? "/steps"
                                                                       : "/counts"))),
      short_steps_(optional_array<std::int64_t>(arrays, group + "/short_steps")),
      values_(optional_array<double>(arrays, group + "/values")) {
    if (!before)
        for (std::size_t i = kIndexColumns; i < index_.size(); ++i)
            index_[i] = sum(index_[i], index_[i - kIndexColumns]);
}

std::optional<ColumnReader::Array> ColumnReader::next() {
    if (next_row_ + kIndexColumns > index_.size()) return std::nullopt;
    const std::int64_t* row = index_.data() + next_row_;
    next_row_ += kIndexColumns;
    return Array{row[0], values_of(row[1], row[2], row[3])};
}

std::vector<double> ColumnReader::values_of(std::int64_t begin, std::int64_t size, std::int64_t divisor) {
    if (divisor < kShort) throw DataError("a divisor below -1");
    // Each value belongs to one run: otherwise a small file could ask for any memory.
    std::int64_t& next = divisor == 0 ? next_value_ : divisor == kShort ? next_short_ : next_count_;
    if (begin != next) throw DataError("the parts of an array are not one after another");
    std::vector<double> values;
    if (divisor == 0) {
        const auto found = part_of(values_, begin, size);
        values.assign(found.begin(), found.end());
    } else if (divisor == kShort) {
        std::ranges::transform(from_steps(part_of(short_steps_, begin, size), true),
                               std::back_inserter(values), from_short);
    } else {
        const auto found = part_of(counts_, begin, size);
        for (const std::int64_t count :
             stepped_ ? from_steps(found, zigzag_coded_) : Numbers(found.begin(), found.end()))
            values.push_back(static_cast<double>(count) / static_cast<double>(divisor));
    }
    next += size;
    return values;
}

}  // namespace reboost::results
