#include "report/claims/rules.hpp"

#include "core/error.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/reference.hpp"
#include "report/tests_json.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

/// Every rule put to the published numbers of small tables: nothing but the rule is tested.
class RuleBench {
  public:
    explicit RuleBench(const std::string& published = "[[1, 2], [3, 4], [1, 4], [5, null]]")
        : experiment_(experiment_from(json((R"({"id": "toy", "title": "Toy", "tables": [
            {"id": "t", "label": "T", "measure": {"name": "curve_at"},
             "columns": [{"id": "x", "label": "set x"}, {"id": "y", "label": "y"}],
             "rows": [{"id": "a/1", "block": "a", "label": "1"}, {"id": "a/2", "block": "a", "label": "2"},
                      {"id": "b/1", "block": "b", "label": "1"}, {"id": "b/2", "block": "b", "label": "2"}],
             "published": )" + published + R"(},
            {"id": "times", "label": "S", "measure": {"name": "curve_at"},
             "columns": [{"id": "x", "label": "x"}, {"id": "y", "label": "y"}],
             "rows": [{"id": "a/1", "label": "1"}, {"id": "a/2", "label": "2"}],
             "published": [[10, 10], ["inf", 7]]}]})")
                                               .c_str()))),
          runs_(run_set(folder_.path() / "none")) {}
    Finding operator()(const char* rule, const char* parameters) const {
        return apply_rule(rule, json(parameters), Numbers{experiment_, tables_, runs_, Source::published});
    }

  private:
    TemporaryFolder folder_;
    Experiment experiment_;
    Tables tables_;
    RunSet runs_;
};

}  // namespace

TEST_CASE("Claims have four words, tables and figures are reproduced or not") {
    CHECK(verdict_text(Verdict::supported) == "supported");
    CHECK(verdict_text(Verdict::contradicted) == "contradicted");
    CHECK(verdict_text(Verdict::unclear) == "unclear");
    CHECK(verdict_text(Verdict::not_tested) == "not tested");
    CHECK(verdict_text(Verdict::not_obtainable) == "not tested");
    CHECK(state_text(Verdict::supported) == "reproduced");
    CHECK(state_text(Verdict::contradicted) == "not reproduced");
    CHECK(state_text(Verdict::unclear) == "unclear");
}

TEST_CASE("compare_pairs counts wins, ties and losses and waits for what could still change the verdict") {
    const RuleBench bench;
    // a/1 against b/1: 1 = 1 a tie, 2 < 4 a win.
    const Finding half =
        bench("compare_pairs", R"({"table": "t", "pairs": [["a/1", "b/1"]], "share_at_least": 0.5})");
    CHECK(half.verdict == Verdict::unclear);  // one of two data sets
    CHECK(half.tally.hold() == 1);
    CHECK(half.tally.undecided() == 1);
    CHECK(half.effect.value == Approx(1));  // the median of 0 and 2
    // By blocks: one more win and one comparison that cannot be made.
    const Finding waiting =
        bench("compare_pairs", R"({"table": "t", "blocks": [["a", "b"]], "share_above": 0.5})");
    CHECK(waiting.verdict == Verdict::not_tested);
    CHECK(waiting.tally.hold() == 2);
    CHECK(waiting.tally.missing() == 1);
    // All needed: a tie is neither yes nor no, a loss is a no whatever is missing.
    CHECK(bench("compare_pairs", R"({"table": "t", "pairs": [["a/1", "b/1"]]})").verdict == Verdict::unclear);
    CHECK(bench("compare_pairs", R"({"table": "t", "blocks": [["b", "a"]]})").verdict ==
          Verdict::contradicted);
    CHECK(bench("compare_pairs",
                R"({"table": "t", "pairs": [["b/1", "a/1"]], "columns": ["y"], "better": "higher"})")
              .verdict == Verdict::supported);
    CHECK(bench("compare_pairs", R"({"table": "t", "column_pairs": [["x", "y"]], "share_at_least": 0.75})")
              .verdict == Verdict::supported);
}

TEST_CASE("Differences below the relevance that a claim states are ties") {
    const RuleBench bench;  // a/2 against a/1: 3 - 1 and 4 - 2
    const auto ties = [&](const char* parameters) {
        return bench("compare_pairs", parameters).tally.undecided();
    };
    CHECK(ties(R"({"table": "t", "pairs": [["a/1", "a/2"]], "tie": 2})") == 2);
    CHECK(ties(R"({"table": "t", "pairs": [["a/1", "a/2"]], "tie": 1.9})") == 0);
    // Shares of the larger: 2/3 and 1/2.
    CHECK(ties(R"({"table": "t", "pairs": [["a/1", "a/2"]], "relative_tie": 0.6})") == 1);
    const Finding ratio =
        bench("compare_pairs", R"({"table": "t", "pairs": [["a/1", "a/2"]], "relative_tie": 0.01})");
    CHECK(ratio.effect.value == Approx(2.5));  // of 3 and 2, how many times as much the second is
    CHECK(ties(R"({"table": "t", "pairs": [["a/1", "a/2"]], "relative_tie": 0.5})") == 1);
    // 10 against never, which is no share of anything, and 10 against 7.
    CHECK(ties(R"({"table": "times", "pairs": [["a/1", "a/2"]], "relative_tie": 0.5})") == 1);
}

TEST_CASE("difference_within takes absolute and relative limits") {
    const RuleBench bench;
    CHECK(bench("difference_within", R"({"table": "t", "pairs": [["a/1", "b/1"]], "limit": 2})").verdict ==
          Verdict::supported);
    const Finding wide =
        bench("difference_within", R"({"table": "t", "pairs": [["a/1", "b/1"]], "limit": 1})");
    CHECK(wide.verdict == Verdict::contradicted);
    CHECK(wide.effect.value == 2);
    CHECK(wide.cases.at(0).at == "a 1 against b 1 on y");
    CHECK(bench("difference_within", R"({"table": "t", "pairs": [["a/1", "b/1"]], "relative_limit": 0.5})")
              .verdict == Verdict::supported);
}

TEST_CASE("ratio_at_least treats a denominator that never arrives as a ratio of zero") {
    const RuleBench bench;
    CHECK(bench("ratio_at_least",
                R"({"table": "t", "pairs": [["b/1", "a/1"]], "factor": 2, "share_at_least": 0.4})")
              .verdict == Verdict::supported);
    const Finding never =
        bench("ratio_at_least", R"({"table": "times", "pairs": [["a/1", "a/2"]], "factor": 1})");
    CHECK(never.verdict == Verdict::contradicted);
    CHECK(never.effect.low == 0);
    CHECK(never.effect.high == Approx(10.0 / 7));
}

TEST_CASE("within counts values inside the interval") {
    const RuleBench bench;
    CHECK(bench("within", R"({"table": "t", "rows": ["a/1", "a/2"], "low": 1, "high": 4})").verdict ==
          Verdict::supported);
    CHECK(bench("within", R"({"table": "t", "rows": ["a/1", "a/2"], "high": 3})").verdict ==
          Verdict::contradicted);
    CHECK(bench("within", R"({"table": "t", "rows": ["b/2"], "high": 5})").verdict == Verdict::not_tested);
    const Finding part = bench("within", R"({"table": "t", "rows": ["a/1", "b/2"], "high": 1})");
    CHECK(part.tally.hold() == 1);
    CHECK(part.tally.made() == 3);
    CHECK(part.tally.missing() == 1);
    CHECK(part.effect.low == 1);
    CHECK(part.effect.high == 5);
}

TEST_CASE("rises_at_end wants the last of the rows above their least") {
    const RuleBench bench;
    CHECK(
        bench("rises_at_end", R"({"table": "t", "rows": ["a/2", "a/1", "b/1"], "columns": ["y"]})").verdict ==
        Verdict::supported);
    const Finding flat = bench("rises_at_end", R"({"table": "t", "rows": ["a/2", "a/1", "b/1"]})");
    CHECK(flat.verdict == Verdict::contradicted);
    CHECK(flat.tally.hold() == 1);
    CHECK(flat.cases.at(0).at == "set x");
    CHECK(bench("rises_at_end", R"({"table": "t", "rows": ["a/1", "b/2"]})").verdict == Verdict::not_tested);
}

TEST_CASE("spread_ratio takes the largest over the smallest of a block, or of each row") {
    const RuleBench bench;
    const Finding five = bench("spread_ratio", R"({"table": "t", "columns": ["x"], "limit": 5})");
    CHECK(five.verdict == Verdict::supported);
    CHECK(five.effect.value == 5);
    CHECK(std::isnan(bench("spread_ratio", R"({"table": "t", "rows": ["b/2"], "limit": 5})").effect.value));
    CHECK(bench("spread_ratio", R"({"table": "t", "columns": ["x"], "limit": 4})").verdict ==
          Verdict::contradicted);
    CHECK(bench("spread_ratio", R"({"table": "t", "limit": 4, "each_row": true})").verdict ==
          Verdict::not_tested);
}

TEST_CASE("A bound on growth is not contradicted by slower growth") {
    const RuleBench falling("[[8, 2], [2, 8], [1, 1], [1, 1]]");
    const char* const both = R"({"table": "t", "rows": ["a/1"], "each_row": true, "limit": 3})";
    const char* const rises =
        R"({"table": "t", "rows": ["a/1"], "each_row": true, "limit": 3, "rising": true})";
    CHECK(falling("spread_ratio", both).verdict == Verdict::contradicted);
    CHECK(falling("spread_ratio", rises).verdict == Verdict::supported);
    CHECK(falling("spread_ratio",
                  R"({"table": "t", "rows": ["a/2"], "each_row": true, "limit": 3, "rising": true})")
              .verdict == Verdict::contradicted);
}

TEST_CASE("clearest_in names the column of the largest mean advantage") {
    const RuleBench bench;
    const char* const means = R"({"table": "t", "pairs": [["a/1", "b/1"], ["a/1", "a/2"]], "column": "y"})";
    CHECK(bench("clearest_in", means).cases.at(0).value == Approx(1.0 / 3));  // x: 0 and 2/3
    CHECK(bench("clearest_in", means).cases.at(1).value == 0.5);
    CHECK(bench("clearest_in", R"({"table": "t", "pairs": [["a/2", "b/2"]], "column": "x"})").verdict ==
          Verdict::not_tested);
    CHECK(bench("clearest_in", R"({"table": "t", "pairs": [["a/1", "b/1"]], "column": "y"})").verdict ==
          Verdict::supported);
    CHECK(bench("clearest_in", R"({"table": "t", "pairs": [["a/1", "b/1"]], "column": "x"})").verdict ==
          Verdict::contradicted);
}

TEST_CASE("crossing wants the first higher at first and lower at last") {
    const RuleBench bench;
    // Column x: a/2 − a/1 = 2, then b/1 − b/2 = −4.
    const Finding crosses = bench(
        "crossing", R"({"table": "t", "first": ["a/2", "b/1"], "second": ["a/1", "b/2"], "columns": ["x"]})");
    CHECK(crosses.verdict == Verdict::supported);
    CHECK(crosses.cases.at(0).at == "set x, at 1");
    CHECK(crosses.cases.at(0).value == -4);
    // Equal at last: it meets the other there, but does not cross it. Equal at first: it was never above.
    const Finding meets = bench(
        "crossing", R"({"table": "t", "first": ["a/2", "a/1"], "second": ["a/1", "b/1"], "columns": ["x"]})");
    CHECK(meets.verdict == Verdict::contradicted);
    CHECK(meets.cases.at(0).at == "set x, at 1");
    CHECK(bench("crossing",
                R"({"table": "t", "first": ["a/1", "b/1"], "second": ["b/1", "b/2"], "columns": ["x"]})")
              .verdict == Verdict::contradicted);
    for (const char* uneven : {R"({"table": "t", "first": [], "second": []})",
                               R"({"table": "t", "first": ["a/1", "a/2"], "second": ["b/1"]})"})
        CHECK_THROWS_AS(bench("crossing", uneven), UsageError);
    CHECK(bench("crossing", R"({"table": "t", "first": ["a/1"], "second": ["a/2"], "columns": ["x"]})")
              .verdict == Verdict::contradicted);
}

TEST_CASE("no_loss refutes a relevant loss where McNemar's test rejects it whichever rows differ") {
    // McNemar: z = loss / sqrt(differing rows), of which there are at most as many as errors of both.
    const auto found = [](const char* a, const char* b, const char* relevance) {
        const RuleBench bench("[[" + std::string(b) + ", 2], [" + a + ", 4], [1, 4], [5, null]]");
        return bench("no_loss", (std::string(R"({"table": "t", "pairs": [["a/2", "a/1"]], "columns": ["x"],
                                               "test_rows": 1000, "relevance": )") +
                                 relevance + "}")
                                    .c_str());
    };
    // 49 errors of both: 1.96 sqrt(49) = 13.72.
    CHECK(found("31.5", "17.5", "0.0139").verdict == Verdict::contradicted);
    CHECK(found("31.5", "17.5", "0.014").verdict == Verdict::supported);
    CHECK(found("31.3", "17.7", "0.001").verdict == Verdict::unclear);       // 13.6
    CHECK(found("31.4", "17.6", "0.001").verdict == Verdict::contradicted);  // 13.8
    CHECK(found("17", "31", "0").verdict == Verdict::supported);
    const Finding worst = found("30", "19", "0");
    CHECK(worst.cases.at(0).low == Approx(11 - 13.72));
    CHECK(worst.cases.at(0).high == Approx(11 + 13.72));
}

TEST_CASE("reach_consistent names the cells where two tables disagree") {
    const RuleBench bench;
    // Target 2 × a/1: x: 3 > 2 and never, agrees; y: 4 ≤ 4 and finite, agrees.
    const char* const parameters =
        R"({"table": "t", "times": "times", "rows": ["a/1", "a/2"], "full": {"a/": "a/1"},
                                       "factors": {"x": 2, "y": 2}})";
    CHECK(bench("reach_consistent", parameters).verdict == Verdict::supported);
    const Finding off = bench("reach_consistent", R"({"table": "t", "times": "times", "rows": ["a/2"],
                                                    "full": {"a/": "a/1"}, "factors": {"x": 3, "y": 1.5}})");
    CHECK(off.verdict == Verdict::contradicted);
    REQUIRE(off.cases.size() == 2);
    CHECK(off.cases[0].at == "a 2 on set x");
    CHECK(off.cases[0].value == Approx(1));  // never though it is at most the target
    CHECK(off.cases[1].value == Approx(4.0 / 3));
}

TEST_CASE("bound_holds looks at every run that a query finds") {
    TemporaryFolder folder;
    FakeRun run;
    run.errors = {0.5, 0.1};
    run.edges = {0.3, 0.2};
    fill(folder.path(), {run});
    const RunSet runs = run_set(folder.path());
    const Experiment experiment = experiment_from(json(R"({"id": "x", "title": "y"})"));
    const Tables tables;
    const Numbers numbers{experiment, tables, runs, Source::ours_full_scale};
    const char* const holds =
        R"({"query": {"booster.name": "adaboost_mh"}, "measure": {"name": "curve_at"}, "bound": 0.1})";
    CHECK(apply_rule("bound_holds", json(holds), numbers).verdict == Verdict::supported);
    const char* const broken = R"({"query": {}, "measure": {"name": "curve_at"}, "bound": 0.05})";
    CHECK(apply_rule("bound_holds", json(broken), numbers).verdict == Verdict::contradicted);
    const char* const none =
        R"({"query": {"booster.name": "mart"}, "measure": {"name": "curve_at"}, "bound": 1})";
    CHECK(apply_rule("bound_holds", json(none), numbers).verdict == Verdict::not_tested);
}

TEST_CASE("The determinants of abc2010 section 2.2 come out as printed") {
    TemporaryFolder folder;
    const RunSet runs = run_set(folder.path());
    const Experiment experiment = experiment_from(json(R"({"id": "x", "title": "y"})"));
    const Tables tables;
    const Numbers numbers{experiment, tables, runs, Source::ours_full_scale};
    CHECK(apply_rule("hessian_determinant", Value(), numbers).verdict == Verdict::supported);
}

TEST_CASE("An unknown rule is refused with the nearest, an unknown row by name") {
    TemporaryFolder folder;
    const RunSet runs = run_set(folder.path());
    const Experiment experiment = experiment_from(json(R"({"id": "x", "title": "y", "claims": [
        {"id": "c", "sentence": "s", "rule": "compare_pair"}]})"));
    CHECK_THROWS_WITH(decide(experiment.claims[0], experiment, {}, runs), Catch::Contains("compare_pairs"));
}

TEST_CASE(
    "Smaller runs decide nothing but are reported as an indication, and contradictions in print are named") {
    TemporaryFolder folder;
    FakeRun full;
    full.rounds = 5;
    full.errors = std::vector<double>(5, 0.1);
    FakeRun random = full;
    random.selector = selector_random(1);
    random.errors = std::vector<double>(5, 0.2);
    fill(folder.path(), {full, random});
    const RunSet runs = run_set(folder.path());
    const Experiment experiment = experiment_from(json(R"({"id": "toy", "title": "Toy",
        "tables": [{"id": "t", "label": "T", "measure": {"name": "asymptotic_error"}, "paper_rounds": 10,
          "columns": [{"id": "letter", "label": "letter", "query": {"dataset.name": "letter"}}],
          "rows": [{"id": "full", "label": "FULL", "query": {"selector.name": "full"}},
                   {"id": "random", "label": "RANDOM", "query": {"selector.name": "random"}}],
          "published": [[2], [1]]}],
        "claims": [{"id": "c", "sentence": "FULL wins", "rule": "compare_pairs", "table": "t",
                    "pairs": [["full", "random"]]}]})"));
    Tables tables;
    tables["t"] = fill_table(experiment.tables[0], runs);
    const Claim claim = decide(experiment.claims[0], experiment, tables, runs);
    CHECK(claim.ours.verdict == Verdict::not_tested);
    CHECK(claim.indication.verdict == Verdict::supported);
    CHECK(claim.indication.tally.hold() == 1);
    CHECK(claim.published.verdict == Verdict::contradicted);
}

TEST_CASE("bound_holds counts a run that is one's own and a reference result once") {
    TemporaryFolder folder;
    FakeRun run;
    run.errors = {0.5, 0.1};
    fill(folder.path(), {run});
    const RunSet own = run_set(folder.path());
    const RunSet both(std::make_shared<const results::Store>(folder.path(), results::OpenMode::read_only),
                      kept_of(own));
    const Experiment experiment = experiment_from(json(R"({"id": "x", "title": "y"})"));
    const Tables tables;
    const Numbers numbers{experiment, tables, both, Source::ours_full_scale};
    const char* const once = R"({"query": {}, "measure": {"name": "curve_at"}, "bound": 0.1})";
    CHECK(apply_rule("bound_holds", json(once), numbers).tally.made() == 1);
    const char* const two =
        R"({"query": {}, "measure": {"name": "curve_at"}, "bound": 0.1, "at_least_runs": 2})";
    CHECK(apply_rule("bound_holds", json(two), numbers).verdict == Verdict::not_tested);
}

TEST_CASE("two numbers that are both 0 differ by nothing, relatively too") {
    CHECK(RuleBench(R"([[0, 1], [3, 4], [0, 1], [5, null]])")("difference_within", R"({"table": "t",
        "pairs": [["a/1", "b/1"]], "relative_limit": 0.01})")
              .verdict == Verdict::supported);
}

TEST_CASE("a ratio of 0 to 0 is none: the median is that of the others") {
    const RuleBench bench("[[0, 1], [0, 4], [1, 4], [5, null]]");
    const Finding found =
        bench("compare_pairs", R"({"table": "t", "pairs": [["a/1", "a/2"]], "relative_tie": 0.01})");
    CHECK(found.effect.value == 4);
    CHECK(found.effect.low == 4);
    CHECK(found.effect.high == 4);
    CHECK(found.tally.total() == 2);
}

TEST_CASE("the largest gap is told with the label of its column, or with both columns of a pair") {
    const RuleBench bench;
    const auto largest = [&](const char* parameters) {
        return bench("difference_within", parameters).cases.at(0).at;
    };
    CHECK(largest(R"({"table": "t", "pairs": [["a/1", "a/2"]], "limit": 9})") == "a 1 against a 2 on set x");
    CHECK(largest(R"({"table": "t", "column_pairs": [["x", "y"]], "limit": 9})") == "b 1 on x/y");
}

TEST_CASE("of columns with equal mean advantages the first is the clearest") {
    const RuleBench bench("[[1, 1], [3, 3], [1, 4], [5, null]]");
    const auto verdict = [&](const char* column) {
        return bench("clearest_in", (R"({"table": "t", "pairs": [["a/1", "a/2"]], "column": ")" +
                                     std::string(column) + "\"}")
                                        .c_str())
            .verdict;
    };
    CHECK(verdict("x") == Verdict::supported);
    CHECK(verdict("y") == Verdict::contradicted);
}

TEST_CASE("an effect is the median of the pairs with the least and the greatest; a gap of 0 is told, too") {
    const RuleBench bench;
    const Effect effect =
        bench("compare_pairs",
              R"({"table": "t", "pairs": [["a/1", "a/2"], ["a/2", "a/1"], ["a/1", "b/1"]], "share": 0.5})")
            .effect;  // 2, 2, -2, -2, 0, 2
    CHECK(effect.value == 1);
    CHECK(effect.low == -2);
    CHECK(effect.high == 2);
    const Finding equal = RuleBench("[[1, 1], [1, 1], [1, 1], [5, null]]")(
        "difference_within", R"({"table": "t", "pairs": [["a/1", "a/2"]], "limit": 0})");
    REQUIRE(equal.cases.size() == 1);
    CHECK(equal.cases.front().value == 0);
    CHECK_THROWS_AS(bench("clearest_in", R"({"table": "t", "pairs": [["a/1", "a/2"]], "column": "z"})"),
                    UsageError);
}
