#include "app/common.hpp"

namespace reboost::app {

int run_runs_list(const Invocation& invocation) {
    Arguments arguments(
        invocation, "runs list [FILTER...] [OPTIONS]",
        std::string("Lists the finished runs of a results folder. Exit status 1 where a file is "
                    "damaged: it is named. --json gives each run's "
                    "specification and attributes, too.\n\n") +
            kFilterHelp +
            "\nExamples:\n  reboost runs list dataset=mnist selector=ucb\n"
            "  reboost runs list 'booster.rounds<1000' state=counts --csv > runs.csv\n");
    arguments.flag("csv", "print CSV: whole ids, errors as shares")
        .shared(kCommonOptions, {"results", "json"});
    if (!arguments.parse(0, 1000)) return kAllWell;
    arguments.refuse_beside("csv", {"json"});
    const report::RunFilter filter(arguments.positional());
    const results::Store store(existing_results(arguments), results::OpenMode::read_only);
    auto [runs, damaged, stamps] = stored_runs(store, filter);
    const RunRows rows = run_rows(store, runs);
    if (arguments.has("json")) {
        arguments.json(runs_as_value(rows, runs));
    } else if (arguments.has("csv")) {
        arguments.print("{}", runs_as_csv(rows));
    } else {
        if (!runs.empty()) arguments.print("{}", runs_as_text(rows, runs));
        arguments.print("{} of {} runs in {}\n", runs.size(), store.list().size(), store.folder().string());
    }
    return tell_damage(arguments, damaged);
}

}  // namespace reboost::app
