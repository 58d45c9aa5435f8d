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

/// How time is measured: with many runs at once, or one run at a time on fixed CPUs. A part of the identity,
/// because the timings are not comparable.
enum class TimingMode { throughput, timing };

struct RunSpec {
    data::DatasetSpec dataset;
    learners::LearnerOptions learner;
    selectors::SelectorOptions selector;
    boosting::BoosterOptions booster;
    boosting::EvaluationOptions evaluation;
    std::int64_t seed = 1;
    TimingMode timing = TimingMode::throughput;
    /// Names that the config gives to parts: path ("selector", "selector.policy") -> the part's "as". A part
    /// of the complete form, never of the identity.
    std::map<std::string, std::string, std::less<>> names;
};
void describe(Fields& field, RunSpec& o);

/// The run without its data: booster, learner, selector, evaluation and seeds.
inline boosting::Recipe recipe_of(const RunSpec& spec) {
    const auto seed = static_cast<std::uint64_t>(spec.seed),
               data_seed = static_cast<std::uint64_t>(spec.dataset.seed);
    return {spec.booster, spec.learner, spec.selector, spec.evaluation, seed, data_seed};
}

/// Every field, defaults included, as a run file stores them.
Value complete_value(const RunSpec& spec);
Value complete_value(const data::DatasetSpec& spec);
/// The form from which the identity is computed. Fields equal to their default are left out (names of
/// alternatives stay), so that a new option whose default changes nothing changes no identity. Names that
/// users give to parts ("as") and to their own data sets are left out, too.
Value canonical_value(const RunSpec& spec);

/// Reads a specification, which may be incomplete and have short forms. Throws UsageError with the place, the
/// value given, the values allowed and the nearest known name.
RunSpec read_run_spec(const Value& value);
RunSpec read_run_spec(const Node& node);
/// The same for a stored run; nullopt if another version wrote a specification that this one cannot read.
std::optional<RunSpec> readable_run_spec(const Value& value);

}  // namespace reboost::config
