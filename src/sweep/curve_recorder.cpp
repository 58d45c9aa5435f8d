#include "sweep/curve_recorder.hpp"

#include "core/error.hpp"
#include "metrics/curves.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <type_traits>
#include <variant>

namespace reboost::sweep {
namespace {

using boosting::EvaluationRecord;
using boosting::RoundRecord;

struct RoundColumn {
    std::string name;
    std::variant<double RoundRecord::*, std::int64_t RoundRecord::*, std::uint64_t RoundRecord::*> member;
    std::string units, long_name;
};
const RoundColumn kRoundColumns[] = {
    {"edge", &RoundRecord::edge, "", "edge of the base classifier"},
    {"alpha", &RoundRecord::alpha, "", "coefficient of the base classifier"},
    {"log_exponential_loss", &RoundRecord::log_exponential_loss, "", "ln R_e, the sum of ln Z so far"},
    {"training_loss", &RoundRecord::training_loss, "", "training loss after the round"},
    {"spent", &RoundRecord::spent, "", "budget spent so far"},
    {"train_cpu_seconds", &RoundRecord::train_cpu_seconds, "s",
     "CPU time of training so far, evaluation excluded"},
    {"wall_seconds", &RoundRecord::wall_seconds, "s", "wall time of training so far"},
    {"feature", &RoundRecord::feature, "", "feature of the base classifier's first stump"},
    {"base_class", &RoundRecord::base_class, "", "base class of the round"},
    {"work", &RoundRecord::work, "feature values", "stored feature values scanned so far"},
};

struct LossColumn {
    std::string name;
    double EvaluationRecord::*member;
    std::string long_name;
};
const LossColumn kLossColumns[] = {
    {"error", &EvaluationRecord::one_error, "one-error"},
    {"hamming_loss", &EvaluationRecord::hamming_loss, "Hamming loss under the initial weights"},
    {"log_loss", &EvaluationRecord::log_loss, "logistic loss"},
    {"auc", &EvaluationRecord::auc, "area under the ROC curve"},
    {"balanced_accuracy", &EvaluationRecord::balanced_accuracy, "mean of sensitivity and specificity"},
};

template <class Record, class T>
std::vector<T> column_of(const std::vector<Record>& records, T Record::*member) {
    std::vector<T> values;
    for (const Record& record : records)
        values.push_back(record.*member);
    return values;
}

std::string parts_prefix(boosting::Part part) {
    return "parts/" + std::string(boosting::part_name(part)) + "/";
}

void require_length(const std::string& name, std::size_t length, std::size_t expected) {
    if (length != expected) throw DataError("the checkpoint's curves are of different lengths: " + name);
}

/// Saves a member of all records as an array, or sets it from one. The first one says how many records there
/// are.
template <class Record, class T>
void move_column(StateIO& io, const std::string& name, std::vector<Record>& records, T Record::*member,
                 bool first = false) {
    std::vector<T> values = column_of(records, member);
    io.any_size(name, values);
    if (first) records.resize(values.size());
    require_length(name, values.size(), records.size());
    for (std::size_t i = 0; i < records.size(); ++i)
        records[i].*member = values[i];
}

template <class T>
bool is_measured(T value) {
    if constexpr (std::is_floating_point_v<T>)
        return !std::isnan(value);
    else
        return value >= T{};  // -1: none
}

/// To 18 bits, five digits: all else is noise, which does not compress.
std::vector<double> short_seconds(std::vector<double> seconds) {
    constexpr std::uint64_t kCut = (std::uint64_t{1} << 35) - 1, kHalf = kCut / 2 + 1;
    for (double& value : seconds)
        if (std::isfinite(value))
            value = std::bit_cast<double>((std::bit_cast<std::uint64_t>(value) + kHalf) & ~kCut);
    return seconds;
}

void put_part(const std::string& name, const std::vector<EvaluationRecord>& part,
              const std::vector<std::uint64_t>& all_rounds, Archive& archive) {
    std::vector<std::uint64_t> part_rounds = column_of(part, &EvaluationRecord::round);
    const bool every_round = part_rounds == all_rounds;
    if (every_round) part_rounds.clear();
    for (const LossColumn& column : kLossColumns) {
        std::vector<double> values = column_of(part, column.member);
        if (std::ranges::none_of(values, is_measured<double>)) continue;
        const bool gaps = !std::ranges::all_of(values, is_measured<double>);
        const bool on_the_axis = every_round && !gaps;
        if (every_round && gaps) {  // measured less often than the part's others
            part_rounds.clear();
            for (const EvaluationRecord& record : part)
                if (is_measured(record.*column.member)) part_rounds.push_back(record.round);
            std::erase_if(values, [](double value) { return !is_measured(value); });
        }
        archive.put(name + (on_the_axis ? "_" : "/") + column.name, std::move(values), "",
                    name + " " + column.long_name);
    }
    if (!part_rounds.empty()) archive.put(name + "/round", std::move(part_rounds), "", "boosting round");
}

/// Null where it is empty, too.
template <class T>
const std::vector<T>* array(const Archive& curves, const std::string& name) {
    if (!curves.contains(name)) return nullptr;
    const auto* values = std::get_if<std::vector<T>>(&curves.find(name).values);
    return values != nullptr && !values->empty() ? values : nullptr;
}

/// The curve at the rounds at which it was measured.
void put_curve(Archive& summary, const std::string& name, const std::vector<std::uint64_t>& rounds,
               const std::vector<double>& values) {
    std::vector<std::int64_t> measured;
    std::vector<double> errors;
    for (std::size_t i = 0; i < std::min(rounds.size(), values.size()); ++i)
        if (!std::isnan(values[i])) {
            measured.push_back(static_cast<std::int64_t>(rounds[i]));
            errors.push_back(values[i]);
        }
    if (errors.empty()) return;
    const metrics::AsymptoticError end = metrics::asymptotic_error(measured, errors);
    const double least = std::ranges::min(metrics::smoothed_error(measured, errors));
    summary.put(name, std::vector<double>{end.mean, end.standard_deviation, least}, "",
                "mean and deviation over the last fifth of the rounds, least smoothed value");
    summary.put("last/" + name, std::vector<double>{errors.back()});
}

void put_curves(Archive& summary, const Archive& curves) {
    const auto* rounds = array<std::uint64_t>(curves, "round");
    for (const std::string part : {"test", "validation"})
        for (const auto& [name, values] : curves.arrays()) {
            const auto* numbers = std::get_if<std::vector<double>>(&values.values);
            if (numbers == nullptr || values.shape.size() != 1) continue;
            const auto* own = array<std::uint64_t>(curves, part + "/round");
            if (rounds != nullptr && name.starts_with(part + "_"))
                put_curve(summary, name, *rounds, *numbers);
            else if (own != nullptr && name.starts_with(part + "/"))
                put_curve(summary, part + "_" + name.substr(part.size() + 1), *own, *numbers);
        }
}

void put_features(Archive& summary, const Archive& curves) {
    const auto* features = array<std::int64_t>(curves, "feature");
    if (features == nullptr) return;
    std::map<std::int64_t, std::int32_t> counts;
    for (const std::int64_t feature : *features)
        ++counts[feature];
    std::vector<std::int32_t> used, rounds;
    for (const auto& [feature, count] : counts) {
        used.push_back(static_cast<std::int32_t>(feature));
        rounds.push_back(count);
    }
    summary.put("feature_counts/feature", std::move(used));
    summary.put("feature_counts/count", std::move(rounds));
}

void put_edges(Archive& summary, const Archive& curves) {
    const auto* edges = array<double>(curves, "edge");
    if (edges == nullptr) return;
    double sum = 0;
    std::vector<std::int32_t> rounds;
    std::vector<double> minima;
    for (std::size_t t = 0; t < edges->size(); ++t) {
        const double gamma = (*edges)[t];
        sum += 0.5 * std::log1p(-gamma * gamma);
        if (!minima.empty() && !(gamma < minima.back())) continue;
        rounds.push_back(static_cast<std::int32_t>(t + 1));
        minima.push_back(gamma);
    }
    summary.put("edges/log_sum", std::vector<double>{sum});
    summary.put("edges/round", std::move(rounds));
    summary.put("edges/minimum", std::move(minima));
}

}  // namespace

void CurveRecorder::on_round(const RoundRecord& record) {
    if (record.round != rounds() + 1)
        throw TrainingError("round " + std::to_string(record.round) + " was reported after round " +
                            std::to_string(rounds()));
    rounds_.push_back(record);
}

void CurveRecorder::on_evaluation(const EvaluationRecord& record) {
    std::vector<EvaluationRecord>& part = parts_[record.part];
    if (!part.empty() && record.round <= part.back().round)
        throw TrainingError("the " + std::string(boosting::part_name(record.part)) + " losses of round " +
                            std::to_string(record.round) + " were reported after those of round " +
                            std::to_string(part.back().round));
    part.push_back(record);
    evaluated_round_.push_back(record.round);
    evaluation_seconds_.push_back(record.eval_cpu_seconds);
}

Archive CurveRecorder::curves() const {
    Archive archive;
    const std::vector<std::uint64_t> all_rounds = column_of(rounds_, &RoundRecord::round);
    archive.put("round", all_rounds, "", "boosting round");
    if (rounds_.empty()) return archive;
    for (const RoundColumn& column : kRoundColumns)
        std::visit(
            [&]<class T>(T RoundRecord::*member) {
                std::vector<T> values = column_of(rounds_, member);
                if (std::ranges::none_of(values, is_measured<T>)) return;
                if constexpr (std::is_same_v<T, double>)
                    if (column.units == "s") values = short_seconds(std::move(values));
                archive.put(column.name, std::move(values), column.units, column.long_name);
            },
            column.member);
    std::vector<double> seconds(rounds(), 0);  // the largest reported up to a round
    for (std::size_t i = 0; i < evaluated_round_.size(); ++i)
        if (const std::uint64_t round = evaluated_round_[i]; round >= 1 && round <= rounds())
            seconds[round - 1] = std::max(seconds[round - 1], evaluation_seconds_[i]);
    for (std::size_t t = 1; t < seconds.size(); ++t)
        seconds[t] = std::max(seconds[t], seconds[t - 1]);
    archive.put("eval_cpu_seconds", short_seconds(std::move(seconds)), "s", "CPU time of evaluation so far");
    for (const auto& [part, records] : parts_)
        put_part(std::string(boosting::part_name(part)), records, all_rounds, archive);
    return archive;
}

void CurveRecorder::state(StateIO& io) {
    move_column(io, "work", rounds_, &RoundRecord::work, true);
    std::uint64_t rounds = rounds_.size();
    io("rounds", rounds);
    require_length("work", rounds_.size(), rounds);
    for (std::size_t t = 0; t < rounds; ++t)
        rounds_[t].round = t + 1;
    for (const RoundColumn& column : kRoundColumns)
        std::visit(
            [&]<class T>(T RoundRecord::*member) {
                const std::string group = std::is_same_v<T, double>         ? "numbers/"
                                          : std::is_same_v<T, std::int64_t> ? "indices/"
                                                                            : "";
                if (rounds > 0) move_column(io, group + column.name, rounds_, member);
            },
            column.member);
    for (auto& [part, records] : parts_) {
        const std::string prefix = parts_prefix(part);
        move_column(io, prefix + "round", records, &EvaluationRecord::round, true);
        for (const LossColumn& column : kLossColumns)
            move_column(io, prefix + "loss/" + column.name, records, column.member);
    }
    io.any_size("evaluated_round", evaluated_round_);
    io.any_size("evaluation_seconds", evaluation_seconds_);
    require_length("evaluation_seconds", evaluation_seconds_.size(), evaluated_round_.size());
}

void CurveRecorder::load(const Archive& archive) {
    *this = {};
    for (const boosting::Part part :
         {boosting::Part::train, boosting::Part::test, boosting::Part::validation})
        if (archive.contains(parts_prefix(part) + "round")) parts_[part];
    load_state(*this, archive);
}

Archive summary_of(const Archive& curves) {
    Archive summary;
    put_curves(summary, curves);
    put_features(summary, curves);
    put_edges(summary, curves);
    if (const auto* losses = array<double>(curves, "log_exponential_loss"))
        summary.put("last/log_exponential_loss", std::vector<double>{losses->back()});
    if (const auto* seconds = array<double>(curves, "eval_cpu_seconds"))
        summary.put("evaluation_seconds", std::vector<double>{seconds->back()}, "s");
    return summary;
}

}  // namespace reboost::sweep
