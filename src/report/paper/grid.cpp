#include "report/paper/grid.hpp"

#include <cmath>

#include <fmt/format.h>

namespace reboost::report {

std::string format_number(double value, int decimals, TextStyle style) {
    if (std::isnan(value)) return style == TextStyle::latex ? "--" : "–";
    if (std::isinf(value)) return style == TextStyle::latex ? "$\\infty$" : "∞";
    std::string text = fmt::format("{:.{}f}", value, decimals);
    if (text.front() == '-' && text.find_first_of("123456789") == std::string::npos) text.erase(0, 1);
    if (text.front() == '-') text.replace(0, 1, style == TextStyle::latex ? "$-$" : "−");
    return text;
}

std::string format_signed(double value, int decimals, TextStyle style) {
    const std::string text = format_number(value, decimals, style);
    return std::isfinite(value) && value > 0 && text.find_first_of("123456789") != std::string::npos
               ? "+" + text
               : text;
}

std::string format_measured(const Cell& cell, int decimals, TextStyle style) {
    if (cell.state == CellState::not_obtainable) return "not obtainable";
    if (!cell.measured()) return format_number(kNoValue, decimals, style);
    std::string text = format_number(cell.value, decimals, style);
    if (!std::isnan(cell.spread)) text += " (" + format_number(cell.spread, decimals, style) + ")";
    if (std::isfinite(cell.seed_sd))
        text +=
            (style == TextStyle::latex ? " $\\pm$ " : " ± ") + format_number(cell.seed_sd, decimals, style);
    return text;
}

std::string format_published(const Cell& cell, int decimals, TextStyle style) {
    std::string text = format_number(cell.published.value, decimals, style);
    if (!std::isnan(cell.published.spread))
        text += " (" + format_number(cell.published.spread, decimals, style) + ")";
    return text;
}

std::string format_marks(const Cell& cell) {
    std::string marks;
    if (cell.fewer_rounds) marks = "T=" + std::to_string(cell.rounds);
    if (cell.stand_in) marks += marks.empty() ? "stand-in" : ", stand-in";
    if (cell.reference) marks += marks.empty() ? "reference" : ", reference";
    return marks;
}

std::string format_cell(const Cell& cell, const TableSpec& spec, TextStyle style) {
    std::string text = format_measured(cell, spec.decimals, style);
    if (!spec.ours_only)
        text += " / " + format_published(cell, spec.decimals, style) + " / " +
                format_signed(cell.difference(), spec.decimals, style);
    const std::string marks = format_marks(cell);
    return marks.empty() ? text : text + " [" + marks + "]";
}

std::string legend(const Table& table) {
    const TableSpec& spec = *table.spec;
    std::string text = spec.ours_only ? "Each cell: ours" : "Each cell: ours / published / difference";
    if (!spec.unit.empty()) text += ", in " + spec.unit;
    text += ".";
    bool spread = false, seeds = false, fewer = false, stand_in = false, reference = false;
    for (const auto& row : table.cells)
        for (const Cell& cell : row) {
            spread = spread || (cell.measured() && !std::isnan(cell.spread));
            seeds = seeds || (cell.measured() && std::isfinite(cell.seed_sd));
            fewer = fewer || cell.fewer_rounds;
            stand_in = stand_in || cell.stand_in;
            reference = reference || cell.reference;
        }
    if (spread) text += " In parentheses: standard deviation over the last fifth of the rounds.";
    if (seeds) text += " After ±: standard deviation over seeds.";
    if (fewer)
        text +=
            " [T=…]: our runs have fewer rounds than the paper's " + std::to_string(*spec.paper_rounds) + ".";
    if (stand_in) text += " [stand-in]: generated data in place of the paper's set.";
    if (reference) text += " [reference]: from the reference results, not computed here.";
    return text;
}

}  // namespace reboost::report
