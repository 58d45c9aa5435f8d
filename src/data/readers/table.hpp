#pragma once
/// Tables of text: comma, tab, semicolon or blanks between cells, with a header or without, plain or gzip.
#include "data/dataset_spec.hpp"
#include "data/raw_table.hpp"
#include "data/readers/input_file.hpp"

#include <string>
#include <vector>

namespace reboost::data {

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
    /// Kinds and names that a training file has set: columns then keep to them. Empty: this file sets its
    /// own.
    std::vector<RawColumn> like{};
};

/// Reads a table. A column is numeric if its first value is a number, and then all others must be; else
/// nominal. Throws IoError; DataError with file, line and column on an empty file, a ragged row, a text among
/// numbers, a number beyond a float or with a decimal comma, an empty cell or NaN that is not declared as
/// missing, a missing label, an unclosed quote; UsageError on an unknown column, or a name that two columns
/// have.
RawTable read_table(const SourceFile& source, const TableFormat& format);
/// The same for text at hand; `file` is for messages.
RawTable parse_table(std::string_view text, const std::string& file, const TableFormat& format);

}  // namespace reboost::data
