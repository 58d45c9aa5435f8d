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
};

/// Walks over the lines that hold something and are no comment.
class LineReader {
  public:
    /// `tabs_are_cells`: a line of tabs alone is a row of empty cells, not a blank line.
    LineReader(std::string_view text, std::string_view comment, bool tabs_are_cells = false);
    /// False at the end of the text.
    bool next(std::string_view& line);
    /// Lengthens the line just given to the end of the next one that holds `mark`. False where none does.
    bool lengthen(std::string_view& line, char mark);
    /// 1-based, of the line just given, of a longer one its first.
    std::size_t number() const { return number_; }

  private:
    std::string_view rest_, comment_;
    bool tabs_are_cells_;
    std::size_t number_ = 0, passed_ = 0;  ///< of the line given, and how many it was lengthened by
};

/// Cuts lines into cells; the views live until the next call.
class CellCutter {
  public:
    CellCutter(Delimiter delimiter, std::string file);
    /// The cells between blanks, where quotes mean nothing.
    const std::vector<Cell>& cut_at_blanks(std::string_view line);
    /// The cells of the next row, which a quoted cell may spread over several lines; null at the end. Throws
    /// DataError on an unclosed quote.
    const std::vector<Cell>* next_row(LineReader& lines);

  private:
    void begin(std::string_view line, std::size_t number);
    void cut_at(char mark, std::string_view line, std::size_t number);
    std::size_t cut_quoted(std::string_view line, std::size_t start, char mark, std::size_t number);

    Delimiter delimiter_;
    std::string file_;
    std::vector<Cell> cells_;
    std::deque<std::string> unescaped_;
    std::size_t open_ = 0;  ///< 1-based place of a quote that the line does not close; 0: none
};

/// Whether the comma at `comma` stands between digits.
bool is_decimal_comma(std::string_view text, std::size_t comma);
/// Tab, comma or semicolon, whichever of these comes first in that order in the line, outside quotes; else
/// blanks. Commas between digits are none where there is a semicolon.
Delimiter guess_delimiter(std::string_view line);

/// How a file of text is read; delimiter, header and comment are for tables alone.
struct TableFormat {
    Delimiter delimiter = Delimiter::automatic;
    Header header = Header::automatic;
    std::vector<std::string> missing{};  ///< tokens of a missing value; "" an empty cell
    std::string label{};                 ///< name or 0-based index; empty: the last column
    std::vector<std::string> nominal{};  ///< names or 0-based indices of columns that are nominal
                                         ///< though they hold numbers
    std::vector<std::string> skip{};     ///< names or 0-based indices of columns left out
    std::vector<std::string> copy{};     ///< tables: names or 0-based indices of columns kept as they are
                                         ///< written, whatever else they are
    std::string comment{};               ///< lines that begin so are skipped; empty: none
    bool has_label = true;               ///< false: all columns are features
    bool drop_unlabelled = false;        ///< rows without a label are left out; else they are an error
    std::size_t least_features = 0;      ///< LIBSVM: columns at least, also where the last ones never occur
    /// Kinds and names of a training file, to which columns keep. Empty: this file sets its own.
    std::vector<RawColumn> like{};
};

/// `file` is for messages, here and below. A column is numeric if its first value is a number, and then all
/// others must be; else nominal. Throws DataError with file, line and column on an empty file, a ragged row,
/// a text among numbers, a number beyond a float or in another notation ("0,5", "$5", "50%"), an undeclared
/// empty cell or NaN, a missing label, an unclosed quote, a first line that may be names or a row; UsageError
/// on an unknown or ambiguous column.
RawTable parse_table(std::string_view text, const std::string& file, const TableFormat& format);

/// ARFF as Weka reads it: "@relation", "@attribute name kind", "@data", then rows of values with commas or
/// blanks between them, or sparse ones in braces. Kinds numeric, real, integer and nominal {a,b,…}; string
/// and date where `format` leaves them out or takes them as nominal. '?' is a missing value. The label is the
/// last attribute or the one that `format` names, nominal or numeric. With `like` and without labels the file
/// has that many attributes, or the label's too. Throws DataError with file and line on another kind, a value
/// outside its attribute's set, an empty one, a row's weight, a ragged row, a missing label, no data, more
/// cells than raw_table.hpp allows; UsageError on an unknown column.
RawTable parse_arff(std::string_view text, const std::string& file, const TableFormat& format);

/// LIBSVM: "label [qid:q] index:value … [# comment]"; absent values are 0. Indices count from 1, or from 0
/// where one is 0; with `like` as in the training file, and those that it has not are left out, with a note.
/// Without labels one before the pairs is passed over, and none is needed. A label such as "1,3" makes the
/// table multi-label (`label_sets`); rows without a label then have none of them. Throws IoError; DataError
/// with file, line and column on an empty file, a bad pair, an index twice in a row, NaN, some rows with qid
/// and some without, an index above kMostColumns, more cells than raw_table.hpp allows.
RawTable parse_libsvm(std::string_view text, const std::string& file, const TableFormat& format);

/// Reads a file that is not IDX. `automatic`: what its content says, else its name. Throws as the format's
/// reader does, and DataError where the file has not the columns of `like`.
RawTable read_text_file(const SourceFile& source, FileFormat format, const TableFormat& options);

/// The column of that name or 0-based index. `what` is for messages: "label column". Throws UsageError where
/// there is none, or two have the name.
std::size_t find_column(const std::string& file, const std::vector<RawColumn>& columns,
                        const std::string& wanted, const std::string& what);

/// `skip` and `nominal` of files whose features are all numbers, LIBSVM and IDX: leaves out the feature
/// columns that `format.skip` names, by name or 0-based index, and makes those of `format.nominal` nominal.
/// Beside a training file they may be absent. Throws UsageError on an unknown column, DataError where no
/// column stays.
void choose_columns(RawTable& table, const TableFormat& format);

/// Numbers between blanks, commas, semicolons or line ends; `#` begins a comment. Throws IoError, and
/// DataError naming line and column of what is no number, is negative or not finite.
std::vector<double> read_prices(const SourceFile& source);

// What a file is, by what stands in it: its name may say something else, or nothing (file_kind.cpp)

/// Bytes at a file's beginning that the functions below look at.
inline constexpr std::size_t kTellingBytes = std::size_t{1} << 16U;

/// idx by its magic number, arff by "@relation" or "@attribute" in the first line that is no comment, libsvm
/// where behind the first cell every cell of the first lines is <index>:<number>. Anything else is
/// `automatic`: the content does not say. `begin`: a file's first bytes, unpacked.
FileFormat format_by_content(std::string_view begin);

/// What `FileFormat::automatic` says of a name; never `automatic`.
FileFormat format_by_name(const std::string& path);

/// The format of a file by its content, and where that says nothing by its name; never `automatic`. A file
/// that cannot be looked at, or is a pipe, goes by its name. Throws nothing.
FileFormat format_of_file(const std::string& path);

/// Throws DataError where the content is not lines of text that a reader knows: UTF-16, an archive, a
/// compressed stream, a spreadsheet, Parquet, HDF5, NumPy, SQLite, PDF, JSON, a page of HTML or XML, a
/// pointer of Git LFS, lines that end with a carriage return alone. The message says what it is and what to
/// do.
void require_text(const std::string& path, std::string_view content);

}  // namespace reboost::data
