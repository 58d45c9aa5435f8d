#include "app/common.hpp"
#include "core/error.hpp"

#include <ostream>

namespace reboost::app {

int run_run(const Invocation& invocation) {
    Arguments arguments(
        "run CONFIG [OPTIONS]",
        "Computes every run of a config that is not stored yet, longest first, one HDF5 file per run. "
        "Ctrl-C checkpoints what runs and stops; the same command goes on, also after a crash. Several "
        "processes may work on one results folder.\n\n"
        "Example:\n"
        "  reboost run configs/opt2009/table1_stump.json --profile quick --set booster.rounds=300\n");
    add_plan_options(arguments);
    add_sweep_options(arguments);
    arguments
        .flag("recompute", "compute every run of the config from the beginning; what is stored is replaced")
        .flag("dry-run", "show the plan and stop");
    if (!arguments.parse(invocation, 1, 1)) return kAllWell;

    const std::vector<config::SweepConfig> configs = configs_of(arguments, arguments.positional());
    const sweep::SweepOptions options = sweep_options_of(arguments, configs);
    const bool dry = arguments.has("dry-run");
    if (dry && arguments.has("only-failed"))
        throw UsageError(
            "run: --dry-run shows the whole plan: give it without --only-failed (`reboost status` "
            "lists what failed)");
    results::Store store(results_folder(arguments),
                         dry ? results::OpenMode::read_only : results::OpenMode::read_write);
    sweep::CatalogueData data(data::default_data_root());
    const sweep::Plan plan = sweep::make_plan(configs, store, data, plan_options_of(arguments));
    if (dry) return show_plan(plan, arguments, options, invocation);
    if (!arguments.has("quiet") && !arguments.has("json")) invocation.err << plan_line(plan, options) << '\n';
    return sweep_and_tell(plan, store, data, arguments, options, "run", invocation);
}

}  // namespace reboost::app
