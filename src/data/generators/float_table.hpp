#pragma once
#include "data/dataset.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace reboost::data {

/// Columns "x1" … of floats, row by row: `fill(row, x)` sets the features x of a row and returns its class.
/// Columns of integers 0..255 are packed into bytes.
template <class Fill>
Dataset float_table(std::size_t rows, std::size_t features, std::vector<std::string> class_names, Fill fill) {
    std::vector<std::vector<float>> columns(features, std::vector<float>(rows));
    std::vector<std::int32_t> classes(rows);
    std::vector<double> x(features);
    for (std::size_t row = 0; row < rows; ++row) {
        classes[row] = fill(row, std::span<double>(x));
        for (std::size_t j = 0; j < features; ++j)
            columns[j][row] = static_cast<float>(x[j]);
    }
    Dataset dataset;
    for (std::vector<float>& values : columns) {
        const std::string name = "x" + std::to_string(dataset.columns.size() + 1);
        dataset.columns.push_back({name, ColumnKind::numeric, {}, std::move(values)});
        pack_bytes(dataset.columns.back());
    }
    dataset.labels = Labels::from_classes(std::move(classes), std::move(class_names));
    return dataset;
}

}  // namespace reboost::data
