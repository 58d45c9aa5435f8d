#include "sweep/curve_recorder.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

namespace reboost::sweep {
namespace {

using boosting::EvaluationRecord;
using boosting::RoundRecord;

struct NumberColumn {
    std::string_view name;
    double RoundRecord::*member;
    std::string_view units, long_name;
};
constexpr std::array<NumberColumn, 7> kNumberColumns{{
    {"edge", &RoundRecord::edge, "", "edge of the base classifier"},
    {"alpha", &RoundRecord::alpha, "", "coefficient of the base classifier"},
    {"log_exponential_loss", &RoundRecord::log_exponential_loss, "", "ln R_e, the sum of ln Z so far"},
    {"training_loss", &RoundRecord::training_loss, "", "training loss after the round"},
    {"spent", &RoundRecord::spent, "", "budget spent so far"},
    {"train_cpu_seconds", &RoundRecord::train_cpu_seconds, "s",
     "CPU time of training so far, evaluation excluded"},
    {"wall_seconds", &RoundRecord::wall_seconds, "s", "wall time of training so far"},
}};

struct IndexColumn {
    std::string_view name;
    std::int64_t RoundRecord::*member;
    std::string_view long_name;
};
constexpr std::array<IndexColumn, 2> kIndexColumns{{
    {"feature", &RoundRecord::feature, "feature of the base classifier's first stump"},
    {"base_class", &RoundRecord::base_class, "base class of the round"},
}};

struct LossColumn {
    std::string_view name;
    double EvaluationRecord::*member;
    std::string_view long_name;
};
constexpr std::array<LossColumn, 5> kLossColumns{{
    {"error", &EvaluationRecord::one_error, "one-error"},
    {"hamming_loss", &EvaluationRecord::hamming_loss, "Hamming loss under the initial weights"},
    {"log_loss", &EvaluationRecord::log_loss, "logistic loss"},
    {"auc", &EvaluationRecord::auc, "area under the ROC curve"},
    {"balanced_accuracy", &EvaluationRecord::balanced_accuracy, "mean of sensitivity and specificity"},
}};

/// To 18 bits, five digits: all else is noise, which does not compress.
std::vector<double> short_seconds(std::vector<double> seconds) {
    constexpr std::uint64_t kCut = (std::uint64_t{1} << 35) - 1, kHalf = kCut / 2 + 1;
    for (double& value : seconds)
        if (std::isfinite(value))
            value = std::bit_cast<double>((std::bit_cast<std::uint64_t>(value) + kHalf) & ~kCut);
    return seconds;
}

bool all_nan(const std::vector<double>& values) {
    return std::ranges::all_of(values, [](double v) { return std::isnan(v); });
}

std::vector<std::uint64_t> one_to(std::size_t count) {
    std::vector<std::uint64_t> values(count);
    std::iota(values.begin(), values.end(), 1);
    return values;
}

}  // namespace

void CurveRecorder::on_round(const RoundRecord& record) {
    if (record.round != rounds_ + 1)
        throw TrainingError("round " + std::to_string(record.round) + " was reported after round " +
                            std::to_string(rounds_));
    ++rounds_;
    for (const NumberColumn& column : kNumberColumns)
        numbers_[std::string(column.name)].push_back(record.*column.member);
    for (const IndexColumn& column : kIndexColumns)
        indices_[std::string(column.name)].push_back(record.*column.member);
    work_.push_back(record.work);
}

void CurveRecorder::on_evaluation(const EvaluationRecord& record) {
    PartCurve& part = parts_[std::string(boosting::part_name(record.part))];
    if (!part.round.empty() && record.round <= part.round.back())
        throw TrainingError("the " + std::string(boosting::part_name(record.part)) + " losses of round " +
                            std::to_string(record.round) + " were reported after those of round " +
                            std::to_string(part.round.back()));
    part.round.push_back(record.round);
    for (const LossColumn& column : kLossColumns)
        part.losses[std::string(column.name)].push_back(record.*column.member);
    evaluated_round_.push_back(record.round);
    evaluation_seconds_.push_back(record.eval_cpu_seconds);
}

double CurveRecorder::train_cpu_seconds() const {
    return rounds_ == 0 ? 0 : numbers_.at("train_cpu_seconds").back();
}

std::uint64_t CurveRecorder::work() const {
    return work_.empty() ? 0 : work_.back();
}

std::vector<double> CurveRecorder::evaluation_seconds_by_round() const {
    std::vector<double> seconds(rounds_, 0);
    for (std::size_t i = 0; i < evaluated_round_.size(); ++i) {
        const std::uint64_t round = evaluated_round_[i];
        if (round >= 1 && round <= rounds_)
            seconds[round - 1] = std::max(seconds[round - 1], evaluation_seconds_[i]);
    }
    for (std::size_t t = 1; t < seconds.size(); ++t)
        seconds[t] = std::max(seconds[t], seconds[t - 1]);
    return seconds;
}

void CurveRecorder::put_part(const std::string& name, const PartCurve& part, Archive& archive) const {
    const bool every_round = part.round == one_to(rounds_);
    std::vector<std::uint64_t> own_rounds;  // of losses measured less often than the others
    for (const LossColumn& column : kLossColumns) {
        const auto& values = part.losses.at(std::string(column.name));
        const bool gaps = std::ranges::any_of(values, [](double v) { return std::isnan(v); });
        if (all_nan(values)) continue;
        const std::string long_name = name + " " + std::string(column.long_name);
        if (!every_round || !gaps) {
            archive.put((every_round ? name + "_" : name + "/") + std::string(column.name), values, "",
                        long_name);
            continue;
        }
        own_rounds.clear();
        std::vector<double> measured;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (!std::isnan(values[i])) {
                own_rounds.push_back(part.round[i]);
                measured.push_back(values[i]);
            }
        archive.put(name + "/" + std::string(column.name), measured, "", long_name);
    }
    if (!every_round) archive.put(name + "/round", part.round, "", "boosting round");
    if (!own_rounds.empty()) archive.put(name + "/round", own_rounds, "", "boosting round");
}

Archive CurveRecorder::curves() const {
    Archive archive;
    archive.put("round", one_to(rounds_), "", "boosting round");
    if (rounds_ == 0) return archive;
    for (const NumberColumn& column : kNumberColumns)
        if (const auto& values = numbers_.at(std::string(column.name)); !all_nan(values))
            archive.put(std::string(column.name), column.units == "s" ? short_seconds(values) : values,
                        std::string(column.units), std::string(column.long_name));
    for (const IndexColumn& column : kIndexColumns) {
        const auto& values = indices_.at(std::string(column.name));
        if (std::ranges::any_of(values, [](std::int64_t v) { return v >= 0; }))
            archive.put(std::string(column.name), values, "", std::string(column.long_name));
    }
    archive.put("work", work_, "feature values", "stored feature values scanned so far");
    archive.put("eval_cpu_seconds", short_seconds(evaluation_seconds_by_round()), "s",
                "CPU time of evaluation so far");
    for (const auto& [name, part] : parts_)
        put_part(name, part, archive);
    return archive;
}

void CurveRecorder::save(Archive& archive) const {
    archive.put_scalar("rounds", rounds_);
    for (const auto& [name, values] : numbers_)
        archive.put("numbers/" + name, values);
    for (const auto& [name, values] : indices_)
        archive.put("indices/" + name, values);
    archive.put("work", work_);
    for (const auto& [name, part] : parts_) {
        archive.put("parts/" + name + "/round", part.round);
        for (const auto& [loss, values] : part.losses)
            archive.put("parts/" + name + "/loss/" + loss, values);
    }
    archive.put("evaluated_round", evaluated_round_);
    archive.put("evaluation_seconds", evaluation_seconds_);
}

void CurveRecorder::require_sound() const {
    const auto require = [](bool sound, const std::string& what) {
        if (!sound) throw DataError("the checkpoint's curves are of different lengths: " + what);
    };
    for (const auto& [name, values] : numbers_)
        require(values.size() == rounds_, name);
    for (const auto& [name, values] : indices_)
        require(values.size() == rounds_, name);
    require(work_.size() == rounds_, "work");
    for (const auto& [name, part] : parts_)
        for (const auto& [loss, values] : part.losses)
            require(values.size() == part.round.size(), name + "/" + loss);
    require(evaluation_seconds_.size() == evaluated_round_.size(), "evaluation_seconds");
}

void CurveRecorder::load(const Archive& archive) {
    CurveRecorder fresh;
    fresh.rounds_ = archive.get_scalar<std::uint64_t>("rounds");
    if (fresh.rounds_ > 0) {
        for (const NumberColumn& column : kNumberColumns)
            fresh.numbers_[std::string(column.name)] =
                archive.get<double>("numbers/" + std::string(column.name));
        for (const IndexColumn& column : kIndexColumns)
            fresh.indices_[std::string(column.name)] =
                archive.get<std::int64_t>("indices/" + std::string(column.name));
    }
    fresh.work_ = archive.get<std::uint64_t>("work");
    for (const boosting::Part part :
         {boosting::Part::train, boosting::Part::test, boosting::Part::validation}) {
        const std::string name(boosting::part_name(part));
        const std::string prefix = "parts/" + name + "/";
        if (!archive.contains(prefix + "round")) continue;
        PartCurve& curve = fresh.parts_[name];
        curve.round = archive.get<std::uint64_t>(prefix + "round");
        for (const LossColumn& column : kLossColumns)
            curve.losses[std::string(column.name)] =
                archive.get<double>(prefix + "loss/" + std::string(column.name));
    }
    fresh.evaluated_round_ = archive.get<std::uint64_t>("evaluated_round");
    fresh.evaluation_seconds_ = archive.get<double>("evaluation_seconds");
    fresh.require_sound();
    *this = std::move(fresh);
}

}  // namespace reboost::sweep
