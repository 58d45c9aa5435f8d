#pragma once
/// Reads the text formats (tables, ARFF, LIBSVM) behind one function, and cuts text into lines and cells.
#include "data/dataset_spec.hpp"
#include "data/raw_table.hpp"
#include "data/readers/input_file.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::data {

template <class List, class Element>
bool contains(const List& list, const Element& element) {
    return std::ranges::find(list, element) != list.end();
}

/// What a column of a file is taken for.
enum class ColumnRole { feature, label, skipped };

/// One cell and its place in the line.
struct Cell {
    std::string_view text;  ///< without blanks around it, without quotes
    std::size_t column;     ///< 1-based position of the cell's first character
};

/// Returns the lines of a text one by one, without blank lines and comments.
class LineReader {
  public:
    /// `tabs_are_cells`: a line of tabs alone is a row of empty cells, not a blank line.
    LineReader(std::string_view text, std::string_view comment, bool tabs_are_cells = false);
    /// Gives the memory of `text` back to the system as lines pass: they cannot be read again.
    static LineReader consuming(std::string& text, std::string_view comment, bool tabs_are_cells = false);
    /// Finds the next line; returns false at the end of the text.
    bool next(std::string_view& line);
    /// Extends the current line to the end of the next line that holds `mark`. Returns false if none does.
    bool lengthen(std::string_view& line, char mark);
    /// 1-based number of the current line; of an extended line, the number of its first line.
    std::size_t number() const { return number_; }

  private:
    void free_passed();

    std::string_view rest_, comment_;
    bool tabs_are_cells_;
    char* passed_from_ = nullptr;          ///< first byte not given back; null: the text stays
    std::size_t number_ = 0, passed_ = 0;  ///< number of the current line; number of lines that extended it
};

/// Cuts lines into cells; the views are valid until the next call.
class CellCutter {
  public:
    CellCutter(Delimiter delimiter, std::string file);
    /// Returns the cells between blanks; quotes have no meaning.
    const std::vector<Cell>& cut_at_blanks(std::string_view line);
    /// Returns the cells of the next row, or null at the end. A quoted cell may span several lines. Throws
    /// DataError on an unclosed quote.
    const std::vector<Cell>* next_row(LineReader& lines);

  private:
    std::size_t cut_quoted(LineReader& lines, std::string_view& line, std::size_t start,
                           std::string_view marks);

    Delimiter delimiter_;
    std::string file_;
    std::vector<Cell> cells_;
    std::deque<std::string> unescaped_;
};

/// Whether the comma at position `comma` stands between two digits.
bool is_decimal_comma(std::string_view text, std::size_t comma);
/// Returns tab, comma or semicolon, the first in this order that line 1 holds outside quotes; else space.
/// Commas between digits do not count if it has a semicolon, or each is in a number between blanks. If line 1
/// has commas and semicolons, the one that cuts the first rows into more, equally many cells.
Delimiter guess_delimiter(std::string_view text);

/// How to read a text file; delimiter, header and comment apply to tables only.
struct TableFormat {
    Delimiter delimiter = Delimiter::auto_;
    Header header = Header::auto_;
    std::vector<std::string> missing{};  ///< tokens of a missing value; "" means an empty cell
    std::string label{};                 ///< name or 0-based index of the label; empty: the last column
    std::vector<std::string> nominal{};  ///< names or 0-based indices of columns taken as nominal
    std::vector<std::string> skip{};     ///< names or 0-based indices of columns to leave out
    std::vector<std::string> copy{};     ///< tables: names or 0-based indices of columns to copy as texts
    std::string comment{};               ///< lines that begin with this text are skipped; empty: none
    bool has_label = true;               ///< false: all columns are features
    bool drop_unlabelled = false;        ///< leave out rows without a label, which are an error otherwise
    /// What that error advises.
    std::string unlabelled_advice = "`drop_unlabelled` (train: --drop-unlabelled) leaves such rows out";
    std::string trained_label{};     ///< beside `like`: name of the training file's label; empty: unknown
    std::size_t least_features = 0;  ///< LIBSVM: least number of columns, even if the last hold only 0
    /// Names and kinds of the training file's columns, which this file must have. Empty: no training file.
    std::vector<RawColumn> like{};
};

/// `file` is for messages, here and below. A column is numeric if its first value is a number; then all
/// others must be numbers. Otherwise it is nominal. Throws DataError with file, line and column on an empty
/// file, a ragged row, a text among numbers, a number beyond a float or in another notation ("0,5", "$5",
/// "50%"), an undeclared empty cell or NaN, a missing label, an unclosed quote, a first line that may be
/// names or data; UsageError on an unknown or ambiguous column.
RawTable parse_table(std::string text, const std::string& file, const TableFormat& format);

/// ARFF as Weka reads it: "@relation", "@attribute name kind", "@data", then rows of values separated by
/// commas or blanks, or sparse rows in braces. Kinds are numeric, real, integer and nominal {a,b,…}; also
/// string and date if `format` skips these attributes or takes them as nominal. '?' is a missing value. The
/// label, nominal or numeric, is the attribute named in `format`, else by "@outputs" (KEEL), else the last.
/// With `like` and without labels, the file may have or lack it. Throws DataError with file and line on
/// another kind, a value outside its attribute's set, an empty value, a row weight, a ragged row, a missing
/// label, no data, too many cells (raw_table.hpp); UsageError on an unknown column.
RawTable parse_arff(std::string text, const std::string& file, const TableFormat& format);

/// LIBSVM: "label [qid:q] index:value … [# comment]"; absent values are 0. Indices count from 1, or from 0 if
/// an index 0 occurs; with `like` they count as in the training file, and indices it has not are left out,
/// with a note. If `format` has no label, a label before the pairs is optional and ignored. A label such as
/// "1,3" makes the table multi-label (`label_sets`); then a row may have no label. Throws IoError; DataError
/// with file, line and column on an empty file, a bad pair, an index twice in a row, NaN, qid in some rows
/// only, an index above kMostColumns, too many cells (raw_table.hpp).
RawTable parse_libsvm(std::string text, const std::string& file, const TableFormat& format);

/// Reads a file of any format except IDX. `auto_`: the format is told by the content, else by the name.
/// Throws as the format's parser does, and DataError if the file lacks the columns of `like`.
RawTable read_text_file(const SourceFile& source, FileFormat format, const TableFormat& options);

/// Returns the index of the column with that name or 0-based index, of columns with these names. `what` is
/// for messages: "label column". Throws UsageError if there is no such column, or two have that name.
std::size_t find_column(const std::string& file, const std::vector<std::string>& names,
                        const std::string& wanted, const std::string& what);

/// The name of the label in files without names (LIBSVM, IDX).
inline constexpr const char* kLabelName = "label";
/// Applies `skip` and `nominal` to a file whose features are all numbers (LIBSVM, IDX): leaves out the
/// columns in `format.skip` and makes those in `format.nominal` nominal; both are names or 0-based indices.
/// With `format.like` these columns may be absent. Throws UsageError on an unknown column, DataError if no
/// column remains.
void choose_columns(RawTable& table, const TableFormat& format);

/// Reads numbers separated by blanks, commas, semicolons or line ends; `#` begins a comment. Throws IoError,
/// and DataError with line and column on a text that is no number, a negative or an infinite one.
std::vector<double> read_prices(const SourceFile& source);

// Recognises a file's format by its content, since its name may be wrong or say nothing (file_kind.cpp)

/// Number of bytes at a file's beginning that the functions below look at.
inline constexpr std::size_t kTellingBytes = std::size_t{1} << 16U;

/// Takes a file's first bytes, unpacked. Returns idx on the magic number; arff if "@relation" or "@attribute"
/// begins the first line that is no comment; libsvm if all cells after the first, in the first lines, are
/// <index>:<number>; else `auto_`: the content does not tell.
FileFormat format_by_content(std::string_view begin);

/// Returns the format by the content or, if the content does not tell, by the name, provided that the content
/// may be of that format; else a table. `begin` is the file's beginning, empty if unknown.
FileFormat format_of_beginning(const std::string& path, std::string_view begin = {});

/// As format_of_beginning. Files that cannot be read, and pipes, are judged by name alone. Throws nothing.
FileFormat format_of_file(const std::string& path);

/// Throws DataError if, in the first two lines, all cells after the first are pairs such as "age:5" or
/// "1:3:1" of a format that no reader here knows. Times such as 10:30 are no pairs.
void refuse_pairs(const std::string& path, std::string_view begin);

/// Throws DataError if the content is not text lines that a reader knows: UTF-16, an archive, an image, a
/// file of another program (file_kind.cpp lists them), JSON, HTML or XML, a Git LFS pointer, lines that end
/// with a carriage return alone. The message names the format and what the user can do.
void require_text(const std::string& path, std::string_view content);

}  // namespace reboost::data
