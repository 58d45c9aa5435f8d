#pragma once
/// The binary features of ijcai2015: one for each gap between consecutive distinct values of a column, fitted
/// before the file is split: a feature means the same in every trial, its cost belongs to (column, cut).
#include "data/dataset.hpp"

#include <string>
#include <vector>

namespace reboost::data {

/// Bytes of 1 where `is(value)`, else 0.
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

/// One binary feature: x[column] ≥ cut, or, for a missing-value feature, x[column] is missing.
struct BinaryFeature {
    std::size_t column = 0;
    float cut = 0;
    bool is_missing = false;
};

/// All gaps of all columns, in order of column and cut; after a column's cuts one more feature where it has
/// missing values (missing taken as a value of its own beyond the others).
std::vector<BinaryFeature> gap_features(const Dataset& dataset);

/// The data set in these features: byte columns of 0 and 1, named "column>=cut" or "column missing". A
/// missing value is ≥ every cut, as in binning.
Dataset binarised(const Dataset& dataset, const std::vector<BinaryFeature>& features);

/// One binary feature per level of each nominal column; other columns stay as they are.
Dataset one_hot(const Dataset& dataset);

/// Makes a binary problem: the classes in `positive` against those in `negative`; rows of other classes are
/// dropped. Throws UsageError on an unknown class name.
Dataset as_binary(const Dataset& dataset, const std::vector<std::string>& negative,
                  const std::vector<std::string>& positive, std::vector<std::string> names);

}  // namespace reboost::data
