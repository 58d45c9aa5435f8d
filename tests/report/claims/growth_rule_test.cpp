/// The rule on growth: a line through each block of rows.
#include "report/claims/rules.hpp"
#include "report/fake_runs.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

TEST_CASE("linear_growth fits a line to each block of rows and reports the largest gap") {
    const TemporaryFolder folder;
    const RunSet runs = run_set(folder.path() / "none");
    const Tables tables;
    const Experiment toy = experiment_from(json(R"({"id": "toy", "title": "Toy", "tables": [
        {"id": "t", "label": "T", "measure": {"name": "curve_at"}, "columns": [{"id": "s", "label": "s"}],
         "rows": [{"id": "n/1", "block": "n", "label": "1", "let": {"x": 1}},
                  {"id": "n/2", "block": "n", "label": "2", "let": {"x": 2}},
                  {"id": "n/4", "block": "n", "label": "4", "let": {"x": 4}},
                  {"id": "d/1", "block": "d", "label": "1", "let": {"x": 1}},
                  {"id": "d/2", "block": "d", "label": "2", "let": {"x": 2}},
                  {"id": "d/4", "block": "d", "label": "4", "let": {"x": 4}}],
         "published": [[3], [5], [9], [1], [4], [16]]}]})"));
    const Numbers numbers{toy, tables, runs, Source::published};
    const Finding found = apply_rule("linear_growth", json(R"({"table": "t", "limit": 0.1})"), numbers);
    CHECK(found.verdict == Verdict::contradicted);
    CHECK(found.tally.hold() == 1);
    REQUIRE(found.cases.size() == 2);
    CHECK(found.cases[0].at == "n");
    CHECK(found.cases[0].value == Approx(0).margin(1e-12));
    CHECK(found.cases[1].value == Approx(0.2376237623762375).epsilon(1e-9));  // by a second implementation
    CHECK(apply_rule("linear_growth", json(R"({"table": "t", "limit": 0.6})"), numbers).verdict ==
          Verdict::supported);
}

TEST_CASE("linear_growth draws no line through a cell without end, nor through points of one x") {
    const TemporaryFolder folder;
    const RunSet runs = run_set(folder.path() / "none");
    const auto verdict = [&](const std::string& rows, const char* published) {
        const std::string text = R"({"id": "toy", "title": "Toy", "tables": [{"id": "t", "label": "T",
            "measure": {"name": "curve_at"}, "columns": [{"id": "s", "label": "s"}], "rows": [)" +
                                 rows + R"(], "published": )" + published + "}]}";
        const Experiment toy = experiment_from(json(text.c_str()));
        return apply_rule("linear_growth", json(R"({"table": "t", "limit": 0.1})"),
                          Numbers{toy, {}, runs, Source::published})
            .verdict;
    };
    const auto row = [](int id, int x) {
        const std::string name = std::to_string(id);
        return R"({"id": ")" + name + R"(", "label": ")" + name + R"(", "let": {"x": )" + std::to_string(x) +
               "}}";
    };
    const std::string growing = row(1, 1) + "," + row(2, 2) + "," + row(3, 4) + "," + row(4, 8);
    CHECK(verdict(growing, "[[1], [2], [4], [8]]") == Verdict::supported);
    CHECK(verdict(growing, R"([[1], [5], [2], ["inf"]])") == Verdict::not_tested);
    CHECK(verdict(growing, "[[0], [2], [4], [8]]") == Verdict::not_tested);
    CHECK(verdict(row(1, 1) + "," + row(2, 2), "[[1], [2]]") == Verdict::not_tested);  // any two fit
    CHECK(verdict(row(1, 1) + "," + row(2, 2) + "," + row(3, 3), "[[1], [2], [3]]") == Verdict::supported);
    const std::string alike = row(1, 1) + "," + row(2, 1) + "," + row(3, 1);
    CHECK(verdict(alike, "[[1], [2], [4]]") == Verdict::contradicted);
}
