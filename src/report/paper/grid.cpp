#include "report/paper/grid.hpp"

#include <cmath>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// "67×", "1.5×", "0.05×": a digit behind the point below ten, two below one. "never" for 0: it took for
/// ever.
std::string times(double factor) {
    if (!std::isfinite(factor)) return "–";
    if (factor == 0) return "never";
    return fmt::format("{:.{}f}×", factor, factor >= 10 ? 0 : factor >= 1 ? 1 : 2);
}

std::string format_speed_up(const SpeedUp& speed_up, bool ours_only) {
    const bool ours = std::isfinite(speed_up.ours), published = std::isfinite(speed_up.published);
    if (!ours && !published && !speed_up.two_processors) return "";
    return (speed_up.two_processors ? "two processors" : times(speed_up.ours)) +
           (ours_only ? "" : " (" + times(speed_up.published) + ")");
}

}  // namespace

std::string tolerance_text(const TableSpec& spec) {
    if (spec.tolerance) {
        const std::string unit = spec.unit == "%" ? "points" : spec.unit;
        return fmt::format("{:g}{}", *spec.tolerance, unit.empty() ? "" : " " + unit);
    }
    return spec.relative_tolerance ? fmt::format("{:g}%", 100 * *spec.relative_tolerance) : "";
}

std::string format_number(double value, int decimals) {
    if (std::isnan(value)) return "–";
    if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
    if (std::abs(value) >= 100 && decimals <= 2) decimals = 0;  // three digits are as many as are meant
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

std::string exact_number(double value) {
    return std::isnan(value) ? "" : fmt::format("{:.10g}", value);
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

std::string scale_mark(const Measured& measured) {
    if (!measured.below_scale) return "";
    return measured.rounds > 0 ? "T=" + std::to_string(measured.rounds) : "part";
}

std::string format_marks(const Measured& cell) {
    std::string marks = scale_mark(cell);
    if (cell.stand_in) marks += marks.empty() ? "stand-in" : ", stand-in";
    if (cell.reference) marks += marks.empty() ? "reference" : ", reference";
    if (cell.program) marks += marks.empty() ? "program" : ", program";
    return marks;
}

std::string format_comparison(const Table& table, std::size_t row, std::size_t column) {
    const TableSpec& spec = *table.spec;
    if (!spec.speed_up_over.empty()) return format_speed_up(speed_up(table, row, column), spec.ours_only);
    const double difference = table.cells[row][column].difference();
    return spec.ours_only || std::isnan(difference) ? "" : format_signed(difference, spec.decimals);
}

std::string comparison_name(const TableSpec& spec) {
    if (spec.speed_up_over.empty()) return spec.ours_only ? "" : "difference";
    return "speed-up over " + spec.speed_up_over + " of the same block" +
           (spec.ours_only ? "" : ", ours (published)");
}

std::string format_cell(const Table& table, std::size_t row, std::size_t column) {
    const TableSpec& spec = *table.spec;
    const Cell& cell = table.cells[row][column];
    std::string text = format_measured(cell, spec.decimals);
    if (!spec.ours_only) text += " / " + format_published(cell, spec.decimals);
    // A dash says that a difference is missing. The row that speed-ups refer to has none to miss.
    const std::string comparison = format_comparison(table, row, column);
    if (!comparison.empty())
        text += " / " + comparison;
    else if (!spec.ours_only && spec.speed_up_over.empty())
        text += " / –";
    if (const std::string marks = format_marks(cell); !marks.empty()) text += " [" + marks + "]";
    if (!cell.has_beside()) return text;
    text += " · ";
    text += (cell.beside.reference ? "reference " : "here ") + format_value(cell.beside, spec.decimals);
    Measured other = cell.beside;
    other.reference = false;  // said in front of it
    const std::string marks = format_marks(other);
    return marks.empty() ? text : text + " [" + marks + "]";
}

std::string replicates_name(const std::vector<const Run*>& runs) {
    if (runs.empty()) return "seeds";
    if (runs.front()->has_trials()) return "trials";
    const Value* split = find_path(runs.front()->spec, "dataset.split");
    return split != nullptr && *split == Value("resampled") ? "splits" : "seeds";
}

std::string replicates_name(const Table& table) {
    for (const auto& row : table.cells)
        for (const Cell& cell : row)
            if (!cell.runs.empty()) return replicates_name(cell.runs);
    return "seeds";
}

std::string legend(const Table& table) {
    const TableSpec& spec = *table.spec;
    std::string text = spec.unit.empty() ? "" : "In " + spec.unit + ".";
    if (const std::string compared = comparison_name(spec); !spec.ours_only || !compared.empty()) {
        // A speed-up has no unit.
        const std::string unit = spec.unit.empty() ? "" : ", in " + spec.unit;
        text = spec.ours_only ? "Each cell: ours" : "Each cell: ours / published";
        if (!spec.speed_up_over.empty()) text += unit;
        if (!compared.empty()) text += " / " + compared;
        if (spec.speed_up_over.empty()) text += unit;
        text += ".";
    }
    bool spread = false, seeds = false, fewer = false, stand_in = false, reference = false, here = false,
         program = false;
    for (const auto& row : table.cells)
        for (const Cell& cell : row) {
            spread = spread || (cell.measured() && !std::isnan(cell.spread));
            seeds = seeds || (cell.measured() && std::isfinite(cell.seed_sd));
            reference = reference || cell.reference || cell.beside.reference;
            here = here || (cell.has_beside() && !cell.beside.reference);
            for (const Measured* one : {static_cast<const Measured*>(&cell), &cell.beside}) {
                fewer = fewer || one->below_scale;
                stand_in = stand_in || one->stand_in;
                program = program || one->program;
            }
        }
    if (spread) text += " In parentheses: standard deviation over the last fifth of the rounds.";
    const std::string replicates = replicates_name(table);
    if (seeds) text += " After ±: standard deviation over " + replicates + ".";
    if (fewer && spec.paper_rounds)
        text += fmt::format(" [T=…]: our runs have fewer {} than {}.",
                            replicates == "trials" ? "trials" : "rounds", paper_rounds_text(spec));
    if (fewer && !spec.paper_rounds)
        text += " [part]: rests on fewer sets, splits or rounds than the full profile.";
    if (stand_in) text += " [stand-in]: other data in place of the paper's set, generated or a part of it.";
    if (reference) text += " [reference]: from the reference results, not computed here.";
    if (program) text += fmt::format(" [program]: {}.", kWithoutProgram);
    if (here) text += " After ·: computed here.";
    return text.starts_with(' ') ? text.substr(1) : text;
}

}  // namespace reboost::report
