#pragma once
/// One fully resolved point of a grid: dataset × learner × selector × booster × evaluation × seed.
#include "boosting/recipe.hpp"
#include "core/value.hpp"
#include "data/dataset_spec.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace reboost::config {

class Node;

/// How time was taken: many runs at once, or one at a time and pinned. Part of the identity: timings are not
/// comparable.
enum class TimingMode { throughput, timing };

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
void describe(Fields& field, RunSpec& o);

/// The run's algorithm.
inline boosting::Recipe recipe_of(const RunSpec& spec) {
    return {spec.booster,
            spec.learner,
            spec.selector,
            spec.evaluation,
            static_cast<std::uint64_t>(spec.seed),
            static_cast<std::uint64_t>(spec.dataset.seed)};
}

/// Every field, defaults included: what a run file stores.
Value complete_value(const RunSpec& spec);
Value complete_value(const data::DatasetSpec& spec);
/// The identity's form: fields equal to their default are left out (names of alternatives stay), so that an
/// option added later with a default that changes nothing leaves every identity as it was. What people call
/// the parts ("as") and their own data set (its name) is left out, too.
Value canonical_value(const RunSpec& spec);

/// Reads a specification, complete or not, shorthands allowed. Throws UsageError naming the place, what was
/// given, what is allowed and the nearest known name.
RunSpec read_run_spec(const Value& value);
RunSpec read_run_spec(const Node& node);
/// The same of a stored run; nullopt where another version wrote it, which this one cannot read.
std::optional<RunSpec> readable_run_spec(const Value& value);

}  // namespace reboost::config
