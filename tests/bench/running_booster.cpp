#include "bench/running_booster.hpp"

#include "bench/statistics.hpp"
#include "support/team.hpp"

#include <algorithm>

namespace reboost::bench {
namespace {

constexpr std::size_t kStretches = 5;
constexpr std::size_t kMostRounds = 100000;
/// A bandit that still tries every arm once meets columns that its later rounds do not.
constexpr double kWarmShare = 4;

}  // namespace

RunningBooster::RunningBooster(const boosting::Recipe& recipe, std::shared_ptr<const data::BinnedSplit> data,
                               int threads)
    : booster_(boosting::make_booster(recipe, std::move(data), {testing::team_of(threads)})) {}

Stretch RunningBooster::advance(std::size_t rounds) {
    const boosting::RoundRecord before = last_;
    const double evaluated = eval_cpu_seconds_;
    const double empty_seconds = empty_cpu_seconds_;
    const std::size_t empty = empty_rounds_;
    left_ = rounds;
    if (!ended_ && rounds > 0) ended_ = booster_->train(*this) != boosting::StopReason::interrupted;
    return {last_.round - before.round,
            last_.train_cpu_seconds - before.train_cpu_seconds,
            last_.wall_seconds - before.wall_seconds,
            eval_cpu_seconds_ - evaluated,
            last_.work - before.work,
            empty_rounds_ - empty,
            empty_cpu_seconds_ - empty_seconds};
}

void RunningBooster::on_round(const boosting::RoundRecord& record) {
    if (!(record.edge > 0)) {
        ++empty_rounds_;
        empty_cpu_seconds_ += record.train_cpu_seconds - last_.train_cpu_seconds;
    }
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
    while (booster.rounds() < warm_rounds && warm_seconds < kWarmShare * seconds && !booster.ended()) {
        warm = booster.advance(std::min<std::size_t>(10, warm_rounds - booster.rounds()));
        warm_seconds += warm.cpu_seconds;
    }
    const double per_round =
        std::max(1e-7, warm.cpu_seconds / static_cast<double>(std::max<std::size_t>(1, warm.rounds)));
    const auto length =
        static_cast<std::size_t>(std::clamp(seconds / (4 * kStretches * per_round), 1.0, 1000.0));
    std::vector<double> times;
    RoundCost cost;
    double spent = 0, work = 0, empty = 0;
    while ((spent < seconds || times.size() < kStretches) && cost.rounds < kMostRounds && !booster.ended()) {
        const Stretch stretch = booster.advance(length);
        if (stretch.rounds == 0) break;
        if (stretch.rounds > stretch.empty_rounds) times.push_back(stretch.ms_per_full_round());
        empty += static_cast<double>(stretch.empty_rounds);
        spent += stretch.cpu_seconds;
        work += static_cast<double>(stretch.work);
        cost.rounds += stretch.rounds;
    }
    cost.median_ms = median(times);
    cost.least_ms = smallest(times);
    cost.work_per_round = work / static_cast<double>(std::max<std::size_t>(1, cost.rounds));
    cost.empty_share = empty / static_cast<double>(std::max<std::size_t>(1, cost.rounds));
    return cost;
}

}  // namespace reboost::bench
