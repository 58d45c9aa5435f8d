#pragma once
/// Cuts text into lines and lines into cells.
#include "data/dataset_spec.hpp"

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

}  // namespace reboost::data
