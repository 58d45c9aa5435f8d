#include "report/pages/pages.hpp"

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

}  // namespace

Value front_page(const std::vector<std::unique_ptr<Paper>>& papers) {
    return Value::object()
        .set("page_title", "ReBoost report")
        .set("charts", false)
        .set("root", "")
        .set("covers", Value::list_of(papers, [](const auto& paper) { return cover_value(*paper); }))
        .set("machines", machines(papers));
}

}  // namespace reboost::report
