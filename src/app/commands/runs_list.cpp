#include "app/common.hpp"

#include <ostream>

#include <fmt/format.h>

namespace reboost::app {

int run_runs_list(const Invocation& invocation) {
    Arguments arguments(
        "runs list [FILTER...] [OPTIONS]",
        std::string("Lists the finished runs of a results folder. Exit status 1 where a file is "
                    "damaged: it is named. --json gives each run's "
                    "specification and attributes, too.\n\n") +
            kFilterHelp +
            "\nExamples:\n  reboost runs list dataset=mnist selector=ucb\n"
            "  reboost runs list 'booster.rounds<1000' state=counts --csv > runs.csv\n");
    arguments.flag("csv", "print CSV: whole ids, errors as shares")
        .shared(kCommonOptions, {"results", "json"});
    if (!arguments.parse(invocation, 0, 1000)) return kAllWell;
    arguments.refuse_beside("csv", {"json"});
    const report::RunFilter filter(arguments.positional());
    const results::Store store(existing_results(arguments), results::OpenMode::read_only);
    auto [runs, damaged, stamps] = stored_runs(store, filter);
    const RunColumns columns = run_columns(store, runs);
    if (arguments.has("json")) {
        print_json(invocation.out, runs_as_value(columns, runs));
    } else if (arguments.has("csv")) {
        invocation.out << runs_as_csv(columns);
    } else {
        if (!runs.empty()) invocation.out << runs_as_text(columns);
        invocation.out << fmt::format("{} of {} runs in {}\n", runs.size(), store.list().size(),
                                      store.folder().string());
    }
    return tell_damage(invocation, damaged);
}

}  // namespace reboost::app
