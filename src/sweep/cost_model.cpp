#include "sweep/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>

namespace reboost::sweep {
namespace {

// Measured orders of magnitude: a stored value costs a load, an add and a store of one histogram bin of K
// floats.
constexpr double kNanosecondsPerValue = 0.3;
constexpr double kNanosecondsPerValueAndClass = 0.05;
constexpr double kNanosecondsPerPair = 0.16;  // gradient trees: one pair a value, whatever K
constexpr double kNanosecondsPerWeight = 0.25;
constexpr double kNanosecondsPerScore = 0.5;
constexpr double kNanosecondsPerPull = 10;  // a step of a bandit problem, an arm
constexpr double kCyclesOfProduct = 2.5;    // passes over the terms until the edge stops growing
constexpr double kGatheredValue = 4;  // times as dear in a tree's node whose few columns are searched alone

DataShape known(DataShape shape) {
    if (shape.rows == 0) shape.rows = 1000;
    if (shape.features == 0) shape.features = 10;
    if (shape.classes == 0) shape.classes = 2;
    return shape;
}

/// Rows scored a round, all parts, in units of one part's rows.
double evaluations_per_round(const boosting::EvaluationOptions& evaluation) {
    return 1.0 / static_cast<double>(std::max<std::int64_t>(1, evaluation.test_every));
}

/// Base classes tried a round, on average. The tree of classes (b, k) serves (k, b), too: all K cost as K/2.
double base_classes_tried(const selectors::BaseClassOptions& base_class, double classes) {
    return std::visit(
        [&](const auto& way) {
            if constexpr (requires { way.gap; })
                return 1 + (classes / 2 - 1) / static_cast<double>(way.gap);
            else if constexpr (requires { way.k; })
                return static_cast<double>(way.k);
            else if constexpr (std::is_same_v<std::decay_t<decltype(way)>, selectors::ExhaustiveBaseOptions>)
                return classes / 2;
            else
                return 1.0;
        },
        base_class);
}

double nanoseconds_per_value(const learners::LearnerOptions& learner, double classes, bool all_features) {
    if (std::holds_alternative<learners::RegressionTreeOptions>(learner)) return kNanosecondsPerPair;
    const bool gathered = std::holds_alternative<learners::TreeOptions>(learner) && !all_features;
    return (gathered ? kGatheredValue : 1) * (kNanosecondsPerValue + kNanosecondsPerValueAndClass * classes);
}

}  // namespace

// The visitors look at fields, not at types: an alternative added to a variant is costed by what it has.

std::uint64_t rounds_of(const boosting::BoosterOptions& booster) {
    return std::visit(
        [](const auto& options) -> std::uint64_t {
            if constexpr (requires { options.trials; })  // a trial is told as a round
                if (options.trials.count > 0) return static_cast<std::uint64_t>(options.trials.count);
            if constexpr (requires { options.plays; })  // so is a play of a bandit problem
                return static_cast<std::uint64_t>(options.plays);
            else if constexpr (requires { options.rounds; })
                return static_cast<std::uint64_t>(options.rounds);
            else if constexpr (requires { options.gradient.rounds; })
                return static_cast<std::uint64_t>(options.gradient.rounds);
            else
                return 1000;
        },
        booster);
}

double features_per_decision(const selectors::SelectorOptions& selector, double features) {
    const double scanned = std::visit(
        [&](const auto& options) {
            if constexpr (requires { options.k* options.group; })
                return static_cast<double>(options.k * options.group);
            else if constexpr (requires { options.k; })
                return static_cast<double>(options.k);
            else if constexpr (requires { options.exploration; })
                return 1.0;  // UCT: one feature a decision
            else
                return features;
        },
        selector);
    return std::min(scanned, features);
}

double learners_per_round(const boosting::BoosterOptions& booster, double classes) {
    return std::visit(
        [&](const auto& options) {
            if constexpr (requires { options.base_class; })
                return (classes - 1) * base_classes_tried(options.base_class, classes);
            else if constexpr (requires { options.shrinkage; })
                return classes;
            else
                return 1.0;
        },
        booster);
}

double passes_per_learner(const learners::LearnerOptions& learner) {
    return std::visit(
        [&](const auto& options) {
            if constexpr (requires { options.terms; })
                return kCyclesOfProduct * static_cast<double>(options.terms);
            else if constexpr (requires { options.leaves; })
                return std::log2(1.0 + static_cast<double>(options.leaves));
            else if constexpr (requires { options.size; })
                return std::log2(1.0 + static_cast<double>(options.size)) + 1.0;
            else
                return 1.0;
        },
        learner);
}

namespace {

/// Budgeted trials: rounds of training and rows drawn, for all trials together.
struct TrialScale {
    double rounds = 1;  ///< per trial
    std::uint64_t train_rows = 0, test_rows = 0;
};
TrialScale trial_scale(const boosting::BoosterOptions& booster) {
    return std::visit(
        [](const auto& options) -> TrialScale {
            if constexpr (requires { options.trials; })
                if (options.trials.count > 0) {
                    TrialScale scale;
                    if constexpr (requires { options.rounds; })
                        scale.rounds = static_cast<double>(options.rounds);
                    scale.train_rows = static_cast<std::uint64_t>(options.trials.train_rows);
                    scale.test_rows = static_cast<std::uint64_t>(options.trials.test_rows);
                    return scale;
                }
            return {};
        },
        booster);
}

}  // namespace

Cost estimate_cost(const config::RunSpec& spec, const DataShape& given) {
    if (const auto* play = std::get_if<boosting::BanditProblemOptions>(&spec.booster)) {
        const double steps = static_cast<double>(play->plays) * static_cast<double>(play->rounds);
        return {steps, 1e-9 * kNanosecondsPerPull * steps * static_cast<double>(play->means.size())};
    }
    DataShape shape = known(given);
    const TrialScale trials = trial_scale(spec.booster);
    if (trials.train_rows > 0) shape.rows = trials.train_rows, shape.test_rows = trials.test_rows;
    const auto rows = static_cast<double>(shape.rows), features = static_cast<double>(shape.features);
    const auto test_rows = static_cast<double>(shape.test_rows), classes = static_cast<double>(shape.classes);
    const auto rounds = static_cast<double>(rounds_of(spec.booster)) * trials.rounds;
    const double passes = learners_per_round(spec.booster, classes) * passes_per_learner(spec.learner);

    Cost cost;
    const double asked = features_per_decision(spec.selector, features);
    cost.work = rounds * passes * rows * asked;
    const double weights =
        rounds * rows * classes * kNanosecondsPerWeight * std::max(1.0, passes_per_learner(spec.learner) / 4);
    const double scores =
        rounds * test_rows * classes * kNanosecondsPerScore * evaluations_per_round(spec.evaluation);
    const double per_value = nanoseconds_per_value(spec.learner, classes, asked >= features);
    cost.seconds = 1e-9 * (cost.work * per_value + weights + scores);
    return cost;
}

}  // namespace reboost::sweep
