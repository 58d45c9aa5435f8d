#include "data/dataset.hpp"

#include "core/mapped.hpp"
#include "core/order.hpp"
#include "data/file_error.hpp"

#include <algorithm>
#include <utility>

namespace reboost::data {

std::size_t Column::rows() const {
    return std::visit([](const auto& v) { return v.size(); }, values);
}

float Column::at(std::size_t row) const {
    return std::visit([row](const auto& v) { return static_cast<float>(v[row]); }, values);
}

Column Column::subset(const std::vector<std::uint32_t>& rows) const {
    Column part{name, kind, levels, {}};
    std::visit([&](const auto& v) { part.values = picked(v, rows); }, values);
    return part;
}

Labels Labels::from_classes(std::vector<std::int32_t> class_of_row, std::vector<std::string> names) {
    if (names.size() < 2)
        throw error<DataError>("class labels need at least 2 class names, got {}", names.size());
    const std::size_t rows = class_of_row.size(), classes = names.size() == 2 ? 1 : names.size();
    std::vector<std::int8_t> y(rows * classes, -1);
    for (std::size_t i = 0; i < rows; ++i) {
        const std::int32_t c = class_of_row[i];
        if (c < 0 || static_cast<std::size_t>(c) >= names.size())
            throw error<DataError>("row {} has class index {}, expected 0 to {}", i, c, names.size() - 1);
        if (classes == 1)
            y[i] = c == 1 ? 1 : -1;
        else
            y[i * classes + static_cast<std::size_t>(c)] = 1;
    }
    return {rows, classes, std::move(y), std::move(names), std::move(class_of_row)};
}

Labels Labels::multi_label(std::vector<std::int8_t> y, std::vector<std::string> names) {
    if (names.empty()) throw DataError("multi-label rows need at least 1 class names, got 0");
    if (y.size() % names.size() != 0)
        throw error<DataError>("{} label entries do not fill rows of {}", y.size(), names.size());
    if (!std::ranges::all_of(y, [](std::int8_t v) { return v == 1 || v == -1; }))
        throw DataError("a label entry is neither +1 nor -1");
    const std::size_t classes = names.size();
    return {y.size() / classes, classes, std::move(y), std::move(names), {}};
}

std::vector<std::size_t> Labels::rows_of_classes() const {
    std::vector<std::size_t> count(class_names.size(), 0);
    for (const std::int32_t c : class_of_row)
        ++count[static_cast<std::size_t>(c)];
    for (std::size_t i = 0; i < rows && multi_label(); ++i)
        for (std::size_t c = 0; c < count.size(); ++c)
            count[c] += at(i, c) > 0 ? 1 : 0;
    return count;
}

Labels Labels::subset(const std::vector<std::uint32_t>& chosen) const {
    Labels part{chosen.size(), classes, {}, class_names, {}};
    part.y.reserve(part.rows * classes);
    for (const std::uint32_t row : chosen) {
        const auto first = y.begin() + static_cast<std::ptrdiff_t>(row * classes);
        part.y.insert(part.y.end(), first, first + static_cast<std::ptrdiff_t>(classes));
    }
    if (!class_of_row.empty()) part.class_of_row = picked(class_of_row, chosen);
    return part;
}

Dataset Dataset::subset(const std::vector<std::uint32_t>& rows) const {
    return {name, mapped(columns, [&](const Column& column) { return column.subset(rows); }),
            labels.subset(rows)};
}

ColumnStream stream_of(Split split) {
    ColumnStream stream;
    stream.head = {split.train.name,
                   split.train.features(),
                   std::move(split.train.labels),
                   std::move(split.test.labels),
                   std::move(split.validation.labels),
                   std::move(split.provenance)};
    stream.next = [split = std::move(split), at = std::size_t{0}](std::size_t count) mutable {
        std::vector<ColumnParts> block;
        const std::size_t end = std::min(split.train.features(), at + count);
        const auto take = [&at](Dataset& part) {
            return at < part.columns.size() ? std::move(part.columns[at]) : Column{};
        };
        for (; at < end; ++at)
            block.push_back({take(split.train), take(split.test), take(split.validation)});
        return block;
    };
    return stream;
}

void pack_bytes(Column& column) {
    auto* values = std::get_if<std::vector<float>>(&column.values);
    if (values == nullptr || column.kind == ColumnKind::nominal) return;
    const auto fits = [](float v) {
        return v >= 0 && v <= 255 && v == static_cast<float>(static_cast<int>(v));
    };
    if (!std::ranges::all_of(*values, fits)) return;
    column.values = mapped_to<std::vector<std::uint8_t>>(*values);
}

std::vector<std::string> numbered(std::size_t count, const std::string& prefix, std::size_t first) {
    return mapped(indices(count), [&](std::size_t i) { return prefix + std::to_string(first + i); });
}

}  // namespace reboost::data
