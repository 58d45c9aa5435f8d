/// What the page of a paper needs beside report.json.
#include "config/label.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/pages.hpp"
#include "report/pages/run_pages.hpp"
#include "results/source_state.hpp"

#include <algorithm>

namespace reboost::report {
namespace {

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
