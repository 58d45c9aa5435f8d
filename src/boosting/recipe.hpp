#pragma once
/// The parts from which a booster is made.
#include "bandits/external/program.hpp"
#include "boosting/options.hpp"
#include "core/clock.hpp"
#include "core/fields.hpp"
#include "data/binning.hpp"
#include "learners/options.hpp"
#include "parallel/team.hpp"
#include "selectors/options.hpp"

#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace reboost::boosting {

/// A data set that several runs share.
using SharedSplit = std::shared_ptr<const data::BinnedSplit>;

/// One run's algorithm, fully resolved.
struct Recipe {
    BoosterOptions booster;
    learners::LearnerOptions learner;
    selectors::SelectorOptions selector;
    EvaluationOptions evaluation;
    std::uint64_t seed = 1;
    std::uint64_t dataset_seed = 1;  ///< seed of prices and trials
};

/// Threads and clock of a run; they change its time, never its results.
struct Resources {
    std::shared_ptr<parallel::Team> team =
        std::make_shared<parallel::Team>();  ///< the run's thread and guests
    const Clock* clock = &system_clock();
};

/// Returns the binning that the learner needs; it is part of the data cache's key.
data::BinningOptions binning_of(const learners::LearnerOptions& learner);

/// Returns the programs (policy `external`) that a run would start, named "selector" or "base_class".
template <class Selector, class Booster>
auto external_programs(Selector& selector, Booster& booster) {
    using Program = std::conditional_t<std::is_const_v<Selector>, const bandits::ExternalProgram,
                                       bandits::ExternalProgram>;
    std::vector<std::pair<std::string_view, Program*>> found;
    const auto look = [&](std::string_view part, auto& choice) {
        auto* policy = field_of<bandits::PolicyOptions>(choice);
        if (policy != nullptr && policy->program() != nullptr) found.emplace_back(part, policy->program());
    };
    look("selector", selector);
    if (auto* base_class = field_of<selectors::BaseClassOptions>(booster)) look("base_class", *base_class);
    return found;
}

}  // namespace reboost::boosting
