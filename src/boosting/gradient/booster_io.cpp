/// GradientBooster: what it reports to the observer and stores in archives.
#include "boosting/evaluation_schedule.hpp"
#include "boosting/gradient/booster.hpp"
#include "boosting/model_header.hpp"
#include "boosting/save_part.hpp"
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

void GradientBooster::save_state(Archive& archive) const {
    const ClassMajor& f = scores_.scores();
    archive.put("scores", std::vector<double>(f.data(), f.data() + f.stride() * f.classes()));
    save_part(archive, "ensemble", model_);
    save_part(archive, "selector", *selector_);
    if (base_selector_) save_part(archive, "base_class", *base_selector_);
    for (const GradientPart& part : parts_)
        save_part(archive, "evaluation/" + std::string(part_name(part.part())), part);
    save_part(archive, "clock", clock_);
    save_part(archive, "early_stopping", stopping_);
    save_part(archive, "rows", *sampler_);
    archive.put_scalar("train_evaluated", train_reported_);
    archive.put_scalar("work", work());
}

void GradientBooster::load_state(const Archive& archive) {
    const auto& f = archive.get<double>("scores");
    ClassMajor& scores = scores_.scores();
    if (f.size() != scores.stride() * scores.classes())
        throw DataError("checkpoint: scores belong to other data");
    model_ = GradientModel::load(archive.sub("ensemble"));
    model_.check_columns(data_->train.features());
    if (model_.classes() != scores.classes()) throw DataError("checkpoint: another number of classes");
    selector_->load(archive.sub("selector"));
    sampler_->load(archive.sub("rows"));
    if (base_selector_) base_selector_->load(archive.sub("base_class"));
    for (GradientPart& part : parts_)
        part.load(archive.sub("evaluation/" + std::string(part_name(part.part()))));
    std::ranges::copy(f, scores.data());
    scores_.refresh(*team_);
    clock_.load(archive.sub("clock"));
    stopping_.load(archive.sub("early_stopping"));
    train_reported_ = archive.get_scalar<std::uint64_t>("train_evaluated");
    work_base_ = archive.get_scalar<std::uint64_t>("work") - forest_.work();
}

void GradientBooster::save_model(Archive& archive) const {
    save_model_header(*data_, method_.name, archive);
    save_part(archive, "ensemble", model_);
    archive.put_scalar("best_round", static_cast<std::uint64_t>(stopping_.best_round(model_.rounds())));
}

void GradientBooster::summarise(Archive& archive) const {
    selector_->summarise(archive);
    if (base_selector_) base_selector_->summarise(archive);
}

}  // namespace reboost::boosting
