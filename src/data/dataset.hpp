#pragma once
/// A data set before binning, in memory or as a stream of columns: columns, labels and provenance.
#include "core/copy_safe_variant.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace reboost::data {

/// A missing value inside a float column.
inline constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

enum class ColumnKind { numeric, nominal };

/// One feature of n rows. Numeric: floats (NaN = missing), or bytes if all values are integers 0 … 255 and
/// none is missing (a quarter of the memory). Nominal: the level's index as a float, NaN = missing.
struct Column {
    std::string name;
    ColumnKind kind = ColumnKind::numeric;
    std::vector<std::string> levels;  ///< nominal only: text of each level
    CopySafeVariant<std::vector<float>, std::vector<std::uint8_t>> values;

    std::size_t rows() const;
    float at(std::size_t row) const;
    /// Returns the given rows, in the given order.
    Column subset(const std::vector<std::uint32_t>& rows) const;
};

/// Stores the values as bytes if the column is numeric, all values are integers 0 … 255 and none is missing.
void pack_bytes(Column& column);

/// So many names, numbered from `first` on: classes "0", "1", …, columns "x1", "x2", ….
std::vector<std::string> numbered(std::size_t count, const std::string& prefix = "", std::size_t first = 0);

/// n×K labels in {+1,−1}, row-major. Multi-class: each row has exactly one +1, and `class_of_row` is filled.
/// Binary: K = 1, and `class_names` holds the two names {negative, positive}. Multi-label: a row may have any
/// number of +1.
struct Labels {
    std::size_t rows = 0, classes = 0;
    std::vector<std::int8_t> y;
    std::vector<std::string> class_names;
    /// Multi-class: index of the true class. Binary: 0 negative, 1 positive. Multi-label: empty.
    std::vector<std::int32_t> class_of_row;

    std::int8_t at(std::size_t row, std::size_t label) const { return y[row * classes + label]; }
    bool multi_label() const { return class_of_row.empty() && rows > 0; }
    bool has_class(std::size_t row, std::size_t c) const {
        return multi_label() ? at(row, c) > 0 : class_of_row[row] == static_cast<std::int32_t>(c);
    }
    /// The number of rows that have each class.
    std::vector<std::size_t> rows_of_classes() const;

    /// Every `class_of_row[i]` must be in [0, names.size()), else throws DataError. Two names make K = 1.
    static Labels from_classes(std::vector<std::int32_t> class_of_row, std::vector<std::string> names);
    /// Needs row-major n×names.size() entries `y` in {+1,−1}, else throws DataError.
    static Labels multi_label(std::vector<std::int8_t> y, std::vector<std::string> names);
    Labels subset(const std::vector<std::uint32_t>& rows) const;
};

struct Dataset {
    std::string name{};
    std::vector<Column> columns{};
    Labels labels{};

    std::size_t rows() const { return labels.rows; }
    std::size_t features() const { return columns.size(); }
    Dataset subset(const std::vector<std::uint32_t>& rows) const;
};

/// Where the rows of a data set come from; written into every run file.
struct Provenance {
    std::string source;        ///< "files", "generator", "user file"
    std::string sha256;        ///< SHA-256 of the content of all files used, or of the generator's parameters
    bool stand_in = false;     ///< the set is generated because the real one is not available
    std::string note;          ///< deviation from the published set; "" if there is none
    std::string label{};       ///< user's files: the label column, "column 5 'species'"
    std::string label_name{};  ///< user's files: the name of that column
    std::size_t unknown_class_rows = 0;  ///< test rows left out, as no training row has their class

    /// Appends `text` to the note, after "; ".
    void add_note(const std::string& text) {
        if (!text.empty()) note += (note.empty() ? "" : "; ") + text;
    }
};

/// The parts of a data set. `test` may have no rows; `validation` has rows only if the published set has such
/// a part. All parts have the same columns, levels and class names.
struct Split {
    Dataset train, test;
    Provenance provenance{};
    Dataset validation{};
};

// A stream reads the columns block by block, so that a wide data set need not be held as floats.

/// One column, per part of a split; `test` and `validation` are empty if the split has no such part.
struct ColumnParts {
    Column train, test, validation;
};

/// What is known before the first column is read.
struct StreamHead {
    std::string name;
    std::size_t features = 0;
    Labels train, test, validation;
    Provenance provenance{};
    /// Labels by which features are ranked, of the training rows; if `ranking` has no rows, `train` is used.
    /// kdd2009 ranks features by the labels of all three tasks, also if only one task is learned.
    Labels ranking{};
    Labels test_ranking{};  ///< the same labels of the test rows; has rows exactly if `ranking` has
};

struct ColumnStream {
    StreamHead head;
    /// Returns the next columns, at most `count`, from left to right, each once; none at the end. Throws
    /// DataError, IoError.
    std::function<std::vector<ColumnParts>(std::size_t count)> next;
};

/// Returns the columns of a split that is in memory.
ColumnStream stream_of(Split split);

}  // namespace reboost::data
