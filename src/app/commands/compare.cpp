#include "app/common.hpp"
#include "report/measures/escape.hpp"
#include "report/paper/comparison.hpp"

namespace reboost::app {
namespace {

std::string surroundings_of(const config::PlannedRun& run) {
    return to_json(without(run.complete(), {"selector"}));
}

/// The standard comparison's config; each run with random draws is added again with the selector `mine`.
std::vector<config::SweepConfig> configs_with(const std::string& mine, const Arguments& arguments) {
    const std::string path = (asset_folder("configs") / "compare.json").string(),
                      profile = arguments.text("learner", "stump");
    const std::vector<std::string> overrides = arguments.list("set");
    std::vector<config::SweepConfig> configs{config::load_config(path, profile, overrides)};
    std::set<std::string> random_draws;
    for (const config::PlannedRun& run : configs.front().runs)
        if (config::part_label(run.complete().at("selector")) == "uniform(1)")
            random_draws.insert(surroundings_of(run));
    configs.push_back(config::load_config(path, profile, overrides,
                                          {{"selector", config::read_value(mine, "compare: " + mine)}}));
    std::erase_if(configs.back().runs, [&](const config::PlannedRun& run) {
        return !random_draws.contains(surroundings_of(run));
    });
    return configs;
}

/// The selector on the command line: "my_policy(1)", JSON, or a script for an external policy.
std::string selector_text(const Arguments& arguments) {
    const std::vector<std::string>& methods = arguments.positional();
    if (methods.empty() && !arguments.has("policy"))
        arguments.refuse("name a method, such as \"ts_beta(1)\", or give --policy FILE.py");
    if (!arguments.has("policy")) return methods.front();
    if (!methods.empty()) arguments.refuse("give a method or --policy, not both");
    const fs::path script = arguments.text("policy");
    if (!fs::is_regular_file(script)) arguments.refuse("--policy: there is no file '{}'", script.string());
    const Value command = script.extension() == ".py" ? Value::List{"python3", script.string()}
                                                      : Value::List{fs::absolute(script).string()};
    const Value policy =
        object_of(key("name", "external"), key("as", script.stem().string()), key("command", command));
    return to_json(object_of(key("name", "bandit"), key("policy", policy)));
}

/// The labels of the runs' selectors: one, unless --set makes several variants of the method.
std::set<std::string> methods_of(const config::SweepConfig& config) {
    return mapped_to<std::set<std::string>>(config.runs, [](const config::PlannedRun& run) {
        return config::part_label(run.complete().at("selector"));
    });
}

/// The report's definition of the comparison, which announces the last config's methods.
report::OwnRuns definition_of(const std::vector<config::SweepConfig>& configs, const std::string& baseline) {
    std::vector<Value> specs;
    for (const config::SweepConfig& config : configs)
        for (const config::PlannedRun& run : config.runs)
            specs.push_back(run.complete());
    const std::set<std::string> mine = methods_of(configs.back());
    const std::string title =
        fmt::format("Is {} better than random draws, and than {}?", fmt::join(mine, ", "), baseline);
    Value definition = report::comparison_definition(asset_folder("plots") / "comparison.json",
                                                     configs.front().name, title, specs);
    for (Value& contest : definition.find("contests")->as_list())
        contest.set("baseline", baseline).set("announced", Value::list_of(mine));
    return {std::move(definition), report::run_keys(specs)};
}

}  // namespace

int run_compare(const Invocation& invocation) {
    Arguments arguments(
        invocation, "compare METHOD [OPTIONS]",
        "Is my method better? Runs what is missing of a standard comparison (configs/compare.json: ten data\n"
        "sets, six splits, three draws) and says whether the method beats random draws, and how it stands to\n"
        "UCB(1). A page shows the rest. On two cores about a minute with stumps, two with trees, five with\n"
        "products; known runs are not computed anew.\n\nExample:\n"
        "  reboost compare \"ts_beta(1)\"\n"
        "  reboost compare --policy my_policy.py --learner tree\n");
    arguments
        .value("policy", "FILE", "a program that answers as an external policy (docs/external_policies.md)")
        .value("learner", "NAME", "stump (default), product or tree; smoke: a glance at few runs")
        .value("baseline", "METHOD", "what else the method is compared with (default: ucb(1))")
        .values("set", "KEY=VALUE", "override a value of the comparison; repeatable")
        .value("output", "DIR", "where the page goes (default: compare-METHOD in the results folder)")
        .shared(kReferenceOptions)
        .shared(kCommonOptions, {"results", "offline"});
    add_sweep_options(arguments);
    if (!arguments.parse(0, 1)) return kAllWell;

    std::vector<config::SweepConfig> configs = configs_with(selector_text(arguments), arguments);
    const sweep::SweepOptions options = sweep_options_of(arguments, configs);
    const std::string method = fmt::format("{}", fmt::join(methods_of(configs.back()), " "));
    report::ReportOptions page = page_options(arguments, "compare-" + report::file_slug(method));
    results::Store store(page.results);
    fetch_and_settle_data(configs, arguments);
    if (configs.back().runs.empty())
        arguments.refuse("nothing to compare: no data set is at hand, or --set leaves no random draws");
    page.comparisons = {definition_of(configs, arguments.text("baseline", "ucb(1)"))};
    // Unknown methods are reported before the runs are computed.
    const report::Experiment experiment = report::experiment_from(page.comparisons.front().definition);
    for (const report::ContestSpec& contest : experiment.contests)
        find_named(contest.rows, contest.baseline, "method", &report::Axis::label, "compare: --baseline");

    sweep::CatalogueData data;
    const sweep::Plan plan = sweep::make_plan(configs, store, data, {std::nullopt, true, page.reference});
    arguments.err << plan_line(plan, options) << '\n';
    const int status = sweep_and_tell(plan, store, data, arguments, options);
    if (status == kInterrupted) return status;
    const report::ReportResult result = report_and_warn(page, arguments.err);
    for (const std::string& answer : result.answers)
        arguments.out << '\n' << printable(answer, true) << '\n';
    arguments.out << "Page: " << result.index.string() << '\n';
    return status;
}

}  // namespace reboost::app
