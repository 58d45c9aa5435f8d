#include "report/paper/grid.hpp"

#include <cmath>

#include <fmt/format.h>

namespace reboost::report {

std::string format_number(double value, int decimals) {
    if (std::isnan(value)) return "–";
    if (std::isinf(value)) return "∞";
    std::string text = fmt::format("{:.{}f}", value, decimals);
    if (text.front() == '-' && text.find_first_of("123456789") == std::string::npos) text.erase(0, 1);
    if (text.front() == '-') text.replace(0, 1, "−");
    return text;
}

std::string format_signed(double value, int decimals) {
    const std::string text = format_number(value, decimals);
    return std::isfinite(value) && value > 0 && text.find_first_of("123456789") != std::string::npos
               ? "+" + text
               : text;
}

std::string format_value(const Measured& measured, int decimals) {
    std::string text = format_number(measured.value, decimals);
    if (std::isnan(measured.value)) return text;
    if (!std::isnan(measured.spread)) text += " (" + format_number(measured.spread, decimals) + ")";
    if (std::isfinite(measured.seed_sd)) text += " ± " + format_number(measured.seed_sd, decimals);
    return text;
}

std::string format_measured(const Cell& cell, int decimals) {
    return cell.state == CellState::not_obtainable ? "not obtainable" : format_value(cell, decimals);
}

std::string format_published(const Cell& cell, int decimals) {
    std::string text = format_number(cell.published.value, decimals);
    if (!std::isnan(cell.published.spread))
        text += " (" + format_number(cell.published.spread, decimals) + ")";
    return text;
}

std::string format_marks(const Measured& cell) {
    std::string marks;
    if (cell.fewer_rounds) marks = "T=" + std::to_string(cell.rounds);
    if (cell.stand_in) marks += marks.empty() ? "stand-in" : ", stand-in";
    if (cell.reference) marks += marks.empty() ? "reference" : ", reference";
    return marks;
}

std::string format_cell(const Cell& cell, const TableSpec& spec) {
    std::string text = format_measured(cell, spec.decimals);
    if (!spec.ours_only)
        text += " / " + format_published(cell, spec.decimals) + " / " +
                format_signed(cell.difference(), spec.decimals);
    if (const std::string marks = format_marks(cell); !marks.empty()) text += " [" + marks + "]";
    if (!cell.has_beside()) return text;
    text += " · ";
    text += (cell.beside.reference ? "reference " : "here ") + format_value(cell.beside, spec.decimals);
    Measured other = cell.beside;
    other.reference = false;  // said in front of it
    const std::string marks = format_marks(other);
    return marks.empty() ? text : text + " [" + marks + "]";
}

std::string legend(const Table& table) {
    const TableSpec& spec = *table.spec;
    std::string text = spec.ours_only ? "Each cell: ours" : "Each cell: ours / published / difference";
    if (!spec.unit.empty()) text += ", in " + spec.unit;
    text += ".";
    bool spread = false, seeds = false, fewer = false, stand_in = false, reference = false, here = false;
    for (const auto& row : table.cells)
        for (const Cell& cell : row) {
            spread = spread || (cell.measured() && !std::isnan(cell.spread));
            seeds = seeds || (cell.measured() && std::isfinite(cell.seed_sd));
            reference = reference || cell.reference || cell.beside.reference;
            here = here || (cell.has_beside() && !cell.beside.reference);
            for (const Measured* one : {static_cast<const Measured*>(&cell), &cell.beside}) {
                fewer = fewer || one->fewer_rounds;
                stand_in = stand_in || one->stand_in;
            }
        }
    if (spread) text += " In parentheses: standard deviation over the last fifth of the rounds.";
    if (seeds) text += " After ±: standard deviation over seeds.";
    if (fewer)
        text +=
            " [T=…]: our runs have fewer rounds than the paper's " + std::to_string(*spec.paper_rounds) + ".";
    if (stand_in) text += " [stand-in]: generated data in place of the paper's set.";
    if (reference) text += " [reference]: from the reference results, not computed here.";
    if (here) text += " After ·: computed here.";
    return text;
}

}  // namespace reboost::report
