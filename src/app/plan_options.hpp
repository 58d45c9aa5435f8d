#pragma once
/// Plans of the command line's configs: their options, how they are shown, their runs.
#include "app/arguments.hpp"
#include "sweep/plan.hpp"
#include "sweep/sweep.hpp"

#include <set>
#include <string>
#include <vector>

namespace reboost::app {

/// Those of add_config_options, --shard, --reference, --stand-in, --json.
void add_plan_options(Arguments& arguments);
/// Throws UsageError where --reference is not a folder.
sweep::PlanOptions plan_options_of(const Arguments& arguments);
/// Prints the plan; returns the exit status.
int show_plan(const sweep::Plan& plan, const Arguments& arguments, const sweep::SweepOptions& options,
              const Invocation& invocation);

/// The ids of the configs' runs, also where stand-ins took their data's place.
std::set<std::string> ids_of(const std::vector<std::string>& configs, const Arguments& arguments,
                             const results::Store& store);

}  // namespace reboost::app
