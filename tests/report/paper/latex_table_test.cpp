#include "report/paper/latex_table.hpp"

#include <catch2/catch.hpp>

using namespace reboost::report;
using Catch::Contains;

namespace {

LatexTable numbers(std::size_t rows, std::size_t groups) {
    LatexTable table;
    table.name = "tab:t";
    table.title = "Table 1";
    table.caption = "Errors_in %.";
    for (std::size_t i = 0; i < rows; ++i)
        table.rows.push_back("row " + std::to_string(i));
    for (std::size_t j = 0; j < groups; ++j) {
        LatexGroup group{"set " + std::to_string(j), {}};
        for (const char* head : {"ours", "publ.", "diff."})
            group.columns.push_back({head, std::vector<std::string>(rows, "−12.34"), true, false});
        table.groups.push_back(group);
    }
    return table;
}

std::size_t count(const std::string& text, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++found;
    return found;
}

}  // namespace

TEST_CASE("Numbers are aligned by siunitx, what is no number stands in the middle") {
    LatexTable table = numbers(3, 1);
    table.groups[0].columns[0].cells = {"7.5", "+123.25", "∞"};
    const std::string text = latex_table(table);
    CHECK_THAT(text, Contains("\\begin{tabular}{lS[table-format=+3.2]S[table-format=+2.2]") &&
                         Contains("row 0 & 7.5 & -12.34") && Contains("row 1 & +123.25 &") &&
                         Contains("row 2 & {$\\infty$} &") && Contains("Errors\\_in \\%.") &&
                         Contains("\\multicolumn{3}{c}{set 0}") && Contains("\\cmidrule(lr){2-4}"));
}

TEST_CASE(
    "A block's name stands on a line of its own, under a head of one line where no column has its own") {
    LatexTable table;
    table.title = "T";
    table.rows = {"a", "b", "c"};
    table.blocks = {"one", "one", "two"};
    table.groups = {{"x", {{"", {"1", "2", "3"}, true, false}}}};
    const std::string text = latex_table(table);
    CHECK(count(text, "\\textit{one}") == 1);
    CHECK(count(text, "\\textit{two}") == 1);
    CHECK_THAT(text, !Contains("cmidrule"));
}

TEST_CASE(
    "What is wider than the page is split by columns, what is longer by rows; each part has its labels") {
    CHECK(count(latex_table(numbers(10, 2)), "\\begin{table}") == 1);
    const std::string wide = latex_table(numbers(10, 9));
    const std::size_t parts = count(wide, "\\begin{table}");
    CHECK(parts > 1);
    CHECK(count(wide, "row 9 &") == parts);
    CHECK(count(wide, "\\label{tab:t}") == 1);
    for (int j = 0; j < 9; ++j)
        CHECK(count(wide, "{set " + std::to_string(j) + "}") == 1);
    CHECK_THAT(wide, Contains("Table 1 (1 of " + std::to_string(parts) + ")"));

    const std::string tall = latex_table(numbers(130, 1));
    CHECK(count(tall, "\\begin{table}") == 3);
    CHECK(count(tall, "row 129 &") == 1);
    CHECK(count(tall, "\\toprule") == 3);
}

TEST_CASE("Wide texts are set in lines") {
    LatexTable table;
    table.title = "T";
    table.rows = {"a"};
    table.groups = {{"why", {{"", {std::string(20, 'x') + " " + std::string(60, 'y')}, false, false}}}};
    CHECK_THAT(latex_table(table), Contains("\\raggedright\\arraybackslash}p{"));
}
