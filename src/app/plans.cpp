/// Plans of the command line's configs: their options, how they are shown, their runs.
#include "app/common.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

namespace reboost::app {

std::vector<std::string> overrides_of(const Arguments& arguments) {
    std::vector<std::string> overrides = arguments.list("set");
    if (arguments.has("oracle-every"))
        overrides.push_back("booster.oracle_every=" + arguments.text("oracle-every"));
    return overrides;
}

config::SweepConfig config_of(const Arguments& arguments, const std::string& path) {
    return config::load_config(path, arguments.text("profile"), overrides_of(arguments));
}

std::vector<config::SweepConfig> configs_of(const Arguments& arguments,
                                            const std::vector<std::string>& paths) {
    std::vector<config::SweepConfig> configs;
    for (const std::string& path : paths)
        configs.push_back(config_of(arguments, path));
    return configs;
}

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

std::set<std::string> ids_of(const std::vector<std::string>& configs, const Arguments& arguments,
                             const results::Store& store) {
    if (configs.empty()) return {};
    sweep::CatalogueData data(data::default_data_root());
    return sweep::make_plan(configs_of(arguments, configs), store, data, {std::nullopt, true}).ids();
}

std::string left_text(const sweep::Plan& plan) {
    std::string text;
    for (const char* state : {"running", "begun", "failed", "to do"})
        if (const std::size_t count = plan.count(state); count > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, state);
    return text;
}

std::string plan_line(const sweep::Plan& plan, const sweep::SweepOptions& options) {
    const std::size_t done = plan.count(sweep::RunState::done), failed = plan.count(sweep::RunState::failed),
                      running = plan.count("running"), begun = plan.count("begun");
    std::string line = fmt::format("{}: {} done, {} to do", counted(plan.entries.size(), "run"), done,
                                   plan.entries.size() - done);
    if (failed > 0) line += fmt::format(", {} of them failed before", failed);
    if (running > 0) line += fmt::format(", {} running now", running);
    if (begun > 0) line += fmt::format(", {} begun", begun);
    if (done == plan.entries.size()) return line;
    const std::size_t jobs = std::min(sweep::runs_at_once(options), plan.entries.size() - done);
    return line +
           fmt::format(" (about {}, {} at once)", sweep::format_duration(plan.seconds_to_do(jobs)), jobs);
}

void print_plan(std::ostream& out, const sweep::Plan& plan, bool all) {
    for (const sweep::PlanEntry& entry : plan.entries) {
        if (!all && entry.state == sweep::RunState::done) continue;
        out << fmt::format("  {}  {:<7} {:>9}  {}\n", entry.id.substr(0, 12), entry.state_text(),
                           sweep::format_duration(entry.cost.seconds), entry.label);
    }
}

Value plan_value(const sweep::Plan& plan) {
    Value runs = Value::list();
    for (const sweep::PlanEntry& entry : plan.entries) {
        Value run = object_of(key("id", entry.id), key("label", entry.label),
                              key("state", sweep::run_state_name(entry.state)),
                              key("has_checkpoint", entry.has_checkpoint), key("running", entry.running),
                              key("estimated_seconds", entry.cost.seconds),
                              key("estimated_work", entry.cost.work), key("spec", entry.run.complete()));
        if (!entry.failure.empty()) run.set("failure", entry.failure);
        if (!entry.not_counted.empty()) run.set("not_counted", entry.not_counted);
        if (!entry.damage.empty()) run.set("damage", entry.damage);
        runs.push(std::move(run));
    }
    return object_of(key("runs", std::move(runs)), key("missing_data", Value::list_of(plan.missing_data)));
}

}  // namespace reboost::app
