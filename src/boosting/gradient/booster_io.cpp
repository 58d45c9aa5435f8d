/// GradientBooster: what it tells the observer, and what it leaves in archives.
#include "boosting/evaluation_schedule.hpp"
#include "boosting/gradient/booster.hpp"
#include "boosting/model_header.hpp"
#include "core/error.hpp"
#include "selectors/features/feature_counts.hpp"

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
    const double cpu = resources_.clock->thread_cpu_seconds();
    EvaluationRecord record;
    record.round = train_reported_ = model_.rounds();
    record.part = Part::train;
    measure_scores(scores_.scores(), padded_classes(data_->train_labels.class_of_row), evaluation_.ties,
                   record);
    eval_cpu_seconds_ += resources_.clock->thread_cpu_seconds() - cpu;
    record.eval_cpu_seconds = eval_cpu_seconds_;
    observer.on_evaluation(record);
}

void GradientBooster::report_part(GradientPart& part, std::size_t end, RoundObserver& observer) {
    const double cpu = resources_.clock->thread_cpu_seconds();
    EvaluationRecord record = part.advance(model_, end);
    eval_cpu_seconds_ += resources_.clock->thread_cpu_seconds() - cpu;
    record.eval_cpu_seconds = eval_cpu_seconds_;
    if (part.part() == Part::validation && record.one_error < best_validation_) {
        best_validation_ = record.one_error;
        best_round_ = record.round;
    }
    observer.on_evaluation(record);
}

bool GradientBooster::out_of_patience() const {
    return evaluation_.patience > 0 && best_round_ > 0 &&
           model_.rounds() - best_round_ >= static_cast<std::size_t>(evaluation_.patience);
}

void GradientBooster::save_state(Archive& archive) const {
    const ClassMajor& f = scores_.scores();
    archive.put("scores", std::vector<double>(f.data(), f.data() + f.stride() * f.classes()));
    Archive ensemble, selector, rng;
    model_.save(ensemble);
    selector_->save(selector);
    selectors::save_rng(rng, rng_);
    archive.put_all("ensemble", ensemble);
    archive.put_all("selector", selector);
    archive.put_all("row_sampling", rng);
    if (base_selector_) {
        Archive base;
        base_selector_->save(base);
        archive.put_all("base_class", base);
    }
    for (const GradientPart& part : parts_) {
        Archive own;
        part.save(own);
        archive.put_all("evaluation/" + std::string(part_name(part.part())), own);
    }
    archive.put("numbers", std::vector<double>{train_cpu_seconds_, helper_cpu_seconds_, wall_seconds_,
                                               eval_cpu_seconds_, best_validation_});
    archive.put("counts", std::vector<std::uint64_t>{work(), best_round_, train_reported_});
}

void GradientBooster::load_state(const Archive& archive) {
    const auto& f = archive.get<double>("scores");
    ClassMajor& scores = scores_.scores();
    if (f.size() != scores.stride() * scores.classes())
        throw DataError("checkpoint: scores belong to other data");
    const auto& numbers = archive.get<double>("numbers");
    const auto& counts = archive.get<std::uint64_t>("counts");
    if (numbers.size() != 5 || counts.size() != 3) throw DataError("checkpoint: not of this version");
    model_ = GradientModel::load(archive.sub("ensemble"));
    model_.check_columns(data_->train.features());
    selector_->load(archive.sub("selector"));
    selectors::load_rng(archive.sub("row_sampling"), rng_);
    if (base_selector_) base_selector_->load(archive.sub("base_class"));
    for (GradientPart& part : parts_)
        part.load(archive.sub("evaluation/" + std::string(part_name(part.part()))));
    std::ranges::copy(f, scores.data());
    scores_.refresh(1);
    train_cpu_seconds_ = numbers[0];
    helper_cpu_seconds_ = numbers[1];
    wall_seconds_ = numbers[2];
    eval_cpu_seconds_ = numbers[3];
    best_validation_ = numbers[4];
    work_base_ = counts[0] - forest_.work();
    best_round_ = counts[1];
    train_reported_ = counts[2];
}

void GradientBooster::save_model(Archive& archive) const {
    save_model_header(*data_, method_.name, archive);
    Archive ensemble;
    model_.save(ensemble);
    archive.put_all("ensemble", ensemble);
    archive.put_scalar("best_round",
                       static_cast<std::uint64_t>(best_round_ > 0 ? best_round_ : model_.rounds()));
}

void GradientBooster::summarise(Archive& archive) const {
    selector_->summarise(archive);
    if (base_selector_) base_selector_->summarise(archive);
}

}  // namespace reboost::boosting
