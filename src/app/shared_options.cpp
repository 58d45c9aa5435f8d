#include "app/arguments.hpp"

namespace reboost::app {
namespace {

using enum Option::Kind;

constexpr Option kCommon[]{
    {"results", value, "DIR", "the results folder (default: results)"},
    {"json", flag, "", "print JSON"},
    {"quiet", flag, "", "no progress"},
    {"offline", flag, "", "download nothing"},
    {"allow-external", flag, "",
     "run the programs that external policies name, as you (docs/external_policies.md)"},
};
constexpr Option kConfig[]{
    {"profile", value, "NAME", "apply a profile of the config: smoke, quick, paper"},
    {"set", values, "KEY=VALUE",
     "override a value, e.g. booster.rounds=1000 or dataset='[\"usps\",\"letter\"]'; repeatable"},
    {"oracle-every", value, "N",
     "every N rounds look at all features beside the run, for its regret (booster.oracle_every=N)"},
};
constexpr Option kPlan[]{
    {"shard", value, "i/N", "only part i of N, i from 1; parts are balanced by estimated time"},
    {"reference", value, "DIR",
     "runs whose reference results (of `reboost runs export`) are in DIR count as done"},
    {"stand-in", flag, "", "generated sets in place of those not at hand, marked as such in every result"},
    {"recompute", flag, "", "compute every run from the beginning; what is stored is replaced"},
};
constexpr Option kSweep[]{
    {"jobs,j", value, "N", "cores for runs side by side (default: all; with --threads-per-run N: runs)"},
    {"threads-per-run", value, "N",
     "threads inside each run (default: auto, cores that no run needs help the others); changes time, never results"},
    {"memory", value, "SIZE",
     "of all runs at once, e.g. 8G, by estimate (default: four fifths of what is free); what does not fit beside "
     "others waits"},
    {"keep-state", flag, "",
     "keep of each run what one of more rounds goes on from (a config's \"keep_state\")"},
    {"checkpoint-seconds", value, "S", "time between checkpoints of a run (default: 300; 0: every round)"},
    {"time-limit", value, "S", "wall time a run may take before it fails as time_limit (default: none)"},
    {"max-failures", value, "N", "begin no run after this many failures (default: none)"},
    {"fail-fast", flag, "", "as --max-failures 1"},
    {"only-failed", flag_or_value, "TYPE",
     "only the runs that failed; with a TYPE only those that failed so: bad_data, out_of_memory, time_limit, "
     "not_a_number, disk_full, io_error, program or internal"},
    {"claim-timeout", value, "S",
     "silence after which a process of another machine or container is taken for dead (default: 600)"},
};
constexpr Option kReference[]{
    {"reference", value, "DIR",
     "reference results, of `reboost runs export` (default: reference in the results folder, else those that come "
     "with ReBoost)"},
    {"no-reference", flag, "", "without reference results: the runs of the results folder alone"},
};

}  // namespace

constinit const SharedOptions kCommonOptions{"Of several commands", kCommon};
constinit const SharedOptions kConfigOptions{"What the config stands for", kConfig};
constinit const SharedOptions kPlanOptions{"Which of its runs", kPlan};
constinit const SharedOptions kSweepOptions{"How runs are computed", kSweep};
constinit const SharedOptions kReferenceOptions{"Reference results", kReference};

void add_config_options(Arguments& arguments) {
    arguments.shared(kConfigOptions).shared(kCommonOptions, {"results"});
}

void add_plan_options(Arguments& arguments) {
    add_config_options(arguments);
    arguments.shared(kPlanOptions).shared(kCommonOptions, {"json"});
}

void add_sweep_options(Arguments& arguments) {
    arguments.shared(kSweepOptions).shared(kCommonOptions, {"allow-external", "quiet"});
}

std::span<const SharedOptions> shared_options() {
    static const SharedOptions all[]{kConfigOptions, kPlanOptions, kSweepOptions, kReferenceOptions,
                                     kCommonOptions};
    return all;
}

}  // namespace reboost::app
