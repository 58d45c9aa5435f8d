#pragma once
/// Reads the Orange data sets of KDD Cup 2009: tables separated by tabs, one block of columns at a time.
///
/// Only the first file has a header line Var1, Var2, …; further files continue the rows. Empty cells are
/// missing values. The last columns hold texts, others numbers. Labels: files of one +1 or −1 per line.
///
/// The constructor scans the files once, for line ends and cells per row. Then every cell is read exactly
/// once; each row continues where the previous block ended. Memory: one block and 40 bytes per row.
///
/// The scan computes each file's SHA-256 and each line's CRC-32. After the last block these CRCs prove that
/// no cell changed between the scan and the reading.
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
    /// Takes the files in the order of their rows; the last `nominal` columns hold texts. Throws IoError;
    /// DataError with file, line and column on a row with too few or too many cells, or a wrong checksum.
    OrangeTable(std::vector<SourceFile> files, std::size_t nominal);

    std::size_t rows() const { return rows_.size(); }
    std::size_t features() const { return names_.size(); }
    /// Returns the next columns of all rows, at most `count`; empty at the end. Numbers are floats, NaN if
    /// missing; texts are indices into the column's sorted levels. Throws DataError with file, line and
    /// column at a cell that is no number, and at the last column if a file changed since the scan.
    std::vector<Column> next(std::size_t count);

  private:
    class File;
    struct Row {
        std::uint32_t file, line;
        std::uint64_t start, next, end;  ///< byte offsets of the line, its first unread cell and its end
        std::uint32_t scanned, read;     ///< CRC-32 of the line at the scan, and of the cells read so far
    };
    class Block;
    void scan(std::uint32_t file, bool has_header);
    void read_names(std::string_view line, const std::string& path);
    void accept_line(const Row& row, std::size_t tabs);

    std::vector<std::shared_ptr<File>> files_;
    std::vector<std::string> names_;
    std::vector<Row> rows_;
    std::size_t nominal_ = 0, at_ = 0;
};

/// A fast parser for short numbers, as most cells are. Reads a plain decimal such as −12.375 from `at`, moves
/// `at` behind its last digit and returns true if `value` is surely the float nearest to the text. Returns
/// false if the general parser is needed.
inline bool read_plain_number(const char*& at, const char* end, float& value) {
    // Up to 15 digits and 10^15 are exact doubles, so their quotient is at most half an ulp off.
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
    // Near the midpoint of two floats, rounding the double to float might choose the wrong one.
    constexpr std::uint64_t kBelowFloat = 0x1FFFFFFF, kMiddle = 0x10000000;
    const std::uint64_t rest = std::bit_cast<std::uint64_t>(exact) & kBelowFloat;
    if (decimals > 0 && rest + 1 >= kMiddle && rest <= kMiddle + 1) return false;
    value = static_cast<float>(negative ? -exact : exact);
    at = p;
    return true;
}

/// Reads one label per line: 1, +1 or −1. Throws IoError, and DataError with file and line on any other text.
std::vector<std::int8_t> read_orange_labels(const SourceFile& source);

}  // namespace reboost::data
