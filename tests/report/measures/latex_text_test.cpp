#include "report/measures/escape.hpp"

#include <catch2/catch.hpp>

using namespace reboost::report;

TEST_CASE("Nothing in an escaped text is a command of LaTeX") {
    CHECK(escape_latex("a_b & 50% of #1 {x} $y$ ^~") == "a\\_b \\& 50\\% of \\#1 \\{x\\} \\$y\\$ \\^{}\\~{}");
    CHECK(escape_latex("\\input{x}") == "\\textbackslash{}input\\{x\\}");
    CHECK(escape_latex("a--b") == "a-{}-{}b");  // no dash
    CHECK(escape_latex("[x]*") == "{[}x{]}{*}");
    CHECK(escape_latex("line\nbreak\x1b[0m") == "line break {[}0m");
}

TEST_CASE("Signs and Greek letters are set, marked letters stay, what fonts lack is named") {
    CHECK(escape_latex("ν=0.1, τ≥∞ − ±½") == "$\\nu$=0.1, $\\tau$$\\geq$$\\infty$ $-$ $\\pm$$\\frac12$");
    CHECK(escape_latex("Róbert Kégl, naïve") == "Róbert Kégl, naïve");
    CHECK(escape_latex("R\u0304(T)") == "\\={R}(T)");
    CHECK(escape_latex("中ą") == "{[}U+4E2D{]}{[}U+0105{]}");
    CHECK(escape_latex("a\xff\xc3") == "a{[}U+FFFD{]}{[}U+FFFD{]}");
    CHECK(escape_latex("\xe2\x88") == "{[}U+FFFD{]}{[}U+FFFD{]}");  // cut short
}

TEST_CASE("Powers are set as such") {
    CHECK(escape_latex("T = 10^5, 2^−31 and 10^-3") == "T = 10$^{5}$, 2$^{-31}$ and 10$^{-3}$");
    CHECK(escape_latex("10⁵, 10¹², 10⁻³") == "10$^5$, 10$^1$$^2$, 10$^-$$^3$");
    CHECK(escape_latex("⁰¹²³⁴⁵⁶⁷⁸⁹") == "$^0$$^1$$^2$$^3$$^4$$^5$$^6$$^7$$^8$$^9$");
    CHECK(escape_latex("a^b ^- 2^") == "a\\^{}b \\^{}-{} 2\\^{}");
    CHECK_THAT(escape_latex("2^" + std::string(5, '1')), Catch::Contains("\\^{}11111"));
    CHECK(escape_latex("^^5cinput") == "\\^{}$^{5}$cinput");
}

TEST_CASE("Long words may be broken, others may not") {
    CHECK(escape_latex("of twenty-four characters").find("allowbreak") == std::string::npos);
    const std::string broken = escape_latex(std::string(36, 'x'));
    CHECK(broken == std::string(12, 'x') + "\\allowbreak{}" + std::string(12, 'x') + "\\allowbreak{}" +
                        std::string(12, 'x'));
}
