#pragma once
/// Small binary problems with prices.
#include "core/rng.hpp"
#include "data/binning.hpp"
#include "learners/priced/account.hpp"
#include "support/bin_split.hpp"

#include <memory>
#include <vector>

namespace reboost::testing {

/// Columns of floats and ±1 labels, binned on all rows; the same rows as test part where `with_test`.
inline data::BinnedSplit budget_problem(const std::vector<std::vector<float>>& columns,
                                        const std::vector<int>& y, bool with_test = false) {
    std::vector<std::int32_t> classes;
    for (const int label : y)
        classes.push_back(label > 0 ? 1 : 0);
    data::Split split;
    split.train.name = "budget problem";
    for (std::size_t j = 0; j < columns.size(); ++j)
        split.train.columns.push_back({"x" + std::to_string(j), data::ColumnKind::numeric, {}, columns[j]});
    split.train.labels = data::Labels::from_classes(classes, {"minus", "plus"});
    split.test = with_test ? split.train : split.train.subset({});
    return testing::bin(std::move(split));
}

/// n rows, d columns of `levels` values, labels that depend on a few of them with noise.
inline data::BinnedSplit random_budget_problem(std::uint64_t seed, std::size_t rows, std::size_t columns,
                                               std::uint64_t levels, bool with_test = false) {
    Rng rng(seed, "budget problem");
    std::vector<std::vector<float>> x(columns, std::vector<float>(rows));
    std::vector<int> y(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        for (auto& column : x)
            column[i] = static_cast<float>(rng.below(levels));
        const double sum = static_cast<double>(x[0][i]) + static_cast<double>(x[columns / 2][i]) +
                           rng.normal() * static_cast<double>(levels) / 3;
        y[i] = sum > static_cast<double>(levels - 1) ? 1 : -1;
    }
    y[0] = 1;
    y[1] = -1;
    return budget_problem(x, y, with_test);
}

inline std::vector<double> random_prices(std::uint64_t seed, std::size_t count) {
    Rng rng(seed, "budget prices");
    std::vector<double> prices(count);
    for (double& price : prices)
        price = rng.uniform(0, 2);
    return prices;
}

inline learners::CutPrices cut_prices(const data::BinnedSplit& data, std::vector<double> prices) {
    return {learners::PriceUnit::cut, learners::cuts_of_columns(data), std::move(prices)};
}

}  // namespace reboost::testing
