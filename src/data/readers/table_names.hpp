#pragma once
/// Whether a table's first line names its columns, and which column is meant by a name or an index.
#include "data/readers/text_file.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace reboost::data {

/// As numbers stand in rows; "inf" may as well be a column's name.
bool is_table_number(std::string_view text);

/// The columns of one table.
class TableNames {
  public:
    /// Reads the first lines, and more where the first holds numbers and its label is a text. Throws
    /// DataError where it cannot be told whether the first line names the columns.
    TableNames(std::string_view text, const std::string& file, const TableFormat& format,
               Delimiter delimiter);

    bool has_header() const { return has_header_; }
    std::size_t size() const { return names_.size(); }
    const std::string& operator[](std::size_t column) const { return names_[column]; }
    bool has(const std::string& name) const { return columns_.contains(name); }
    /// What a user should know of how the line was taken.
    const std::vector<std::string>& notes() const { return notes_; }

    /// The column of that name or 0-based index. `what` is for messages: "label". Throws UsageError where
    /// there is none, or two have the name.
    std::size_t find(const std::string& wanted, const char* what) const;

  private:
    struct Line {
        std::vector<std::string> cells;
        std::vector<bool> numeric;
        bool holds_number() const;
    };
    static Line keep(const std::vector<Cell>& cells);

    bool names_training_columns(const Line& line) const;
    bool is_header(const Line& first, LineReader& lines, CellCutter& cutter);
    bool is_header_without_number(const Line& first, const Line& second) const;
    bool is_header_by_label(const Line& first, LineReader& lines, CellCutter& cutter) const;
    std::size_t label_place(std::size_t width) const;
    std::size_t without_label(std::size_t index) const;
    bool is_trained_on(const std::string& name) const;
    void note_equal_names();
    [[noreturn]] void ask(const std::string& why) const;

    const std::string& file_;
    const TableFormat& format_;
    bool has_header_ = false;
    std::vector<std::string> names_, notes_;
    std::unordered_map<std::string, std::vector<std::size_t>> columns_;  ///< of a header: name -> its columns
    std::unordered_map<std::string, std::size_t> trained_;               ///< names that training had
};

}  // namespace reboost::data
