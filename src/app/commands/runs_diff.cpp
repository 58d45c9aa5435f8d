#include "app/common.hpp"
#include "report/measures/difference.hpp"
#include "report/measures/reference.hpp"
#include "report/measures/run_filter.hpp"

#include <cmath>
#include <memory>

namespace reboost::app {
namespace {

/// The runs that a word of the command line names: those of a results folder, or those of a config in
/// --results. Runs of other sources are included, to show the effects of changes to the program.
struct Source {
    std::unique_ptr<report::RunSet> set;
    std::vector<const report::Run*> runs;
    std::size_t missing = 0;  ///< runs of a config that are not stored
};

Source source_of(const std::string& word, const Arguments& arguments, const report::RunFilter& filter) {
    const bool folder = fs::is_directory(word);
    const auto store = std::make_shared<const results::Store>(
        folder ? fs::path(word) : existing_results(arguments), results::OpenMode::read_only);
    std::set<std::string> ids;
    if (!folder) ids = ids_of({word}, arguments, *store);
    Source source;
    using Set = report::RunSet;
    source.set =
        std::make_unique<Set>(store, report::ReferenceResults{}, Set::Twins::both, Set::Sources::all);
    for (const report::Run& run : source.set->runs())
        if ((folder || ids.contains(run.id)) &&
            filter.matches({run.id, run.spec(), run.attributes, "counts"}))
            source.runs.push_back(&run);
    for (const std::string& id : ids)
        source.missing += store->contains(id) ? 0 : 1;
    const std::vector<std::string>& damaged = source.set->damaged();
    if (source.set->runs().empty() && folder)
        arguments.refuse("{} has no finished run{}", word, damaged.empty() ? "" : ": " + damaged.front());
    return source;
}

std::string shown(const std::string& measure, double value) {
    if (std::isnan(value)) return "";
    return measure.ends_with("error") ? fmt::format("{:.3f}%", 100 * value) : fmt::format("{:.6g}", value);
}

void print_cells(const Arguments& arguments, const report::Difference& difference) {
    const bool all = arguments.has("all");
    std::vector<std::vector<std::string>> lines{{"cell", "measure", "A", "B", "B - A", ""}};
    for (const report::CellDifference& cell : difference.cells) {
        if (!all && !cell.moved() && !cell.lacks_seeds()) continue;
        lines.push_back({cell.a + (cell.a == cell.b ? "" : " -> " + cell.b), cell.measure,
                         shown(cell.measure, cell.mean_a), shown(cell.measure, cell.mean_b),
                         shown(cell.measure, cell.mean_b - cell.mean_a), report::describe(cell)});
    }
    if (lines.size() > 1) arguments.print("{}", aligned(lines, {2, 3, 4}));
}

Value difference_value(const report::Difference& difference) {
    const auto cell_value = [](const report::CellDifference& cell) {
        return object_of(key("a", cell.a), key("b", cell.b), key("seeds_a", cell.seeds_a),
                         key("seeds_b", cell.seeds_b), key("pairs", cell.pairs),
                         key("identical", cell.identical), key("moved", cell.moved()),
                         key("beyond_noise", cell.beyond_noise()), key("measure", cell.measure),
                         key("mean_a", cell.mean_a), key("mean_b", cell.mean_b), key("p", cell.p),
                         key("where", cell.where));
    };
    return object_of(key("cells", Value::list_of(difference.cells, cell_value)),
                     key("only_a", Value::list_of(difference.only_a)),
                     key("only_b", Value::list_of(difference.only_b)));
}

void print_summary(const Arguments& arguments, const report::Difference& difference) {
    const std::size_t moved = difference.count(&report::CellDifference::moved);
    arguments.print("{} in both: {} equal, {} moved, {} of them beyond the noise of their seeds",
                    counted(difference.cells.size(), "cell"), difference.cells.size() - moved, moved,
                    difference.count(&report::CellDifference::beyond_noise));
    if (const std::size_t lacking = difference.count(&report::CellDifference::lacks_seeds); lacking > 0)
        arguments.print("; {} with seeds in one side only", lacking);
    arguments.print("; {} in A only, {} in B only\n", difference.only_a.size(), difference.only_b.size());
    if (!arguments.has("all")) return;
    for (const auto& [side, labels] :
         {std::pair{"A", &difference.only_a}, std::pair{"B", &difference.only_b}})
        for (const std::string& label : *labels)
            arguments.print("  in {} only: {}\n", side, label);
}

}  // namespace

int run_runs_diff(const Invocation& invocation) {
    Arguments arguments(
        invocation, "runs diff A B [FILTER...] [OPTIONS]",
        "What moved from A to B? Each is a results folder, or a config whose runs are in --results. Runs that "
        "differ\nin seeds only are a cell; runs of one seed are compared to the bit, and the cells' errors "
        "with the noise\nof their seeds. Cells of two configs belong together where they differ only in what "
        "the configs differ in.\nExit status 1 where something moved, or a file is damaged. FILTER: as for `reboost runs list`.\n\n"
        "Examples:\n  reboost runs diff results-before results\n"
        "  reboost runs diff mine.json mine-k10.json dataset=letter --all\n");
    add_config_options(arguments);
    arguments.flag("all", "list cells that did not move, and those in A or B only")
        .shared(kCommonOptions, {"json"});
    if (!arguments.parse(2, 1000)) return kAllWell;
    const std::vector<std::string>& words = arguments.positional();
    const report::RunFilter filter({words.begin() + 2, words.end()});
    const Source a = source_of(words[0], arguments, filter), b = source_of(words[1], arguments, filter);
    for (const auto& [word, source] : {std::pair{&words[0], &a}, std::pair{&words[1], &b}})
        if (source->missing > 0)
            arguments.tell("note: {} of {} not computed\n", counted(source->missing, "run"), *word);
    const bool configs = !fs::is_directory(words[0]) && !fs::is_directory(words[1]);
    const report::Difference difference = report::difference({*a.set, a.runs}, {*b.set, b.runs}, configs);
    arguments.json(difference_value(difference));
    print_cells(arguments, difference);
    print_summary(arguments, difference);
    std::set<std::string> damaged;  // a set, because two configs may share a results folder
    for (const Source* source : {&a, &b})
        damaged.insert(source->set->damaged().begin(), source->set->damaged().end());
    const int whole = tell_damage(arguments, {damaged.begin(), damaged.end()});
    if (difference.cells.empty()) {
        arguments.err << "reboost: runs diff: no cell is in both\n";
        return kWrongUse;
    }
    return difference.count(&report::CellDifference::moved) > 0 ? kSomeFailed : whole;
}

}  // namespace reboost::app
