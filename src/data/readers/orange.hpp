#pragma once
/// The format of KDD Cup 2009's Orange sets: a table separated by tabs, read a block of columns at a time.
///
/// A header line Var1, Var2, … in the first file only; further files continue the rows. An empty cell is a
/// missing value. The last columns hold texts, all others numbers. Labels stand in files of their own, one +1
/// or −1 per line.
///
/// The constructor scans the files once for line ends and counts cells. Then every cell is read exactly once;
/// each row continues where the previous block of columns ended. Memory: one block and 40 bytes per row.
///
/// The scan computes each file's SHA-256 and each line's CRC-32, with which the last block verifies that the
/// cells were read as they were scanned.
#include "data/dataset.hpp"
#include "data/readers/input_file.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace reboost::data {

class OrangeTable {
  public:
    /// `files` in order; the last `nominal` columns hold texts. Throws IoError, and DataError with file, line
    /// and column where a row has too few or too many cells, or where a file's sum is not the expected one.
    OrangeTable(std::vector<SourceFile> files, std::size_t nominal);
    ~OrangeTable();

    std::size_t rows() const { return rows_.size(); }
    std::size_t features() const { return names_.size(); }
    /// The next columns of all rows, at most `count` of them; empty at the end. Numbers: floats, NaN missing.
    /// Texts: the index of the level among the column's levels, sorted. Throws DataError with file, line and
    /// column at a cell that is not a number, and at the last column where a file has changed since the scan.
    std::vector<Column> next(std::size_t count);

  private:
    class File;
    struct Row {
        std::uint32_t file, line;
        std::uint64_t start, next, end;  ///< offsets: of the line, of the first cell
                                         ///< not read yet, of its end
        std::uint32_t scanned,
            read;  ///< CRC-32 of the line at the scan, of its cells read so far
    };
    class Block;
    void scan(std::uint32_t file, bool has_header);
    void read_names(std::string_view line, const std::string& path);
    void accept_line(const Row& row, std::size_t tabs);
    void check_rows() const;
    [[noreturn]] void refuse_line(const Row& row, std::size_t cells);

    std::vector<std::unique_ptr<File>> files_;
    std::vector<std::string> names_;
    std::vector<Row> rows_;
    std::size_t nominal_ = 0, at_ = 0;
};

/// Most cells have few digits: a fast parser for them. Reads a plain decimal such as −12.375 from `at` on;
/// stops behind its last digit and returns true if the value is certain to be the float nearest to the text.
/// False: unknown, use the general parser. `end` bounds it.
inline bool read_plain_number(const char*& at, const char* end, float& value) {
    // Up to 15 digits and 10^15 are exact doubles, so that their quotient is off by half an ulp at most.
    constexpr std::array<double, 16> kPowers{1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                             1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const char* p = at;
    const bool negative = p != end && *p == '-';
    if (negative) ++p;
    const char* const first = p;
    std::uint64_t digits = 0;
    const auto take_digits = [&] {
        for (; p != end && static_cast<unsigned char>(*p - '0') < 10; ++p)
            digits = 10 * digits + static_cast<std::uint64_t>(*p - '0');
    };
    take_digits();
    std::size_t decimals = 0, count = static_cast<std::size_t>(p - first);
    if (p != end && *p == '.') {
        const char* const point = ++p;
        take_digits();
        decimals = static_cast<std::size_t>(p - point);
        count += decimals;
    }
    if (count == 0 || count > 15) return false;
    const double exact = static_cast<double>(digits) / kPowers[decimals];
    // Near the midpoint of two floats the second rounding might be wrong.
    constexpr std::uint64_t kBelowFloat = 0x1FFFFFFF, kMiddle = 0x10000000;
    const std::uint64_t rest = std::bit_cast<std::uint64_t>(exact) & kBelowFloat;
    if (decimals > 0 && rest + 1 >= kMiddle && rest <= kMiddle + 1) return false;
    value = static_cast<float>(negative ? -exact : exact);
    at = p;
    return true;
}

/// One label per line: 1, +1 or −1. Throws DataError with file and line, IoError.
std::vector<std::int8_t> read_orange_labels(const SourceFile& source);

}  // namespace reboost::data
