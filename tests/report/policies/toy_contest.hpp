#pragma once
/// A contest of two or three methods on two data sets, and runs for it.
#include "report/fake_runs.hpp"
#include "report/policies/verdicts.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace reboost::report::test {

inline constexpr const char* kContest = R"json({"id": "toy", "title": "Toy", "contests": [
    {"id": "stump", "label": "Stumps", "query": {"learner.name": "stump"},
     "rows": [{"id": "full", "label": "FULL", "query": {"selector.name": "full"}},
              {"id": "ucb", "label": "UCB(1)", "query": {"selector.name": "bandit"}},
              {"id": "random", "label": "RANDOM(1)", "query": {"selector.name": "random"}}],
     "columns": [{"label": "letter", "query": {"dataset.name": "letter"}},
                 {"label": "usps", "query": {"dataset.name": "usps"}}]}]})json";

/// The same error in each round for every method; what a round costs differs.
inline FakeRun method(const Value& selector, std::uint64_t work, std::int64_t rounds,
                      const std::string& dataset, std::int64_t split) {
    FakeRun run;
    run.dataset = dataset;
    run.split = split;
    run.selector = selector;
    run.rounds = rounds;
    run.work_a_round = work;
    run.seconds_a_round = static_cast<double>(work) / 100;
    for (std::int64_t t = 1; t <= rounds; ++t)
        run.errors.push_back(0.5 / std::sqrt(static_cast<double>(t)) + 0.01 * static_cast<double>(split));
    return run;
}

inline std::vector<FakeRun> full_and_ucb() {
    std::vector<FakeRun> runs;
    for (const char* dataset : {"letter", "usps"})
        for (const std::int64_t split : {1, 2, 3}) {
            runs.push_back(method(Value::object().set("name", "full"), 100, 100, dataset, split));
            runs.push_back(method(selector_ucb(1), 25, 600, dataset, split));
        }
    return runs;
}

/// A contest in memory of these rows, "full" and "random" among them, on `sets` data sets: `path_of(row, set,
/// split, draw)`. The spec must outlive it.
template <typename PathOf>
Contest contest_of(const ContestSpec& spec, std::int64_t splits, int draws, PathOf path_of) {
    Contest contest;
    contest.spec = &spec;
    for (std::size_t row = 0; row < spec.rows.size(); ++row) {
        if (spec.rows[row].id == spec.baseline) contest.baseline = row;
        if (spec.rows[row].id == "full") contest.target = row;
        if (spec.rows[row].id == "random") contest.yardstick = row;
        contest.entries.emplace_back(spec.columns.size());
        for (std::size_t set = 0; set < spec.columns.size(); ++set)
            for (std::int64_t split = 1; split <= splits; ++split)
                for (int draw = 0; draw < draws; ++draw)
                    contest.entries[row][set].replicates[split].push_back(
                        std::make_shared<const Path>(path_of(row, set, split, draw)));
    }
    return contest;
}

inline ContestSpec spec_of(const std::vector<std::string>& rows, std::size_t sets) {
    ContestSpec spec;
    spec.id = spec.label = "toy";
    for (const std::string& row : rows) {
        Axis axis;
        axis.id = axis.label = row;
        spec.rows.push_back(axis);
    }
    for (std::size_t set = 0; set < sets; ++set) {
        Axis axis;
        axis.id = axis.label = "set" + std::to_string(set + 1);
        spec.columns.push_back(axis);
    }
    spec.baseline = rows.front();
    return spec;
}

/// The error halves from `first` to `first`/16 while the work doubles from `work`; of 1,000 test rows.
inline Path halving(double first, double work, int points = 5) {
    Path path;
    for (int i = 0; i < points; ++i) {
        path.round.push_back(std::pow(2, i));
        path.work.push_back(work * std::pow(2, i));
        path.error.push_back(first / std::pow(2, i));
    }
    path.seconds = path.work;
    path.test_rows = 1000;
    return path;
}

}  // namespace reboost::report::test
