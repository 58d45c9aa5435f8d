#include "report/paper/table.hpp"

#include "report/fake_runs.hpp"
#include "report/pages/page_template.hpp"
#include "report/pages/pages.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

const char* const kPaper = R"json({
  "id": "toy", "title": "Toy", "tables": [{
    "id": "t", "label": "Table 9", "caption": "Errors_in %.", "measure": {"name": "asymptotic_error"},
    "scale": 100, "unit": "%", "decimals": 2, "paper_rounds": 10, "tolerance": 0.3,
    "columns": [{"id": "letter", "label": "letter", "query": {"dataset.name": "letter"}},
                {"id": "usps", "label": "USPS", "query": {"dataset.name": "usps"}, "note": "another file"}],
    "rows": [{"id": "full", "block": "Stump", "label": "FULL", "query": {"selector.name": "full"}},
             {"id": "random", "block": "Stump", "label": "RANDOM(1)", "query": {"selector.name": "random"}}],
    "published": [[10.0, 5.5], [12.25, "inf"]], "published_spread": [[0.04, 0.01], [0.05, null]]}]})json";

/// letter FULL complete, letter RANDOM with two seeds, usps FULL a shorter run on a stand-in, usps RANDOM
/// missing.
RunSet toy_runs(const std::filesystem::path& folder) {
    FakeRun full;
    full.errors = std::vector<double>(10, 0.101);
    FakeRun random = full;
    random.selector = selector_random(1);
    random.errors = std::vector<double>(10, 0.12);
    FakeRun second = random;
    second.seed = 2;
    second.errors = std::vector<double>(10, 0.13);
    FakeRun usps = full;
    usps.dataset = "usps";
    usps.rounds = 5;
    usps.errors = std::vector<double>(5, 0.06);
    usps.stand_in = true;
    fill(folder, {full, random, second, usps});
    return run_set(folder);
}

/// `file`: "table.md" of plots/pages, "table.tex" of plots/latex.
std::string as(const std::string& file, const Table& table, const Experiment& experiment) {
    const auto folder =
        std::filesystem::path(REBOOST_SOURCE_DIR) / "plots" / (file.ends_with(".tex") ? "latex" : "pages");
    const Value paper = Value::object().set("id", experiment.id);
    return PageTemplate(folder / file).fill(table_json(table, experiment), paper);
}

}  // namespace

TEST_CASE("A table that does not say how many decimals it prints has two") {
    Value definition = json(kPaper);
    definition.find("tables")->as_list().front().erase("decimals");
    CHECK(experiment_from(definition).tables[0].decimals == 2);
}

TEST_CASE("No value is the best of a column where the values are means over other splits") {
    const Experiment experiment = experiment_from(json(kPaper));
    const auto best = [&](std::int64_t last_split) {
        TemporaryFolder folder;
        FakeRun full;
        full.errors = std::vector<double>(10, 0.10);
        FakeRun other = full;
        other.split = last_split;
        FakeRun random = full;
        random.selector = selector_random(1);
        random.errors = std::vector<double>(10, 0.12);
        FakeRun second = random;
        second.split = 2;
        fill(folder.path(), {full, other, random, second});
        const RunSet runs = run_set(folder.path());
        return is_best(fill_table(experiment.tables[0], runs), 0, 0);
    };
    CHECK(best(2));
    CHECK_FALSE(best(3));
}

TEST_CASE("The best of a column is marked, and costs are compared with a row of the block") {
    TemporaryFolder folder;
    Experiment experiment = experiment_from(json(kPaper));
    CHECK(experiment.tables[0].best == "least");  // of errors
    const RunSet runs = toy_runs(folder.path());
    const Table table = fill_table(experiment.tables[0], runs);
    CHECK(is_best(table, 0, 0));
    CHECK_FALSE(is_best(table, 0, 1));  // one value is no competition
    experiment.tables[0].best = "greatest";
    CHECK(is_best(table, 1, 0));
    CHECK_FALSE(is_best(table, 0, 0));
    CHECK(std::isnan(speed_up(table, 1, 0).ours));
    experiment.tables[0].speed_up_over = "FULL";
    const SpeedUp letter = speed_up(table, 1, 0);
    CHECK(letter.ours == Approx(10.1 / 12.5));
    CHECK(letter.published == Approx(10.0 / 12.25));
    CHECK(std::isnan(speed_up(table, 0, 0).ours));  // FULL itself
}

TEST_CASE("Cells outside the tolerance are listed under what is said of them, each once") {
    TemporaryFolder folder;
    Experiment experiment = experiment_from(json(kPaper));
    TableSpec& spec = experiment.tables[0];
    const RunSet runs = toy_runs(folder.path());
    const Table table = fill_table(experiment.tables[0], runs);
    const auto counts = [&] {
        std::vector<std::size_t> found;
        for (const DeviatingCells& group : deviating_cells(table))
            found.push_back(group.count);
        return found;
    };
    CHECK(counts() == std::vector<std::size_t>{0});  // all within 0.3
    spec.tolerance = 1e-9;
    CHECK(counts() == std::vector<std::size_t>{2});  // the third is of a stand-in
    spec.deviations = {{{spec.rows[0].id}, {}, "known.", "yes"},
                       {{}, {spec.columns[0].id}, "not known.", "no"}};
    CHECK(counts() == std::vector<std::size_t>{1, 1, 0});
    CHECK(deviating_cells(table)[0].text == "letter: FULL");
    const Value json = table_json(table, experiment);
    CHECK(json.at("deviations").as_list().size() == 2);
    CHECK(json.at("deviations").as_list()[0].at("explained") == Value("yes"));
    CHECK(json.at("deviations").as_list()[1].at("sentence") == Value("not known."));
    spec.tolerance = 1e9;
    CHECK(counts() == std::vector<std::size_t>{0, 0, 0});
    spec.tolerance.reset();
    CHECK(counts().empty());
}

TEST_CASE("A row is named by its block and label, by its label alone where that begins with the block") {
    const auto name = [](const std::string& block, const std::string& label) {
        Axis axis;
        axis.block = block;
        axis.label = label;
        return axis.name();
    };
    CHECK(name("Stump", "FULL") == "Stump FULL");
    CHECK(name("", "FULL") == "FULL");
    CHECK(name("mart", "mart") == "mart");
    CHECK(name("n", "n = 4000") == "n = 4000");
    CHECK(name("m", "mart") == "m mart");
}

TEST_CASE("What is said of a row or column that the table does not have is refused") {
    const TableSpec spec = experiment_from(json(kPaper)).tables[0];
    const auto said = [&](const std::string& row, const std::string& column) {
        return DeviationSpec{{row}, {column}, "why.", "no"};
    };
    CHECK_NOTHROW(said(spec.rows[0].id, spec.columns[0].id.substr(0, 1) + "*").check(spec));
    CHECK_THROWS_WITH(said("tre/*", spec.columns[0].id).check(spec),
                      Catch::Contains("unknown row 'tre/*'") && Catch::Contains("'" + spec.id + "'"));
    CHECK_THROWS_WITH(said(spec.rows[0].id, "nowhere").check(spec),
                      Catch::Contains("unknown column 'nowhere'"));
}

TEST_CASE("A table of costs shows the speed-up over its row, ours beside published, in every format") {
    TemporaryFolder folder;
    Experiment experiment = experiment_from(json(kPaper));
    experiment.tables[0].speed_up_over = "FULL";
    const RunSet runs = toy_runs(folder.path());
    const Table table = fill_table(experiment.tables[0], runs);
    CHECK_THAT(as("table.md", table, experiment),
               Catch::Contains("Stump RANDOM(1) | 12.50 (0.00) ± 0.71 / 12.25 (0.05) / 0.81× (0.82×) |") &&
                   Catch::Contains("Stump FULL | 10.10 (0.00) ★ / 10.00 (0.04) |"));
    CHECK_THAT(as("table.tex", table, experiment), Catch::Contains("0.81$\\times$ (0.82$\\times$) &"));
    CHECK_THAT(as("table.csv", table, experiment),
               Catch::Contains("\nt,Stump,RANDOM(1),letter,12.5,0,0.7071067812,12.25,0.05,,%,") &&
                   Catch::Contains(",0.808,0.8163265306\n"));
    experiment.tables[0].ours_only = true;
    CHECK_THAT(as("table.md", table, experiment), Catch::Contains(" 12.50 (0.00) ± 0.71 / 0.81× |"));
}

TEST_CASE("A table as Markdown") {
    TemporaryFolder folder;
    const Experiment experiment = experiment_from(json(kPaper));
    const RunSet runs = toy_runs(folder.path());
    const std::string text = as("table.md", fill_table(experiment.tables[0], runs), experiment);
    CHECK_THAT(text, Catch::StartsWith(
                         "**Table 9.** Errors_in %.\n\n| | letter | USPS |\n|---|---|---|\n"
                         "| Stump FULL | 10.10 (0.00) ★ / 10.00 (0.04) / +0.10 | 6.00 (0.00) T=5 stand-in / "
                         "5.50 (0.01) / +0.50 |\n"
                         "| Stump RANDOM(1) | 12.50 (0.00) ± 0.71 / 12.25 (0.05) / +0.25 | – / ∞ |\n"));
}

TEST_CASE("The legend of a table explains the marks that it has, and no others") {
    TemporaryFolder folder;
    const Experiment experiment = experiment_from(json(kPaper));
    const RunSet runs = toy_runs(folder.path());
    const std::string text = as("table.md", fill_table(experiment.tables[0], runs), experiment);
    for (const char* there :
         {"In %.", "After ±: standard deviation over seeds.", "the text's 10.", "stand-in: "})
        CHECK_THAT(text, Catch::Contains(there));
    for (const char* absent : {"ref: ", "program: ", "here: ", "part: "})
        CHECK_THAT(text, !Catch::Contains(absent));
}

TEST_CASE("A table as CSV has one line per cell and empty fields for what is missing") {
    TemporaryFolder folder;
    const Experiment experiment = experiment_from(json(kPaper));
    const RunSet runs = toy_runs(folder.path());
    const std::string text = as("table.csv", fill_table(experiment.tables[0], runs), experiment);
    CHECK_THAT(text, Catch::Contains("\nt,Stump,FULL,USPS,6,0,,5.5,0.01,0.5,%,5,10,1,yes,,,,,,,\n"));
    CHECK_THAT(text, Catch::Contains("\nt,Stump,RANDOM(1),USPS,,,,inf,,,%,,10,0,no,no run,,,,,,\n"));
    CHECK(std::ranges::count(text, '\n') == 5);
}

TEST_CASE("A table as LaTeX escapes its text") {
    TemporaryFolder folder;
    const Experiment experiment = experiment_from(json(kPaper));
    const RunSet runs = toy_runs(folder.path());
    const std::string text = as("table.tex", fill_table(experiment.tables[0], runs), experiment);
    CHECK_THAT(text, Catch::Contains("\\label{tab:toy-t}") && Catch::Contains("Errors\\_in \\%.") &&
                         Catch::Contains("\\textit{ Stump }"));
    CHECK_THAT(text, Catch::Contains("RANDOM(1) & 12.50 (0.00) $\\pm$ 0.71 / 12.25 (0.05) / +0.25 & -- / "
                                     "$\\infty$ \\\\\n"));
}

TEST_CASE("Cells below the paper's rounds or on stand-ins are not counted at full scale") {
    TemporaryFolder folder;
    const Experiment experiment = experiment_from(json(kPaper));
    const RunSet runs = toy_runs(folder.path());
    const Counts counts = count_cells(fill_table(experiment.tables[0], runs));
    CHECK(counts.total() == 4);
    CHECK(counts.smaller == 1);
    CHECK(counts.full == 2);
    CHECK(counts.within == 2);
}

TEST_CASE("A cell that refers to a shorter run is not at full scale either") {
    TemporaryFolder folder;
    FakeRun random, full;
    random.selector = selector_random(1);
    random.errors = std::vector<double>(10, 0.1);
    full.rounds = 5;
    full.errors = std::vector<double>(5, 0.1);
    fill(folder.path(), {random, full});
    Value paper = json(kPaper);
    Value table = paper.at("tables").as_list().front();
    table.set("measure", json(R"({"name": "cost_to_reach", "cost": "round", "factor": 1.2,
                                  "reference": {"selector.name": "full"}})"));
    Value tables = Value::list();
    tables.push(table);
    paper.set("tables", tables);
    const Experiment experiment = experiment_from(paper);
    const RunSet stored = run_set(folder.path());
    const Table filled = fill_table(experiment.tables[0], stored);
    const Cell& cell = filled.cells[filled.spec->row_index("random")][filled.spec->column_index("letter")];
    CHECK(cell.value == 100);  // scale 100, round 1
    CHECK(cell.rounds == 5);
    CHECK(cell.below_scale);
    CHECK_FALSE(cell.full_scale());
}

TEST_CASE("An unknown key in paper.json is refused with the nearest") {
    CHECK_THROWS_WITH(experiment_from(json(R"({"id": "x", "title": "y", "tabels": []})")),
                      Catch::Contains("tables"));
    CHECK_THROWS_WITH(experiment_from(json(R"({"id": "x", "title": "y", "tables": [{"id": "t", "label": "T",
        "measure": {"name": "curve_at"}, "rows": [{"label": "a"}], "columns": [{"label": "b"}], "published": [[1, 2]]}]})")),
                      Catch::Contains("2 published columns where it has 1"));
    CHECK_THROWS_WITH(
        experiment_from(json(R"({"id": "x", "title": "y", "picture": "table2", "tables": [{"id": "table1",
        "label": "T", "measure": {"name": "curve_at"}, "rows": [{"label": "a"}], "columns": [{"label": "b"}]}]})")),
        Catch::Contains("table1"));
}
