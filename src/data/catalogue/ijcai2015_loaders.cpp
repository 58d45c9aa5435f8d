/// Loaders of the binary sets of ijcai2015, Table 1. The paper says that "features and labels were collapsed
/// into binary categories" and gives counts, not rules; each entry's note states our rule. Features are
/// fitted on all rows; then training and test rows are drawn by dataset.seed, as many as in the paper.
///
/// Each set has a pool beside it: all rows, undivided, for runs that draw the parts of many trials. In a pool
/// the gaps of a column stay its thresholds: sonar's 11196 features are 60 columns there.
#include "core/names.hpp"
#include "core/rng.hpp"
#include "data/binning.hpp"
#include "data/catalogue/loaders.hpp"
#include "data/prepare/binarise.hpp"
#include "data/prepare/splits.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

namespace reboost::data {
namespace {

/// Binary pixels (grey ≥ 128); leaves out pixels set in less than 1% or over 99% of the rows.
Dataset binary_pixels(const Dataset& pair) {
    std::vector<BinaryFeature> features;
    for (std::size_t j = 0; j < pair.columns.size(); ++j) {
        std::size_t set = 0;
        for (std::size_t i = 0; i < pair.rows(); ++i)
            set += pair.columns[j].at(i) >= 128 ? 1U : 0U;
        if (100 * set >= pair.rows() && 100 * set <= 99 * pair.rows()) features.push_back({j, 128, false});
    }
    return binarised(pair, features);
}

/// Keeps rows with one of the bases A, C, G, T at every position; makes four features per position.
Dataset unambiguous_bases(const Dataset& splice) {
    std::vector<std::uint32_t> kept;
    const auto is_base = [](const std::string& level) { return level.find_first_of("ACGT") == 0; };
    for (std::uint32_t i = 0; i < splice.rows(); ++i) {
        const bool plain = std::ranges::all_of(splice.columns, [&](const Column& column) {
            return is_base(column.levels[static_cast<std::size_t>(column.at(i))]);
        });
        if (plain) kept.push_back(i);
    }
    Dataset bases = one_hot(splice.subset(kept));
    std::erase_if(bases.columns,
                  [&](const Column& column) { return !is_base(column.name.substr(column.name.size() - 1)); });
    return bases;
}

/// Makes levels one-hot, with missing values as a level of their own; cuts numbers at their deciles.
Dataset levels_and_deciles(const Dataset& adult) {
    Dataset filled = adult;
    std::vector<BinaryFeature> features;
    for (std::size_t j = 0; j < filled.columns.size(); ++j) {
        Column& column = filled.columns[j];
        if (column.kind == ColumnKind::numeric) {
            for (const float cut : fit_cuts(column, {.max_bins = 10}).cuts)
                features.push_back({j, cut, false});
            continue;
        }
        auto& values = std::get<std::vector<float>>(column.values);
        const auto unknown = static_cast<float>(column.levels.size());
        if (std::ranges::none_of(values, [](float v) { return std::isnan(v); })) continue;
        column.levels.emplace_back("?");
        std::replace_if(
            values.begin(), values.end(), [](float v) { return std::isnan(v); }, unknown);
    }
    Dataset wide = binarised(filled, features);
    std::erase_if(filled.columns, [](const Column& column) { return column.kind == ColumnKind::numeric; });
    Dataset levels = one_hot(filled);
    std::move(levels.columns.begin(), levels.columns.end(), std::back_inserter(wide.columns));
    return wide;
}

/// Changes rows and features of a binary set before gaps are taken.
struct Transform {
    std::string_view name;
    Dataset (*apply)(const Dataset&);
};
constexpr Transform kTransforms[]{{"", [](const Dataset& set) { return set; }},
                                  {"binary_pixels", binary_pixels},
                                  {"unambiguous_bases", unambiguous_bases},
                                  {"levels_and_deciles", levels_and_deciles}};

/// Makes a set of the paper from the rows that another entry loads.
void set_binary(CatalogueEntry& entry, Fields& option, const Sets& made) {
    const Loader base =
        find_named(made, stated<std::string>(option, "of"), "data set", &CatalogueEntry::name).load;
    const auto apply = find_named(kTransforms, stated<std::string>(option, "transform"), "transform",
                                  &Transform::name, "the catalogue")
                           .apply;
    // The base's classes that are negative and positive, and the names of both; none: the base is binary
    using Names = std::vector<std::string>;
    const Names negative = stated<Names>(option, "negative"), positive = stated<Names>(option, "positive"),
                classes = stated<Names>(option, "classes");
    const bool gaps = stated(option, "gaps", false);  // one feature per gap between values of a column
    const bool undivided =
        stated(option, "undivided", false);  // all rows, for runs that split them themselves
    entry.load = [=](const LoadRequest& request) {
        Split parts = base(request);  // all rows, training rows first
        Dataset whole = joined(std::move(parts.train), std::move(parts.test));
        if (!classes.empty()) whole = as_binary(whole, negative, positive, classes);
        whole = apply(whole);
        if (gaps) whole = binarised(whole, gap_features(whole));
        if (undivided) return split_dataset(whole, {row_range(0, whole.rows()), {}});
        const EntryShape& shape = request.entry.shape;
        Rng rng(request.seed(), "split:" + request.entry.name);
        return split_dataset(whole, draw_rows(whole.rows(), static_cast<std::size_t>(shape.train_rows),
                                              static_cast<std::size_t>(shape.test_rows), rng));
    };
}

constexpr NamedLoader kIjcai2015Table[]{{"binary", set_binary}};

}  // namespace

constinit const std::span<const NamedLoader> kIjcai2015Loaders(kIjcai2015Table);

}  // namespace reboost::data
