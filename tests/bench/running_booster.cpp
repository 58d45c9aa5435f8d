#include "bench/running_booster.hpp"

#include "bench/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::bench {
namespace {

constexpr std::size_t kStretches = 5;

}  // namespace

RunningBooster::RunningBooster(const boosting::Recipe& recipe, std::shared_ptr<const data::BinnedSplit> data,
                               int threads)
    : booster_(boosting::make_booster(recipe, std::move(data), {threads})) {}

Stretch RunningBooster::advance(std::size_t rounds) {
    const boosting::RoundRecord before = last_;
    const double evaluated = eval_cpu_seconds_;
    left_ = rounds;
    if (!ended_ && rounds > 0) ended_ = booster_->train(*this) != boosting::StopReason::interrupted;
    return {last_.round - before.round, last_.train_cpu_seconds - before.train_cpu_seconds,
            last_.wall_seconds - before.wall_seconds, eval_cpu_seconds_ - evaluated,
            last_.work - before.work};
}

void RunningBooster::on_round(const boosting::RoundRecord& record) {
    last_ = record;
    edges_.push_back(record.edge);
}

void RunningBooster::on_evaluation(const boosting::EvaluationRecord& record) {
    eval_cpu_seconds_ = record.eval_cpu_seconds;
}

RoundCost measure_rounds(const boosting::Recipe& recipe, std::shared_ptr<const data::BinnedSplit> data,
                         std::size_t warm_rounds, double seconds) {
    RunningBooster booster(recipe, std::move(data));
    Stretch warm = booster.advance(2);
    double warm_seconds = warm.cpu_seconds;
    while (booster.rounds() < warm_rounds && warm_seconds < seconds / 2 && !booster.ended()) {
        warm = booster.advance(std::min<std::size_t>(10, warm_rounds - booster.rounds()));
        warm_seconds += warm.cpu_seconds;
    }
    const double per_round =
        std::max(1e-7, warm.cpu_seconds / static_cast<double>(std::max<std::size_t>(1, warm.rounds)));
    const auto length = static_cast<std::size_t>(std::max(1.0, seconds / (4 * kStretches * per_round)));
    std::vector<double> times;
    RoundCost cost;
    double spent = 0, work = 0;
    while ((spent < seconds || times.size() < kStretches) && !booster.ended()) {
        const Stretch stretch = booster.advance(length);
        if (stretch.rounds == 0) break;
        times.push_back(stretch.ms_per_round());
        spent += stretch.cpu_seconds;
        work += static_cast<double>(stretch.work);
        cost.rounds += stretch.rounds;
    }
    cost.median_ms = median(times);
    cost.least_ms = smallest(times);
    cost.work_per_round = work / static_cast<double>(std::max<std::size_t>(1, cost.rounds));
    return cost;
}

}  // namespace reboost::bench
