#include "app/common.hpp"
#include "core/error.hpp"

#include <ostream>

namespace reboost::app {
namespace {

std::string given_command(const char* name, const std::vector<std::string>& words) {
    std::vector<std::string> all{"reboost", name};
    all.insert(all.end(), words.begin(), words.end());
    return shell_command(all);
}

sweep::PlanOptions plan_options_of(const Arguments& arguments) {
    sweep::PlanOptions options;
    if (arguments.has("shard")) options.shard = sweep::parse_shard(arguments.text("shard"));
    options.allow_stand_in = arguments.has("stand-in");
    options.reference = arguments.text("reference", "");
    options.recompute = arguments.has("recompute");
    if (!options.reference.empty() && !std::filesystem::is_directory(options.reference))
        throw UsageError("--reference " + options.reference.string() + " is not a folder");
    return options;
}

void add_plan_options(Arguments& arguments) {
    add_config_options(arguments);
    arguments.value("shard", "i/N", "only part i of N, i from 1; parts are balanced by estimated time")
        .value("reference", "DIR",
               "runs whose reference results (of `reboost export`) are in DIR count as done")
        .flag("stand-in", "generated sets in place of those not at hand, marked as such in every result")
        .flag("json", "print JSON");
}

int show_plan(const sweep::Plan& plan, const Arguments& arguments, const sweep::SweepOptions& options,
              const Invocation& invocation) {
    if (arguments.has("json")) {
        print_json(invocation.out, plan_value(plan));
        return kAllWell;
    }
    print_plan(invocation.out, plan, true);
    invocation.out << plan_line(plan, options) << '\n' << plan.collapse_report;
    if (!plan.collapse_report.empty() && !plan.collapse_report.ends_with('\n')) invocation.out << '\n';
    for (const std::string& line : plan.recomputed())
        invocation.out << line << '\n';
    for (const std::string& name : plan.missing_data)
        invocation.out << "not at hand: " << name << " (reboost data fetch " << name << ")\n";
    return kAllWell;
}

}  // namespace

int run_run(const Invocation& invocation) {
    Arguments arguments(
        "run CONFIG [OPTIONS]",
        "Computes every run of a config that is not stored yet, longest first, one HDF5 file a run. Ctrl-C\n"
        "checkpoints what runs and stops; the same command goes on, also after a crash. Several processes\n"
        "may work on one results folder.\n\nExample:\n"
        "  reboost run configs/opt2009/table1_stump.json --profile quick --set booster.rounds=300\n");
    add_plan_options(arguments);
    add_sweep_options(arguments);
    arguments.flag("only-failed", "exactly the runs whose failure is recorded")
        .flag("recompute", "compute every run of the config from the beginning; what is stored is replaced")
        .flag("dry-run", "show the plan and stop");
    if (!arguments.parse(invocation, 1, 1)) return kAllWell;

    const std::vector<config::SweepConfig> configs{config_of(arguments, arguments.positional().front())};
    const sweep::SweepOptions options = sweep_options_of(arguments);
    const bool dry = arguments.has("dry-run");
    results::Store store(arguments.text("results", "results"),
                         dry ? results::OpenMode::read_only : results::OpenMode::read_write);
    sweep::CatalogueData data(data::default_data_root());
    const sweep::Plan plan = sweep::make_plan(configs, store, data, plan_options_of(arguments));
    if (dry) return show_plan(plan, arguments, options, invocation);
    if (!arguments.has("quiet") && !arguments.has("json")) invocation.err << plan_line(plan, options) << '\n';
    return sweep_and_tell(plan, store, data, arguments, options, given_command("run", invocation.arguments),
                          invocation);
}

int run_plan(const Invocation& invocation) {
    Arguments arguments(
        "plan CONFIG [OPTIONS]",
        "Shows the runs of a config, what is done of them and about how long the rest takes. Computes\n"
        "nothing and changes nothing.\n\nExample:\n"
        "  reboost plan configs/opt2009/table1_stump.json --profile paper --shard 1/4\n");
    add_plan_options(arguments);
    arguments.number("jobs,j", "N", "for the estimate: runs side by side (default: CPUs / threads per run)")
        .number("threads-per-run", "N", "for the estimate: threads inside each run");
    if (!arguments.parse(invocation, 1, 1)) return kAllWell;
    const std::vector<config::SweepConfig> configs{config_of(arguments, arguments.positional().front())};
    const results::Store store(arguments.text("results", "results"), results::OpenMode::read_only);
    sweep::CatalogueData data(data::default_data_root());
    const sweep::Plan plan = sweep::make_plan(configs, store, data, plan_options_of(arguments));
    return show_plan(plan, arguments, sweep_options_of(arguments), invocation);
}

}  // namespace reboost::app
