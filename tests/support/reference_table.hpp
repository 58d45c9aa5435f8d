#pragma once
/// Random data of every shape that the fast search treats differently, and the ranks by which the plain
/// reference searches it. Ranks come from the raw values, not from the binning, so that the two check each
/// other.
#include "core/rng.hpp"
#include "data/binning.hpp"
#include "support/bin_split.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace reboost::reference {

enum class ColumnShape {
    continuous,
    few_values,
    dominated,
    rare,
    missing,
    infinite,
    constant,
    all_missing,
    copy,
    bytes
};
inline constexpr ColumnShape kShapes[] = {
    ColumnShape::continuous, ColumnShape::few_values, ColumnShape::dominated, ColumnShape::rare,
    ColumnShape::missing,    ColumnShape::infinite,   ColumnShape::constant,  ColumnShape::all_missing,
    ColumnShape::copy,       ColumnShape::bytes};

inline float draw_value(ColumnShape shape, Rng& rng) {
    const auto small = static_cast<float>(rng.below(7));
    const auto fine = static_cast<float>(rng.normal());
    const double u = rng.uniform();
    switch (shape) {
        case ColumnShape::continuous:
            return fine;
        case ColumnShape::few_values:
            return small;
        case ColumnShape::dominated:
            return u < 0.7 ? 2.0F : small;
        case ColumnShape::rare:
            return u < 0.99 ? 0.0F : fine;
        case ColumnShape::missing:
            return u < 0.2 ? data::kMissing : small;
        case ColumnShape::infinite: {
            const float infinity = std::numeric_limits<float>::infinity();
            return u < 0.1 ? infinity : u < 0.2 ? -infinity : fine;
        }
        case ColumnShape::constant:
            return 3.5F;
        case ColumnShape::all_missing:
            return data::kMissing;
        case ColumnShape::copy:
            return 0.0F;  // overwritten
        case ColumnShape::bytes:
            return static_cast<float>(rng.below(256));
    }
    return 0;
}

/// `features` columns, their shapes in turn; a copy repeats the first column.
inline std::vector<data::Column> random_columns(std::size_t rows, std::size_t features, Rng& rng) {
    std::vector<data::Column> columns;
    for (std::size_t j = 0; j < features; ++j) {
        const ColumnShape shape = kShapes[j % std::size(kShapes)];
        std::vector<float> values(rows);
        for (float& value : values)
            value = draw_value(shape, rng);
        if (shape == ColumnShape::copy) values = std::get<0>(columns[0].values);
        columns.push_back({"x" + std::to_string(j), data::ColumnKind::numeric, {}, std::move(values)});
    }
    return columns;
}

inline std::vector<std::string> class_names(std::size_t classes) {
    std::vector<std::string> names;
    for (std::size_t l = 0; l < classes; ++l)
        names.push_back("c" + std::to_string(l));
    return names;
}

/// Classes that depend on the columns, with noise. `classes` = 2 gives K = 1.
inline data::Labels random_classes(const std::vector<data::Column>& columns, std::size_t rows,
                                   std::size_t classes, Rng& rng) {
    std::vector<std::int32_t> truth(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        double place = 0.5 * rng.normal();
        for (std::size_t j = 0; j < columns.size(); ++j) {
            const float value = columns[j].at(i);
            if (std::isfinite(value)) place += (j % 2 == 0 ? 1 : -0.5) * std::clamp(value, -3.0F, 3.0F) / 3;
        }
        const auto k =
            static_cast<std::int32_t>(std::floor((place / 3 + 0.5) * static_cast<double>(classes)));
        truth[i] = std::clamp(k, 0, static_cast<std::int32_t>(classes) - 1);
    }
    return data::Labels::from_classes(std::move(truth), class_names(classes));
}

/// Any sign anywhere: rows without a positive and without a negative label occur.
inline data::Labels random_signs(std::size_t rows, std::size_t labels, Rng& rng) {
    std::vector<std::int8_t> y(rows * labels);
    for (std::size_t i = 0; i < rows; ++i) {
        const double share = i % 5 == 0 ? 0.0 : i % 5 == 1 ? 1.0 : 0.4;
        for (std::size_t l = 0; l < labels; ++l)
            y[i * labels + l] = rng.uniform() < share ? 1 : -1;
    }
    return data::Labels::multi_label(std::move(y), class_names(labels));
}

struct DataShape {
    std::size_t rows = 300, features = 10, classes = 3;
    bool multi_label = false;
    std::uint64_t seed = 1;
};

inline data::Dataset random_dataset(const DataShape& shape) {
    Rng rng(shape.seed, "reference data");
    data::Dataset set;
    set.name = "random";
    set.columns = random_columns(shape.rows, shape.features, rng);
    set.labels = shape.multi_label ? random_signs(shape.rows, shape.classes, rng)
                                   : random_classes(set.columns, shape.rows, shape.classes, rng);
    return set;
}

inline std::shared_ptr<const data::BinnedSplit> binned(data::Dataset train, data::Dataset test = {}) {
    data::Split split;
    split.train = std::move(train);
    split.test = std::move(test);
    return std::make_shared<const data::BinnedSplit>(testing::bin(std::move(split)));
}

/// Each value's place among its column's distinct training values; a missing value comes after all.
struct Table {
    std::size_t rows = 0;
    std::vector<std::vector<std::uint32_t>> ranks;  ///< one per column

    std::size_t features() const { return ranks.size(); }
};

inline Table rank_table(const data::Dataset& set) {
    Table table{set.rows(), {}};
    for (const data::Column& column : set.columns) {
        std::vector<float> distinct;
        for (std::size_t i = 0; i < set.rows(); ++i)
            if (!std::isnan(column.at(i))) distinct.push_back(column.at(i));
        std::sort(distinct.begin(), distinct.end());
        distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
        std::vector<std::uint32_t> ranks;
        for (std::size_t i = 0; i < set.rows(); ++i) {
            const float value = column.at(i);
            // The binning calls the only value of an all-missing column code 1.
            const auto after_all = static_cast<std::uint32_t>(std::max<std::size_t>(distinct.size(), 1));
            const auto place = std::lower_bound(distinct.begin(), distinct.end(), value) - distinct.begin();
            ranks.push_back(std::isnan(value) ? after_all : static_cast<std::uint32_t>(place));
        }
        table.ranks.push_back(std::move(ranks));
    }
    return table;
}

}  // namespace reboost::reference
