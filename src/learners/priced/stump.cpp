#include "learners/priced/stump.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <type_traits>

namespace reboost::learners {
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
