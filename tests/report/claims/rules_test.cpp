#include "report/claims/rules.hpp"

#include "core/error.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/reference.hpp"
#include "report/tests_json.hpp"

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
             "columns": [{"id": "x", "label": "x"}, {"id": "y", "label": "y"}],
             "rows": [{"id": "a/1", "block": "a", "label": "1"}, {"id": "a/2", "block": "a", "label": "2"},
                      {"id": "b/1", "block": "b", "label": "1"}, {"id": "b/2", "block": "b", "label": "2"}],
             "published": )" + published + R"(},
            {"id": "times", "label": "S", "measure": {"name": "curve_at"},
             "columns": [{"id": "x", "label": "x"}, {"id": "y", "label": "y"}],
             "rows": [{"id": "a/1", "label": "1"}, {"id": "a/2", "label": "2"}],
             "published": [[10, 10], ["inf", 7]]}]})")
                                               .c_str()))),
          runs_(run_set(folder_.path() / "none")) {}
    Finding operator()(Rule rule, const char* parameters) const {
        return rule(json(parameters), Numbers(experiment_, tables_, runs_, Source::published));
    }

  private:
    TemporaryFolder folder_;
    Experiment experiment_;
    Tables tables_;
    RunSet runs_;
};

}  // namespace

TEST_CASE("A published text's claims are reproduced or not, our own hold or do not") {
    const Experiment paper = experiment_from(json(R"({"id": "toy", "title": "Toy"})")),
                     own = experiment_from(json(R"({"id": "toy", "title": "Toy", "own_claims": true})"));
    CHECK(verdict_text(Verdict::reproduced, paper) == "reproduced");
    CHECK(verdict_text(Verdict::not_reproduced, paper) == "not reproduced");
    CHECK(verdict_text(Verdict::reproduced, own) == "holds");
    CHECK(verdict_text(Verdict::not_reproduced, own) == "does not hold");
    CHECK(verdict_text(Verdict::not_enough_data, own) == "not enough data");
    CHECK(verdict_text(Verdict::undecided, own) == "undecided");
    CHECK(verdict_text(Verdict::undecided, paper) == "undecided");
}

TEST_CASE("compare_pairs counts wins, ties and losses and waits for what could still change them") {
    const RuleBench bench;
    // a/1 against b/1: 1 = 1 a tie, 2 < 4 a win.
    const Finding half =
        bench(compare_pairs, R"({"table": "t", "pairs": [["a/1", "b/1"]], "share_at_least": 0.5})");
    CHECK(half.verdict == Verdict::reproduced);
    CHECK(
        half.evidence ==
        "1 win, 1 tie, 0 losses (sign test of independent comparisons: p = 1.000, a narrow margin); 2 comparisons; at least half needed");
    CHECK(bench(compare_pairs, R"({"table": "t", "pairs": [["a/1", "b/1"]], "share_above": 0.5})").verdict ==
          Verdict::not_reproduced);
    // By blocks: one more win and one comparison that cannot be made.
    const Finding waiting =
        bench(compare_pairs, R"({"table": "t", "blocks": [["a", "b"]], "share_above": 0.5})");
    CHECK(waiting.verdict == Verdict::not_enough_data);
    CHECK(waiting.evidence ==
          "2 wins, 1 tie, 0 losses; 3 of 4 comparisons could be made; decided by the missing one");
    CHECK(bench(compare_pairs, R"({"table": "t", "blocks": [["a", "b"]]})").verdict ==
          Verdict::not_reproduced);
    CHECK(bench(compare_pairs, R"({"table": "t", "blocks": [["a", "b"]], "share_at_least": 0.5})").verdict ==
          Verdict::reproduced);
    CHECK(bench(compare_pairs,
                R"({"table": "t", "pairs": [["b/1", "a/1"]], "columns": ["y"], "better": "higher"})")
              .verdict == Verdict::reproduced);
    CHECK(bench(compare_pairs, R"({"table": "t", "column_pairs": [["x", "y"]], "share_at_least": 0.75})")
              .verdict == Verdict::reproduced);
}

TEST_CASE("A verdict by majority comes with the sign test, and with the margin where that is narrow") {
    Value table = json(R"({"id": "t", "label": "T", "measure": {"name": "curve_at"},
        "rows": [{"id": "a", "label": "a"}, {"id": "b", "label": "b"}]})");
    Value columns = Value::list(), first = Value::list(), second = Value::list();
    for (int i = 0; i < 10; ++i) {
        columns.push(Value::object().set("id", std::to_string(i)).set("label", std::to_string(i)));
        first.push(i);
        second.push(i < 9 ? i + 1 : i - 1);
    }
    Value published = Value::list();
    published.push(first);
    published.push(second);
    table.set("columns", columns).set("published", published);
    Value definition = json(R"({"id": "toy", "title": "Toy"})");
    Value tables = Value::list();
    tables.push(table);
    definition.set("tables", tables);
    const TemporaryFolder folder;
    const RunSet runs = run_set(folder.path() / "none");
    const Experiment toy = experiment_from(definition);
    const Tables none;
    const Numbers numbers(toy, none, runs, Source::published);
    const auto evidence = [&](const char* parameters) {
        return compare_pairs(json(parameters), numbers).evidence;
    };
    CHECK(
        evidence(R"({"table": "t", "pairs": [["a", "b"]], "share_above": 0.5})") ==
        "9 wins, 0 ties, 1 loss (sign test of independent comparisons: p = 0.021); 10 comparisons; more than half needed");
    CHECK(
        evidence(
            R"({"table": "t", "pairs": [["b", "a"]], "share_above": 0.5, "columns": ["7", "8", "9"]})") ==
        "1 win, 0 ties, 2 losses (sign test of independent comparisons: p = 1.000, a narrow margin); 3 comparisons; more than half needed");
    // A claim that asks for another share is not about a majority.
    CHECK(evidence(R"({"table": "t", "pairs": [["a", "b"]], "share_at_least": 0.9})") ==
          "9 wins, 0 ties, 1 loss; 10 comparisons; at least 90% needed");
    CHECK(evidence(R"({"table": "t", "pairs": [["a", "b"]]})") == "9 wins, 0 ties, 1 loss; 10 comparisons");
    CHECK(evidence(R"({"table": "t", "pairs": [["a", "b"]], "share_above": 0})") ==
          "9 wins, 0 ties, 1 loss; 10 comparisons; one needed");
}

TEST_CASE("difference_within takes absolute and relative limits") {
    const RuleBench bench;
    CHECK(bench(difference_within, R"({"table": "t", "pairs": [["a/1", "b/1"]], "limit": 2})").verdict ==
          Verdict::reproduced);
    const Finding wide = bench(difference_within, R"({"table": "t", "pairs": [["a/1", "b/1"]], "limit": 1})");
    CHECK(wide.verdict == Verdict::not_reproduced);
    CHECK_THAT(wide.evidence, Catch::Contains("largest gap 2: a 1 against b 1 on y"));
    CHECK(bench(difference_within, R"({"table": "t", "pairs": [["a/1", "b/1"]], "relative_limit": 0.5})")
              .verdict == Verdict::reproduced);
}

TEST_CASE("ratio_at_least treats a denominator that never arrives as a ratio of zero") {
    const RuleBench bench;
    CHECK(bench(ratio_at_least,
                R"({"table": "t", "pairs": [["b/1", "a/1"]], "factor": 2, "share_at_least": 0.5})")
              .verdict == Verdict::reproduced);
    const Finding never =
        bench(ratio_at_least, R"({"table": "times", "pairs": [["a/1", "a/2"]], "factor": 1})");
    CHECK(never.verdict == Verdict::not_reproduced);
    CHECK_THAT(never.evidence, Catch::Contains("range 0 to 1.43"));
}

TEST_CASE("within counts values inside the interval") {
    const RuleBench bench;
    CHECK(bench(within, R"({"table": "t", "rows": ["a/1", "a/2"], "low": 1, "high": 4})").verdict ==
          Verdict::reproduced);
    CHECK(bench(within, R"({"table": "t", "rows": ["a/1", "a/2"], "high": 3})").verdict ==
          Verdict::not_reproduced);
    CHECK(bench(within, R"({"table": "t", "rows": ["b/2"], "high": 5})").verdict == Verdict::not_enough_data);
    CHECK(bench(within, R"({"table": "t", "rows": ["a/1", "b/2"], "high": 1})").evidence ==
          "1 of 3 values at most 1; 1 of 4 missing; range 1 to 5");
}

TEST_CASE("rises_at_end wants the last of the rows above their least") {
    const RuleBench bench;
    CHECK(
        bench(rises_at_end, R"({"table": "t", "rows": ["a/2", "a/1", "b/1"], "columns": ["y"]})").evidence ==
        "1 of 1 end above their least");
    const Finding flat = bench(rises_at_end, R"({"table": "t", "rows": ["a/2", "a/1", "b/1"]})");
    CHECK(flat.verdict == Verdict::not_reproduced);
    CHECK(flat.evidence == "1 of 2 end above their least; not: x");
    CHECK(bench(rises_at_end, R"({"table": "t", "rows": ["a/1", "b/2"]})").verdict ==
          Verdict::not_enough_data);
}

TEST_CASE("rises_at_end wants of our numbers a rise beyond the interval of the paired differences") {
    const Experiment toy = experiment_from(json(R"({"id": "toy", "title": "Toy", "tables": [
        {"id": "t", "label": "T", "ours_only": true, "measure": {"name": "curve_at", "round": "$at"}, "scale": 100,
         "columns": [{"id": "clear", "label": "clear", "query": {"dataset.name": "letter"}},
                     {"id": "noisy", "label": "noisy", "query": {"dataset.name": "usps"}},
                     {"id": "single", "label": "single", "query": {"dataset.name": "isolet"}},
                     {"id": "falling", "label": "falling", "query": {"dataset.name": "pendigits"}}],
         "rows": [{"id": "1", "label": "1", "let": {"at": 1}}, {"id": "2", "label": "2", "let": {"at": 2}},
                  {"id": "3", "label": "3", "let": {"at": 3}}]}]})"));
    TemporaryFolder folder;
    std::vector<FakeRun> fakes;
    // Differences in percent points. Clear: 3, 4, 5; their sd is 1, half the interval 4.30/√3 = 2.48.
    // Noisy: -3, 3, 1; mean 0.33, half the interval 7.59. Errors differ by more from seed to seed.
    const double rises[][3] = {{0.03, 0.04, 0.05}, {-0.03, 0.03, 0.01}, {0.05}, {-0.1, -0.1, -0.1}};
    const char* const sets[] = {"letter", "usps", "isolet", "pendigits"};
    for (std::size_t set = 0; set < 4; ++set)
        for (std::int64_t seed = 0; seed < (set == 2 ? 1 : 3); ++seed) {
            FakeRun fake;
            fake.dataset = sets[set];
            fake.seed = seed + 1;
            fake.rounds = 3;
            const double least = 0.2 + 0.05 * static_cast<double>(seed);
            fake.errors = {0.4, least, least + rises[set][seed]};
            fakes.push_back(fake);
        }
    fill(folder.path(), fakes);
    const RunSet runs = run_set(folder.path());
    const Tables tables{{"t", fill_table(toy.tables[0], runs)}};
    const Finding found =
        rises_at_end(json(R"({"table": "t"})"), Numbers(toy, tables, runs, Source::ours_any));
    CHECK(found.verdict == Verdict::not_reproduced);
    CHECK(found.evidence ==
          "1 of 4 end above their least by more than the 95% interval; inside it, neither: "
          "noisy (+0.333 ± 7.6), single (+5); not: falling");
}

TEST_CASE("rises_at_end takes standard deviations where nothing can be paired") {
    const Experiment toy = experiment_from(json(R"({"id": "toy", "title": "Toy", "tables": [
        {"id": "t", "label": "T", "ours_only": true, "measure": {"name": "curve_at"}, "scale": 100,
         "columns": [{"id": "clear", "label": "clear", "query": {"dataset.name": "letter"}},
                     {"id": "noisy", "label": "noisy", "query": {"dataset.name": "usps"}}],
         "rows": [{"id": "full", "label": "FULL", "query": {"selector.name": "full"}},
                  {"id": "random", "label": "RANDOM", "query": {"selector.name": "random"}}]}]})"));
    TemporaryFolder folder;
    std::vector<FakeRun> fakes;
    // Three seeds of either, none in both, a point apart: sd 1, half the interval 2.78 √(1/3 + 1/3) = 2.27.
    for (const char* const set : {"letter", "usps"})
        for (const bool random : {false, true})
            for (std::int64_t seed = 0; seed < 3; ++seed) {
                FakeRun fake;
                fake.dataset = set;
                fake.seed = seed + (random ? 4 : 1);
                fake.rounds = 1;
                if (random) fake.selector = selector_random(5);
                const double rise = fake.dataset == "usps" ? 0.005 : 0.1;
                fake.errors = {0.2 + 0.01 * static_cast<double>(seed) + (random ? rise : 0)};
                fakes.push_back(fake);
            }
    fill(folder.path(), fakes);
    const RunSet runs = run_set(folder.path());
    const Tables tables{{"t", fill_table(toy.tables[0], runs)}};
    CHECK(rises_at_end(json(R"({"table": "t"})"), Numbers(toy, tables, runs, Source::ours_any)).evidence ==
          "1 of 2 end above their least by more than the 95% interval; inside it, neither: noisy "
          "(+0.5 ± 2.3)");
}

TEST_CASE("spread_ratio takes the largest over the smallest of a block, or of each row") {
    const RuleBench bench;
    CHECK(bench(spread_ratio, R"({"table": "t", "columns": ["x"], "limit": 5})").verdict ==
          Verdict::reproduced);
    CHECK(bench(spread_ratio, R"({"table": "t", "columns": ["x"], "limit": 4})").verdict ==
          Verdict::not_reproduced);
    CHECK(bench(spread_ratio, R"({"table": "t", "limit": 4, "each_row": true})").verdict ==
          Verdict::not_enough_data);
}

TEST_CASE("clearest_in names the column of the largest mean advantage") {
    const RuleBench bench;
    CHECK(bench(clearest_in, R"({"table": "t", "pairs": [["a/1", "b/1"]], "column": "y"})").verdict ==
          Verdict::reproduced);
    CHECK(bench(clearest_in, R"({"table": "t", "pairs": [["a/1", "b/1"]], "column": "x"})").verdict ==
          Verdict::not_reproduced);
}

TEST_CASE("crossing wants the first higher at first and lower at last") {
    const RuleBench bench;
    // Column x: a/2 − a/1 = 2, then b/1 − b/2 = −4.
    const Finding crosses = bench(
        crossing, R"({"table": "t", "first": ["a/2", "b/1"], "second": ["a/1", "b/2"], "columns": ["x"]})");
    CHECK(crosses.verdict == Verdict::reproduced);
    CHECK(crosses.evidence == "1 of 1 cross; x: +2 to −4, crosses at 1");
    CHECK(
        bench(crossing, R"({"table": "t", "first": ["a/1"], "second": ["a/2"], "columns": ["x"]})").verdict ==
        Verdict::not_reproduced);
}

TEST_CASE("no_loss allows the 95% binomial interval") {
    const RuleBench bench;
    // 4 errors of 100: ±1.96 sqrt(100·0.04·0.96) = 3.84.
    CHECK(bench(no_loss, R"({"table": "t", "pairs": [["a/2", "a/1"]], "columns": ["x"], "test_rows": 100})")
              .verdict == Verdict::not_reproduced);  // 3 against 1: interval ±1.95
    CHECK(bench(no_loss, R"({"table": "t", "pairs": [["b/2", "a/2"]], "columns": ["x"], "test_rows": 100})")
              .verdict == Verdict::reproduced);  // 5 against 3: interval ±3.34
}

TEST_CASE("the interval of no_loss is 1.96 standard deviations") {
    // 5 errors against 3: the difference 2 is inside 1.96 sqrt(3 (1 - 3/n)) from n = 4.594 on.
    const RuleBench bench;
    const auto verdict = [&](const std::string& rows) {
        const std::string parameters =
            R"({"table": "t", "pairs": [["b/2", "a/2"]], "columns": ["x"], "test_rows": )" + rows + "}";
        return bench(no_loss, parameters.c_str()).verdict;
    };
    CHECK(verdict("4.6") == Verdict::reproduced);
    CHECK(verdict("4.58") == Verdict::not_reproduced);
}

TEST_CASE("reach_consistent names the cells where two tables disagree") {
    const RuleBench bench;
    // Target 2 × a/1: x: 3 > 2 and never, agrees; y: 4 ≤ 4 and finite, agrees.
    const char* const parameters =
        R"({"table": "t", "times": "times", "rows": ["a/1", "a/2"], "full": {"a/": "a/1"},
                                       "factors": {"x": 2, "y": 2}})";
    CHECK(bench(reach_consistent, parameters).verdict == Verdict::reproduced);
    const Finding off = bench(reach_consistent, R"({"table": "t", "times": "times", "rows": ["a/2"],
                                                    "full": {"a/": "a/1"}, "factors": {"x": 3, "y": 1.5}})");
    CHECK(off.verdict == Verdict::not_reproduced);
    CHECK_THAT(off.evidence, Catch::Contains("a 2 x: never though 3.00 <= 3.00"));
    CHECK_THAT(off.evidence, Catch::Contains("a 2 y: finite though 4.00 > 3.00"));
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
    const Numbers numbers(experiment, tables, runs, Source::ours_full_scale);
    const char* const holds =
        R"({"query": {"booster.name": "adaboost_mh"}, "measure": {"name": "curve_at"}, "bound": 0.1})";
    CHECK(bound_holds(json(holds), numbers).verdict == Verdict::reproduced);
    const char* const broken = R"({"query": {}, "measure": {"name": "curve_at"}, "bound": 0.05})";
    CHECK(bound_holds(json(broken), numbers).verdict == Verdict::not_reproduced);
    const char* const none =
        R"({"query": {"booster.name": "mart"}, "measure": {"name": "curve_at"}, "bound": 1})";
    CHECK(bound_holds(json(none), numbers).verdict == Verdict::not_enough_data);
}

TEST_CASE("The determinants of abc2010 section 2.2 come out as printed") {
    TemporaryFolder folder;
    const RunSet runs = run_set(folder.path());
    const Experiment experiment = experiment_from(json(R"({"id": "x", "title": "y"})"));
    const Tables tables;
    const Numbers numbers(experiment, tables, runs, Source::ours_full_scale);
    CHECK(hessian_determinant(Value(), numbers).verdict == Verdict::reproduced);
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
    CHECK(claim.ours.verdict == Verdict::not_enough_data);
    CHECK(claim.indication == "reproduced, 1 win, 0 ties, 0 losses; 1 comparison");
    CHECK(claim.contradicted);
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
    const Numbers numbers(experiment, tables, both, Source::ours_full_scale);
    const char* const once = R"({"query": {}, "measure": {"name": "curve_at"}, "bound": 0.1})";
    CHECK_THAT(bound_holds(json(once), numbers).evidence, Catch::Contains("1 of 1 runs"));
    const char* const two =
        R"({"query": {}, "measure": {"name": "curve_at"}, "bound": 0.1, "at_least_runs": 2})";
    CHECK(bound_holds(json(two), numbers).verdict == Verdict::not_enough_data);
}

TEST_CASE("two numbers that are both 0 differ by nothing, relatively too") {
    CHECK(RuleBench(R"([[0, 1], [3, 4], [0, 1], [5, null]])")(difference_within, R"({"table": "t",
        "pairs": [["a/1", "b/1"]], "relative_limit": 0.01})")
              .verdict == Verdict::reproduced);
}
