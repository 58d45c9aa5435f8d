#include "app/plan_options.hpp"

#include "app/common.hpp"
#include "core/error.hpp"
#include "core/printable.hpp"

#include <ostream>

namespace reboost::app {

sweep::PlanOptions plan_options_of(const Arguments& arguments) {
    sweep::PlanOptions options;
    if (arguments.has("shard")) options.shard = sweep::parse_shard(arguments.text("shard"));
    options.allow_stand_in = arguments.has("stand-in");
    options.reference = arguments.text("reference", "");
    if (arguments.has("recompute")) options.recompute = true;
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
    invocation.out << plan_line(plan, options) << '\n' << printable(plan.collapse_report, true);
    if (!plan.collapse_report.empty() && !plan.collapse_report.ends_with('\n')) invocation.out << '\n';
    for (const std::string& line : plan.recomputed())
        invocation.out << printable(line) << '\n';
    for (const std::string& name : plan.missing_data)
        invocation.out << "not at hand: " << name << " (reboost data fetch " << name << ")\n";
    return kAllWell;
}

std::set<std::string> ids_of(const std::vector<std::string>& configs, const Arguments& arguments,
                             const results::Store& store) {
    if (configs.empty()) return {};
    std::vector<config::SweepConfig> read;
    for (const std::string& path : configs)
        read.push_back(config_of(arguments, path));
    sweep::CatalogueData data(data::default_data_root());
    return sweep::make_plan(read, store, data, {std::nullopt, true}).ids();
}

}  // namespace reboost::app
