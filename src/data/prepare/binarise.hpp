#pragma once
/// The binary features of ijcai2015, one per gap between consecutive distinct values of a column. They are
/// fitted before rows are split, so that a feature, and its cost, is the same in every trial.
#include "data/dataset.hpp"

#include <string>
#include <vector>

namespace reboost::data {

/// Returns a byte column: 1 if `is(value)`, else 0.
template <class Test>
Column indicator(const Column& column, std::string name, const Test& is) {
    std::vector<std::uint8_t> bits(column.rows());
    std::visit(
        [&](const auto& values) {
            for (std::size_t i = 0; i < bits.size(); ++i)
                bits[i] = is(static_cast<float>(values[i])) ? 1 : 0;
        },
        column.values);
    return {std::move(name), ColumnKind::numeric, {}, std::move(bits)};
}

/// A binary feature: x[column] ≥ cut or, if `is_missing`, whether x[column] is missing.
struct BinaryFeature {
    std::size_t column = 0;
    float cut = 0;
    bool is_missing = false;
};

/// The features of all gaps, by column and cut; after a column's cuts one for its missing values, if any.
std::vector<BinaryFeature> gap_features(const Dataset& dataset);

/// Byte columns of 0 and 1, "column>=cut" or "column missing". A missing value is ≥ every cut, as in binning.
Dataset binarised(const Dataset& dataset, const std::vector<BinaryFeature>& features);

/// Replaces each nominal column by one binary column per level; keeps the other columns.
Dataset one_hot(const Dataset& dataset);

/// Makes a binary problem: the classes in `positive` against those in `negative`; rows of other classes are
/// dropped. Throws UsageError on an unknown class name.
Dataset as_binary(const Dataset& dataset, const std::vector<std::string>& negative,
                  const std::vector<std::string>& positive, std::vector<std::string> names);

}  // namespace reboost::data
