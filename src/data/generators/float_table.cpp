#include "data/generators/float_table.hpp"

#include <fmt/format.h>

namespace reboost::data {

FloatTable::FloatTable(std::size_t rows, std::size_t features)
    : columns_(features, std::vector<float>(rows)) {}

Dataset FloatTable::finish(std::vector<std::int32_t> classes, std::vector<std::string> class_names) && {
    Dataset dataset;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
        dataset.columns.push_back(
            {fmt::format("x{}", j + 1), ColumnKind::numeric, {}, std::move(columns_[j])});
        pack_bytes(dataset.columns.back());
    }
    dataset.labels = Labels::from_classes(std::move(classes), std::move(class_names));
    return dataset;
}

}  // namespace reboost::data
