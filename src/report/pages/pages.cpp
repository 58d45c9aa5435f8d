#include "report/pages/pages.hpp"

#include "config/label.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/run_pages.hpp"
#include "results/source_state.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace reboost::report {
namespace {

/// What shows a paper best: a figure of its own at its own scale; of a contest curves rather than a forest
/// plot.
const Panel* cover(const Paper& paper) {
    const Panel* best = nullptr;
    int most = 0;
    for (const Panel* panel : panels_of(paper)) {
        const int merit = !panel->drawn ? 0 : 1 + 2 * (panel->kind == "curves" || panel->kind == "measures");
        if (merit > most) std::tie(best, most) = std::pair{panel, merit};
    }
    for (const Figure& figure : paper.figures)
        for (const Panel& panel : figure.panels) {
            const int merit = !panel.drawn ? 0 : 3 + !figure.spec->claims.empty() + 2 * panel.full_scale();
            if (merit > most) std::tie(best, most) = std::pair{&panel, merit};
        }
    return best;
}

Value cover_value(const Paper& paper) {
    Value value = Value::object().set("paper", paper.experiment.id);
    if (const Panel* panel = cover(paper)) value.set("panel", panel->name).set("title", panel->title);
    return value;
}

/// What computed the runs that are not reference results.
Value machines(const std::vector<std::unique_ptr<Paper>>& papers) {
    std::map<std::array<std::string, 4>, std::set<std::string>> runs;  // ids
    for (const auto& paper : papers)
        for (const Run* run : paper->used)
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
        .set("run_label", config::run_label(run->spec))
        .set("id", run->id.substr(0, 12))
        .set("run_href", run_page_name(*run))
        .set("data", data_text(*run))
        .set("program", text_at(run->attributes, "git_revision"))
        .set("reference", run->reference);
}

}  // namespace

Value front_page(const std::vector<std::unique_ptr<Paper>>& papers) {
    return Value::object()
        .set("page_title", "ReBoost report")
        .set("charts", false)
        .set("root", "")
        .set("covers", Value::list_of(papers, [](const auto& paper) { return cover_value(*paper); }))
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
        .set("address",
             experiment.link.starts_with("10.") ? "https://doi.org/" + experiment.link : experiment.link)
        // "IJCAI 2015" says the year.
        .set("year_said", experiment.venue.find(std::to_string(experiment.year)) != std::string::npos)
        .set("modified", modified)
        .set("listed", Value::list_of(paper.listed, run_value));
}

}  // namespace reboost::report
