#include "app/common.hpp"
#include "report/paper/comparison.hpp"

namespace reboost::app {
namespace {

Value result_value(const report::ReportResult& result) {
    const auto state_value = [](const report::StateLine& line) {
        return object_of(key("paper", line.paper), key("kind", line.kind), key("label", line.label),
                         key("verdict", line.text()), key("why", line.why));
    };
    return object_of(
        key("index", result.index.string()), key("pdf", result.pdf.string()),
        key("runs_found", result.runs_found), key("runs_used", result.runs_used),
        key("reference_used", result.reference_used),
        key("states", Value::list_of(result.states, state_value)),
        key("files", Value::list_of(result.files, [](const auto& file) { return file.string(); })),
        key("warnings", Value::list_of(result.warnings)));
}

/// "2 running, 1 begun, 1 failed, 8 to do": the numbers of runs that are not done.
std::string left_text(const sweep::Plan& plan) {
    std::string text;
    for (const char* state : {"running", "begun", "failed", "to do"})
        if (const std::size_t count = plan.count(state); count > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, state);
    return text;
}

/// Notes in a config's comparison how many runs are missing: "mine.json is unfinished: 12 of 40 runs are
/// missing (2 running, 10 to do); reboost run mine.json …"; notes nothing if data sets are missing, since the
/// runs are then unknown. Reference results are read only for the configs' runs.
void tell_unfinished(report::OwnRuns& own, const config::SweepConfig& config, report::ReportOptions& options,
                     const Arguments& arguments) {
    const results::Store store(options.results, results::OpenMode::read_only);
    sweep::CatalogueData data;
    try {
        const sweep::Plan plan =
            sweep::make_plan({&config, 1}, store, data, {std::nullopt, true, options.reference});
        if (options.reference_ids) options.reference_ids->merge(plan.ids());
        const std::size_t left = plan.entries.size() - plan.count(sweep::RunState::done);
        if (left == 0) return;
        own.planned = plan.entries.size();
        std::vector<std::string> words{"reboost", "run", config.path, "--results", options.results.string()};
        if (arguments.has("profile")) words.insert(words.end(), {"--profile", arguments.text("profile")});
        for (const std::string& setting : overrides_of(arguments))
            words.insert(words.end(), {"--set", setting});
        own.unfinished = fmt::format("{} is unfinished: {} of {} runs are missing ({}); {}", config.path,
                                     left, own.planned, left_text(plan), shell_command(words));
    } catch (const Error&) {
        options.reference_ids.reset();
    }
}

/// The comparison of a config's runs; it has the config's name.
report::OwnRuns comparison_of(const config::SweepConfig& config, bool pool) {
    const std::vector<Value> specs = mapped(config.runs, &config::PlannedRun::complete);
    if (specs.empty()) throw UsageError(config.path + ": a report needs at least one run");
    return {report::comparison_definition(asset_folder("plots") / "comparison.json", config.name,
                                          config.description, specs),
            pool ? std::set<std::string>{} : report::run_keys(specs)};
}

/// How many runs of a config with a profile are finished; 0 if the profile is faulty: nobody asked for it.
std::size_t finished_runs(const std::string& path, const std::string& profile, const Arguments& arguments,
                          const results::Store& store, sweep::CatalogueData& data) try {
    const std::vector<config::SweepConfig> configs{config::load_config(path, profile, arguments.list("set"))};
    return sweep::make_plan(configs, store, data, {std::nullopt, true}).count(sweep::RunState::done);
} catch (const Error&) {
    return 0;
}

/// A hint for a report without any run: which profiles of the configs have runs.
std::string hint(const Arguments& arguments, const fs::path& results) {
    const results::Store store(results, results::OpenMode::read_only);
    sweep::CatalogueData data;
    std::vector<std::string> found;
    for (const std::string& path : arguments.positional()) {
        std::vector<std::string> profiles = config::profile_names(path);
        profiles.insert(profiles.begin(), "");
        for (const std::string& profile : profiles) {
            if (const std::size_t done = finished_runs(path, profile, arguments, store, data); done > 0)
                found.push_back(
                    fmt::format("{} of {} {}", done, path,
                                profile.empty() ? "without --profile" : "with --profile " + profile));
        }
    }
    if (found.empty()) return "compute some with `reboost run CONFIG` or `reboost reproduce`";
    return fmt::format("there are finished runs: {}", fmt::join(found, ", "));
}

report::ReportOptions report_options(const Arguments& arguments) {
    const std::vector<config::SweepConfig> configs = configs_of(arguments, arguments.positional());
    const bool pool = arguments.has("pool");
    std::vector<report::OwnRuns> comparisons =
        mapped(configs, [&](const config::SweepConfig& config) { return comparison_of(config, pool); });
    static_cast<void>(existing_results(arguments, true));
    report::ReportOptions options = page_options(arguments, "report");
    options.comparisons = std::move(comparisons);
    files::require_writable_folder(options.output);
    options.papers = arguments.list("paper");
    options.baseline = arguments.text("baseline", "");
    options.with_timings = !arguments.has("no-timings");
    options.pdf = arguments.has("pdf");
    options.only = arguments.text("only", "");
    options.style = arguments.text("style", "");
    options.update_results_md = arguments.has("update");
    if (options.update_results_md && !options.baseline.empty())
        arguments.refuse("--update beside --baseline: RESULTS.md compares with each contest's own");
    if (!options.comparisons.empty() && options.papers.empty()) options.reference_ids.emplace();
    for (std::size_t i = 0; i < options.comparisons.size(); ++i)
        tell_unfinished(options.comparisons[i], configs[i], options, arguments);
    return options;
}

void print_result(const Arguments& arguments, const report::ReportResult& result) {
    const bool of_configs = !arguments.positional().empty();
    arguments.json(result_value(result));
    if (arguments.has("all")) arguments.print("{}", report::state_listing(result));
    for (const std::string& answer : result.answers)
        if (of_configs) arguments.print("{}\n", printable(answer, true));
    // If configs are given, most runs found belong to other sweeps, so their number is not shown.
    arguments.print("{} used", of_configs
                                   ? counted(result.runs_used, "run")
                                   : fmt::format("{} of {} runs", result.runs_used, result.runs_found));
    if (result.reference_used > 0) arguments.print(", {} of them reference results", result.reference_used);
    arguments.print(". Report: {}\n", result.index.string());
    if (!result.pdf.empty()) arguments.print("Printed: {}\n", result.pdf.string());
    if (result.verified.total > 0) arguments.print("{}\n", result.verified.sentence());
}

}  // namespace

int run_report(const Invocation& invocation) {
    Arguments arguments(
        invocation, "report [CONFIG...] [OPTIONS]",
        "Makes tables (Markdown, CSV, LaTeX), figures (SVG, PNG, PDF), verdicts on the papers' "
        "claims and one index.html, from the run files alone. With configs of your own: what varies in "
        "them becomes rows, each data set a column; seeds are averaged, rows are ranked. Options of `run` "
        "that change no result are accepted and ignored.\n\n"
        "Examples:\n"
        "  reboost report --paper opt2009 --results results --output results/report\n"
        "  reboost report mine.json --baseline \"ucb(1)\" --output /tmp/mine\n");
    add_config_options(arguments);
    arguments.shared(kReferenceOptions)
        .flag("pool", "with configs: also stored runs of other configs that fit, such as further splits")
        .value("output", "DIR", "where the report goes (default: report in the results folder)")
        .value("baseline", "ROW",
               "the method that all others are compared with, \"ucb(1)\" (default: the first row)")
        .values("paper", "NAME", "this paper only; repeatable (default: all, or none beside configs)")
        .value("only", "FIGURE", "draw no figures but those whose names have this, such as opt2009-figure1")
        .value("style", "FILE", "Gnuplot commands that follow plots/style.gp: colours, fonts, line styles")
        .flag("pdf", "also one LaTeX document, report.tex, and report.pdf where pdflatex is installed")
        .flag("all", "list the state of every table, figure and claim")
        .shared(kCommonOptions, {"json"})
        .title(kForMaintainers)
        .flag("no-timings", "leave out everything measured in seconds: equal runs then give equal bytes")
        .flag("update", "also write experiments/<paper>/RESULTS.md");
    // Accepts the options of `run`, so that its command line can be reused; they do not change the report.
    add_sweep_options(arguments.title(nullptr));
    arguments.shared(kPlanOptions, {"shard", "stand-in", "recompute"}).flag("select", "").flag("nested", "");
    if (!arguments.parse(0, 10000)) return kAllWell;
    const report::ReportOptions options = report_options(arguments);
    const report::ReportResult result = report_and_warn(options, arguments.err);
    const int status = result.runs_used > 0 ? kAllWell : kSomeFailed;
    if (status != kAllWell)
        arguments.tell("No finished run in {} is of this report: {}\n", options.results.string(),
                       hint(arguments, options.results));
    print_result(arguments, result);
    return status;
}

}  // namespace reboost::app
