#pragma once
/// From raw tables to data sets whose parts agree on columns, levels and class names.
#include "data/dataset.hpp"
#include "data/raw_table.hpp"

#include <optional>
#include <string>
#include <vector>

namespace reboost::data {

/// Which labels there are. Numbers are compared as numbers: "6.0000" is "6".
struct LabelRule {
    std::vector<std::string>
        tokens{};                      ///< the known set, in order; empty: those of the training file, sorted
    std::vector<std::string> names{};  ///< what the tokens are called; empty: the tokens
    std::string strip{};               ///< characters to drop at a label's end
    bool of_all_rows = false;  ///< without `tokens`: the classes of both files' rows, not of the first's
};

/// What a training file has set for all later files of its kind.
struct Schema {
    std::vector<std::string> feature_names;
    std::vector<std::vector<std::string>> levels;  ///< one per column; empty: numeric
    std::vector<std::string> class_names;
};

/// `test` has as many columns as `train`. Levels and class names come from the training file; a level that
/// only the test file has is taken as missing and counted in the provenance's note. Columns of integers
/// 0..255 become bytes. Throws DataError on a label outside the known set and where the training file has
/// fewer than two classes.
Split assemble_split(const std::string& name, RawTable train, std::optional<RawTable> test,
                     const LabelRule& rule);

/// Rows for prediction, and what is known of them.
struct RowsToPredict {
    Dataset data;  ///< `labels.y` has entries only where all labels are classes of the schema
    std::vector<std::string>
        truth{};  ///< label of each row, '|' between those of a set; empty: none were read
    std::vector<std::string> notes{};
    std::vector<std::vector<std::string>> copied{};  ///< as RawTable's
};

/// Rows for prediction under a model's schema, whose columns `table` has. Levels that the schema lacks are
/// taken as missing, with a note, and so are classes that it lacks.
RowsToPredict assemble_like(const std::string& name, RawTable table, const Schema& schema);

}  // namespace reboost::data
