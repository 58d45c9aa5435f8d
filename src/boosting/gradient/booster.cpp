#include "boosting/gradient/booster.hpp"

#include "boosting/bookkeeping.hpp"
#include "boosting/model_header.hpp"
#include "core/error.hpp"
#include "core/fields.hpp"
#include "selectors/options.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace reboost::boosting {
namespace {

/// Returns K of the softmax, which is 2 for binary labels.
std::size_t softmax_classes(const data::BinnedSplit& data) {
    return data.train_labels.class_names.size();
}

/// Returns the number of decisions that the trees of all rounds are expected to make.
std::size_t decisions_planned(const Recipe& recipe, std::int64_t rounds, std::size_t classes) {
    const double trees = std::visit(
        [&](const auto& booster) { return booster.learners_per_round(static_cast<double>(classes)); },
        recipe.booster);
    return static_cast<std::size_t>(
        std::llround(static_cast<double>(rounds * learners::decisions_of(recipe.learner)) * trees));
}

learners::SplitCriterion criterion_of(const BoosterOptions& booster) {
    const bool mart =
        std::holds_alternative<MartOptions>(booster) || std::holds_alternative<AbcMartOptions>(booster);
    return mart ? learners::SplitCriterion::mart : learners::SplitCriterion::logit;
}

learners::LeafRule leaf_rule(const GradientOptions& options, std::size_t classes, bool with_base) {
    const auto k = static_cast<double>(classes);
    // The factor (K−1)/K is in Algorithm 1 only: eq. 10 and 11 already include the constraint.
    return {with_base ? 1.0 : (k - 1) / k, options.shrinkage, options.leaf_clip};
}

}  // namespace

GradientBooster::GradientBooster(const Recipe& recipe, SharedSplit data, const Resources& resources)
    : RoundBooster(recipe, base_of<GradientOptions>(recipe.booster)->rounds, std::move(data), resources),
      name_(name_of(recipe.booster)),
      options_(*base_of<GradientOptions>(recipe.booster)),
      selector_(selectors::make_selector(recipe.selector, data_->train.features(),
                                         decisions_planned(recipe, options_.rounds, softmax_classes(*data_)),
                                         recipe.seed)),
      scores_(data_->train_labels.class_of_row, softmax_classes(*data_)),
      sampler_(make_row_sampler(options_.rows, options_.row_sampling, data_->train.rows, recipe.seed)),
      forest_(data_->train, data_->cuts, std::get<learners::RegressionTreeOptions>(recipe.learner),
              {criterion_of(recipe.booster), {}, sampler_->multiplies()}, *team_),
      model_(softmax_classes(*data_)),
      abc_(softmax_classes(*data_)) {
    const std::size_t classes = softmax_classes(*data_);
    if (const auto* abc = base_of<AbcOptions>(recipe.booster))
        base_rule_ = selectors::make_base_class_rule(abc->base_class, classes,
                                                     static_cast<std::size_t>(options_.rounds), recipe.seed);
    if (data_->test.rows > 0)
        parts_.emplace_back(Part::test, data_->test, data_->test_labels, classes, evaluation_.ties);
    if (data_->validation.rows > 0)
        parts_.emplace_back(Part::validation, data_->validation, data_->validation_labels, classes,
                            evaluation_.ties);
    scores_.refresh(*team_);
}

StopReason GradientBooster::reason_to_stop() const {
    const bool vanished = model_.rounds() > 0 && scores_.loss() < options_.loss_floor;
    return vanished ? StopReason::loss_vanished : StopReason::rounds_done;
}

std::optional<StopReason> GradientBooster::train_round(RoundRecord& record) {
    const double loss_before = scores_.loss();
    clock_.train();
    record.round = model_.rounds() + 1;
    sample_ = sampler_->draw(scores_.probabilities());
    explained_ = 0;
    trees_split_ = 0;
    if (queried()) selector_->begin_round(record.round);
    if (!base_rule_ || !abc_step(record)) plain_step(record);
    scores_.take(step_, *team_);
    const bool based = step_.base != kNoBaseClass;
    if (based) {
        const std::array taken{scores_.loss()};
        base_rule_->report(loss_before, abc_.losses().empty() ? taken : abc_.losses());
    }
    const std::size_t trees = based ? model_.classes() - 1 : model_.classes();
    record.edge = std::sqrt(explained_ / static_cast<double>(trees));
    if (queried()) selector_->end_round(record.edge);
    clock_.rest();
    record.training_loss = scores_.loss();
    clock_.fill(record);
    record.work = work_base_ + forest_.work();
    if (!std::isfinite(scores_.loss()))
        throw NotANumberError("the training loss is no longer finite in round " +
                              std::to_string(record.round));
    if (scores_.loss() < options_.loss_floor) return StopReason::loss_vanished;
    const bool stuck = trees_split_ == 0 && std::abs(loss_before - scores_.loss()) <= 1e-12 * loss_before;
    if (stuck && !queried() && sampler_->takes_all()) return StopReason::no_edge;
    return std::nullopt;
}

void GradientBooster::take(std::size_t k, const TreeJob& job, double sign, RoundRecord& record) {
    learners::RegressionTree tree = sign < 0 ? negated(job.tree) : job.tree;
    explained_ += job.explained;
    if (!tree.nodes[0].is_leaf()) ++trees_split_;
    if (record.feature < 0) record.feature = tree.nodes[0].feature;
    model_.add(k, std::move(tree));
}

void GradientBooster::plain_step(RoundRecord& record) {
    forest_.set_leaf_rule(leaf_rule(options_, model_.classes(), false));
    jobs_.resize(model_.classes());
    for (std::size_t k = 0; k < jobs_.size(); ++k)
        jobs_[k].k = k;
    forest_.grow(scores_, jobs_, sample_, selector_.get());
    model_.begin_round(-1);
    step_ = {kNoBaseClass, std::vector<ClassStep>(model_.classes())};
    for (std::size_t k = 0; k < jobs_.size(); ++k) {
        step_.of_class[k] = {jobs_[k].node_of_row.data(), jobs_[k].values.data()};
        take(k, jobs_[k], 1, record);
    }
}

bool GradientBooster::abc_step(RoundRecord& record) {
    const selectors::BaseClassContext context{record.round, scores_.loss(), scores_.loss_by_class()};
    const auto candidates = base_rule_->candidates(context);
    if (candidates.empty()) return false;
    if (record.round > 1 && model_.base_class(record.round - 2) < 0) subtract_means(scores_.scores());
    forest_.set_leaf_rule(leaf_rule(options_, model_.classes(), true));
    abc_.try_candidates(scores_, forest_, candidates, sample_, selector_.get(), *team_);
    const auto losses = abc_.losses();
    const auto best =
        losses.empty() ? 0 : static_cast<std::size_t>(std::ranges::min_element(losses) - losses.begin());
    const std::size_t base = candidates[best];
    record.base_class = static_cast<std::int64_t>(base);
    model_.begin_round(static_cast<std::int32_t>(base));
    step_ = abc_.step_of(base);
    for (std::size_t k = 0; k < model_.classes(); ++k)
        if (k != base) take(k, abc_.job(k, base), step_.of_class[k].sign, record);
    return true;
}

void GradientBooster::evaluate(RoundObserver& observer, bool flush) {
    const std::size_t round = model_.rounds();
    if (round == 0) return;
    const auto every = static_cast<std::size_t>(evaluation_.test_every);
    const bool train_due = flush || log_spaced(evaluation_.train_points_per_decade);
    if (train_due && train_reported_ < round) {
        clock_.evaluate();
        EvaluationRecord record{train_reported_ = round, Part::train};
        measure_scores(scores_.scores(), padded_classes(data_->train_labels.class_of_row), evaluation_.ties,
                       record);
        clock_.rest();
        report(record, observer);
    }
    for (GradientPart& part : parts_) {
        const bool due = flush || part.part() == Part::validation || round % every == 0;
        if (!due || part.rounds() == round) continue;
        clock_.evaluate();
        EvaluationRecord record = part.advance(model_, round);
        clock_.rest();
        report(record, observer);
    }
}

void GradientBooster::state(StateIO& io) {
    ClassMajor& scores = scores_.scores();
    if (io.taking()) scores_.free_probabilities();
    io("scores", scores.elements());
    io.part("ensemble", model_);
    if (io.loading()) {
        model_.check_columns(data_->train.features());
        if (model_.classes() != scores.classes()) throw DataError("checkpoint: another number of classes");
        scores_.refresh(*team_);
    }
    io.part("selector", *selector_);
    if (base_rule_) io.part("base_class", *base_rule_);
    for (GradientPart& part : parts_)
        io.part("evaluation/" + std::string(part_name(part.part())), part);
    io.part("rows", *sampler_);
    io("train_evaluated", train_reported_);
    state_of_rounds(io, forest_.work());
}

void GradientBooster::save_model(Archive& archive) const {
    save_model_header(*data_, name_, archive);
    save_state(model_, "ensemble", archive);
    archive.put_scalar("best_round", static_cast<std::uint64_t>(stopping_.best_round(model_.rounds())));
}

void GradientBooster::summarise(Archive& archive) const {
    selector_->summarise(archive);
    if (base_rule_) base_rule_->summarise(archive);
}

}  // namespace reboost::boosting
