#include "report/pages/page_template.hpp"

#include "config/json.hpp"
#include "core/error.hpp"
#include "core/fields.hpp"
#include "files/atomic_file.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/measures.hpp"
#include "report/tests_json.hpp"

#include <limits>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

/// What the template gives for the data.
std::string filled(const std::string& text, const char* data, const std::string& file = "t.html",
                   const char* around = "{}") {
    const TemporaryFolder folder;
    files::write_text(folder.path() / file, text);
    files::write_text(folder.path() / "part.html", "<{{x}}>");
    return PageTemplate(folder.path() / file).fill(json(data), json(around));
}

/// A number by a filter of numbers.
std::string text(const char* filter, double number, int decimals = 0) {
    return filtered(number, filter, {decimals}).as_string();
}

}  // namespace

TEST_CASE("A template fills in values, escaped for its kind, and looks for names in the objects around") {
    CHECK(filled("{{a}} {{{a}}} {{b.c}} {{none}}|", R"({"a": "<&>", "b": {"c": 2}})") ==
          "&lt;&amp;&gt; <&> 2 |");
    CHECK(filled("{{a}}", R"({"a": "x|y"})", "t.md") == "x\\|y");
    CHECK(filled("{{#b}}{{a}}{{c}}{{../a}}{{/b}}", R"({"a": 1, "b": {"a": 5, "c": 2}})") == "521");
    CHECK(filled("{{a}}{{b}}", R"({"a": 1})", "t.html", R"({"a": 7, "b": 8})") == "18");
    CHECK(filled("{{>part.html}}{{> part.html }}", R"({"x": 1})") == "<1><1>");
}

TEST_CASE("A section of a template repeats for a list, and stands or not for another value") {
    CHECK(filled("{{#l}}{{@index}}{{x}}{{^@last}}, {{/@last}}{{/l}}", R"({"l": [{"x": "a"}, {"x": "b"}]})") ==
          "1a, 2b");
    CHECK(filled("{{#l}}{{.}}{{/l}}{{^l}}none{{/l}}", R"({"l": []})") == "none");
    CHECK(filled("{{#l | size}}yes{{/l}}", R"({"l": [1, 2]})") == "yes");
    for (const char* no : {R"({"x": 0})", R"({"x": ""})", R"({"x": false})", R"({"x": null})", "{}"})
        CHECK(filled("{{#x}}yes{{/x}}{{^x}}no{{/x}}", no) == "no");
    CHECK(filled("{{#v = not tested}}a{{/v}}{{^v = supported}}b{{/v}}", R"({"v": "not tested"})") == "ab");
    // Lines that hold nothing but a tag are none.
    CHECK(filled("a\n{{#x}}\nb\n  {{/x}}\nc\n", R"({"x": true})") == "a\nb\nc\n");
}

TEST_CASE("Filters of a template choose, count and print") {
    const char* const claims =
        R"({"who": "q", "l": [{"v": "p", "n": 3}, {"v": "q", "n": 1}, {"v": "q", "n": 2}]})";
    CHECK(filled("{{l | where:v:q | size}} {{l | unless:v:q | plural:claim:claims}}", claims) == "2 1 claim");
    CHECK(filled(
              "{{#l | sort:n}}{{n}}{{/l}}{{#l | where:v:$who | take:1}}{{n}}{{/l}}{{#l | take:1}}{{n}}{{/l}}",
              claims) == "12313");
    CHECK(filled("{{l | plural:claim:claims}}", claims) == "3 claims");
    CHECK(filled("{{x | fixed:2}} {{x | signed:1}} {{x | percent:0}} {{x | ratio}}", R"({"x": 0.1256})") ==
          "0.13 +0.1 13% 0.13");
    CHECK(filled("{{x | fixed:1}}{{#x | above:3}}!{{/x}}", R"({"x": "inf"})") == "∞!");
    CHECK(filled("{{x | significant:2}} {{y | significant:2}} {{z | significant:2}}",
                 R"({"x": 0.00412, "y": 1.234, "z": 0})") == "0.0041 1.23 0.00");
    CHECK(filled("{{x | inverse | ratio}} {{y | inverse | ratio}}", R"({"x": 16, "y": 0})") == "0.06 ∞");
    CHECK(filled("{{l | join:, }}", R"({"l": ["a", "b"]})") == "a, b");
    CHECK(filled("{{{x | json}}}", R"({"x": "</script>"})") == "\"\\u003c/script\\u003e\"");
    CHECK(filled("{{x | or:nothing}}", "{}") == "nothing");
    CHECK(filled("{{#n | below:5}}yes{{/n}}", R"({"n": 4.5})") == "yes");
    CHECK(filled("{{#o | leaves}}{{name}}={{value}};{{/o}}", R"({"o": {"a": {"b": 1}, "c": "x"}})") ==
          "a.b=1;c=x;");
}

TEST_CASE("What a claim rests on is put into words by a template") {
    const PageTemplate evidence(std::filesystem::path(REBOOST_SOURCE_DIR) / "plots/pages/evidence.txt");
    const Value claim = json(R"({"comparisons": {"made": 10, "hold": 4, "ties": 5, "fail": 1, "missing": 0,
        "two_processors": 0, "sets": 5, "sets_for": 3, "sets_against": 1, "p": 0.625, "majority": true},
        "cases": [{"at": "FULL on letter", "outcome": "against", "value": 2.5, "low": 1, "high": 4}]})");
    CHECK(
        evidence.fill(claim) ==
        "4 of 10 hold (claimed: most), 5 ties, 1 against; 3 of 5 data sets for it, 1 against, sign test p 0.625; "
        "FULL on letter (against): 2.5 [1, 4]");
    const Value none = json(R"({"comparisons": {"made": 0, "missing": 1, "two_processors": 1}})");
    CHECK(evidence.fill(none) == "none of 1 comparison could be made yet (1 of two processors' seconds)");
}

TEST_CASE("A range is told of values that differ, a cell coloured at the paper's scale alone") {
    const std::filesystem::path pages = std::filesystem::path(REBOOST_SOURCE_DIR) / "plots/pages";
    const PageTemplate effect(pages / "effect.txt"), cell(pages / "cell.html");
    CHECK(effect.fill(json(R"({"of": "median", "value": 2, "low": 2, "high": 2})")) == "median 2");
    CHECK(effect.fill(json(R"({"of": "median", "value": 2, "low": 1, "high": 3})")) ==
          "median 2 (all between 1 and 3)");
    using Catch::Contains;
    CHECK_THAT(cell.fill(json(
                   R"({"state": "measured", "value": 1, "decimals": 1, "within": true, "deviation": 0})")),
               Contains("in0"));
    CHECK_THAT(
        cell.fill(json(
            R"({"state": "measured", "value": 1, "decimals": 1, "within": true, "marks": ["stand_in"]})")),
        !Contains("in0"));
}

TEST_CASE("A fault in a template is named with its file") {
    using Catch::Contains;
    for (const auto& [text, why] : {std::pair{"{{#a}}", "not closed"},
                                    {"{{#a}}{{/b}}", "closes"},
                                    {"{{a", "without"},
                                    {"{{a | shout}}", "no filter 'shout'"},
                                    {"{{a | fixed:x}}", "no number"},
                                    {"{{a | fixed:1}}", "number"}}) {
        INFO(text);
        CHECK_THROWS_WITH(filled(text, R"({"a": "text"})"), Contains(why) && Contains("t.html"));
        CHECK_THROWS_AS(filled(text, R"({"a": "text"})"), DataError);
    }
}

TEST_CASE("Numbers print with fixed decimals, true minus signs, infinities and dashes") {
    CHECK(text("fixed", 7.756, 2) == "7.76");
    CHECK(text("fixed", -0.004, 2) == "0.00");
    CHECK(text("fixed", -1.5, 1) == "−1.5");
    CHECK(text("fixed", kNever, 1) == "∞");
    CHECK(text("fixed", kNoValue, 1) == "–");
    CHECK(text("signed", 0.03, 2) == "+0.03");
    CHECK(text("signed", 0.001, 2) == "0.00");
}

TEST_CASE("A number that two decimals would round to 0 gets as many as show that it is not") {
    CHECK(text("ratio", -0.17) == "−0.17");
    CHECK(text("ratio", -0.0031) == "−0.003");
    CHECK(text("ratio", 0.004) == "0.004");
    CHECK(text("ratio", 0.005) == "0.01");
    CHECK(text("ratio", 123.4) == "123");
    CHECK(text("ratio", kNoValue) == "–");
    CHECK(text("ratio", std::numeric_limits<double>::infinity()) == "∞");
}

TEST_CASE("What is nothing but rounding is 0, without a sign") {
    CHECK(text("ratio", 8.882e-16) == "0.00");
    CHECK(text("digits", -8.882e-16) == "0");
    CHECK(text("digits", -0.017891) == "−0.01789");
    CHECK(text("digits", -0.017891, 3) == "−0.0179");
    CHECK(text("digits", 12345.6, 3) == "12346");
}

TEST_CASE("Ratios have one decimal from 10 on") {
    CHECK(text("ratio", 0.314) == "0.31");
    CHECK(text("ratio", 16.57) == "16.6");
    CHECK(text("ratio", 0.0012) == "0.001");
}
