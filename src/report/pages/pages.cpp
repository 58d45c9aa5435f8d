#include "report/pages/pages.hpp"

#include "config/label.hpp"
#include "report/measures/escape.hpp"
#include "results/source_state.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace reboost::report {
namespace {

/// Returns the drawn panels that show a paper best, of different figures if possible. Panels of the paper,
/// first those at its scale, precede panels of contests; work precedes seconds.
std::vector<const Panel*> telling_panels(const Paper& paper, std::size_t most) {
    struct Candidate {
        int merit;
        const Figure* figure;
        const Panel* panel;
    };
    std::vector<Candidate> all;
    const auto add = [&](const std::vector<Figure>& figures, auto merit) {
        for (const Figure& figure : figures)
            for (const Panel& panel : figure.panels)
                if (panel.drawn)
                    all.push_back(
                        {merit(figure, panel) - panel.x_label.starts_with("training time"), &figure, &panel});
    };
    for (const FilledContest& contest : paper.contests)
        add(contest.figures, [](auto&, const Panel& panel) { return 1 + 4 * panel.has_lines(); });
    add(paper.figures, [](const Figure& figure, const Panel& panel) {
        return 6 + 2 * !figure.spec->claims.empty() + 4 * panel.full_scale();
    });
    std::ranges::stable_sort(all, std::ranges::greater{}, &Candidate::merit);
    std::vector<const Panel*> shown;
    std::set<const Figure*> figures;
    for (const bool again : {false, true})
        for (const Candidate& one : all)
            if (shown.size() < most && std::ranges::count(shown, one.panel) == 0 &&
                (again || figures.insert(one.figure).second))
                shown.push_back(one.panel);
    return shown;
}

Value cover_value(const Paper& paper) {
    Value value = object_of(key("paper", paper.experiment.id));
    for (const Panel* panel : telling_panels(paper, 1))
        add_members(value, key("panel", panel->name), key("title", panel->title));
    return value;
}

/// Returns the machines that computed the own runs.
Value machines(const Papers& papers) {
    std::map<std::array<std::string, 4>, std::set<std::string>> runs;  // ids of runs
    for (const Paper& paper : papers)
        for (const Run* run : paper.used)
            if (!run->reference)
                runs[{text_at(run->attributes, "cpu"), text_at(run->attributes, "compiler"),
                      text_at(run->attributes, "flags"), text_at(run->attributes, "git_revision")}]
                    .insert(run->id);
    return Value::list_of(runs, [](const auto& machine) {
        const auto& [cpu, compiler, flags, revision] = machine.first;
        return object_of(key("cpu", cpu), key("compiler", compiler), key("flags", flags),
                         key("revision", revision), key("count", machine.second.size()));
    });
}

/// Returns the source of a run's data; names stand-ins as such.
std::string data_text(const Run& run) {
    std::string text = text_at(run.attributes, "dataset_source");
    if (run.stand_in()) text += ", stand-in";
    const std::string note = text_at(run.attributes, "dataset_note");
    return note.empty() ? text : text + ", " + note;
}

Value run_value(const Run* run) {
    return object_of(key("run_label", config::run_label(run->spec())),
                     key("id", run->id.substr(0, kIdDigits)), key("run_href", run_page_name(*run)),
                     key("data", data_text(*run)), key("program", text_at(run->attributes, "git_revision")),
                     key("reference", run->reference));
}

}  // namespace

bool has_charts(const ReportOptions& options) {
    return std::filesystem::exists(options.chart_library) && std::filesystem::exists(options.chart_licence);
}

Value front_page(const Papers& papers, const ReportOptions& options) {
    const bool charts = has_charts(options) && !std::ranges::all_of(papers, &Paper::published);
    return object_of(key("charts", charts), list_key("covers", papers, cover_value),
                     key("machines", machines(papers)));
}

std::string page_name(const Paper& paper) {
    return file_slug(paper.experiment.id) + ".html";
}

Value paper_page(const Paper& paper, const ReportOptions& options) {
    const Experiment& experiment = paper.experiment;
    const auto modified = std::ranges::count_if(
        paper.used, [](const Run* run) { return !results::why_not_counted(run->attributes, {}).empty(); });
    const auto telling = [](const Panel* panel) {
        return object_of(key("panel", panel->name), key("twin", true));
    };
    const std::string doi = experiment.link.starts_with("10.") ? "https://doi.org/" : "";
    // The venue may state the year already: "IJCAI 2015".
    const bool year_said = experiment.venue.find(std::to_string(experiment.year)) != std::string::npos;
    return object_of(key("charts", has_charts(options)),
                     list_key("telling", telling_panels(paper, 2), telling),
                     key("address", doi + experiment.link), key("year_said", year_said),
                     key("modified", modified), list_key("listed", paper.listed, run_value));
}

}  // namespace reboost::report
