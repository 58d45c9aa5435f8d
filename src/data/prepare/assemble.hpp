#pragma once
/// Turns raw tables into data sets whose parts have the same columns, levels and class names.
#include "data/dataset.hpp"
#include "data/raw_table.hpp"

#include <optional>
#include <string>
#include <vector>

namespace reboost::data {

/// Which labels exist. Numbers are compared as numbers: "6.0000" equals "6".
struct LabelRule {
    std::vector<std::string> tokens{};  ///< labels in class order; empty: all of the training file, sorted
    std::vector<std::string> names{};   ///< class names, one per token; empty: the tokens
    std::string strip{};                ///< characters to remove at a label's end
    bool of_all_rows = false;  ///< without `tokens`: classes come from both files, not the first only
};

/// Properties of a training file that all later files must match.
struct Schema {
    std::vector<std::string> feature_names;
    std::vector<std::vector<std::string>> levels;  ///< level texts per column; empty: numeric
    std::vector<std::string> class_names;
    std::string label{};  ///< name of the label's column; empty: unknown
};

/// `test` must have as many columns as `train`. Levels and class names come from the training file; a level
/// that only the test file has becomes a missing value and is counted in the provenance's note. Columns of
/// integers 0 … 255 become bytes. Throws DataError on an unknown label, and if the training file has fewer
/// than two classes.
Split assemble_split(const std::string& name, RawTable train, std::optional<RawTable> test,
                     const LabelRule& rule);

/// Rows to predict, with their labels if the file has any.
struct RowsToPredict {
    Dataset data;  ///< `labels.y` has entries only if all labels are classes of the schema
    std::vector<std::string> truth{};  ///< label of each row, those of a set joined by '|'; empty: none
    std::vector<std::string> notes{};
    std::vector<std::vector<std::string>> copied{};  ///< as RawTable's
};

/// Prepares rows for prediction; `table` must have the columns of the model's schema. Levels unknown to the
/// schema become missing values, with a note; unknown classes get a note.
RowsToPredict assemble_like(const std::string& name, RawTable table, const Schema& schema);

}  // namespace reboost::data
