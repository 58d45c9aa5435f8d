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

/// A test on the side of a difference.
inline statistics::WilcoxonResult towards(double difference) {
    return {difference > 0 ? 10.0 : 0, difference < 0 ? 10.0 : 0, true, 0.001};
}

/// What a rival comes to, made by hand: of 20 splits of each of eight sets.
inline Rival rival_with(std::size_t row, statistics::Interval ratio, double ratio_p, statistics::Interval gap,
                        double gap_p, double same) {
    Rival rival;
    rival.row = row;
    rival.ratio = ratio;
    rival.ratio_test = towards(ratio.estimate - 1);
    rival.ratio_holm_p = ratio_p;
    rival.columns = {0, 1, 2, 3, 4, 5, 6, 7};
    rival.splits = 160;
    rival.target_splits.assign(8, 20);
    rival.error.difference = gap;
    rival.error.wilcoxon = towards(gap.estimate);
    rival.error.holm_p = gap_p;
    rival.error.bayesian.rope = same;
    return rival;
}

}  // namespace reboost::report::test
