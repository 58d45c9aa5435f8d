#include "boosting/budget/budgeted.hpp"
#include "core/error.hpp"
#include "core/order.hpp"
#include "core/text.hpp"
#include "data/readers/text_file.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace reboost::boosting {
namespace {

std::vector<double> ranks(const std::vector<double>& values) {
    const std::vector<std::size_t> order = order_by(values.size(), [&](std::size_t i) { return values[i]; });
    std::vector<double> rank(values.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        rank[order[i]] = static_cast<double>(i) / static_cast<double>(order.size());
    return rank;
}

/// Reorders the draws by a mixture of usefulness and chance; their distribution stays the same.
std::vector<double> correlated(std::vector<double> draws, const PriceOptions& options,
                               const data::BinnedSplit& data, Rng& rng) {
    std::vector<double> keys = ranks(usefulness(data, options.unit));
    for (double& key : keys)
        key = options.correlation * key + (1 - options.correlation) * rng.uniform();
    const std::vector<std::size_t> order = order_by(keys.size(), [&](std::size_t i) { return keys[i]; });
    std::ranges::sort(draws);
    std::vector<double> prices(draws.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        prices[order[i]] = draws[i];
    return prices;
}

/// Returns one price per item: the price in its column's name.
std::vector<double> named_prices(const data::BinnedSplit& data, learners::PriceUnit unit,
                                 const std::vector<std::uint32_t>& cuts) {
    std::vector<double> prices;
    for (std::size_t j = 0; j < cuts.size(); ++j) {
        const std::string& name = data.feature_names.at(j);
        const std::size_t at = name.rfind('@');
        const double price =
            at == std::string::npos ? -1 : parse_whole<double>(name.substr(at + 1)).value_or(-1);
        if (!(price >= 0) || std::isinf(price))
            throw UsageError("prices.rule 'named': column '" + name +
                             "' has no price; expected a name like 'x@0.5'");
        prices.insert(prices.end(), unit == learners::PriceUnit::column ? 1 : cuts[j], price);
    }
    return prices;
}

}  // namespace

std::vector<double> usefulness(const data::BinnedSplit& data, learners::PriceUnit unit) {
    const auto rows = static_cast<double>(data.train.rows);
    std::vector<double> edges;
    for (const data::BinnedColumn& column : data.train.columns) {
        std::vector<double> sums(column.bin_count, 0);  // Σ_i y_i per bin
        for (std::size_t i = 0; i < data.train.rows; ++i)
            sums[column.at(i)] += data.train_labels.at(i, 0);
        double balance = std::accumulate(sums.begin(), sums.end(), 0.0), best = 0;
        for (std::uint32_t t = 1; t < column.bin_count; ++t) {
            balance -= 2 * sums[t - 1];
            best = std::max(best, std::abs(balance) / rows);
            if (unit == learners::PriceUnit::cut) edges.push_back(std::abs(balance) / rows);
        }
        if (unit == learners::PriceUnit::column) edges.push_back(best);
    }
    return edges;
}

learners::CutPrices make_prices(const PriceOptions& options, const data::BinnedSplit& data, Rng rng) {
    const std::vector<std::uint32_t> cuts = learners::cuts_of_columns(data);
    if (options.rule == PriceRule::file) {
        try {
            return {options.unit, cuts, data::read_prices({options.file, options.file_sha256})};
        } catch (UsageError& error) {
            error.add_context("prices '" + options.file + "'");
            throw;
        }
    }
    if (options.rule == PriceRule::named) return {options.unit, cuts, named_prices(data, options.unit, cuts)};
    std::vector<double> prices(learners::CutPrices::items(options.unit, cuts), 1.0);
    if (options.drawn())
        for (double& price : prices)
            price = rng.uniform(options.low, options.high);
    if (options.rule == PriceRule::correlated) prices = correlated(std::move(prices), options, data, rng);
    return {options.unit, cuts, std::move(prices)};
}

}  // namespace reboost::boosting
