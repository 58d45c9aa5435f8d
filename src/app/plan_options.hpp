#pragma once
/// What `run` and `plan` share: the options of a plan, and how it is shown.
#include "app/arguments.hpp"
#include "sweep/plan.hpp"
#include "sweep/sweep.hpp"

namespace reboost::app {

/// Those of add_config_options, --shard, --reference, --stand-in, --json.
void add_plan_options(Arguments& arguments);
/// Throws UsageError where --reference is not a folder.
sweep::PlanOptions plan_options_of(const Arguments& arguments);
/// Prints the plan; returns the exit status.
int show_plan(const sweep::Plan& plan, const Arguments& arguments, const sweep::SweepOptions& options,
              const Invocation& invocation);

}  // namespace reboost::app
