/// Entries of paper.json's claims that are wrong are refused, and say what is.
#include "core/error.hpp"
#include "report/claims/rules.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/reference.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using Catch::Contains;
using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

/// A table of three rows and two columns, with published numbers alone; and one claim about it.
Claim decided(const std::string& rule_and_parameters) {
    TemporaryFolder folder;
    static Experiment experiment;
    experiment = experiment_from(json((R"({"id": "toy", "title": "Toy", "tables": [
        {"id": "t", "label": "T", "measure": {"name": "curve_at"},
         "columns": [{"id": "x", "label": "x"}, {"id": "y", "label": "y"}],
         "rows": [{"id": "a", "label": "a"}, {"id": "b", "label": "b"}, {"id": "c", "label": "c"}],
         "published": [[1, 2], [3, 4], [9, 8]]}],
        "claims": [{"id": "one", "sentence": "It is so.", )" +
                                       rule_and_parameters + "}]}")
                                          .c_str()));
    return decide(experiment.claims.front(), experiment, {}, run_set(folder.path() / "none"));
}

std::string refusal(const std::string& rule_and_parameters) {
    try {
        decided(rule_and_parameters);
    } catch (const Error& error) {
        return error.what();
    }
    return "taken";
}

}  // namespace

TEST_CASE("A parameter that a claim's rule does not take is named, with the nearest that it takes") {
    const std::string message =
        refusal(R"("rule": "compare_pairs", "table": "t", "pairs": [["a", "b"]], "share_abov": 0.5)");
    CHECK_THAT(message,
               Contains("claim 'one'") && Contains("unknown parameter 'share_abov' of rule compare_pairs"));
    CHECK_THAT(message, Contains("did you mean 'share_above'?"));
    CHECK(refusal(R"("rule": "compare_pairs", "table": "t", "pairs": [["a", "b"]], "share_above": 0.5)") ==
          "taken");
}

TEST_CASE("Pairs that are no pairs and lists that name nothing are refused, by name") {
    CHECK_THAT(refusal(R"("rule": "compare_pairs", "table": "t", "pairs": [["a"]])"),
               Contains("claim 'one'") && Contains("'pairs': expected pairs of names, got a list of 1"));
    CHECK_THAT(refusal(R"("rule": "compare_pairs", "table": "t", "column_pairs": [["x", "y", "y"]])"),
               Contains("'column_pairs'") && Contains("3"));
    CHECK_THAT(refusal(R"("rule": "compare_pairs", "table": "t", "pairs": [])"),
               Contains("'pairs' names nothing"));
    CHECK_THAT(refusal(R"("rule": "intervals_apart", "table": "t", "of": "cost")"), Contains("pairs"));
    CHECK_THAT(refusal(R"("rule": "within", "table": "t", "rows": [], "low": 1)"),
               Contains("'rows' names nothing"));
    CHECK_THAT(refusal(R"("rule": "rises_at_end", "table": "t", "rows": [])"),
               Contains("'rows' names nothing"));
    CHECK_THAT(refusal(R"("rule": "crossing", "table": "t", "first": ["a", "b"], "second": ["c"])"),
               Contains("'first' and 'second' must name as many rows"));
}

TEST_CASE("Rows say which ones are compared column by column; beside pairs of rows they are refused") {
    const Claim two =
        decided(R"("rule": "compare_pairs", "table": "t", "column_pairs": [["x", "y"]], "rows": ["a", "b"])");
    CHECK(two.published.tally.hold() == 2);
    CHECK(two.published.tally.made() == 2);
    const Claim all = decided(R"("rule": "compare_pairs", "table": "t", "column_pairs": [["x", "y"]])");
    CHECK(all.published.tally.hold() == 2);
    CHECK(all.published.tally.refuted() == 1);
    CHECK_THAT(refusal(R"("rule": "compare_pairs", "table": "t", "pairs": [["a", "b"]], "rows": ["a"])"),
               Contains("'rows' goes with 'column_pairs' only"));
}

TEST_CASE("A claim of ours says that it is not in the paper") {
    const Claim claim =
        decided(R"("ours": true, "rule": "compare_pairs", "table": "t", "pairs": [["a", "b"]])");
    CHECK(claim.spec->sentence == "(Not in the paper.) It is so.");
}
