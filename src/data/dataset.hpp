#pragma once
/// What a data set is before binning: columns, labels, and where they came from.
#include "core/copy_safe_variant.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace reboost::data {

/// A missing value inside a float column.
inline constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

enum class ColumnKind { numeric, nominal };

/// One feature of n rows. Numeric: floats (NaN = missing), or bytes where all values are 0..255 and none is
/// missing (a quarter of the memory: MNIST). Nominal: the level's index as a float, NaN = missing.
struct Column {
    std::string name;
    ColumnKind kind = ColumnKind::numeric;
    std::vector<std::string> levels;  ///< nominal only: level index -> text
    CopySafeVariant<std::vector<float>, std::vector<std::uint8_t>> values;

    std::size_t rows() const;
    float at(std::size_t row) const;
    /// The rows named, in that order.
    Column subset(const std::vector<std::uint32_t>& rows) const;
};

/// Bytes in place of floats where all values are integers 0..255 and none is missing.
void pack_bytes(Column& column);

/// Class names "0" to "count − 1".
std::vector<std::string> digit_names(int count);

/// n×K labels in {+1,−1}, row-major. Multi-class: exactly one +1 per row, and `class_of_row` is filled.
/// Binary: K = 1 (no doubled class), `class_names` then holds the two names {negative, positive}.
/// Multi-label: any rows.
struct Labels {
    std::size_t rows = 0, classes = 0;
    std::vector<std::int8_t> y;
    std::vector<std::string> class_names;
    /// Multi-class: index of the true class. Binary: 0 negative, 1 positive. Multi-label: empty.
    std::vector<std::int32_t> class_of_row;

    std::int8_t at(std::size_t row, std::size_t label) const { return y[row * classes + label]; }
    bool multi_label() const { return class_of_row.empty() && rows > 0; }

    /// `class_of_row[i]` in [0, names.size()); two names make K = 1, more make K = names.size().
    static Labels from_classes(std::vector<std::int32_t> class_of_row, std::vector<std::string> names);
    /// `y` row-major n×names.size() in {+1,−1}.
    static Labels multi_label(std::vector<std::int8_t> y, std::vector<std::string> names);
    Labels subset(const std::vector<std::uint32_t>& rows) const;
};

struct Dataset {
    std::string name;
    std::vector<Column> columns;
    Labels labels;

    std::size_t rows() const { return labels.rows; }
    std::size_t features() const { return columns.size(); }
    /// The rows named, in that order.
    Dataset subset(const std::vector<std::uint32_t>& rows) const;
};

/// How the rows at hand were come by; written into every run file.
struct Provenance {
    std::string source;     ///< "files", "generator", "user file"
    std::string sha256;     ///< over the content of all files used, or over the generator's parameters
    bool stand_in = false;  ///< generated in place of a set that could not be had
    std::string note;       ///< deviation from the published set, "" where none
    std::string label{};    ///< own files: which column it is, "column 5 'species'"
    std::size_t unknown_class_rows = 0;  ///< test rows left out: no training row has their class

    /// Appends to the note, "; " between.
    void add_note(const std::string& text) {
        if (!text.empty()) note += (note.empty() ? "" : "; ") + text;
    }
};

/// A data set as an experiment sees it. `test` may have no rows; `validation` has some only where the set
/// itself prescribes such a part. Columns, levels and class names agree between the parts.
struct Split {
    Dataset train, test;
    Provenance provenance;
    Dataset validation{};
};

}  // namespace reboost::data
