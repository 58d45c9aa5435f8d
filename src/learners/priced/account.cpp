#include "learners/priced/account.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace reboost::learners {

std::size_t CutPrices::items(PriceUnit unit, const std::vector<std::uint32_t>& cuts_of_column) {
    if (unit == PriceUnit::column) return cuts_of_column.size();
    return std::accumulate(cuts_of_column.begin(), cuts_of_column.end(), std::size_t{0});
}

CutPrices::CutPrices(PriceUnit unit, const std::vector<std::uint32_t>& cuts_of_column,
                     std::vector<double> prices)
    : unit_(unit), prices_(std::move(prices)) {
    const std::size_t wanted = items(unit, cuts_of_column);
    if (prices_.size() != wanted)
        throw UsageError(std::to_string(prices_.size()) + " prices for " + std::to_string(wanted) +
                         (unit == PriceUnit::cut ? " binary features (one price per column and cut)"
                                                 : " columns (one price per column)"));
    for (std::size_t i = 0; i < prices_.size(); ++i)
        if (!(prices_[i] >= 0) || std::isinf(prices_[i]))
            throw UsageError("price " + std::to_string(i + 1) + " is " + std::to_string(prices_[i]) +
                             ": expected a finite number, at least 0");
    first_.resize(cuts_of_column.size());
    std::exclusive_scan(cuts_of_column.begin(), cuts_of_column.end(), first_.begin(), std::size_t{0});
}

double CutPrices::max_price() const {
    return prices_.empty() ? 0 : *std::ranges::max_element(prices_);
}

std::vector<std::uint32_t> cuts_of_columns(const data::BinnedSplit& data) {
    std::vector<std::uint32_t> counts;
    for (const data::BinnedColumn& column : data.train.columns)
        counts.push_back(column.bin_count - 1);
    return counts;
}

BudgetAccount::BudgetAccount(const CutPrices& prices, double limit)
    : prices_(&prices), limit_(limit), paid_(prices.size(), 0) {}

double BudgetAccount::unpaid_cost(std::span<const Split> splits) const {
    double cost = 0;
    for (std::size_t i = 0; i < splits.size(); ++i) {
        const std::size_t item = prices_->item(splits[i].feature, splits[i].threshold);
        const auto same = [&](const Split& s) { return prices_->item(s.feature, s.threshold) == item; };
        if (paid_[item] == 0 && std::ranges::none_of(splits.first(i), same)) cost += prices_->of_item(item);
    }
    return cost;
}

bool BudgetAccount::pay(std::span<const Split> splits) {
    const double cost = unpaid_cost(splits);
    if (!affords(cost)) return false;
    spent_ += cost;
    for (const Split& split : splits) {
        std::uint8_t& paid = paid_[prices_->item(split.feature, split.threshold)];
        items_paid_ += paid == 0 ? 1U : 0U;
        paid = 1;
    }
    return true;
}

void BudgetAccount::reset() {
    spent_ = 0;
    items_paid_ = 0;
    std::ranges::fill(paid_, std::uint8_t{0});
}

}  // namespace reboost::learners
