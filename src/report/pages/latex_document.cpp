#include "report/pages/latex_document.hpp"

#include "core/text.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/latex_text.hpp"
#include "report/measures/text_file.hpp"
#include "report/pages/pages.hpp"
#include "report/paper/latex_table.hpp"
#include "report/paper/panel_notes.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace reboost::report {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kPanelsTogether = 6;  // of a page

std::string grid_name(const Paper& paper, const FilledContest& contest, const ContestSection& section) {
    return file_slug(paper.experiment.id + "-" + contest.contest.spec->id + "-" + section.id);
}

std::string figure_name(const Paper& paper, const FigureSpec& spec) {
    return file_slug(paper.experiment.id + "-" + spec.id + "-figure");
}

std::string grid_table(const ContestSection& section, const std::string& name) {
    LatexTable table;
    table.name = "tab:" + name;
    table.title = section.label;
    for (const std::string& column : section.grid.columns)
        table.groups.push_back({column, {LatexColumn{}}});
    for (const GridRow& row : section.grid.rows) {
        table.rows.push_back(row.label);
        for (std::size_t j = 0; j < table.groups.size(); ++j)
            table.groups[j].columns[0].cells.push_back(j < row.cells.size() ? row.cells[j].text : "");
    }
    return latex_table(table);
}

/// What is to be said of all panels: " n = 3 seeds.".
std::string common_notes(const std::vector<const Panel*>& panels) {
    const std::string notes = panel_notes(*panels.front());
    const bool common =
        std::ranges::all_of(panels, [&](const Panel* panel) { return panel_notes(*panel) == notes; });
    return common && !notes.empty() ? " " + notes : "";
}

/// Two panels beside each other, six on a page.
std::string panels_figure(const std::vector<const Panel*>& panels, const std::string& label,
                          const std::string& caption, const std::string& name) {
    std::string text = "% needs \\usepackage{graphicx}, and \\graphicspath to the folder of this file\n";
    const char* width = panels.size() == 1 ? "0.75\\linewidth" : "0.49\\linewidth";
    const std::size_t pieces = (panels.size() + kPanelsTogether - 1) / kPanelsTogether;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        text += "\\begin{figure}\n\\centering\n";
        const std::size_t end = std::min(panels.size(), (piece + 1) * kPanelsTogether);
        for (std::size_t i = piece * kPanelsTogether; i < end; ++i)
            text += fmt::format("\\includegraphics[width={}]{{{}.pdf}}{}\n", width, panels[i]->name,
                                i % 2 == 0 && i + 1 < end ? "\\hfill" : "");
        const std::string of = pieces > 1 ? fmt::format(" ({} of {})", piece + 1, pieces) : "";
        text += "\\caption{" +
                escape_latex(label + of + ". " + (piece == 0 ? caption + common_notes(panels) : "")) + "}\n";
        if (piece == 0) text += "\\label{fig:" + name + "}\n";
        text += "\\end{figure}\n";
    }
    return text;
}

/// Those with pictures; not their second drawings.
std::vector<const Panel*> drawn_panels(const std::vector<Panel>& panels) {
    std::vector<const Panel*> drawn;
    for (const Panel& panel : panels)
        if (panel.drawn && panel.one_axis_of.empty()) drawn.push_back(&panel);
    return drawn;
}

std::string section_of(const std::string& title) {
    return "\\section*{" + escape_latex(title) + "}\n\\addcontentsline{toc}{subsection}{" +
           escape_latex(title) + "}\n";
}

std::string paragraphs(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts)
        all += escape_latex(text) + "\\par\n";
    return all;
}

/// The address where it has nothing that LaTeX reads otherwise.
std::string link_line(const Experiment& experiment) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:/.?=()+-";
    const std::string address = web_address(experiment);
    if (address.empty() || address.find_first_not_of(kPlain) != std::string::npos) return "";
    return "\\url{" + address + "}\\par\n";
}

/// What the text is about, and whether it holds.
std::string headline_text(const Paper& paper) {
    std::string items;
    for (const auto& [line, claim] : headline_claims(paper))
        items += "\\item \\textbf{" + escape_latex(verdict_text(claim->ours.verdict, claim->on)) + ":} " +
                 escape_latex(line->sentence) + " " + escape_latex(claim->ours.evidence) + "\n";
    return items.empty() ? "" : "\\begin{itemize}\n" + items + "\\end{itemize}\n";
}

std::string states_table(const Paper& paper) {
    LatexTable table;
    table.name = "tab:" + file_slug(paper.experiment.id + "-states");
    table.title = "What holds";
    table.groups = {{"state", {LatexColumn{}}}, {"why", {LatexColumn{}}}};
    for (const StateLine& line : paper.states) {
        if (line.kind == "claim") continue;
        table.rows.push_back(line.label);
        table.groups[0].columns[0].cells.push_back(line.verdict_text);
        table.groups[1].columns[0].cells.push_back(line.why);
    }
    return table.rows.empty() ? "" : latex_table(table);
}

std::string claim_text(const Claim& claim) {
    std::string text = "\\textbf{" + escape_latex(verdict_text(claim.ours.verdict, claim.on)) + ":} " +
                       escape_latex(claim.spec->sentence) + " \\emph{(" + escape_latex(claim.spec->scope) +
                       ")}";
    const auto add = [&](const std::string& head, const std::string& what) {
        if (!what.empty()) text += "\\\\\n" + escape_latex(head + what);
    };
    add("Ours: ", claim.ours.evidence);
    add("At fewer rounds or on stand-ins: ", claim.indication);
    add("Published: ",
        claim.published + (claim.contradicted ? ": the published figures do not bear the sentence out" : ""));
    add("", claim.spec->comment);
    return "\\item " + text + "\n";
}

std::string claims_text(const Paper& paper) {
    if (paper.claims.empty() || !paper.published()) return "";
    std::string text = section_of("Claims") + "\\begin{enumerate}\n";
    for (const Claim& claim : paper.claims)
        text += claim_text(claim);
    return text + "\\end{enumerate}\n";
}

std::string contests_text(const Paper& paper) {
    std::string text;
    for (const auto& contest : paper.contests)
        for (const ContestSection& section : contest->sections) {
            text += section_of(section.label) + escape_latex(section.caption) + "\\par\n";
            text += paragraphs(section.warnings) + paragraphs(section.answer);
            const std::string name = grid_name(paper, *contest, section);
            if (!section.grid.rows.empty()) text += "\\input{tables/" + name + ".tex}\n";
            if (!drawn_panels(section.panels).empty()) text += "\\input{figures/" + name + ".tex}\n";
        }
    return text;
}

using Chapters = std::vector<std::pair<std::string, std::string>>;  ///< ids and texts

void add_tables(const Paper& paper, Chapters& chapters) {
    for (const Table& table : paper.tables) {
        const TableSpec& spec = *table.spec;
        if (is_contest_table(spec) || spec.rows.empty() || spec.columns.empty()) continue;
        if (spec.ours_only && count_cells(table).measured == 0) continue;
        chapters.emplace_back(spec.id, section_of(spec.label) + "\\input{tables/" +
                                           file_slug(paper.experiment.id + "-" + spec.id) + ".tex}\n");
    }
    for (const std::string& label : paper.tables_left_out)
        chapters.emplace_back("",
                              section_of(label) + "In seconds: left out of a report without timings.\\par\n");
}

void add_figures(const Paper& paper, Chapters& chapters) {
    std::string without_runs;
    for (const Figure& figure : paper.figures) {
        const FigureSpec& spec = *figure.spec;
        if (!spec.not_obtainable.empty()) continue;
        if (std::ranges::none_of(figure.panels, &Panel::drawable)) {
            without_runs += (without_runs.empty() ? "" : ", ") + spec.label;
            continue;
        }
        const std::string text =
            drawn_panels(figure.panels).empty()
                ? escape_latex(spec.caption + " Not drawn: its data and script are in figures/.") + "\\par\n"
                : "\\input{figures/" + figure_name(paper, spec) + ".tex}\n";
        chapters.emplace_back(spec.id, section_of(spec.label) + text);
    }
    if (!without_runs.empty())
        chapters.emplace_back(
            "", "\\par\\medskip " + escape_latex("No runs yet: " + without_runs + ".") + "\\par\n");
}

/// Tables and figures in the text's order.
std::string chapters_text(const Paper& paper) {
    Chapters chapters;
    add_tables(paper, chapters);
    add_figures(paper, chapters);
    std::ranges::stable_sort(chapters, {},
                             [&](const auto& chapter) { return paper.experiment.place(chapter.first); });
    std::string text;
    for (const auto& chapter : chapters)
        text += chapter.second;
    return text;
}

std::string part_of(const Paper& paper) {
    const Experiment& experiment = paper.experiment;
    return "\\clearpage\n\\part*{" + escape_latex(experiment.title) + "}\n\\addcontentsline{toc}{part}{" +
           escape_latex(experiment.title) + "}\n" + escape_latex(byline(paper)) + "\\par\n" +
           link_line(experiment) + headline_text(paper) + paragraphs(experiment.notes) + states_table(paper) +
           contests_text(paper) + chapters_text(paper) + claims_text(paper) +
           fmt::format("\\par\\bigskip {}.\\par\n", counted(paper.used.size(), "run"));
}

}  // namespace

std::vector<fs::path> write_latex_parts(const ReportOptions& options, const Paper& paper) {
    std::vector<fs::path> files;
    const auto write = [&](const char* folder, const std::string& name, const std::string& text) {
        files.push_back(options.output / folder / (name + ".tex"));
        write_text(files.back(), text);
    };
    for (const auto& contest : paper.contests)
        for (const ContestSection& section : contest->sections) {
            const std::string name = grid_name(paper, *contest, section);
            if (!section.grid.rows.empty()) write("tables", name, grid_table(section, name));
            if (const auto panels = drawn_panels(section.panels); !panels.empty())
                write("figures", name, panels_figure(panels, section.label, section.caption, name));
        }
    for (const Figure& figure : paper.figures) {
        const std::string name = figure_name(paper, *figure.spec);
        if (const auto panels = drawn_panels(figure.panels); !panels.empty())
            write("figures", name, panels_figure(panels, figure.spec->label, figure.spec->caption, name));
    }
    return files;
}

std::string latex_document(const std::vector<std::unique_ptr<Paper>>& papers) {
    std::string text =
        "% Made by `reboost report --pdf`. To compile: pdflatex report.tex, twice.\n"
        "\\input{preamble.tex}\n\\begin{document}\n\\begin{center}\\Large ReBoost report\\end{center}\n"
        "\\begin{multicols}{2}\\small\\tableofcontents\\end{multicols}\n";
    for (const auto& paper : papers)
        text += part_of(*paper);
    return text + "\\end{document}\n";
}

}  // namespace reboost::report
