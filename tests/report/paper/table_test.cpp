#include "report/fake_runs.hpp"
#include "report/paper/deviations.hpp"
#include "report/paper/grid.hpp"
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

}  // namespace

TEST_CASE("Numbers print with fixed decimals, true minus signs, infinities and dashes") {
    CHECK(format_number(7.756, 2) == "7.76");
    CHECK(format_number(-0.004, 2) == "0.00");
    CHECK(format_number(-1.5, 1) == "−1.5");
    CHECK(format_number(kNever, 1) == "∞");
    CHECK(format_number(kNoValue, 1) == "–");
    CHECK(format_signed(0.03, 2) == "+0.03");
    CHECK(format_signed(0.001, 2) == "0.00");
}

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
    CHECK(experiment.tables[0].best == Best::least);  // of errors
    const RunSet runs = toy_runs(folder.path());
    const Table table = fill_table(experiment.tables[0], runs);
    CHECK(is_best(table, 0, 0));
    CHECK_FALSE(is_best(table, 0, 1));  // one value is no competition
    experiment.tables[0].best = Best::greatest;
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
    CHECK(deviation_notes(table).empty());  // all within 0.3
    spec.tolerance = 1e-9;
    std::vector<std::string> notes = deviation_notes(table);
    REQUIRE(notes.size() == 2);
    CHECK_THAT(notes[0], Catch::EndsWith("cells at the paper's scale lie outside ±1e-09 points."));
    CHECK_THAT(notes[1], Catch::StartsWith("Nothing is said yet, "));
    spec.deviations = {{{spec.rows[0].id}, {}, "known.", Explained::yes},
                       {{}, {spec.columns[0].id}, "not known.", Explained::no}};
    notes = deviation_notes(table);
    CHECK_THAT(notes[1], Catch::StartsWith("Explained, ") && Catch::EndsWith("): known."));
    CHECK_THAT(notes.back(), Catch::StartsWith("Unexplained, ") && Catch::EndsWith("): not known."));
    spec.deviations.back().explained = Explained::partly;
    CHECK_THAT(deviation_notes(table).back(), Catch::StartsWith("Partly explained, "));
    spec.tolerance = 1e9;
    CHECK(deviation_notes(table).empty());
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
        return DeviationSpec{{row}, {column}, "why.", Explained::no};
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
    CHECK(format_comparison(table, 0, 0).empty());  // FULL itself
    CHECK(format_comparison(table, 1, 0) == "0.81× (0.82×)");
    CHECK(format_cell(table, 1, 0) == "12.50 (0.00) ± 0.71 / 12.25 (0.05) / 0.81× (0.82×)");
    CHECK_THAT(
        table_as_markdown(table),
        Catch::Contains("| FULL | 10.10 (0.00) / 10.00 (0.04) |") &&
            Catch::Contains("(0.05) / 0.81× (0.82×) | – / ∞ / – (never) |") &&
            Catch::Contains("Each cell: ours / published, in % / speed-up over FULL of the same block, "
                            "ours (published)."));
    CHECK_THAT(table_as_text(table), Catch::Contains("(0.05) / 0.81× (0.82×)"));
    CHECK_THAT(table_as_latex(table, "toy"), Catch::Contains("& 0.81$\\times$ (0.82$\\times$) &") &&
                                                 Catch::Contains("speed-{}up over FULL of the same block"));
    CHECK_THAT(table_as_csv(table),
               Catch::Contains("\nt,Stump,RANDOM(1),letter,12.5,0,0.7071067812,12.25,0.05,,%,") &&
                   Catch::Contains(",0.808,0.8163265306\n"));
    experiment.tables[0].ours_only = true;
    CHECK(format_cell(table, 0, 0) == "10.10 (0.00)");
    CHECK(format_cell(table, 1, 0) == "12.50 (0.00) ± 0.71 / 0.81×");
}

TEST_CASE("A table as aligned text") {
    TemporaryFolder folder;
    const Experiment experiment = experiment_from(json(kPaper));
    const RunSet runs = toy_runs(folder.path());
    const std::string text = table_as_text(fill_table(experiment.tables[0], runs));
    CHECK(text ==
          "Table 9. Errors_in %.\n\n"
          "           letter                                      USPS\n"
          "Stump\n"
          "FULL       10.10 (0.00) / 10.00 (0.04) / +0.10         6.00 (0.00) / 5.50 (0.01) / +0.50 "
          "[T=5, stand-in]\n"
          "RANDOM(1)  12.50 (0.00) ± 0.71 / 12.25 (0.05) / +0.25  – / ∞ / –\n"
          "\nEach cell: ours / published / difference, in %. In parentheses: standard deviation over the "
          "last fifth of the "
          "rounds. After ±: standard deviation over seeds. [T=…]: our runs have fewer rounds than the "
          "paper's 10. "
          "[stand-in]: other data in place of the paper's set, generated or a part of it.\n"
          "USPS: another file.\n");
}

TEST_CASE("A table as Markdown") {
    TemporaryFolder folder;
    const Experiment experiment = experiment_from(json(kPaper));
    const RunSet runs = toy_runs(folder.path());
    const std::string text = table_as_markdown(fill_table(experiment.tables[0], runs));
    CHECK_THAT(text,
               Catch::StartsWith("**Table 9.** Errors_in %.\n\n| | letter | USPS |\n|---|---|---|\n"
                                 "| **Stump** | | |\n"
                                 "| FULL | 10.10 (0.00) / 10.00 (0.04) / +0.10 | 6.00 (0.00) / 5.50 (0.01) / "
                                 "+0.50 [T=5, stand-in] |\n"
                                 "| RANDOM(1) | 12.50 (0.00) ± 0.71 / 12.25 (0.05) / +0.25 | – / ∞ / – |\n"));
}

TEST_CASE("A table as CSV has one line per cell and empty fields for what is missing") {
    TemporaryFolder folder;
    const Experiment experiment = experiment_from(json(kPaper));
    const RunSet runs = toy_runs(folder.path());
    const std::string text = table_as_csv(fill_table(experiment.tables[0], runs));
    CHECK_THAT(text, Catch::Contains("\nt,Stump,FULL,USPS,6,0,,5.5,0.01,0.5,%,5,10,1,yes,,,,,,,\n"));
    CHECK_THAT(text, Catch::Contains("\nt,Stump,RANDOM(1),USPS,,,,inf,,,%,,10,0,no,no run,,,,,,\n"));
}

TEST_CASE("A table as LaTeX uses booktabs and escapes its text") {
    TemporaryFolder folder;
    const Experiment experiment = experiment_from(json(kPaper));
    const RunSet runs = toy_runs(folder.path());
    const std::string text = table_as_latex(fill_table(experiment.tables[0], runs), "toy");
    CHECK_THAT(text, Catch::Contains("\\label{tab:toy}") && Catch::Contains("Errors\\_in \\%.") &&
                         Catch::Contains("{letter}") && Catch::Contains("{\\textit{Stump}} \\\\\n"));
    CHECK_THAT(text,
               Catch::Contains("RANDOM(1) & 12.50 & (0.00) $\\pm$ 0.71 & 12.25 & (0.05) & +0.25 & {--} &  & "
                               "{$\\infty$} &  & {--} \\\\\n\\bottomrule"));
}

TEST_CASE("Cells below the paper's rounds or on stand-ins are not counted at full scale") {
    TemporaryFolder folder;
    const Experiment experiment = experiment_from(json(kPaper));
    const RunSet runs = toy_runs(folder.path());
    const TableCount count = count_cells(fill_table(experiment.tables[0], runs));
    CHECK(count.published == 4);
    CHECK(count.measured == 3);
    CHECK(count.full_scale == 2);
    CHECK(count.within == 2);
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
    const Table filled = fill_table(experiment.tables[0], run_set(folder.path()));
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
}
