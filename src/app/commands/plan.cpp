#include "app/common.hpp"

namespace reboost::app {

int run_plan(const Invocation& invocation) {
    Arguments arguments(
        "plan CONFIG [OPTIONS]",
        "Shows the runs of a config, what is done of them and about how long the rest takes. Computes\n"
        "nothing and changes nothing.\n\nExample:\n"
        "  reboost plan configs/opt2009/table1_stump.json --profile paper --shard 1/4\n");
    add_plan_options(arguments);
    arguments.number("jobs,j", "N", "for the estimate: runs side by side (default: CPUs / threads per run)")
        .value("threads-per-run", "N", "for the estimate: threads inside each run");
    if (!arguments.parse(invocation, 1, 1)) return kAllWell;
    const std::vector<config::SweepConfig> configs = configs_of(arguments, arguments.positional());
    const results::Store store(results_folder(arguments), results::OpenMode::read_only);
    sweep::CatalogueData data(data::default_data_root());
    const sweep::Plan plan = sweep::make_plan(configs, store, data, plan_options_of(arguments));
    return show_plan(plan, arguments, sweep_options_of(arguments), invocation);
}

}  // namespace reboost::app
