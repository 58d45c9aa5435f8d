#include "core/error.hpp"
#include "core/mapped.hpp"
#include "sweep/runner.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <type_traits>

namespace reboost::sweep {
namespace {

using boosting::EvaluationRecord;
using boosting::RoundRecord;

/// Calls `tell` with the name, member, unit and meaning of each column that has a value for every round.
template <class Tell>
void for_each_column(Tell tell) {
    tell("edge", &RoundRecord::edge, "", "edge of the base classifier");
    tell("alpha", &RoundRecord::alpha, "", "coefficient of the base classifier");
    tell("log_exponential_loss", &RoundRecord::log_exponential_loss, "", "ln R_e, the sum of ln Z so far");
    tell("training_loss", &RoundRecord::training_loss, "", "training loss after the round");
    tell("spent", &RoundRecord::spent, "", "budget spent so far");
    tell("train_cpu_seconds", &RoundRecord::train_cpu_seconds, "s",
         "CPU time of training so far, evaluation excluded");
    tell("wall_seconds", &RoundRecord::wall_seconds, "s", "wall time of training so far");
    tell("feature", &RoundRecord::feature, "", "feature of the base classifier's first stump");
    tell("base_class", &RoundRecord::base_class, "", "base class of the round");
    tell("work", &RoundRecord::work, "feature values", "stored feature values scanned so far");
}

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

std::string parts_prefix(boosting::Part part) {
    return "parts/" + std::string(boosting::part_name(part)) + "/";
}

template <class T>
bool is_measured(T value) {
    if constexpr (std::is_floating_point_v<T>)
        return !std::isnan(value);
    else
        return value >= T{};  // -1: not measured
}

/// Rounds to 18 bits, five digits. Further digits are noise and do not compress.
std::vector<double> short_seconds(std::vector<double> seconds) {
    constexpr std::uint64_t kCut = (std::uint64_t{1} << 35) - 1, kHalf = kCut / 2 + 1;
    for (double& value : seconds)
        if (std::isfinite(value))
            value = std::bit_cast<double>((std::bit_cast<std::uint64_t>(value) + kHalf) & ~kCut);
    return seconds;
}

void put_part(const std::string& name, const std::vector<EvaluationRecord>& part,
              const std::vector<std::uint64_t>& all_rounds, Archive& archive) {
    std::vector<std::uint64_t> part_rounds = mapped(part, &EvaluationRecord::round);
    const bool every_round = part_rounds == all_rounds;
    if (every_round) part_rounds.clear();
    for (const LossColumn& column : kLossColumns) {
        std::vector<double> values = mapped(part, column.member);
        if (std::ranges::none_of(values, is_measured<double>)) continue;
        const bool gaps = !std::ranges::all_of(values, is_measured<double>);
        const bool on_the_axis = every_round && !gaps;
        if (every_round && gaps) {  // this loss is measured in fewer rounds than the part's others
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
    evaluations_.push_back({record.round, record.eval_cpu_seconds});
}

Archive CurveRecorder::curves() const {
    Archive archive;
    const std::vector<std::uint64_t> all_rounds = mapped(rounds_, &RoundRecord::round);
    archive.put("round", all_rounds, "", "boosting round");
    if (rounds_.empty()) return archive;
    for_each_column([&]<class T>(const char* name, T RoundRecord::*member, const std::string& units,
                                 const char* meaning) {
        std::vector<T> values = mapped(rounds_, member);
        if (std::ranges::none_of(values, is_measured<T>)) return;
        if constexpr (std::is_same_v<T, double>)
            if (units == "s") values = short_seconds(std::move(values));
        archive.put(name, std::move(values), units, meaning);
    });
    std::vector<double> seconds(rounds(), 0);  // the largest value reported up to each round
    for (const auto& [round, cpu_seconds] : evaluations_)
        if (round >= 1 && round <= rounds()) seconds[round - 1] = std::max(seconds[round - 1], cpu_seconds);
    for (std::size_t t = 1; t < seconds.size(); ++t)
        seconds[t] = std::max(seconds[t], seconds[t - 1]);
    archive.put("eval_cpu_seconds", short_seconds(std::move(seconds)), "s", "CPU time of evaluation so far");
    for (const auto& [part, records] : parts_)
        put_part(std::string(boosting::part_name(part)), records, all_rounds, archive);
    return archive;
}

void CurveRecorder::state(StateIO& io) {
    io.first_column("work", rounds_, &RoundRecord::work);
    std::uint64_t rounds = rounds_.size();
    io("rounds", rounds);
    if (rounds != rounds_.size()) throw DataError("the checkpoint's curves are of another number of rounds");
    for (std::size_t t = 0; t < rounds; ++t)
        rounds_[t].round = t + 1;
    for_each_column([&]<class T>(const std::string& name, T RoundRecord::*member, auto, auto) {
        const std::string group = std::is_same_v<T, double>         ? "numbers/"
                                  : std::is_same_v<T, std::int64_t> ? "indices/"
                                                                    : "";
        if (rounds > 0) io.column(group + name, rounds_, member);
    });
    for (auto& [part, records] : parts_) {
        const std::string prefix = parts_prefix(part);
        io.first_column(prefix + "round", records, &EvaluationRecord::round);
        for (const LossColumn& column : kLossColumns)
            io.column(prefix + "loss/" + column.name, records, column.member);
    }
    io.first_column("evaluated_round", evaluations_, &Evaluated::round);
    io.column("evaluation_seconds", evaluations_, &Evaluated::cpu_seconds);
}

void CurveRecorder::load(const Archive& archive) {
    *this = {};
    for (const boosting::Part part :
         {boosting::Part::train, boosting::Part::test, boosting::Part::validation})
        if (archive.contains(parts_prefix(part) + "round")) parts_[part];
    load_state(*this, archive);
}

}  // namespace reboost::sweep
