#include "boosting/mh/adaboost_mh.hpp"

#include "boosting/evaluation_schedule.hpp"
#include "boosting/mh/constant_model.hpp"
#include "boosting/mh/ranking_losses.hpp"
#include "boosting/model_header.hpp"
#include "core/error.hpp"
#include "selectors/features/factory.hpp"
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
                                                int threads) {
    return priced ? priced->make_learner(columns, classes, threads)
                  : learners::make_learner(recipe.learner, columns, classes, threads);
}

/// nullptr where none is asked for.
std::unique_ptr<RegretOracle> make_oracle(const Recipe& recipe, const AdaBoostMhOptions& options,
                                          const learners::ScanColumns& columns, std::size_t stride,
                                          int threads) {
    if (options.oracle_every == 0) return nullptr;
    if (!std::holds_alternative<learners::StumpOptions>(recipe.learner))
        throw UsageError("booster.oracle_every compares features: it needs the learner stump");
    return std::make_unique<RegretOracle>(columns, stride, threads, reward_of_selector(recipe.selector),
                                          static_cast<std::size_t>(options.oracle_every),
                                          static_cast<std::size_t>(options.rounds));
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
      resources_(resources),
      priced_(std::move(priced)),
      columns_(data_->train, learners::padded_classes(data_->train_labels.classes)),
      weights_(data_->train_labels, options_.weights == InitialWeights::balanced),
      kernels_(learners::kernels_for(weights_.stride(), learners::best_isa())),
      selector_(selectors::make_selector(recipe.selector, data_->train.features(),
                                         static_cast<std::size_t>(options_.rounds), recipe.seed)),
      learner_(make_learner(recipe, priced_, columns_, data_->train_labels.classes, resources.threads)),
      oracle_(make_oracle(recipe, options_, columns_, weights_.stride(), resources.threads)),
      ensemble_(data_->train_labels.classes) {
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
    const learners::FlushToZero flush;
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
        reason = stop.value_or(out_of_patience() ? StopReason::early_stopping : StopReason::rounds_done);
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
    const Clock& clock = *resources_.clock;
    const double cpu = clock.thread_cpu_seconds(), wall = clock.wall_seconds();
    record.round = ensemble_.size() + 1;
    selector_->begin_round(record.round);
    learner_->fit(weights_, *selector_, fitted_);
    if (oracle_ && oracle_->looks_at(record.round)) look_beside(record.round);
    std::optional<StopReason> stop;
    if (fitted_.edge > 0 && priced_ && !priced_->account->pay(fitted_.classifier.splits))
        stop = StopReason::budget_spent;  // ijcai2015 Algorithm 1, line 6: set T = t − 1
    else if (fitted_.edge > 0)
        stop = weigh_and_update(record);
    else if (selector_->exhaustive())
        stop = StopReason::no_edge;
    else
        add_null_round(record);
    selector_->end_round(fitted_.edge);
    train_cpu_seconds_ += clock.thread_cpu_seconds() - cpu;
    wall_seconds_ += clock.wall_seconds() - wall;
    record.log_exponential_loss = log_loss_;
    if (priced_) record.spent = priced_->account->spent();
    record.train_cpu_seconds = train_cpu_seconds_ + helper_base_ + learner_->helper_cpu_seconds();
    record.wall_seconds = wall_seconds_;
    record.work = work_base_ + learner_->work();
    return stop;
}

std::optional<StopReason> AdaBoostMh::weigh_and_update(RoundRecord& record) {
    const double mass = weights_.mass();
    const double gamma = std::min(1.0, fitted_.edge / mass);
    const double smoothing = options_.alpha_smoothing / static_cast<double>(weights_.rows());
    const double right = (1 + gamma) / 2, wrong = (1 - gamma) / 2;
    // α = ½ ln((1+γ)/(1−γ)) (kdd2009 §2.1), smoothed where asked for, capped as γ → 1.
    const double alpha =
        std::min(options_.max_alpha, 0.5 * std::log((right + smoothing) / (wrong + smoothing)));
    const double z = std::exp(-alpha) * right + std::exp(alpha) * wrong;
    log_loss_ += std::log(z);
    fitted_.classifier.alpha = alpha;
    ensemble_.append(fitted_.classifier);
    record.edge = gamma;
    record.alpha = alpha;
    if (!fitted_.classifier.splits.empty()) record.feature = fitted_.classifier.splits.front().feature;
    weights_.update(kernels_, fitted_.cells, fitted_.signs, static_cast<float>(std::exp(-alpha) / (z * mass)),
                    static_cast<float>(std::exp(alpha) / (z * mass)));
    if (!std::isfinite(weights_.mass()))
        throw TrainingError("the weights are no longer finite in round " + std::to_string(record.round));
    return gamma >= kPerfectEdge ? std::optional(StopReason::perfect_edge) : std::nullopt;
}

/// The time goes to evaluation.
void AdaBoostMh::look_beside(std::size_t round) {
    const double cpu = resources_.clock->thread_cpu_seconds(), wall = resources_.clock->wall_seconds();
    const bool any = fitted_.edge > 0;
    oracle_->look(round, weights_,
                  any ? std::optional(fitted_.classifier.splits.front().feature) : std::nullopt);
    const double spent = resources_.clock->thread_cpu_seconds() - cpu;
    eval_cpu_seconds_ += spent;
    train_cpu_seconds_ -= spent;
    wall_seconds_ -= resources_.clock->wall_seconds() - wall;
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
    const double cpu = resources_.clock->thread_cpu_seconds();
    evaluation.evaluator.advance(ensemble_, end, each, losses_);
    RankingLosses rank{kNotMeasured, kNotMeasured};
    if (ranking) rank = ranking_losses(evaluation.evaluator.scores(), evaluation.labels, evaluation_.ties);
    eval_cpu_seconds_ += resources_.clock->thread_cpu_seconds() - cpu;
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
        record.eval_cpu_seconds = eval_cpu_seconds_;
        if (evaluation.part == Part::validation && record.one_error < best_validation_) {
            best_validation_ = record.one_error;
            best_round_ = record.round;
        }
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

bool AdaBoostMh::out_of_patience() const {
    return evaluation_.patience > 0 && best_round_ > 0 &&
           ensemble_.size() - best_round_ >= static_cast<std::size_t>(evaluation_.patience);
}

void AdaBoostMh::save_state(Archive& archive) const {
    archive.put("weights", std::vector<float>(weights_.data(), weights_.data() + weights_.size()));
    Archive ensemble, selector;
    ensemble_.save(ensemble);
    selector_->save(selector);
    Archive learner;
    learner_->save(learner);
    archive.put_all("learner", learner);
    archive.put_all("ensemble", ensemble);
    archive.put_all("selector", selector);
    if (oracle_) {
        Archive oracle;
        oracle_->save(oracle);
        archive.put_all("oracle", oracle);
    }
    for (const PartEvaluation& evaluation : parts_) {
        Archive part;
        evaluation.evaluator.save(part);
        archive.put_all("evaluation/" + std::string(part_name(evaluation.part)), part);
    }
    archive.put("numbers",
                std::vector<double>{log_loss_, train_cpu_seconds_, wall_seconds_, eval_cpu_seconds_,
                                    helper_base_ + learner_->helper_cpu_seconds(), best_validation_});
    archive.put("counts", std::vector<std::uint64_t>{work_base_ + learner_->work(), best_round_});
}

void AdaBoostMh::load_state(const Archive& archive) {
    const auto& weights = archive.get<float>("weights");
    if (weights.size() != weights_.size()) throw DataError("checkpoint: weights belong to other data");
    std::copy(weights.begin(), weights.end(), weights_.data());
    weights_.refresh(kernels_);
    ensemble_ = learners::Ensemble::load(archive.sub("ensemble"));
    if (priced_) {
        priced_->account->reset();
        for (std::size_t t = 0; t < ensemble_.size(); ++t)
            priced_->account->pay(ensemble_[t].splits);
    }
    selector_->load(archive.sub("selector"));
    learner_->load(archive.sub("learner"));
    if (oracle_) oracle_->load(archive.sub("oracle"));
    for (PartEvaluation& evaluation : parts_)
        evaluation.evaluator.load(archive.sub("evaluation/" + std::string(part_name(evaluation.part))));
    const auto& numbers = archive.get<double>("numbers");
    const auto& counts = archive.get<std::uint64_t>("counts");
    if (numbers.size() != 6 || counts.size() != 2) throw DataError("checkpoint: not of this version");
    log_loss_ = numbers[0];
    train_cpu_seconds_ = numbers[1];
    wall_seconds_ = numbers[2];
    eval_cpu_seconds_ = numbers[3];
    helper_base_ = numbers[4] - learner_->helper_cpu_seconds();
    best_validation_ = numbers[5];
    work_base_ = counts[0] - learner_->work();
    best_round_ = counts[1];
}

void AdaBoostMh::save_model(Archive& archive) const {
    save_model_header(*data_, priced_ ? priced_->booster : AdaBoostMhOptions::kName, archive);
    Archive ensemble;
    if (priced_ && ensemble_.size() == 0)
        constant_model(majority_class(data_->train_labels)).save(ensemble);
    else
        ensemble_.save(ensemble);
    archive.put_all("ensemble", ensemble);
    archive.put_scalar("best_round",
                       static_cast<std::uint64_t>(
                           best_round_ > 0 ? best_round_ : std::max<std::size_t>(1, ensemble_.size())));
}

}  // namespace reboost::boosting
