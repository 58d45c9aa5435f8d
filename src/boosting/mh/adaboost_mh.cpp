#include "boosting/mh/adaboost_mh.hpp"

#include "boosting/evaluation_schedule.hpp"
#include "boosting/mh/constant_model.hpp"
#include "boosting/mh/ranking_losses.hpp"
#include "boosting/model_header.hpp"
#include "core/error.hpp"
#include "selectors/features/factory.hpp"
#include "selectors/rows/catalogue.hpp"
#include "simd/flush_to_zero.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::boosting {
namespace {

/// Rounds between walks over the test rows.
constexpr std::size_t kEvaluationBatch = 64;
/// Edges this near to 1 leave no weight on the errors.
constexpr double kPerfectEdge = 1 - 1e-12;

std::unique_ptr<learners::Learner> make_learner(const Recipe& recipe,
                                                const std::optional<PricedTraining>& priced,
                                                const learners::ScanColumns& columns, std::size_t classes,
                                                parallel::Team& team) {
    return priced ? priced->make_learner(columns, classes, team)
                  : learners::make_learner(recipe.learner, columns, classes, team);
}

/// nullptr where none is asked for.
std::unique_ptr<RegretOracle> make_oracle(const Recipe& recipe, const AdaBoostMhOptions& options,
                                          const learners::ScanColumns& columns, std::size_t stride,
                                          parallel::Team& team) {
    if (options.oracle_every == 0) return nullptr;
    const selectors::RewardMap reward =
        std::visit([](const auto& selector) { return selector.reward_map(); }, recipe.selector);
    return std::make_unique<RegretOracle>(columns, stride, team, reward,
                                          static_cast<std::size_t>(options.oracle_every),
                                          static_cast<std::size_t>(options.rounds));
}

/// Throws DataError where a round does not fit these data: other columns, cuts that they do not have.
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

AdaBoostMh::AdaBoostMh(const Recipe& recipe, std::shared_ptr<const data::BinnedSplit> data,
                       const Resources& resources)
    : AdaBoostMh(recipe, std::get<AdaBoostMhOptions>(recipe.booster), std::move(data), resources,
                 std::nullopt) {}

AdaBoostMh::AdaBoostMh(const Recipe& recipe, const AdaBoostMhOptions& options,
                       std::shared_ptr<const data::BinnedSplit> data, const Resources& resources,
                       std::optional<PricedTraining> priced)
    : options_(options),
      evaluation_(recipe.evaluation),
      data_(std::move(data)),
      priced_(std::move(priced)),
      columns_(data_->train, learners::padded_classes(data_->train_labels.classes)),
      weights_(data_->train_labels, options_.weights == InitialWeights::balanced),
      kernels_(learners::kernels_for(weights_.stride())),
      selector_(selectors::restrict_rows(
          selectors::make_selector(
              recipe.selector, data_->train.features(),
              static_cast<std::size_t>(options_.rounds * learners::decisions_of(recipe.learner)),
              recipe.seed),
          options_.rows)),
      learner_(make_learner(recipe, priced_, columns_, data_->train_labels.classes, *resources.team)),
      oracle_(make_oracle(recipe, options_, columns_, weights_.stride(), *resources.team)),
      ensemble_(data_->train_labels.classes),
      team_(resources.team),
      clock_(*resources.clock, *team_),
      stopping_(evaluation_.patience) {
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
    const auto rounds = static_cast<std::size_t>(options_.rounds);
    StopReason reason = StopReason::rounds_done;
    while (ensemble_.size() < rounds) {
        RoundRecord record;
        const std::size_t before = ensemble_.size();
        const std::optional<StopReason> stop = train_round(record);
        if (ensemble_.size() > before) {
            observer.on_round(record);
            evaluate(observer, false);
        }
        reason = stop.value_or(stopping_.out_of_patience(ensemble_.size()) ? StopReason::early_stopping
                                                                           : StopReason::rounds_done);
        if (reason != StopReason::rounds_done) break;
        if (observer.interrupt() && ensemble_.size() < rounds) {
            reason = StopReason::interrupted;
            break;
        }
    }
    evaluate(observer, reason != StopReason::interrupted);
    return reason;
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
        ask_oracle(record.round);
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
        add_null_round(record);
        return std::nullopt;
    }
    if (priced_ && !priced_->account->pay(fitted_.classifier.splits))
        return StopReason::budget_spent;  // ijcai2015 Algorithm 1, line 6: set T = t − 1
    return weigh_and_update(record);
}

std::optional<StopReason> AdaBoostMh::weigh_and_update(RoundRecord& record) {
    const double mass = weights_.mass();
    const double gamma = std::min(1.0, fitted_.edge / mass);
    const double smoothing = options_.alpha_smoothing / static_cast<double>(weights_.rows());
    const double right = (1 + gamma) / 2, wrong = (1 - gamma) / 2;
    // α = ½ ln((1+γ)/(1−γ)) (kdd2009 §2.1), smoothed where asked for, capped as γ → 1.
    const double alpha =
        std::min(options_.max_alpha, 0.5 * std::log((right + smoothing) / (wrong + smoothing)));
    // e^α is infinite for a perfect edge, and counts for nothing.
    const double z = std::exp(-alpha) * right + (wrong > 0 ? std::exp(alpha) * wrong : 0);
    log_loss_ += z > 0 ? std::log(z) : -alpha;  // e^−α may underflow
    fitted_.classifier.alpha = alpha;
    ensemble_.append(fitted_.classifier);
    record.edge = gamma;
    record.alpha = alpha;
    if (!fitted_.classifier.splits.empty()) record.feature = fitted_.classifier.splits.front().feature;
    if (gamma >= kPerfectEdge) return StopReason::perfect_edge;  // the last round: nobody reads its weights
    weights_.update(kernels_, fitted_.cells, fitted_.signs, static_cast<float>(std::exp(-alpha) / (z * mass)),
                    static_cast<float>(std::exp(alpha) / (z * mass)));
    if (!std::isfinite(weights_.mass()))
        throw NotANumberError("the weights are no longer finite in round " + std::to_string(record.round));
    return std::nullopt;
}

void AdaBoostMh::ask_oracle(std::size_t round) {
    const bool any = fitted_.edge > 0;
    oracle_->evaluate(round, weights_,
                      any ? std::optional(fitted_.classifier.splits.front().feature) : std::nullopt);
}

void AdaBoostMh::add_null_round(RoundRecord& record) {
    record.edge = record.alpha = 0;
    learners::BaseClassifier nothing;
    nothing.votes.assign(2 * learners::vote_words(ensemble_.classes()), 0);
    ensemble_.append(nothing);
}

void AdaBoostMh::evaluate(RoundObserver& observer, bool flush) {
    const std::size_t round = ensemble_.size();
    const auto last = static_cast<std::size_t>(options_.rounds);
    const auto every = static_cast<std::size_t>(evaluation_.test_every);
    const double ranking_points = evaluation_.ranking_points_per_decade;
    const bool ranked = ranking_points > 0 || data_->train_labels.classes == 1;
    const bool ranking = ranked && (flush || round == last ||
                                    (ranking_points > 0 && is_log_spaced(round, last, ranking_points)));
    for (PartEvaluation& evaluation : parts_) {
        const std::size_t done = evaluation.evaluator.rounds();
        if (done == round) continue;
        if (evaluation.part == Part::train) {
            if (flush || is_log_spaced(round, last, evaluation_.train_points_per_decade))
                evaluate_part(evaluation, round, false, ranked, observer);
        } else if (evaluation.part == Part::validation && evaluation_.patience > 0) {
            evaluate_part(evaluation, round, true, ranking, observer);
        } else if (every == 1 || evaluation.part == Part::validation) {
            if (round - done >= kEvaluationBatch || flush || ranking)
                evaluate_part(evaluation, round, true, ranking, observer);
        } else if (flush || ranking || round % every == 0) {
            evaluate_part(evaluation, round, false, ranking, observer);
        }
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
        EvaluationRecord record;
        record.round = end - losses_.size() + 1 + i;
        record.part = evaluation.part;
        record.one_error = losses_[i].one_error;
        record.hamming_loss = losses_[i].hamming_loss;
        if (i + 1 == losses_.size()) {
            record.auc = rank.auc;
            record.balanced_accuracy = rank.balanced_accuracy;
        }
        record.eval_cpu_seconds = clock_.eval_cpu_seconds();
        stopping_.note(record);
        observer.on_evaluation(record);
    }
}

void AdaBoostMh::save_curves(Archive& archive) const {
    if (oracle_) oracle_->save_curves(archive);
    for (const PartEvaluation& evaluation : parts_)
        if (evaluation.part != Part::train && evaluation.evaluator.rounds() == ensemble_.size())
            put_roc(evaluation.evaluator.scores(), evaluation.labels,
                    "roc/" + std::string(part_name(evaluation.part)) + "/", archive);
}

void AdaBoostMh::state(StateIO& io) {
    io("weights", std::span(weights_.data(), weights_.size()));
    io.whole("ensemble", ensemble_);
    if (io.loading()) take_ensemble();
    io.part("selector", *selector_);
    io.part("learner", *learner_);
    if (oracle_) io.part("oracle", *oracle_);
    for (PartEvaluation& evaluation : parts_) {
        io.part("evaluation/" + std::string(part_name(evaluation.part)), evaluation.evaluator);
        if (evaluation.evaluator.rounds() > ensemble_.size())
            throw DataError("checkpoint: more rounds are evaluated than trained");
    }
    io.part("clock", clock_);
    io.part("early_stopping", stopping_);
    io("log_exponential_loss", log_loss_);
    std::uint64_t work = work_base_ + learner_->work();
    io("work", work);
    work_base_ = work - learner_->work();
}

/// Makes what follows from weights and ensemble.
void AdaBoostMh::take_ensemble() {
    weights_.refresh(kernels_);
    check_rounds(ensemble_, data_->train, data_->train_labels.classes);
    if (!priced_) return;
    priced_->account->reset();
    for (std::size_t t = 0; t < ensemble_.size(); ++t)
        priced_->account->pay(ensemble_[t].splits);
}

void AdaBoostMh::save_model(Archive& archive) const {
    save_model_header(*data_, priced_ ? priced_->booster : AdaBoostMhOptions::kName, archive);
    const bool nothing_paid = priced_ && ensemble_.size() == 0;
    archive.put_saved("ensemble",
                      nothing_paid ? constant_model(majority_class(data_->train_labels)) : ensemble_);
    const std::size_t rounds = stopping_.best_round(std::max<std::size_t>(1, ensemble_.size()));
    archive.put_scalar("best_round", rounds);
}

}  // namespace reboost::boosting
