#include "app/common.hpp"

#include <ostream>

namespace reboost::app {

int run_run(const Invocation& invocation) {
    Arguments arguments(
        "run CONFIG [OPTIONS]",
        "Computes every run of a config that is not stored yet, longest first, one HDF5 file per run. "
        "Ctrl-C checkpoints what runs and stops; the same command goes on, also after a crash. Several "
        "processes may work on one results folder.\n\n"
        "With --select it chooses hyper-parameters by validation: of the config's grid every run holds out a "
        "share of its training rows (evaluation.validation_fraction; the seed draws them), and on each data "
        "set the point with the least validation error is taken, mean over the last fifth of the rounds and "
        "over the seeds. With --nested, too, methods are compared tuned: runs that differ in numbers only are "
        "one method's candidates; on each split (dataset.seed, with dataset.split \"resampled\") the best by "
        "validation is judged on the test rows, and the methods are compared over splits and data sets.\n\n"
        "Examples:\n"
        "  reboost run configs/opt2009/table1_stump.json --profile quick --set booster.rounds=300\n"
        "  reboost run configs/opt2009/select_tree.json --profile quick --select\n"
        "  reboost run configs/tune_policy.json --select --nested --baseline ucb\n");
    add_plan_options(arguments);
    add_sweep_options(arguments);
    add_selection_options(arguments);
    if (!arguments.parse(invocation, 1, 1)) return kAllWell;

    const std::vector<config::SweepConfig> configs = configs_of(arguments, arguments.positional());
    arguments.require_beside("nested", "select");
    arguments.require_beside("baseline", "nested");
    if (arguments.has("select")) return run_and_select(configs, arguments, invocation);
    const sweep::SweepOptions options = sweep_options_of(arguments, configs);
    results::Store store(results_folder(arguments));
    sweep::CatalogueData data(data::default_data_root());
    const sweep::Plan plan = sweep::make_plan(configs, store, data, plan_options_of(arguments));
    if (!arguments.has("quiet") && !arguments.has("json")) invocation.err << plan_line(plan, options) << '\n';
    return sweep_and_tell(plan, store, data, arguments, options, "run", invocation);
}

}  // namespace reboost::app
