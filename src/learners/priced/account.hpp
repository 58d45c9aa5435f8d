#pragma once
/// Prices of cuts, and what has been paid: the one place that counts a budget.
#include "core/fields.hpp"
#include "data/binning.hpp"
#include "learners/mh/base_classifier.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace reboost::learners {

/// What a price buys: one binary feature "x^(column) ≥ cut" (ijcai2015), or a column with all its cuts.
enum class PriceUnit { cut, column };

/// Which rule picks the cut. Ties: `plain` as AdaBoost, by column and threshold; the others by price first.
enum class BudgetRule { plain, edge, greedy, smoothed, speedboost, hybrid };

/// A price for each item. Items are numbered by column, then by threshold.
class CutPrices {
  public:
    /// Throws UsageError if items and prices differ in number, or a price is negative or not a finite number.
    CutPrices(PriceUnit unit, const std::vector<std::uint32_t>& cuts_of_column, std::vector<double> prices);
    /// The number of items that need a price.
    static std::size_t items(PriceUnit unit, const std::vector<std::uint32_t>& cuts_of_column);

    std::size_t size() const { return prices_.size(); }
    std::size_t item(std::uint32_t feature, std::uint32_t threshold) const {
        return unit_ == PriceUnit::cut ? first_[feature] + threshold - 1 : feature;
    }
    double at(std::uint32_t feature, std::uint32_t threshold) const {
        return prices_[item(feature, threshold)];
    }
    double of_item(std::size_t item) const { return prices_[item]; }
    double max_price() const;

  private:
    PriceUnit unit_;
    std::vector<std::size_t> first_;  ///< item of each column's threshold 1
    std::vector<double> prices_;
};

/// The number of thresholds of each column of a binned split.
std::vector<std::uint32_t> cuts_of_columns(const data::BinnedSplit& data);

/// The budget, paid features and spent amount (ijcai2015 Algorithm 1, lines 5 to 7). A feature is paid once.
class BudgetAccount {
  public:
    /// `prices` must outlive the account.
    explicit BudgetAccount(const CutPrices& prices, double limit = std::numeric_limits<double>::infinity());

    const CutPrices& prices() const { return *prices_; }
    double spent() const { return spent_; }
    std::size_t items_paid() const { return items_paid_; }
    bool is_paid(std::uint32_t feature, std::uint32_t threshold) const {
        return paid_[prices_->item(feature, threshold)] != 0;
    }
    bool affords(double amount) const { return spent_ + amount <= limit_; }
    /// What the unpaid features among `splits` cost together.
    double unpaid_cost(std::span<const Split> splits) const;
    /// Pays for the unpaid features of `splits`; returns false, and pays nothing, if the budget is too small.
    bool pay(std::span<const Split> splits);
    void reset();

  private:
    const CutPrices* prices_;
    double limit_, spent_ = 0;
    std::size_t items_paid_ = 0;
    std::vector<std::uint8_t> paid_;
};

}  // namespace reboost::learners
