#pragma once
/// The formats of text (tables, ARFF, LIBSVM) behind one call, and the lines and cells that they are made of.
#include "data/dataset_spec.hpp"
#include "data/raw_table.hpp"
#include "data/readers/input_file.hpp"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::data {

/// One cell and where it starts.
struct Cell {
    std::string_view text;  ///< trimmed, unquoted
    std::size_t column;     ///< 1-based position in the line
    bool quoted = false;
};

/// Walks over the lines that hold something and are no comment.
class LineReader {
  public:
    /// `tabs_are_cells`: a line of tabs alone is a row of empty cells, not a blank line.
    LineReader(std::string_view text, std::string_view comment, bool tabs_are_cells = false);
    /// False at the end of the text.
    bool next(std::string_view& line);
    std::size_t number() const { return number_; }  ///< 1-based, of the line just given

  private:
    std::string_view rest_, comment_;
    bool tabs_are_cells_;
    std::size_t number_ = 0;
};

/// Cuts lines into cells; the views live until the next call.
class CellCutter {
  public:
    CellCutter(Delimiter delimiter, std::string file);
    /// Throws DataError on an unclosed quote.
    const std::vector<Cell>& cut(std::string_view line, std::size_t number);

  private:
    void cut_at_blanks(std::string_view line);
    void cut_at(char mark, std::string_view line, std::size_t number);
    std::size_t cut_quoted(std::string_view line, std::size_t start, char mark, std::size_t number);

    Delimiter delimiter_;
    std::string file_;
    std::vector<Cell> cells_;
    std::deque<std::string> unescaped_;
};

/// Whether the comma at `comma` stands between digits.
bool is_decimal_comma(std::string_view text, std::size_t comma);
/// Tab, comma or semicolon, whichever of these comes first in that order in the line, outside quotes; else
/// blanks. Commas between digits are none where there is a semicolon.
Delimiter guess_delimiter(std::string_view line);

/// A table of text, with a header or without, plain or gzip.
struct TableFormat {
    Delimiter delimiter = Delimiter::automatic;
    Header header = Header::automatic;
    std::vector<std::string> missing{};  ///< tokens of a missing value; "" an empty cell
    std::string label{};                 ///< name or 0-based index; empty: the last column
    std::vector<std::string> nominal{};  ///< names or 0-based indices of columns that are nominal
                                         ///< though they hold numbers
    std::vector<std::string> skip{};     ///< names or 0-based indices of columns left out
    std::string comment{};               ///< lines that begin so are skipped; empty: none
    bool has_label = true;               ///< false: all columns are features
    /// Kinds and names of a training file, to which columns keep. Empty: this file sets its own.
    std::vector<RawColumn> like{};
};

/// `file` is for messages, here and below. A column is numeric if its first value is a number, and then all
/// others must be; else nominal. Throws DataError with file, line and column on an empty file, a ragged row,
/// a text among numbers, a number beyond a float or with a decimal comma, an undeclared empty cell or NaN, a
/// missing label, an unclosed quote; UsageError on an unknown or ambiguous column.
RawTable parse_table(std::string_view text, const std::string& file, const TableFormat& format);

/// ARFF, WEKA's format: "@relation", "@attribute name kind", "@data", then dense rows or sparse ones in
/// braces. Kinds numeric, real, integer and nominal {a,b,…}; '?' is a missing value. `label`: name or 0-based
/// index; empty: the last attribute, which must be nominal. `unlabelled_features` above 0: labels are not
/// read; the file has that many attributes, or the label's too. Throws DataError with file and line on
/// another kind, a value outside its attribute's set, a ragged row, a missing label, no data, more cells than
/// raw_table.hpp allows; UsageError on an unknown label column.
RawTable parse_arff(std::string_view text, const std::string& file, const std::string& label,
                    std::size_t unlabelled_features = 0);

/// LIBSVM: "label [qid:q] index:value … [# comment]"; indices from 1, ascending; absent values are 0.
struct LibsvmFormat {
    std::size_t least_features = 0;  ///< this many columns at least, also where the last ones never occur
    std::size_t most_features = 0;   ///< larger indices are refused; 0: kMostColumns
    bool has_label = true;           ///< false: a label before the pairs is passed over, and none is needed
};

/// A label such as "1,3" makes the table multi-label (`label_sets`). Throws IoError; DataError with file,
/// line and column on an empty file, a bad pair, an index below 1 or not ascending, NaN, some rows with qid
/// and some without, an index above kMostColumns, more cells than raw_table.hpp allows.
RawTable parse_libsvm(std::string_view text, const std::string& file, const LibsvmFormat& format);

/// What `FileFormat::automatic` says of a name; never `automatic`.
FileFormat format_by_name(const std::string& path);

/// Reads a file that is not IDX. Of `options` ARFF takes label, has_label and like, LIBSVM the last two.
/// Throws as the format's reader does, and DataError where the file has not the columns of `like`.
RawTable read_text_file(const SourceFile& source, FileFormat format, const TableFormat& options);

}  // namespace reboost::data
