#include "learners/priced/priced_stump.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>

namespace reboost::learners {

namespace {

/// The cheapest threshold in (low, high], the lowest of equals.
std::uint32_t cheapest(const CutList::Price& price, std::uint32_t feature, std::uint32_t low,
                       std::uint32_t high) {
    std::uint32_t best = low + 1;
    for (std::uint32_t t = low + 2; t <= high; ++t)
        if (price(feature, t) < price(feature, best)) best = t;
    return best;
}

CutList::Price price_of(const BudgetRuleOptions& options, const BudgetAccount& account) {
    if (options.rule == BudgetRule::plain) return [](std::uint32_t, std::uint32_t) { return 0.0; };
    return [&prices = account.prices()](std::uint32_t f, std::uint32_t t) { return prices.at(f, t); };
}

}  // namespace

CutList::CutList(const ScanColumns& columns, const Price& price) : columns_(columns) {
    for (std::uint32_t f = 0; f < columns.features(); ++f) {
        const data::BinnedColumn& column = columns.codes().columns[f];
        std::vector<std::size_t> counts(column.bin_count, 0);
        std::visit(
            [&](const auto& codes) {
                for (const auto code : codes)
                    ++counts[code];
            },
            column.codes);
        const auto add = [&](std::uint32_t bin, std::uint32_t low, std::uint32_t high, std::size_t entry) {
            const std::uint32_t threshold = cheapest(price, f, low, high);
            cuts_.push_back({threshold, bin, entry, price(f, threshold)});
        };
        const std::uint32_t pivot = column.frequent_bin, last = column.bin_count - 1;
        Part part{cuts_.size(), 0, 0};
        std::size_t entry = 0;
        for (std::uint32_t b = 0; b < pivot; ++b) {
            if (counts[b] == 0) continue;
            std::uint32_t next = b + 1;  // the pivot is never empty
            while (counts[next] == 0)
                ++next;
            add(b, b, next, entry += counts[b]);
        }
        part.middle = cuts_.size();
        entry = entries(f);
        for (std::uint32_t b = last; b > pivot; --b) {
            if (counts[b] == 0) continue;
            std::uint32_t before = b - 1;
            while (counts[before] == 0)
                --before;
            add(b, before, b, entry -= counts[b]);
        }
        part.end = cuts_.size();
        parts_.push_back(part);
    }
}

void CutList::edges(std::uint32_t feature, const float* w, double total, std::span<double> out) {
    const Part& part = parts_[feature];
    const ScanColumn& column = columns_[feature];
    double balance = total;
    const auto walk = [&](const auto& take) {
        for (std::size_t cut = part.begin; cut < part.end; ++cut) {
            if (cut == part.middle) balance = total;
            take(cuts_[cut], cut < part.middle);
            out[cut - part.begin] = std::fabs(balance);
        }
    };
    if (column.form == ColumnForm::sorted) {
        std::visit(
            [&](const auto& rows) {
                std::size_t low = 0, high = rows.size();
                walk([&](const PricedCut& cut, bool below) {
                    while (below ? low < cut.entry : high > cut.entry)
                        balance -= 2 * static_cast<double>(w[rows[below ? low++ : --high]]);
                });
            },
            column.sorted_rows);
    } else if (part.begin < part.end) {
        histogram_.assign(column.bins * sizeof(double), std::byte{});
        add_all_rows(kernels_for(1), columns_, feature, w, 1, histogram_.data());
        const auto* const sums = reinterpret_cast<const double*>(histogram_.data());
        walk([&](const PricedCut& cut, bool) { balance -= 2 * sums[cut.bin]; });
    }
}

BudgetStumpLearner::BudgetStumpLearner(const BudgetRuleOptions& options, const ScanColumns& columns,
                                       const BudgetAccount& account)
    : options_(options),
      account_(account),
      cuts_(columns, price_of(options, account)),
      edges_(columns.max_bins()),
      finisher_(columns, 1) {}

bool BudgetStumpLearner::may_be_chosen(std::uint32_t feature, const PricedCut& cut) const {
    const bool paid = account_.is_paid(feature, cut.threshold);
    if (unpaid_only_) return !paid;
    return !options_.only_affordable || paid || account_.affords(cut.price);
}

/// The column's best cut, or none where no cut of it can come before `best`.
template <class Criterion>
CutChoice BudgetStumpLearner::scan_column(const Criterion& criterion, std::uint32_t feature,
                                          const SignedWeights& weights, double mass, const CutChoice& best) {
    const std::span<const PricedCut> cuts = cuts_.of_column(feature);
    cuts_.edges(feature, weights.data(), weights.totals()[0], edges_);
    const bool picky = unpaid_only_ || options_.only_affordable;
    CutChoice chosen;
    double reach = best.score;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
        const double gamma = edges_[i] / mass, price = cuts[i].price;
        if (!criterion.may_reach(gamma, price, reach)) continue;
        if (picky && !may_be_chosen(feature, cuts[i])) continue;
        const CutChoice candidate{criterion.score(gamma, price), price, edges_[i], feature,
                                  cuts[i].threshold};
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
