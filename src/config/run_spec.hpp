#pragma once
/// One fully resolved point of a grid: dataset × learner × selector × booster × evaluation × seed.
#include "boosting/recipe.hpp"
#include "data/dataset_spec.hpp"

#include <functional>
#include <map>
#include <string>

namespace reboost::config {

/// How time was taken: many runs at once, or one at a time and pinned. Part of the identity: timings are not
/// comparable.
enum class TimingMode { throughput, timing };
constexpr EnumNames<TimingMode, 2> enum_names(TimingMode) {
    return {{{TimingMode::throughput, "throughput"}, {TimingMode::timing, "timing"}}};
}

struct RunSpec {
    data::DatasetSpec dataset;
    learners::LearnerOptions learner;
    selectors::SelectorOptions selector;
    boosting::BoosterOptions booster;
    boosting::EvaluationOptions evaluation;
    std::int64_t seed = 1;
    TimingMode timing = TimingMode::throughput;
    /// What people call its parts: path ("selector", "selector.policy") -> the "as" written there. Part of
    /// the complete form, never of the identity.
    std::map<std::string, std::string, std::less<>> names;
};
template <class Visitor>
void describe(Visitor& visit, RunSpec& o) {
    visit("dataset", o.dataset, FieldInfo{"what is learned"});
    visit("learner", o.learner, FieldInfo{"the base learner"});
    visit("selector", o.selector, FieldInfo{"what chooses where to search"});
    visit("booster", o.booster, FieldInfo{"the boosting algorithm"});
    visit("evaluation", o.evaluation, FieldInfo{"when losses are measured"});
    visit("seed", o.seed,
          FieldInfo{"seed of what training draws: selectors, samples of rows, the validation part", 0, 9e15});
    visit("timing", o.timing, FieldInfo{"throughput: all cores; timing: one run at a time, pinned"});
}

/// The run's algorithm.
inline boosting::Recipe recipe_of(const RunSpec& spec) {
    return {spec.booster,
            spec.learner,
            spec.selector,
            spec.evaluation,
            static_cast<std::uint64_t>(spec.seed),
            static_cast<std::uint64_t>(spec.dataset.seed)};
}

}  // namespace reboost::config
