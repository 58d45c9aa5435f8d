#include "app/common.hpp"
#include "report/measures/reference.hpp"
#include "report/pages/exports.hpp"
#include "results/store.hpp"

namespace reboost::app {

namespace {

/// The DIR of `--json DIR` or `--json=DIR`; "" for --json alone, which prints what was exported.
std::string json_folder(const Arguments& arguments) {
    const std::string given = arguments.text("json");
    const auto& words = arguments.positional();
    if (!words.empty() && (!arguments.has("json") || !given.empty()))
        arguments.refuse("unexpected '{}'", words.front());
    return words.empty() ? given : words.front();
}

int export_tables(const Arguments& arguments) {
    const fs::path results = existing_results(arguments, true);
    const auto store = std::make_shared<const results::Store>(results, results::OpenMode::read_only);
    const report::RunSet runs(store, report::read_reference(reference_folder(arguments, results)));
    for (const auto& [folder, format] : {std::pair{arguments.text("csv"), report::TableFormat::csv},
                                         std::pair{json_folder(arguments), report::TableFormat::json}})
        if (!folder.empty())
            for (const auto& file : report::write_long_tables(runs, folder, format))
                arguments.out << file.string() << '\n';
    const auto of_reference = std::ranges::count_if(runs.runs(), &report::Run::reference);
    arguments.out << fmt::format("{}, {} of them reference results\n", counted(runs.runs().size(), "run"),
                                 of_reference);
    for (const auto& [why, count] : runs.not_counted())
        arguments.tell("note: {} {}: left out\n", counted(count, "run"), printable(why));
    if (runs.outdated() > 0)
        arguments.tell("note: {} of earlier revisions of their algorithms: left out\n",
                       counted(runs.outdated(), "run"));
    std::vector<std::string> damaged = runs.damaged();  // including damage found while reading
    damaged.insert(damaged.end(), runs.damaged_reference().begin(), runs.damaged_reference().end());
    return tell_damage(arguments, damaged);
}

Value export_value(const report::ExportOptions& options, const report::ExportResult& result) {
    return object_of(key("output", options.output.string()), key("runs", result.runs),
                     key("kept", result.kept), key("bytes", result.bytes), key("pruned", result.pruned),
                     key("modified", result.modified), key("stale", Value::list_of(result.stale)),
                     key("damaged", Value::list_of(result.damaged)));
}

}  // namespace

int run_runs_export(const Invocation& invocation) {
    Arguments arguments(
        invocation, "runs export [OPTIONS]",
        "With --csv DIR or --json DIR: every run that counts in one long table, runs.csv, and every point "
        "of the test error in another, curves.csv; of reference results the points that they keep. "
        "DIR.gz: compressed.\n\n"
        "Otherwise writes the reference results: what the reports of all papers read of the finished "
        "runs, one HDF5 file per paper, to be kept with the sources. `reboost report --reference DIR` "
        "makes the same tables, figures and verdicts from them. Runs of earlier exports stay.\n\n"
        "Examples:\n"
        "  reboost runs export --csv tables\n"
        "  reboost runs export --results results --output results/reference --prune\n");
    arguments.value("csv", "DIR", "write runs.csv and curves.csv there")
        .add({"json", Option::Kind::flag_or_value, "DIR",
              "write runs.json and curves.json there; without DIR: print JSON"})
        .shared(kReferenceOptions)
        .shared(kCommonOptions, {"results"})
        .title(kForMaintainers)
        .value("output", "DIR", "where the reference results go (default: reference in the results folder)")
        .flag("prune", "drop the runs that no report draws on any more")
        .flag(
            "modified",
            "take runs of this program's own modified sources, too; `run --reference` counts them for those "
            "sources only");
    if (!arguments.parse(0, 1)) return kAllWell;
    if (arguments.has("csv") || !json_folder(arguments).empty()) {
        arguments.refuse_beside(arguments.has("csv") ? "csv" : "json", {"prune", "output", "modified"});
        return export_tables(arguments);
    }
    report::ExportOptions options;
    options.results = existing_results(arguments, true);
    options.output = arguments.text("output", (options.results / "reference").string());
    options.experiments = asset_folder("experiments");
    options.prune = arguments.has("prune");
    options.modified = arguments.has("modified");
    const report::ExportResult result = report::export_reference(options);
    arguments.json(export_value(options, result));
    arguments.print("{}, {:.1f} MB in {}", counted(result.runs, "run"),
                    static_cast<double>(result.bytes) / 1e6, options.output.string());
    if (result.kept > 0) arguments.print(", {} of earlier exports kept", result.kept);
    if (result.pruned > 0) arguments.print(", {} other runs dropped", result.pruned);
    arguments.print("\n");
    if (!result.stale.empty())
        arguments.tell("note: of those kept, no report draws on {}; --prune drops them\n",
                       result.stale.size());
    if (result.modified > 0)
        arguments.tell("note: of modified sources, not taken: {}\n", counted(result.modified, "run"));
    return tell_damage(arguments, result.damaged);
}

}  // namespace reboost::app
