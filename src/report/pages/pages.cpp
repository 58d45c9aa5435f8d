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

/// The drawn panels that show a paper best, each of another figure where there are as many: its own at its
/// own scale before those of contests, work before seconds.
std::vector<const Panel*> telling_panels(const Paper& paper, std::size_t most) {
    struct Candidate {
        int merit;
        const void* figure;
        const Panel* panel;
    };
    std::vector<Candidate> all;
    const auto add = [&](const Panel& panel, const void* figure, int merit) {
        if (panel.drawn && panel.one_axis_of.empty())
            all.push_back({merit - panel.x_label.starts_with("training time"), figure, &panel});
    };
    for (const FilledContest& contest : paper.contests)
        for (const Figure& figure : contest.figures)
            for (const Panel& panel : figure.panels)
                add(panel, &figure, 1 + 4 * panel.has_lines());
    for (const Figure& figure : paper.figures)
        for (const Panel& panel : figure.panels)
            add(panel, &figure, 6 + 2 * !figure.spec->claims.empty() + 4 * panel.full_scale());
    std::ranges::stable_sort(all, std::ranges::greater{}, &Candidate::merit);
    std::vector<const Panel*> shown;
    std::set<const void*> figures;
    for (const bool again : {false, true})
        for (const Candidate& one : all)
            if (shown.size() < most && std::ranges::count(shown, one.panel) == 0 &&
                (again || figures.insert(one.figure).second))
                shown.push_back(one.panel);
    return shown;
}

Value cover_value(const Paper& paper) {
    Value value = Value::object().set("paper", paper.experiment.id);
    for (const Panel* panel : telling_panels(paper, 1))
        value.set("panel", panel->name).set("title", panel->title);
    return value;
}

/// What computed the runs that are not reference results.
Value machines(const Papers& papers) {
    std::map<std::array<std::string, 4>, std::set<std::string>> runs;  // ids
    for (const Paper& paper : papers)
        for (const Run* run : paper.used)
            if (!run->reference)
                runs[{text_at(run->attributes, "cpu"), text_at(run->attributes, "compiler"),
                      text_at(run->attributes, "flags"), text_at(run->attributes, "git_revision")}]
                    .insert(run->id);
    return Value::list_of(runs, [](const auto& machine) {
        const auto& [cpu, compiler, flags, revision] = machine.first;
        return Value::object()
            .set("cpu", cpu)
            .set("compiler", compiler)
            .set("flags", flags)
            .set("revision", revision)
            .set("count", static_cast<std::uint64_t>(machine.second.size()));
    });
}

/// Where a run's data came from, a stand-in named as such.
std::string data_text(const Run& run) {
    std::string text = text_at(run.attributes, "dataset_source");
    if (run.stand_in()) text += ", stand-in";
    const std::string note = text_at(run.attributes, "dataset_note");
    return note.empty() ? text : text + ", " + note;
}

Value run_value(const Run* run) {
    return Value::object()
        .set("run_label", config::run_label(run->spec()))
        .set("id", run->id.substr(0, 12))
        .set("run_href", run_page_name(*run))
        .set("data", data_text(*run))
        .set("program", text_at(run->attributes, "git_revision"))
        .set("reference", run->reference);
}

}  // namespace

Value front_page(const Papers& papers, bool charts) {
    return Value::object()
        .set("page_title", "ReBoost report")
        .set("charts",
             charts && !std::ranges::all_of(papers, [](const Paper& paper) { return paper.published(); }))
        .set("root", "")
        .set("covers", Value::list_of(papers, [](const Paper& paper) { return cover_value(paper); }))
        .set("machines", machines(papers));
}

std::string page_name(const Paper& paper) {
    return file_slug(paper.experiment.id) + ".html";
}

Value paper_page(const Paper& paper, bool charts) {
    const Experiment& experiment = paper.experiment;
    const auto modified = std::ranges::count_if(
        paper.used, [](const Run* run) { return !results::why_not_counted(run->attributes, {}).empty(); });
    return Value::object()
        .set("page_title", experiment.title + " · ReBoost report")
        .set("charts", charts)
        .set("root", "")
        .set("telling", Value::list_of(telling_panels(paper, 2),
                                       [](const Panel* panel) {
                                           return Value::object().set("panel", panel->name).set("twin", true);
                                       }))
        .set("address",
             experiment.link.starts_with("10.") ? "https://doi.org/" + experiment.link : experiment.link)
        // "IJCAI 2015" says the year.
        .set("year_said", experiment.venue.find(std::to_string(experiment.year)) != std::string::npos)
        .set("modified", modified)
        .set("listed", Value::list_of(paper.listed, run_value));
}

}  // namespace reboost::report
