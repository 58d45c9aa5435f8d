#include "data/prepare/binarise.hpp"

#include "core/names.hpp"
#include "data/binning.hpp"

#include <cmath>
#include <functional>

#include <fmt/format.h>

namespace reboost::data {

std::vector<BinaryFeature> gap_features(const Dataset& dataset) {
    std::vector<BinaryFeature> features;
    for (std::size_t j = 0; j < dataset.columns.size(); ++j) {
        const BinCuts cuts = fit_cuts(dataset.columns[j], {});
        for (const float cut : cuts.cuts)
            features.push_back({j, cut, false});
        if (cuts.has_missing) features.push_back({j, 0, true});
    }
    return features;
}

Dataset binarised(const Dataset& dataset, const std::vector<BinaryFeature>& features) {
    Dataset binary{dataset.name, {}, dataset.labels};
    for (const BinaryFeature& feature : features) {
        const Column& column = dataset.columns.at(feature.column);
        const std::string test = feature.is_missing ? " missing" : fmt::format(">={}", feature.cut);
        binary.columns.push_back(indicator(column, column.name + test, [&](float x) {
            return std::isnan(x) || (!feature.is_missing && x >= feature.cut);
        }));
    }
    return binary;
}

Dataset one_hot(const Dataset& dataset) {
    Dataset wide{dataset.name, {}, dataset.labels};
    for (const Column& column : dataset.columns) {
        if (column.kind == ColumnKind::numeric) {
            wide.columns.push_back(column);
            continue;
        }
        for (std::size_t level = 0; level < column.levels.size(); ++level)
            wide.columns.push_back(indicator(column, fmt::format("{}={}", column.name, column.levels[level]),
                                             [level](float x) { return x == static_cast<float>(level); }));
    }
    return wide;
}

Dataset as_binary(const Dataset& dataset, const std::vector<std::string>& negative,
                  const std::vector<std::string>& positive, std::vector<std::string> names) {
    const std::vector<std::string>& classes = dataset.labels.class_names;
    std::vector<std::int32_t> side(classes.size(), -1);
    for (const auto* of_side : {&negative, &positive})
        for (const std::string& name : *of_side) {
            const auto* found = &find_named(classes, name, "class", std::identity());
            side[static_cast<std::size_t>(found - classes.data())] = of_side == &positive ? 1 : 0;
        }
    std::vector<std::uint32_t> kept;
    std::vector<std::int32_t> sides;
    for (std::size_t i = 0; i < dataset.rows(); ++i) {
        const std::int32_t s = side[static_cast<std::size_t>(dataset.labels.class_of_row[i])];
        if (s < 0) continue;
        kept.push_back(static_cast<std::uint32_t>(i));
        sides.push_back(s);
    }
    Dataset binary = dataset.subset(kept);
    binary.labels = Labels::from_classes(std::move(sides), std::move(names));
    return binary;
}

}  // namespace reboost::data
