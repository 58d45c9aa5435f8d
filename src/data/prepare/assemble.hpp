#pragma once
/// From raw tables to data sets whose parts agree on columns, levels and class names.
#include "data/dataset.hpp"
#include "data/raw_table.hpp"

#include <cstddef>
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
};

/// What a training file has set for all later files of its kind.
struct Schema {
    std::vector<std::string> feature_names;
    std::vector<std::vector<std::string>> levels;  ///< one per column; empty: numeric
    std::vector<std::string> class_names;
};

/// Levels and class names come from the training file; a level that only the test file has is taken as
/// missing and counted in the provenance's note. Columns of integers 0..255 become bytes. Throws DataError on
/// a label outside the known set and where the training file has fewer than two classes.
Split assemble_split(const std::string& name, RawTable train, std::optional<RawTable> test,
                     const LabelRule& rule);

/// Cells of nominal columns whose level training never saw: they are taken as missing.
struct UnseenLevels {
    std::size_t cells = 0;
    std::string column, level;  ///< of the first
};

/// Rows for prediction under a model's schema; labels are taken where the table has a label column, else left
/// empty (`labels.rows` is then set, `labels.y` has no entries). Throws DataError where the number of columns
/// differs. `unseen` (may be null) receives the levels that the schema lacks.
Dataset assemble_like(const std::string& name, RawTable table, const Schema& schema,
                      UnseenLevels* unseen = nullptr);

}  // namespace reboost::data
