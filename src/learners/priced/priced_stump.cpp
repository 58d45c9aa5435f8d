#include "learners/priced/priced_stump.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>

namespace reboost::learners {

namespace {

/// Rows by bin, ascending: rows of bin b are [starts[b], starts[b+1]).
struct BinRows {
    std::vector<std::uint32_t> starts, rows;

    explicit BinRows(const data::BinnedColumn& column)
        : starts(column.bin_count + 1, 0), rows(column.rows()) {
        std::visit(
            [this](const auto& codes) {
                for (const auto code : codes)
                    ++starts[static_cast<std::size_t>(code) + 1];
                std::partial_sum(starts.begin(), starts.end(), starts.begin());
                std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
                for (std::size_t i = 0; i < codes.size(); ++i)
                    rows[next[codes[i]]++] = static_cast<std::uint32_t>(i);
            },
            column.codes);
    }
    bool empty(std::uint32_t bin) const { return starts[bin] == starts[bin + 1]; }
};

/// The cheapest threshold in (low, high], the lowest of equals.
std::uint32_t cheapest(const CutList::Price& price, std::uint32_t feature, std::uint32_t low,
                       std::uint32_t high) {
    std::uint32_t best = low + 1;
    for (std::uint32_t t = low + 2; t <= high; ++t)
        if (price(feature, t) < price(feature, best)) best = t;
    return best;
}

}  // namespace

CutList::CutList(const ScanColumns& columns, const Price& price) {
    for (std::uint32_t f = 0; f < columns.features(); ++f) {
        const BinRows bins(columns.codes().columns[f]);
        const std::uint32_t pivot = columns.codes().columns[f].frequent_bin, last = columns[f].bins - 1;
        ColumnCuts column;
        column.entry_by_entry = columns[f].form == ColumnForm::sorted;
        column.first_entry = rows_.size();
        column.first_cut = thresholds_.size();
        const auto add_bin = [&](std::uint32_t bin, std::uint32_t low, std::uint32_t high, bool descending) {
            const auto begin = bins.rows.begin() + bins.starts[bin],
                       end = bins.rows.begin() + bins.starts[bin + 1];
            if (descending)
                rows_.insert(rows_.end(), std::make_reverse_iterator(end), std::make_reverse_iterator(begin));
            else
                rows_.insert(rows_.end(), begin, end);
            entry_ends_.push_back(static_cast<std::uint32_t>(rows_.size() - column.first_entry));
            thresholds_.push_back(cheapest(price, f, low, high));
            prices_.push_back(price(f, thresholds_.back()));
        };
        for (std::uint32_t b = 0; b < pivot; ++b) {
            if (bins.empty(b)) continue;
            std::uint32_t next = b + 1;  // the pivot is never empty
            while (bins.empty(next))
                ++next;
            add_bin(b, b, next, false);
        }
        column.middle_cut = thresholds_.size();
        for (std::uint32_t b = last; b > pivot; --b) {
            if (bins.empty(b)) continue;
            std::uint32_t before = b - 1;
            while (bins.empty(before))
                --before;
            add_bin(b, before, b, column.entry_by_entry);
        }
        column.end_cut = thresholds_.size();
        column.end_entry = rows_.size();
        columns_.push_back(column);
    }
}

void CutList::edges(std::size_t feature, const float* w, double total, std::span<double> out) const {
    const ColumnCuts& column = columns_[feature];
    const std::uint32_t* rows = rows_.data() + column.first_entry;
    const auto walk = [&](std::size_t first, std::size_t end, std::uint32_t entry) {
        double balance = total;
        for (std::size_t cut = first; cut < end; ++cut) {
            const std::uint32_t stop = entry_ends_[cut];
            if (column.entry_by_entry) {
                for (; entry < stop; ++entry)
                    balance -= 2 * static_cast<double>(w[rows[entry]]);
            } else {
                double sum = 0;
                for (; entry < stop; ++entry)
                    sum += static_cast<double>(w[rows[entry]]);
                balance -= 2 * sum;
            }
            out[cut - column.first_cut] = std::fabs(balance);
        }
    };
    walk(column.first_cut, column.middle_cut, 0);
    walk(column.middle_cut, column.end_cut,
         column.middle_cut == column.first_cut ? 0 : entry_ends_[column.middle_cut - 1]);
}

namespace {

CutList::Price price_of(const BudgetRuleOptions& options, const BudgetAccount& account) {
    if (options.rule == BudgetRule::plain) return [](std::uint32_t, std::uint32_t) { return 0.0; };
    return [&prices = account.prices()](std::uint32_t f, std::uint32_t t) { return prices.at(f, t); };
}

}  // namespace

BudgetStumpLearner::BudgetStumpLearner(const BudgetRuleOptions& options, const ScanColumns& columns,
                                       std::size_t classes, const BudgetAccount& account)
    : options_(options),
      account_(account),
      cuts_(columns, price_of(options, account)),
      edges_(columns.max_bins()),
      finisher_(columns, 1) {
    if (classes != 1)
        throw UsageError("budgeted boosting is for binary problems; this one has " + std::to_string(classes) +
                         " label columns");
}

bool BudgetStumpLearner::may_be_chosen(std::uint32_t feature, std::size_t cut) const {
    const bool paid = account_.is_paid(feature, cuts_.threshold(cut));
    if (unpaid_only_) return !paid;
    return !options_.only_affordable || paid || account_.affords(cuts_.price(cut));
}

/// The column's best cut, or none where no cut of it can come before `best`.
template <class Criterion>
CutChoice BudgetStumpLearner::scan_column(const Criterion& criterion, std::uint32_t feature,
                                          const SignedWeights& weights, double mass, const CutChoice& best) {
    const ColumnCuts& column = cuts_.column(feature);
    const std::size_t count = column.end_cut - column.first_cut;
    cuts_.edges(feature, weights.data(), weights.totals()[0], std::span(edges_).first(count));
    const bool picky = unpaid_only_ || options_.only_affordable;
    CutChoice chosen;
    double reach = best.score;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t cut = column.first_cut + i;
        const double gamma = edges_[i] / mass, price = cuts_.price(cut);
        if (!criterion.may_reach(gamma, price, reach)) continue;
        if (picky && !may_be_chosen(feature, cut)) continue;
        const CutChoice candidate{criterion.score(gamma, price), price, edges_[i], feature,
                                  cuts_.threshold(cut)};
        if (!(candidate.score > 0) || !comes_before(candidate, chosen)) continue;
        chosen = candidate;
        reach = std::max(reach, chosen.score);
    }
    return chosen;
}

/// A selector that asks for some columns only wants the best edge of each; with all columns asked at once
/// only the winner matters, and most cuts need no logarithm.
template <class Criterion>
CutChoice BudgetStumpLearner::search(const Criterion& criterion, const SignedWeights& weights,
                                     FeatureSelector& selector) {
    const Decision decision;
    const bool all = selector.exhaustive();
    // Rules that look at edges alone compare the sums themselves, as plain AdaBoost does: dividing could make
    // ties.
    const double mass = std::is_same_v<Criterion, EdgeCriterion> ? 1.0 : weights.mass();
    CutChoice best;
    for (Query query = selector.next_query(decision); !query.features.empty();
         query = selector.next_query(decision)) {
        reports_.clear();
        for (const std::uint32_t feature : query.features) {
            work_ += cuts_.entries(feature);
            const CutChoice found = scan_column(criterion, feature, weights, mass, all ? best : CutChoice{});
            reports_.push_back({feature, found.edge / weights.mass(), found.price});
            if (found.found() && comes_before(found, best)) best = found;
        }
        selector.report(decision, {reports_});
    }
    return best;
}

CutChoice BudgetStumpLearner::choose(const SignedWeights& weights, FeatureSelector& selector) {
    switch (options_.rule) {
        case BudgetRule::plain:
        case BudgetRule::edge:
            return search(EdgeCriterion{}, weights, selector);
        case BudgetRule::greedy:
            return search(GreedyCriterion{}, weights, selector);
        case BudgetRule::smoothed:
            return search(SmoothedCriterion{options_.tau * account_.spent()}, weights, selector);
        case BudgetRule::speedboost:
            return search(SpeedBoostCriterion{}, weights, selector);
        case BudgetRule::hybrid:
            return choose_hybrid(weights, selector);
    }
    return {};
}

/// Section 4, last paragraph: greedy until the quality of the unused features drops below a threshold.
CutChoice BudgetStumpLearner::choose_hybrid(const SignedWeights& weights, FeatureSelector& selector) {
    if (!switched_) {
        const double mass = weights.mass();
        unpaid_only_ = true;
        CutChoice unused;
        for (std::uint32_t feature = 0; feature < cuts_.features(); ++feature) {
            work_ += cuts_.entries(feature);
            const CutChoice found = scan_column(GreedyCriterion{}, feature, weights, mass, unused);
            if (found.found() && comes_before(found, unused)) unused = found;
        }
        unpaid_only_ = false;
        switched_ = unused.score < options_.switch_quality;
    }
    if (!switched_) return search(GreedyCriterion{}, weights, selector);
    return search(SmoothedCriterion{options_.tau * account_.spent()}, weights, selector);
}

void BudgetStumpLearner::fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) {
    const CutChoice choice = choose(weights, selector);
    found.edge = 0;
    if (!choice.found()) return;
    selector.accept(Decision{}, choice.feature);
    finisher_.finish({choice.feature, choice.threshold}, weights, found);
}

}  // namespace reboost::learners
