#pragma once
/// The options that several subcommands take.
#include "app/arguments.hpp"

#include <cstdint>

namespace reboost::app {

/// --results, --json, --quiet, --offline, --allow-external: each where it makes sense.
extern const SharedOptions kCommonOptions;
/// --profile, --set, --oracle-every: what a config stands for.
extern const SharedOptions kConfigOptions;
/// --shard, --stand-in, --reference: what is to be computed of it.
extern const SharedOptions kPlanOptions;
/// --jobs, --memory, ...: how runs are computed.
extern const SharedOptions kSweepOptions;
/// --reference, --no-reference: what reports read beside the runs.
extern const SharedOptions kReferenceOptions;

/// kConfigOptions and --results.
void add_config_options(Arguments& arguments);
/// Those, kPlanOptions and --json.
void add_plan_options(Arguments& arguments);
/// kSweepOptions, --allow-external and --quiet.
void add_sweep_options(Arguments& arguments);

/// What --jobs, --threads-per-run and --threads take.
inline constexpr std::int64_t kMostThreads = 4096;

}  // namespace reboost::app
