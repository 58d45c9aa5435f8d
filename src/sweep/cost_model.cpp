#include "core/fields.hpp"
#include "sweep/plan.hpp"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

namespace reboost::sweep {
namespace {

// Measured orders of magnitude. A stored value costs a load, an add and a store of a bin of K floats.
constexpr double kNanosecondsPerValue = 0.75;
constexpr double kNanosecondsPerValueAndClass = 0.015;
constexpr double kNanosecondsPerRound = 5000;     // independent of the data's size
constexpr double kNanosecondsPerGradient = 0.16;  // regression trees: a gradient and a hessian, for any K
constexpr double kNanosecondsPerWeight = 0.25;
constexpr double kNanosecondsPerScore = 0.5;
constexpr double kNanosecondsPerPull = 10;  // for each arm at each step of a bandit problem
constexpr double kGatheredValue = 4;  // factor of a value's cost in tree nodes that search few columns alone

/// Bytes of one row's code in one column. The learner's own copies of the columns take about as much again.
constexpr double kBytesPerCode = 2;
constexpr double kBytesPerScore = 24;  // for each row and class: weight or gradient, score and derived values

}  // namespace

std::uint64_t rounds_of(const boosting::BoosterOptions& booster) {
    return std::visit([](const auto& o) { return static_cast<std::uint64_t>(o.progress_steps()); }, booster);
}

std::string kind_of(const config::RunSpec& spec) {
    return fmt::format("{} {} {}", name_of(spec.booster), name_of(spec.learner), name_of(spec.selector));
}

Cost estimate_cost(const config::RunSpec& spec, const boosting::DataFacts& shape) {
    const double rounds = std::visit(  // boosting rounds, or rounds of all trials or plays together
        [](const auto& o) {
            return static_cast<double>(o.progress_steps()) *
                   static_cast<double>(o.rounds_per_progress_step());
        },
        spec.booster);
    if (const auto* play = std::get_if<boosting::BanditProblemOptions>(&spec.booster))
        return {.work = rounds,
                .seconds = 1e-9 * kNanosecondsPerPull * rounds * static_cast<double>(play->means.size())};
    const auto known = [](std::uint64_t number, double otherwise) {
        return number > 0 ? static_cast<double>(number) : otherwise;
    };
    auto rows = known(shape.rows, 1000), test_rows = static_cast<double>(shape.test_rows);
    const double features = known(shape.features, 10),
                 classes = shape.classes == 2 && !shape.multi_label ? 1 : known(shape.classes, 2);
    Cost cost;
    cost.data_bytes = kBytesPerCode * (rows + test_rows) * features;
    cost.run_bytes = kBytesPerCode * rows * features + kBytesPerScore * (rows + test_rows) * classes;
    const boosting::TrialOptions* trials = field_of<boosting::TrialOptions>(spec.booster);
    if (trials != nullptr && trials->count > 0 && trials->train_rows > 0) {
        rows = static_cast<double>(trials->train_rows);
        test_rows = static_cast<double>(trials->test_rows);
    }
    // 1 for a stump, the number of passes over the terms for a product, about log2 of the size for a tree
    const double passes = std::visit([](const auto& o) -> double { return o.passes(); }, spec.learner);
    // 1 for AdaBoost.MH, K for mart, K − 1 for abc-mart, K(K−1)/2 if every base class is tried (abc2010 §3)
    const double learners =
        std::visit([&](const auto& o) -> double { return o.learners_per_round(classes); }, spec.booster);
    const double asked = std::min(features, spec.selector->scan().features_of(features));
    cost.work = rounds * (learners * passes) * rows * asked;
    const double weights = rounds * rows * classes * kNanosecondsPerWeight * std::max(1.0, passes / 4);
    const auto test_every = static_cast<double>(std::max<std::int64_t>(1, spec.evaluation.test_every));
    const double scores = rounds * test_rows * classes * kNanosecondsPerScore * (1 / test_every);
    const auto scan =
        std::visit([](const auto& o) -> learners::ScanCost { return o.kScanCost; }, spec.learner);
    const bool gathered = scan == learners::ScanCost::gathered_weights && asked < features;
    const double of_weights =
        (gathered ? kGatheredValue : 1) * (kNanosecondsPerValue + kNanosecondsPerValueAndClass * classes);
    const double per_value = scan == learners::ScanCost::gradients ? kNanosecondsPerGradient : of_weights;
    cost.seconds = 1e-9 * (cost.work * per_value + weights + scores + rounds * kNanosecondsPerRound);
    return cost;
}

}  // namespace reboost::sweep
