#pragma once
#include "data/dataset.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace reboost::data {

/// Columns "x1" … of floats, filled row by row.
class FloatTable {
  public:
    FloatTable(std::size_t rows, std::size_t features) : columns_(features, std::vector<float>(rows)) {}
    void set(std::size_t row, std::size_t feature, double value) {
        columns_[feature][row] = static_cast<float>(value);
    }
    float get(std::size_t row, std::size_t feature) const { return columns_[feature][row]; }
    /// The rows with their classes as a data set; integers 0..255 are packed into bytes.
    Dataset finish(std::vector<std::int32_t> classes, std::vector<std::string> class_names) && {
        Dataset dataset;
        for (std::vector<float>& values : columns_) {
            const std::string name = "x" + std::to_string(dataset.columns.size() + 1);
            dataset.columns.push_back({name, ColumnKind::numeric, {}, std::move(values)});
            pack_bytes(dataset.columns.back());
        }
        dataset.labels = Labels::from_classes(std::move(classes), std::move(class_names));
        return dataset;
    }

  private:
    std::vector<std::vector<float>> columns_;
};

}  // namespace reboost::data
