#include "boosting/budget/sampling.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace reboost::boosting {

HypothesisVotes votes_of(const learners::Ensemble& binary, const data::BinnedMatrix& rows) {
    HypothesisVotes votes(binary.size(), rows.rows);
    std::vector<std::uint16_t> cells(rows.rows);
    for (std::size_t t = 0; t < binary.size(); ++t) {
        const auto view = binary[t];
        learners::assign_cells(view.splits, view.children, rows, cells);
        for (std::size_t i = 0; i < rows.rows; ++i)
            votes(t, i) = (view.votes[cells[i]] & 1U) != 0 ? 1 : -1;
    }
    return votes;
}

namespace {

/// Prices below this share of the mean are raised to it: p ∝ α/c would draw a free hypothesis for ever.
constexpr double kLeastPriceShare = 1e-3;

/// Sequences of trained models end after thousands of draws, except for hypotheses of nearly no weight.
constexpr std::size_t kMostDraws = 10'000'000;

std::vector<double> hypothesis_prices(const SampledModel& model) {
    std::vector<double> prices;
    const learners::BudgetAccount nothing_paid(*model.prices);
    double sum = 0;
    for (std::size_t t = 0; t < model.ensemble->size(); ++t) {
        prices.push_back(nothing_paid.unpaid_cost((*model.ensemble)[t].splits));
        sum += prices.back();
    }
    const double least =
        kLeastPriceShare * sum / static_cast<double>(std::max<std::size_t>(1, prices.size()));
    for (double& price : prices)
        price = std::max(price, least);
    return prices;
}

/// Adds weight · h_t(x_i) to scores[i].
void add_votes(const HypothesisVotes& votes, std::size_t t, float weight, std::span<float> scores) {
    for (std::size_t i = 0; i < scores.size(); ++i)
        scores[i] += weight * static_cast<float>(votes(t, i));
}

/// Returns AdaBoost's own scores.
std::vector<float> whole_scores(const SampledModel& model, const HypothesisVotes& votes) {
    std::vector<float> scores(votes.columns(), 0);
    for (std::size_t t = 0; t < model.ensemble->size(); ++t)
        add_votes(votes, t, static_cast<float>((*model.ensemble)[t].alpha), scores);
    return scores;
}

int prediction(float score, int constant) {
    return score > 0 ? 1 : score < 0 ? -1 : constant;
}

}  // namespace

double vote_error(std::span<const float> scores, const data::Labels& labels, int constant) {
    std::size_t errors = 0;
    for (std::size_t i = 0; i < scores.size(); ++i)
        errors += prediction(scores[i], constant) != labels.y[i] ? 1U : 0U;
    return scores.empty() ? 0 : static_cast<double>(errors) / static_cast<double>(scores.size());
}

DrawSequence::DrawSequence(const SampledModel& model, Rng rng)
    : model_(model), rng_(rng), account_(*model.prices), next_(0) {
    const learners::Ensemble& ensemble = *model_.ensemble;
    const bool by_price = model_.weights == SampleWeights::alpha_per_price;
    const std::vector<double> prices = by_price ? hypothesis_prices(model_) : std::vector<double>();
    double sum = 0;
    for (std::size_t t = 0; t < ensemble.size(); ++t) {
        const double price = by_price && prices[t] > 0 ? prices[t] : 1;
        sum += ensemble[t].alpha / price;
        cumulative_.push_back(sum);
        votes_.push_back(static_cast<float>(price));
    }
    learners::BudgetAccount everything(*model_.prices);
    for (std::size_t t = 0; t < ensemble.size(); ++t)
        everything.pay(ensemble[t].splits);
    unpaid_ = everything.items_paid();
    if (unpaid_ > 0) next_ = draw();
}

std::size_t DrawSequence::draw() {
    const double at = rng_.uniform() * cumulative_.back();
    const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(), at);
    return std::min(static_cast<std::size_t>(found - cumulative_.begin()), cumulative_.size() - 1);
}

std::span<const DrawSequence::Draw> DrawSequence::advance(double budget) {
    taken_.clear();
    while (unpaid_ > 0) {
        const auto splits = (*model_.ensemble)[next_].splits;
        if (account_.spent() + account_.unpaid_cost(splits) > budget) break;
        const std::size_t before = account_.items_paid();
        account_.pay(splits);
        unpaid_ -= account_.items_paid() - before;
        taken_.push_back({next_, votes_[next_]});
        if (++draws_ == kMostDraws)
            throw TrainingError(
                "AdaBoostRS would draw for ever: after " + std::to_string(kMostDraws) +
                " draws some hypotheses are still not drawn, their coefficients are too small");
        next_ = draw();
    }
    return taken_;
}

namespace {

std::vector<double> errors_drawn_once(const SampledModel& model, const HypothesisVotes& votes,
                                      const data::Labels& labels, int constant,
                                      std::span<const double> budgets, const Rng& rng) {
    DrawSequence sequence(model, rng);
    std::vector<float> scores(votes.columns(), 0), counts(model.ensemble->size(), 0);
    std::vector<std::size_t> drawn;
    std::vector<double> errors;
    bool done = false;
    for (const double budget : budgets) {
        drawn.clear();
        for (const DrawSequence::Draw& one : sequence.advance(budget)) {
            if (counts[one.hypothesis] == 0) drawn.push_back(one.hypothesis);
            counts[one.hypothesis] += one.vote;
        }
        for (const std::size_t t : drawn)
            add_votes(votes, t, std::exchange(counts[t], 0.0F), scores);
        if (sequence.complete() && !std::exchange(done, true)) scores = whole_scores(model, votes);
        errors.push_back(vote_error(scores, labels, constant));
    }
    return errors;
}

}  // namespace

std::vector<double> sampled_errors(SampleDraw draw, const SampledModel& model, const HypothesisVotes& votes,
                                   const data::Labels& labels, int constant, std::span<const double> budgets,
                                   Rng rng) {
    if (draw == SampleDraw::once) return errors_drawn_once(model, votes, labels, constant, budgets, rng);
    const std::vector<float> whole = whole_scores(model, votes);
    std::vector<double> errors(budgets.size(), 0);
    for (std::size_t i = 0; i < votes.columns(); ++i) {
        Rng own = rng;
        own.set_state({rng.next(), rng.next(), rng.next(), rng.next() | 1U});
        DrawSequence sequence(model, own);
        float score = 0;
        for (std::size_t b = 0; b < budgets.size(); ++b) {
            for (const DrawSequence::Draw& one : sequence.advance(budgets[b]))
                score += one.vote * static_cast<float>(votes(one.hypothesis, i));
            errors[b] += prediction(sequence.complete() ? whole[i] : score, constant) != labels.y[i] ? 1 : 0;
        }
    }
    for (double& error : errors)
        error /= static_cast<double>(std::max<std::size_t>(1, votes.columns()));
    return errors;
}

learners::Ensemble sampled_ensemble(const SampledModel& model, double budget, Rng rng) {
    DrawSequence sequence(model, rng);
    std::vector<double> counts(model.ensemble->size(), 0);
    for (const DrawSequence::Draw& one : sequence.advance(budget))
        counts[one.hypothesis] += one.vote;
    learners::Ensemble sampled(model.ensemble->classes());
    for (std::size_t t = 0; t < counts.size(); ++t) {
        auto drawn = (*model.ensemble)[t];
        if (!sequence.complete()) drawn.alpha = counts[t];
        if (drawn.alpha > 0) sampled.append(drawn);
    }
    return sampled;
}

}  // namespace reboost::boosting
