#pragma once
/// The runs' arrays of one name, as a reference file stores them in /arrays/<name>
/// (results/reference_store.hpp). Internal to results/.
#include "core/archive.hpp"
#include "core/error.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace reboost::results {

class ColumnWriter {
  public:
    /// `divisors`: positive; the first that makes whole numbers of all values is taken.
    void add(std::size_t run, const std::vector<double>& array, const std::set<std::int64_t>& divisors);
    /// The data sets of `group`.
    void put(Archive& arrays, const std::string& group) const;

  private:
    void note(std::size_t run, std::size_t begin, std::size_t size, std::int64_t divisor);

    std::vector<std::int64_t> index_, count_steps_, short_steps_;
    std::vector<double> values_;
};

/// Gives the arrays in the order in which they were added. All throw DataError where the data sets are not
/// what a ColumnWriter puts.
class ColumnReader {
  public:
    /// `before`: of a format before 4, with plain counts, or plain steps where none falls, and a plain index.
    ColumnReader(const Archive& arrays, const std::string& group, bool before);

    struct Array {
        std::int64_t run;  ///< any number
        std::vector<double> values;
    };
    /// nullopt: that was the last.
    std::optional<Array> next();

  private:
    std::vector<double> values_of(std::int64_t begin, std::int64_t size, std::int64_t divisor);

    bool zigzag_coded_, stepped_;
    std::vector<std::int64_t> index_, counts_, short_steps_;
    std::vector<double> values_;
    std::size_t next_row_ = 0;
    std::int64_t next_count_ = 0, next_short_ = 0, next_value_ = 0;
};

/// The elements of `all` from `begin` on. Throws DataError where they are not all there.
template <class T>
std::span<const T> part_of(const std::vector<T>& all, std::int64_t begin, std::int64_t size) {
    const auto end = static_cast<std::int64_t>(all.size());
    if (begin < 0 || size < 0 || begin > end || size > end - begin)
        throw DataError("a part of an array lies outside it");
    return std::span(all).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
}

}  // namespace reboost::results
