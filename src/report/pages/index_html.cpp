#include "config/label.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/pages.hpp"
#include "report/paper/grid.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace reboost::report {
namespace {

constexpr std::string_view kStyle = R"(
:root{color-scheme:light}
body{font:15px/1.5 system-ui,"DejaVu Sans",sans-serif;max-width:76rem;margin:0 auto;padding:1rem 1.5rem 4rem;color:#1a1a1a;background:#fff}
h1{font-size:1.7rem;margin:.4em 0}h2{font-size:1.35rem;margin:2.2em 0 .3em;border-bottom:2px solid #333}h3{font-size:1.1rem;margin:1.6em 0 .4em}
nav a{margin-right:1.2em}a{color:#0b4f8a}
table{border-collapse:collapse;margin:1em 0;font-size:.88rem;font-variant-numeric:tabular-nums}
caption{text-align:left;padding-bottom:.4em;max-width:60rem}
thead{border-top:2px solid #333;border-bottom:1px solid #333}tbody{border-bottom:2px solid #333}
th,td{padding:.25em .7em;text-align:left;vertical-align:top}tbody th{font-weight:500;white-space:nowrap}
tr.block th{border-top:1px solid #999;font-style:italic;padding-top:.5em}
td{border-left:1px solid #eee}td.none{color:#999}td.part b{font-weight:500}
.pub{color:#555}.diff{color:#555;font-style:italic}.mark{font-size:.78rem;background:#f3ead2;padding:0 .3em}
.legend{font-size:.82rem;color:#555;max-width:60rem;margin-top:-.4em}
.v{display:inline-block;padding:0 .45em;border-radius:.2em;white-space:nowrap;border:1px solid #bbb}
.v0{background:#dcefdc;border-color:#3c763d}.v1{background:#f6d9d5;border-color:#a94442;font-weight:600}.v2{background:#f2f2f2}.v3{background:#e4e4ef}
.panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(26rem,1fr));gap:1rem}
figure{margin:0}figure img{width:100%;height:auto}figcaption{font-size:.8rem;color:#555}
details{margin:.8em 0}summary{cursor:pointer}code{font-size:.85em}
)";

std::string badge(Verdict verdict) {
    return fmt::format("<span class=\"v v{}\">{}</span>", static_cast<int>(verdict), verdict_name(verdict));
}

std::string states_table(const Paper& paper) {
    std::string html = "<table><thead><tr><th></th><th>state</th><th>why</th></tr></thead><tbody>\n";
    for (const StateLine& line : paper.states)
        if (line.kind != "claim")
            html += "<tr><th>" + escape_html(line.label) + "</th><td>" + badge(line.verdict) + "</td><td>" +
                    escape_html(line.why) + "</td></tr>\n";
    return html + "</tbody></table>\n";
}

/// "Claims: 3 reproduced, 1 not reproduced, …", with a link to them.
std::string claims_summary(const Paper& paper) {
    std::string text;
    for (const Verdict verdict :
         {Verdict::reproduced, Verdict::not_reproduced, Verdict::not_enough_data, Verdict::not_obtainable}) {
        const auto count = std::count_if(paper.claims.begin(), paper.claims.end(),
                                         [verdict](const Claim& c) { return c.ours.verdict == verdict; });
        if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, verdict_name(verdict));
    }
    return "<p><a href=\"#" + escape_html(paper.experiment.id) + "-claims\">Claims</a>: " + text + ".</p>\n";
}

std::string claims_table(const Paper& paper) {
    std::string html =
        "<table><thead><tr><th>the paper says</th><th>verdict</th><th>our figures</th><th>the published "
        "figures</th>"
        "</tr></thead><tbody>\n";
    for (const Claim& claim : paper.claims) {
        html += "<tr><td>" + escape_html(claim.spec->sentence) + "<br><span class=\"pub\">" +
                escape_html(claim.spec->scope) + "</span></td><td>" + badge(claim.ours.verdict) +
                "</td><td>" + escape_html(claim.ours.evidence);
        if (!claim.indication.empty())
            html +=
                "<br><span class=\"mark\">fewer rounds or stand-ins</span> " + escape_html(claim.indication);
        html += "</td><td>" + escape_html(claim.published);
        if (claim.contradicted) html += "<br><b>The published figures do not bear the sentence out.</b>";
        if (!claim.spec->comment.empty()) html += "<br>" + escape_html(claim.spec->comment);
        html += "</td></tr>\n";
    }
    return html + "</tbody></table>\n";
}

std::string panel_html(const Panel& panel, bool drawn) {
    const std::string base = "figures/" + panel.name;
    std::string html = "<figure>";
    if (drawn)
        html += "<img loading=\"lazy\" src=\"" + base + ".svg\" alt=\"" + escape_html(panel.title) + "\">";
    html += "<figcaption>" + escape_html(panel.title);
    if (drawn) html += " · <a href=\"" + base + ".pdf\">PDF</a> <a href=\"" + base + ".png\">PNG</a>";
    html += " <a href=\"" + base + ".dat\">data</a> <a href=\"" + base + ".gp\">script</a>";
    if (!panel.absent.empty()) {
        html += "<br>no runs yet:";
        for (const std::string& label : panel.absent)
            html += " " + escape_html(label);
    }
    return html + "</figcaption></figure>\n";
}

std::string figure_html(const Figure& figure, bool drawn) {
    const FigureSpec& spec = *figure.spec;
    std::string html = "<h3>" + escape_html(spec.label) + "</h3>\n<p>" + escape_html(spec.caption) + "</p>\n";
    if (!spec.not_obtainable.empty())
        return html + "<p>Not obtainable: " + escape_html(spec.not_obtainable) + ".</p>\n";
    html += "<div class=\"panels\">\n";
    std::string missing;
    for (const Panel& panel : figure.panels) {
        if (panel.drawable())
            html += panel_html(panel, drawn);
        else if (!panel.left_out)
            missing +=
                (missing.empty() ? "" : "; ") + escape_html(panel.title.empty() ? spec.label : panel.title);
    }
    html += "</div>\n";
    const bool timed =
        std::any_of(figure.panels.begin(), figure.panels.end(), [](const Panel& p) { return p.left_out; });
    if (timed)
        html += "<p class=\"legend\">Panels over seconds are left out of a report without timings.</p>\n";
    if (!missing.empty()) html += "<p class=\"legend\">No runs yet for: " + missing + ".</p>\n";
    return html;
}

std::string runs_html(const Paper& paper) {
    std::string html = fmt::format(
        "<details><summary>The {} runs used</summary>\n<table><thead><tr><th>run</th>"
        "<th>file</th><th>data</th><th>program</th></tr></thead><tbody>\n",
        paper.used.size());
    const auto text = [](const Run& run, std::string_view name) {
        const Value* found = run.attributes.find(name);
        return found != nullptr && found->is_string() ? found->as_string() : std::string();
    };
    for (const Run* run : paper.used) {
        std::string data = text(*run, "dataset_source");
        if (run->stand_in()) data += ", stand-in";
        if (const std::string note = text(*run, "dataset_note"); !note.empty()) data += ", " + note;
        html += "<tr><td>" + escape_html(config::run_label(run->spec)) + "</td><td><code>" +
                escape_html(run->id.substr(0, 12)) + "</code></td><td>" + escape_html(data) +
                "</td><td><code>" + escape_html(text(*run, "git_revision")) + "</code>" +
                (run->reference ? " (reference)" : "") + "</td></tr>\n";
    }
    return html + "</tbody></table></details>\n";
}

std::string paper_html(const Paper& paper, bool drawn) {
    const Experiment& e = paper.experiment;
    const bool published = paper.published();
    std::string html = "<h2 id=\"" + escape_html(e.id) + "\">" + escape_html(e.title) + "</h2>\n";
    if (published)
        html += "<p>" + escape_html(e.authors) + ", <i>" + escape_html(e.venue) + "</i>, " +
                std::to_string(e.year) + ".</p>\n";
    for (const std::string& note : e.notes)
        html += "<p>" + escape_html(note) + "</p>\n";
    if (published) html += "<h3>Tables and figures</h3>\n" + states_table(paper) + claims_summary(paper);
    for (const Table& table : paper.tables) {
        const TableCount count = count_cells(table);
        if (table.spec->ours_only && count.measured == 0) continue;
        const std::string base = "tables/" + file_slug(e.id + "-" + table.spec->id);
        html += table_as_html(table) + "<p class=\"legend\"><a href=\"" + base +
                ".txt\">text</a> <a href=\"" + base + ".md\">Markdown</a> <a href=\"" + base +
                ".csv\">CSV</a> <a href=\"" + base + ".tex\">LaTeX</a></p>\n";
    }
    for (const std::string& label : paper.tables_left_out)
        html += "<p class=\"legend\">" + escape_html(label) +
                " is in seconds: left out of a report without timings.</p>\n";
    for (const Figure& figure : paper.figures)
        html += figure_html(figure, drawn);
    if (published) html += "<h3 id=\"" + escape_html(e.id) + "-claims\">Claims</h3>\n" + claims_table(paper);
    return html + runs_html(paper);
}

}  // namespace

std::string index_html(const PageInput& input) {
    std::string html =
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width,initial-scale=1\">\n<title>ReBoost report</title>\n<style>" +
        std::string(kStyle) +
        "</style>\n</head>\n<body>\n<h1>ReBoost: our runs beside the published figures</h1>\n<nav>";
    for (const auto& paper : input.papers)
        html += "<a href=\"#" + escape_html(paper->experiment.id) + "\">" +
                escape_html(paper->experiment.id) + "</a>";
    html += fmt::format(
        "</nav>\n<p>{} finished runs found, {} used below. In each cell: <b>ours</b>, then "
        "<span class=\"pub\">published</span> and the <span class=\"diff\">difference</span>; "
        "<span class=\"mark\">marked</span> where a run has fewer rounds than the paper's or stand-in "
        "data. Such cells decide no verdict.</p>\n",
        input.result.runs_found, input.result.runs_used);
    if (input.result.reference_used > 0)
        html += fmt::format(
            "<p><b>{} of the runs used are reference results</b>: computed elsewhere and kept with the "
            "sources, their curves thinned.</p>\n",
            input.result.reference_used);
    for (const std::string& warning : input.result.warnings)
        html += "<p><b>" + escape_html(warning) + "</b></p>\n";
    const bool drawn = input.result.warnings.empty();
    for (const auto& paper : input.papers)
        html += paper_html(*paper, drawn);
    return html + "</body>\n</html>\n";
}

}  // namespace reboost::report
