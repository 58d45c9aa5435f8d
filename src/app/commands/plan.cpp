#include "app/common.hpp"
#include "core/error.hpp"

namespace reboost::app {

int run_plan(const Invocation& invocation) {
    Arguments arguments(
        "plan CONFIG... [OPTIONS]",
        "Shows the runs of a config, what is done of them and about how long the rest takes. Computes\n"
        "nothing and changes nothing.\n\n"
        "A config is checked first: syntax, names, types, ranges, that the parts of each run go together and "
        "fit its data. With --check that is all, each config with every profile that it offers (or with the "
        "one named); every fault gets a line, and the exit status is 2 where a config is wrong.\n\n"
        "Examples:\n"
        "  reboost plan configs/opt2009/table1_stump.json --profile paper --shard 1/4\n"
        "  reboost plan --check configs/example.json\n");
    add_plan_options(arguments);
    arguments.flag("check", "only check the configs, under every profile that they offer")
        .shared(kSweepOptions, {"jobs", "threads-per-run"});
    // So that the words of a `run` serve; they change no plan.
    add_selection_options(arguments.hidden());
    arguments
        .shared(kSweepOptions, {"memory", "keep-state", "checkpoint-seconds", "time-limit", "max-failures",
                                "fail-fast", "only-failed", "claim-timeout"})
        .shared(kCommonOptions, {"allow-external", "quiet"});
    if (!arguments.parse(invocation, 1, 10000)) return kAllWell;
    if (arguments.has("only-failed"))
        throw UsageError(
            "plan shows the whole plan: give it without --only-failed (`reboost status` lists what "
            "failed)");
    if (arguments.has("check")) return check_configs(arguments, invocation);
    const std::vector<config::SweepConfig> configs = configs_of(arguments, arguments.positional());
    const results::Store store(results_folder(arguments), results::OpenMode::read_only);
    sweep::CatalogueData data(data::default_data_root());
    const sweep::Plan plan = sweep::make_plan(configs, store, data, plan_options_of(arguments));
    return show_plan(plan, arguments, sweep_options_of(arguments), invocation);
}

}  // namespace reboost::app
