#pragma once
/// What each reader of a text file returns: the columns and the label of one file, before the levels and
/// class names of the training and the test file are matched.
#include "data/dataset.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace reboost::data {

/// Numbers texts 0, 1, 2, … in the order of their first appearance.
class Dictionary {
  public:
    float index_of(std::string_view text);
    const std::vector<std::string>& names() const { return names_; }

  private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    std::unordered_map<std::string, float, Hash, std::equal_to<>> index_;
    std::vector<std::string> names_;
};

/// Renumbers the levels in the order of their names and returns the sorted names.
std::vector<std::string> sort_levels(const Dictionary& dictionary, std::vector<float>& values);
/// Returns the index of each name in `levels`; NaN if it is not there.
std::vector<float> codes_of(const std::vector<std::string>& names, const std::vector<std::string>& levels);

struct RawColumn {
    std::string name{};
    ColumnKind kind = ColumnKind::numeric;
    bool decided = false;         ///< false until the first value has shown the kind
    std::vector<float> values{};  ///< numbers, or indices into `levels`; NaN: missing
    Dictionary levels{};          ///< nominal only: level texts in order of appearance
    /// The numbers in double precision, row by row, if some have more digits than a float holds; else empty.
    std::vector<double> exact{};
};

struct RawTable {
    std::string file;
    std::vector<RawColumn> columns;          ///< features
    RawColumn label;                         ///< nominal; empty if the file has no labels
    std::vector<std::uint32_t> line_of_row;  ///< 1-based line number per row, for messages
    /// true for LIBSVM multi-label files: the label column holds texts such as "1,3"
    bool label_sets = false;
    bool label_declared_nominal = false;  ///< the option `nominal` names the label column
    std::string label_place{};            ///< "column 5 'species'"; empty if the label is no column
    std::size_t unlabelled = 0;           ///< number of rows left out because they have no label
    std::vector<std::string> notes{};     ///< messages for the user on how the file was read
    /// The columns of TableFormat::copy as they are written: a heading, then a cell for each row.
    std::vector<std::vector<std::string>> copied{};

    std::size_t rows() const { return line_of_row.size(); }
};

/// Returns the names and kinds of the feature columns, without values.
std::vector<RawColumn> kinds_of(const RawTable& table);
/// Puts the columns, by name, into the order of `like`, those of training, and removes others with a note.
/// Returns each column's new place; `like.size()` if removed. Throws DataError if one is missing.
std::vector<std::size_t> order_like(RawTable& table, const std::vector<RawColumn>& like);
/// Throws DataError if the columns differ in number or kind from `like`, those of the training file.
void require_like(const RawTable& table, const std::vector<RawColumn>& like);

/// Reads `text` as one finite or infinite number. Returns false if it is no number, NaN, or beyond the range
/// of a float; a number below the least denormal becomes 0. Throws nothing.
bool parse_number(std::string_view text, float& value);

/// The number `text` as a double if it has more digits than a float holds, else `value`, from parse_number.
double wide_number(std::string_view text, float value);
/// Appends the number `text` to a column. Returns false and appends nothing if parse_number refuses `text`.
bool add_number(RawColumn& column, std::string_view text);
/// Appends to `exact` the elements of `values` beyond its length.
void complete_exact(RawColumn& column);

/// ASCII letters in lower case.
std::string lower(std::string_view text);

/// Whether a label's text stands for a missing label: "", "?", "nan", "-nan", "NA", "N/A", "null", "<NA>".
bool means_missing(std::string_view text);

/// Removes the classes that no row has from the label's dictionary.
void drop_classes_without_rows(RawColumn& label);

inline constexpr std::string_view kNoNumber = "is not a number";
/// Why `parse_number` refuses `text`: kNoNumber or "is beyond what a float holds (±3.4e38)".
std::string_view number_fault(std::string_view text);

/// `text` without blanks (space, tab, carriage return) at both ends.
std::string_view trim(std::string_view text);

/// Most columns of a file: columns are dense, and each costs some hundred bytes by itself.
inline constexpr std::size_t kMostColumns = 500'000;
/// Most cells of any file, and most cells per byte of a larger file; sparse files leave out zeros.
inline constexpr std::size_t kAnyCells = std::size_t{1} << 26U, kMostCellsOfByte = 128;

/// Throws DataError if columns > kMostColumns; line 0: unknown.
void check_columns(const std::string& file, std::size_t line, std::size_t columns);
/// Throws DataError if rows × columns exceeds what a file of `bytes` stored bytes may hold.
void check_cells(const std::string& file, std::size_t rows, std::size_t columns, std::size_t bytes);

/// Returns the size of a file on disk in bytes, or `otherwise` if it cannot be read.
std::size_t stored_size(const std::string& path, std::size_t otherwise);

}  // namespace reboost::data
