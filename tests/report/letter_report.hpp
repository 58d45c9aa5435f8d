#pragma once
/// A report of opt2009 on three runs on letter.
#include "report/fake_runs.hpp"
#include "report/pages/report.hpp"

#include <cmath>
#include <filesystem>
#include <utility>
#include <vector>

namespace reboost::report::test {

inline std::vector<FakeRun> letter_runs(double seconds_a_round) {
    std::vector<FakeRun> runs;
    for (const auto& [selector, base] :
         std::vector<std::pair<Value, double>>{{Value::object().set("name", "full"), 0.15},
                                               {selector_random(10), 0.17},
                                               {selector_ucb(10), 0.155}}) {
        FakeRun run;
        run.selector = selector;
        run.rounds = 1000;
        run.seconds_a_round = seconds_a_round;
        for (int t = 1; t <= 1000; ++t)
            run.errors.push_back(base + 0.6 / std::sqrt(t));
        run.edges = std::vector<double>(1000, 0.1);
        runs.push_back(run);
    }
    return runs;
}

inline ReportOptions options_of(const std::filesystem::path& folder) {
    ReportOptions options;
    options.results = folder / "results";
    options.experiments = std::filesystem::path(REBOOST_SOURCE_DIR) / "experiments";
    options.plots = std::filesystem::path(REBOOST_SOURCE_DIR) / "plots";
    options.output = folder / "report";
    options.papers = {"opt2009"};
    return options;
}

}  // namespace reboost::report::test
