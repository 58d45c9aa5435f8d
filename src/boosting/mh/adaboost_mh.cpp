#include "boosting/mh/adaboost_mh.hpp"

#include "boosting/bookkeeping.hpp"
#include "boosting/model_header.hpp"
#include "core/error.hpp"
#include "selectors/options.hpp"
#include "selectors/rows.hpp"
#include "simd/flush_to_zero.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace reboost::boosting {

int majority_class(const data::Labels& labels) {
    const auto positive = static_cast<std::size_t>(std::ranges::count(labels.y, std::int8_t{1}));
    return 2 * positive >= labels.y.size() ? 1 : -1;
}

namespace {

/// Returns an ensemble of one hypothesis without a split, with weight 1.
learners::Ensemble constant_model(int prediction) {
    const std::uint64_t vote = prediction > 0 ? 1 : 0;
    const std::array votes{vote, vote};  // the same vote in both cells
    learners::Ensemble model(1);
    model.append(learners::Ensemble::View{1, {}, {}, votes});
    return model;
}

/// Number of rounds evaluated in one walk over the test rows.
constexpr std::size_t kEvaluationBatch = 64;
/// Edges of at least this value leave no weight on the errors.
constexpr double kPerfectEdge = 1 - 1e-12;

/// Throws DataError if a round does not fit these data: it has other columns, or cuts that the data lack.
void check_rounds(const learners::Ensemble& ensemble, const data::BinnedMatrix& rows, std::size_t classes) {
    bool fits = ensemble.classes() == classes;
    for (std::size_t t = 0; fits && t < ensemble.size(); ++t)
        for (const learners::Split& split : ensemble[t].splits)
            fits = fits && split.feature < rows.features() &&
                   (split.threshold > 0 || ensemble[t].alpha == 0) &&
                   split.threshold < rows.columns[split.feature].bin_count;
    if (!fits) throw DataError("checkpoint: its rounds belong to other data");
}

}  // namespace

AdaBoostMh::AdaBoostMh(const Recipe& recipe, const AdaBoostMhOptions& options, SharedSplit data,
                       const Resources& resources, std::optional<PricedTraining> priced)
    : RoundBooster(recipe, options.rounds, std::move(data), resources),
      options_(options),
      priced_(std::move(priced)),
      columns_(data_->train, learners::padded_classes(data_->train_labels.classes)),
      weights_(data_->train_labels, options_.weights == InitialWeights::balanced),
      selector_(selectors::restrict_rows(
          selectors::make_selector(
              recipe.selector, data_->train.features(),
              static_cast<std::size_t>(options_.rounds * learners::decisions_of(recipe.learner)),
              recipe.seed),
          options_.rows)),
      learner_(priced_
                   ? priced_->make_learner({columns_, data_->train_labels.classes, *team_})
                   : learners::make_learner(recipe.learner, {columns_, data_->train_labels.classes, *team_})),
      ensemble_(data_->train_labels.classes) {
    if (options_.oracle_every > 0)
        oracle_ = std::make_unique<RegretOracle>(columns_, *team_, recipe.selector->reward_map(),
                                                 static_cast<std::size_t>(options_.oracle_every), planned_);
    const bool balanced = options_.weights == InitialWeights::balanced;
    const auto add_part = [&](Part part, const data::BinnedMatrix& rows, const data::Labels& labels) {
        if (rows.rows > 0 || part == Part::train)
            parts_.push_back({part, labels, Evaluator(rows, labels, balanced, evaluation_.ties)});
    };
    add_part(Part::train, data_->train, data_->train_labels);
    add_part(Part::test, data_->test, data_->test_labels);
    add_part(Part::validation, data_->validation, data_->validation_labels);
}

StopReason AdaBoostMh::train(RoundObserver& observer) {
    const simd::FlushToZero flush;
    return RoundBooster::train(observer);
}

std::optional<StopReason> AdaBoostMh::train_round(RoundRecord& record) {
    record.round = ensemble_.size() + 1;
    clock_.train();
    selector_->begin_round(record.round);
    const std::uint64_t work = learner_->work();
    learner_->fit(weights_, *selector_, fitted_);
    selector_->note_work(learner_->work() - work);
    if (oracle_ && oracle_->is_due(record.round)) {
        clock_.evaluate();
        oracle_->evaluate(
            record.round, weights_,
            fitted_.edge > 0 ? std::optional(fitted_.classifier.splits.front().feature) : std::nullopt);
        clock_.train();
    }
    const std::optional<StopReason> stop = conclude_round(record);
    selector_->end_round(fitted_.edge);
    clock_.rest();
    record.log_exponential_loss = log_loss_;
    if (priced_) record.spent = priced_->account->spent();
    clock_.fill(record);
    record.work = work_base_ + learner_->work();
    return stop;
}

std::optional<StopReason> AdaBoostMh::conclude_round(RoundRecord& record) {
    if (!(fitted_.edge > 0)) {
        if (selector_->conclusive()) return StopReason::no_edge;
        record.edge = record.alpha = 0;
        const std::vector<std::uint64_t> votes(2 * learners::vote_words(ensemble_.classes()), 0);
        ensemble_.append(learners::Ensemble::View{0, {}, {}, votes});
        return std::nullopt;
    }
    if (priced_ && !priced_->account->pay(fitted_.classifier.splits))
        return StopReason::budget_spent;  // ijcai2015 Algorithm 1, line 6: set T = t − 1
    const double mass = weights_.mass();
    const double gamma = std::min(1.0, fitted_.edge / mass);
    const double smoothing = options_.alpha_smoothing / static_cast<double>(weights_.rows());
    const double right = (1 + gamma) / 2, wrong = (1 - gamma) / 2;
    // α = ½ ln((1+γ)/(1−γ)) (kdd2009 §2.1), smoothed by `alpha_smoothing`, capped by `max_alpha` as γ → 1.
    const double alpha =
        std::min(options_.max_alpha, 0.5 * std::log((right + smoothing) / (wrong + smoothing)));
    // For a perfect edge e^α is infinite, but no weight is wrong, so the second term is left out.
    const double z = std::exp(-alpha) * right + (wrong > 0 ? std::exp(alpha) * wrong : 0);
    log_loss_ += z > 0 ? std::log(z) : -alpha;  // e^−α may underflow
    fitted_.classifier.alpha = alpha;
    ensemble_.append(fitted_.classifier);
    record.edge = gamma;
    record.alpha = alpha;
    if (!fitted_.classifier.splits.empty()) record.feature = fitted_.classifier.splits.front().feature;
    if (gamma >= kPerfectEdge) return StopReason::perfect_edge;  // last round: its weights are unused
    weights_.update(fitted_.cells, fitted_.signs, static_cast<float>(std::exp(-alpha) / (z * mass)),
                    static_cast<float>(std::exp(alpha) / (z * mass)));
    if (!std::isfinite(weights_.mass()))
        throw NotANumberError("the weights are no longer finite in round " + std::to_string(record.round));
    return std::nullopt;
}

void AdaBoostMh::evaluate(RoundObserver& observer, bool flush) {
    const std::size_t round = ensemble_.size();
    const auto every = static_cast<std::size_t>(evaluation_.test_every);
    const double ranking_points = evaluation_.ranking_points_per_decade;
    const bool ranked = ranking_points > 0 || data_->train_labels.classes == 1;
    const bool ranking =
        ranked && (flush || round == planned_ || (ranking_points > 0 && log_spaced(ranking_points)));
    for (PartEvaluation& evaluation : parts_) {
        const std::size_t done = evaluation.evaluator.rounds();
        const bool train = evaluation.part == Part::train, validation = evaluation.part == Part::validation;
        const bool each = !train && (every == 1 || validation);  // evaluated in batches, round by round
        const bool due = train ? log_spaced(evaluation_.train_points_per_decade)
                         : validation && evaluation_.patience > 0 ? true
                         : each ? ranking || round - done >= kEvaluationBatch
                                : ranking || round % every == 0;
        if (done < round && (flush || due))
            evaluate_part(evaluation, round, each, train ? ranked : ranking, observer);
    }
}

void AdaBoostMh::evaluate_part(PartEvaluation& evaluation, std::size_t end, bool each, bool ranking,
                               RoundObserver& observer) {
    clock_.evaluate();
    evaluation.evaluator.advance(ensemble_, end, each, losses_);
    RankingLosses rank{kNotMeasured, kNotMeasured};
    if (ranking) rank = ranking_losses(evaluation.evaluator.scores(), evaluation.labels, evaluation_.ties);
    clock_.rest();
    for (std::size_t i = 0; i < losses_.size(); ++i) {
        EvaluationRecord record{end - losses_.size() + 1 + i, evaluation.part, losses_[i].one_error,
                                losses_[i].hamming_loss};
        if (i + 1 == losses_.size()) {
            record.auc = rank.auc;
            record.balanced_accuracy = rank.balanced_accuracy;
        }
        report(record, observer);
    }
}

void AdaBoostMh::save_curves(Archive& archive) const {
    if (draws()) return;  // the saved ensemble is not the trained one
    if (oracle_) oracle_->save_curves(archive);
    for (const PartEvaluation& evaluation : parts_)
        if (evaluation.part != Part::train && evaluation.evaluator.rounds() == ensemble_.size())
            put_roc(evaluation.evaluator.scores(), evaluation.labels,
                    "roc/" + std::string(part_name(evaluation.part)) + "/", archive);
}

void AdaBoostMh::state(StateIO& io) {
    weights_.state(io);
    io.part("ensemble", ensemble_);
    if (io.loading()) {  // recompute what follows from the ensemble
        check_rounds(ensemble_, data_->train, data_->train_labels.classes);
        if (priced_) priced_->account->reset();
        for (std::size_t t = 0; priced_ && t < ensemble_.size(); ++t)
            priced_->account->pay(ensemble_[t].splits);
    }
    io.part("selector", *selector_);
    io.part("learner", *learner_);
    if (oracle_) io.part("oracle", *oracle_);
    for (PartEvaluation& evaluation : parts_) {
        io.part("evaluation/" + std::string(part_name(evaluation.part)), evaluation.evaluator);
        if (evaluation.evaluator.rounds() > ensemble_.size())
            throw DataError("checkpoint: more rounds are evaluated than trained");
    }
    io("log_exponential_loss", log_loss_);
    state_of_rounds(io, learner_->work());
}

void AdaBoostMh::save_model(Archive& archive) const {
    save_model_header(*data_, priced_ ? priced_->booster : AdaBoostMhOptions::kName, archive);
    std::size_t rounds = stopping_.best_round(std::max<std::size_t>(1, ensemble_.size()));
    std::optional<learners::Ensemble> other;
    if (draws()) {
        other = priced_->draw(ensemble_);
        rounds = std::max<std::size_t>(1, other->size());
    }
    if (priced_ && (other ? *other : ensemble_).size() == 0)
        other = constant_model(majority_class(data_->train_labels));
    save_state(other ? *other : ensemble_, "ensemble", archive);
    archive.put_scalar("best_round", rounds);
}

}  // namespace reboost::boosting
