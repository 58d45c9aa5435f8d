#include "boosting/holdout.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::boosting {
namespace {

data::BinnedColumn subset(const data::BinnedColumn& column, const std::vector<std::uint32_t>& rows) {
    data::BinnedColumn result;
    result.bin_count = column.bin_count;
    std::vector<std::uint32_t> counts(column.bin_count, 0);
    std::visit(
        [&](const auto& codes) {
            std::decay_t<decltype(codes)> chosen;
            chosen.reserve(rows.size());
            for (const std::uint32_t row : rows) {
                chosen.push_back(codes[row]);
                ++counts[codes[row]];
            }
            result.codes = std::move(chosen);
        },
        column.codes);
    const auto most = std::max_element(counts.begin(), counts.end());
    result.frequent_bin = static_cast<std::uint32_t>(most - counts.begin());
    result.frequent_rows = *most;
    return result;
}

data::BinnedMatrix subset(const data::BinnedMatrix& matrix, const std::vector<std::uint32_t>& rows) {
    data::BinnedMatrix result;
    result.rows = rows.size();
    for (const data::BinnedColumn& column : matrix.columns)
        result.columns.push_back(subset(column, rows));
    return result;
}

}  // namespace

std::shared_ptr<const data::BinnedSplit> hold_out(const data::BinnedSplit& data, double fraction,
                                                  std::uint64_t seed) {
    const auto n = static_cast<std::uint32_t>(data.train.rows);
    const auto held = static_cast<std::uint32_t>(std::lround(fraction * n));
    if (held == 0 || held >= n)
        throw UsageError("evaluation.validation_fraction " + std::to_string(fraction) + " of " +
                         std::to_string(n) + " training rows leaves one side empty");
    Rng rng(seed, "validation");
    std::vector<std::uint32_t> order = rng.sample(n, n);
    std::vector<std::uint32_t> validation(order.begin(), order.begin() + held),
        train(order.begin() + held, order.end());
    std::sort(validation.begin(), validation.end());
    std::sort(train.begin(), train.end());

    auto result = std::make_shared<data::BinnedSplit>();
    result->name = data.name;
    result->feature_names = data.feature_names;
    result->cuts = data.cuts;
    result->levels = data.levels;
    result->train = subset(data.train, train);
    result->train_labels = data.train_labels.subset(train);
    result->validation = subset(data.train, validation);
    result->validation_labels = data.train_labels.subset(validation);
    result->test = data.test;
    result->test_labels = data.test_labels;
    result->provenance = data.provenance;
    return result;
}

}  // namespace reboost::boosting
