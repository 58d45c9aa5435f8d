/// GradientBooster: what it reports to the observer and stores in archives.
#include "boosting/evaluation_schedule.hpp"
#include "boosting/gradient/booster.hpp"
#include "boosting/model_header.hpp"
#include "core/error.hpp"

#include <algorithm>
#include <string>

namespace reboost::boosting {

void GradientBooster::evaluate(RoundObserver& observer, bool flush) {
    const std::size_t round = model_.rounds();
    if (round == 0) return;
    const auto last = static_cast<std::size_t>(method_.options.rounds);
    const auto every = static_cast<std::size_t>(evaluation_.test_every);
    const bool train_due = flush || is_log_spaced(round, last, evaluation_.train_points_per_decade);
    if (train_due && train_reported_ < round) report_train(observer);
    for (GradientPart& part : parts_) {
        const bool due = flush || part.part() == Part::validation || round % every == 0;
        if (due && part.rounds() < round) report_part(part, round, observer);
    }
}

void GradientBooster::report_train(RoundObserver& observer) {
    clock_.evaluate();
    EvaluationRecord record;
    record.round = train_reported_ = model_.rounds();
    record.part = Part::train;
    measure_scores(scores_.scores(), padded_classes(data_->train_labels.class_of_row), evaluation_.ties,
                   record);
    clock_.rest();
    record.eval_cpu_seconds = clock_.eval_cpu_seconds();
    observer.on_evaluation(record);
}

void GradientBooster::report_part(GradientPart& part, std::size_t end, RoundObserver& observer) {
    clock_.evaluate();
    EvaluationRecord record = part.advance(model_, end);
    clock_.rest();
    record.eval_cpu_seconds = clock_.eval_cpu_seconds();
    stopping_.note(record);
    observer.on_evaluation(record);
}

void GradientBooster::state(StateIO& io) {
    ClassMajor& scores = scores_.scores();
    io("scores", std::span(scores.data(), scores.stride() * scores.classes()));
    io.whole("ensemble", model_);
    if (io.loading()) {
        model_.check_columns(data_->train.features());
        if (model_.classes() != scores.classes()) throw DataError("checkpoint: another number of classes");
        scores_.refresh(*team_);
    }
    io.part("selector", *selector_);
    if (base_selector_) io.part("base_class", *base_selector_);
    for (GradientPart& part : parts_)
        io.part("evaluation/" + std::string(part_name(part.part())), part);
    io.part("clock", clock_);
    io.part("early_stopping", stopping_);
    io.part("rows", *sampler_);
    io("train_evaluated", train_reported_);
    std::uint64_t work = this->work();
    io("work", work);
    work_base_ = work - forest_.work();
}

void GradientBooster::save_model(Archive& archive) const {
    save_model_header(*data_, method_.name, archive);
    archive.put_saved("ensemble", model_);
    archive.put_scalar("best_round", static_cast<std::uint64_t>(stopping_.best_round(model_.rounds())));
}

void GradientBooster::summarise(Archive& archive) const {
    selector_->summarise(archive);
    if (base_selector_) base_selector_->summarise(archive);
}

}  // namespace reboost::boosting
