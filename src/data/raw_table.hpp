#pragma once
/// What every reader of text hands over: columns as they stand in one file, the label among them or apart,
/// before training and test file agree on levels and class names.
#include "data/dataset.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace reboost::data {

/// Gives each new text the next index.
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

struct RawColumn {
    std::string name{};
    ColumnKind kind = ColumnKind::numeric;
    bool decided = false;         ///< false until a value has shown the kind
    std::vector<float> values{};  ///< numbers, or indices into `levels`; NaN: missing
    Dictionary levels{};          ///< nominal only, in order of appearance
    /// The numbers as they are written, where some have more digits than a float holds; as long as `values`.
    std::vector<double> exact{};
};

struct RawTable {
    std::string file;
    std::vector<RawColumn> columns;          ///< features
    RawColumn label;                         ///< nominal; empty where the file has none
    std::vector<std::uint32_t> line_of_row;  ///< 1-based, for messages
    /// LIBSVM multi-label rows: the label column holds texts such as "1,3".
    bool label_sets = false;
    bool label_declared_nominal = false;  ///< `nominal` names the label's column
    std::string label_place{};            ///< "column 5 'species'"; empty where the label is no column
    std::size_t unlabelled = 0;           ///< rows left out, because they have no label
    std::vector<std::string> notes{};     ///< what a user should know of how the file was read
    /// Those that TableFormat::copy names, as they are written: a heading, then a cell for each row.
    std::vector<std::vector<std::string>> copied{};

    std::size_t rows() const { return line_of_row.size(); }
};

/// The names and kinds of its feature columns, without values.
std::vector<RawColumn> kinds_of(const RawTable& table);
/// Puts the columns in the order of the training file's, `like`, by their names; a note names those that it
/// has not, which go. Returns where each went, `like.size()` of those. Throws DataError where one is missing.
std::vector<std::size_t> order_like(RawTable& table, const std::vector<RawColumn>& like);
/// Throws DataError where `table` has not as many columns as the training file, `like`, or one of another
/// kind.
void require_like(const RawTable& table, const std::vector<RawColumn>& like);

/// The finite or infinite number that `text` is, whole; false where it is none, or NaN. Throws nothing. A
/// number beyond float's range counts as none; one below the least denormal is 0.
bool parse_number(std::string_view text, float& value);

/// The number `text`, of which parse_number gives `value`: as a double where it has more digits than a float
/// holds, else `value`.
double wide_number(std::string_view text, float value);
/// Appends the number `text` to a column. False, and nothing is appended, where parse_number refuses it.
bool add_number(RawColumn& column, std::string_view text);
/// Appends to `exact` what `values` has more.
void complete_exact(RawColumn& column);
/// Whether more than one number stands in the column, and all are the same float.
bool is_one_float(const RawColumn& column);

/// ASCII letters in lower case.
std::string lower(std::string_view text);

/// Whether a label's text is what programs write where there is none: "", "?", "nan", "NA", "N/A", "null".
bool means_missing(std::string_view text);

/// Only classes that some row has stay in the label's dictionary.
void drop_classes_without_rows(RawColumn& label);

inline constexpr std::string_view kNoNumber = "is not a number";
/// Why `parse_number` refuses `text`: kNoNumber or "is beyond what a float holds (±3.4e38)".
std::string_view number_fault(std::string_view text);

/// `text` without blanks (space, tab, carriage return) at both ends.
std::string_view trim(std::string_view text);

/// How much memory a small file may claim. Columns are dense, and each costs some hundred bytes by itself.
inline constexpr std::size_t kMostColumns = 500'000;
/// Cells that any file may expand to, and cells per byte of a larger file, whose zeros may be left out.
inline constexpr std::size_t kAnyCells = std::size_t{1} << 26U, kMostCellsOfByte = 128;

/// Throws DataError where `columns` are too many; line 0: not known.
void check_columns(const std::string& file, std::size_t line, std::size_t columns);
/// Throws DataError where rows x columns are too many for a file of `bytes`, as it is stored.
void check_cells(const std::string& file, std::size_t rows, std::size_t columns, std::size_t bytes);

/// The size of a file as it is stored; `otherwise` where it has none.
std::size_t stored_size(const std::string& path, std::size_t otherwise);

}  // namespace reboost::data
