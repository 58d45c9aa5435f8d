/// Measures from the corners of ROC curves.
#include "report/fake_runs.hpp"
#include "report/measures/measures.hpp"
#include "report/tests_json.hpp"

#include <limits>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

void put_roc(results::RunRecord& record, const std::string& part, std::vector<double> x,
             std::vector<double> y, std::vector<double> thresholds) {
    record.curves.put("roc/" + part + "/false_positive_rate", std::move(x));
    record.curves.put("roc/" + part + "/true_positive_rate", std::move(y));
    record.curves.put("roc/" + part + "/threshold", std::move(thresholds));
}

Measurement measure(const RunSet& runs, const char* text) {
    const Value query = Value::object();
    const Choice choice = choose_runs(runs, query, std::nullopt, false);
    return reduce(runs, choice.runs, json(text), query);
}

}  // namespace

TEST_CASE("balanced accuracy at the threshold that is best in validation, also on the test part") {
    TemporaryFolder folder;
    results::RunRecord record = record_of(FakeRun{});
    const double inf = std::numeric_limits<double>::infinity();
    put_roc(record, "validation", {0, 0.1, 0.3, 1}, {0, 0.5, 0.9, 1}, {inf, 2, -1, -5});
    put_roc(record, "test", {0, 0.2, 0.4, 1}, {0, 0.6, 0.7, 1}, {inf, 1, -1.5, -4});
    results::Store(folder.path()).write(record);
    const RunSet runs = run_set(folder.path());
    // validation: 0.5, 0.7, 0.8, 0.5; best at -1, where the test part has 0.2 and 0.6
    CHECK(measure(runs, R"({"name": "tuned_balanced_accuracy", "part": "validation"})").value == Approx(0.8));
    CHECK(measure(runs, R"({"name": "tuned_balanced_accuracy", "part": "test"})").value == Approx(0.7));
    CHECK(measure(runs, R"({"name": "tuned_balanced_accuracy", "part": "train"})").missing ==
          "the run has no ROC curve of its train part");
}
