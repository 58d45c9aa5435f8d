#include "config/collapse.hpp"

#include "config/label.hpp"
#include "config/spec_value.hpp"

#include <algorithm>
#include <variant>

namespace reboost::config {
namespace {

std::string label_without_seed(const Value& complete) {
    const std::string label = run_label(complete);
    return label.substr(0, label.rfind(" seed "));
}

}  // namespace

bool uses_seed(const RunSpec& spec) {
    const bool selector_draws = std::visit([](const auto& o) { return o.draws(); }, spec.selector);
    const bool booster_draws = std::visit([](const auto& o) { return o.kDraws; }, spec.booster);
    return selector_draws || booster_draws || spec.evaluation.validation_fraction > 0;
}

void RunCollector::add(RunSpec spec) {
    const Seeds asked{spec.seed, spec.dataset.seed};
    if (!uses_seed(spec)) spec.seed = RunSpec{}.seed;
    if (rules_.dataset_uses_seed && !rules_.dataset_uses_seed(spec.dataset) &&
        !std::visit([](const auto& o) { return o.draws_by_dataset_seed(); }, spec.booster))
        spec.dataset.seed = data::DatasetSpec{}.seed;
    PlannedRun run{spec, complete_value(spec), canonical_value(spec)};
    std::vector<Seeds>& seeds = seen_[to_json(run.canonical, -1, true)];
    if (seeds.empty()) {
        seeds.push_back(asked);
        runs_.push_back(std::move(run));
        return;
    }
    const char* field = "";
    if (std::find(seeds.begin(), seeds.end(), asked) == seeds.end()) {
        field = seeds.front().seed != asked.seed ? "seed" : "dataset.seed";
        seeds.push_back(asked);
    }
    ++dropped_[{field, *field == '\0' ? run_label(run.complete) : label_without_seed(run.complete)}];
}

void RunCollector::finish(SweepConfig& config) {
    config.runs = std::move(runs_);
    for (const auto& [key, count] : dropped_)
        config.collapsed.push_back({key.first, key.second, count});
}

std::string SweepConfig::collapse_report() const {
    std::string text;
    for (const Collapse& one : collapsed) {
        if (!text.empty()) text += '\n';
        text +=
            one.what + ": " + std::to_string(one.runs) + (one.runs == 1 ? " run" : " runs") + " dropped, ";
        if (one.field.empty())
            text += "the grid lists it more than once";
        else
            text += "nothing random depends on " + one.field;
    }
    return text;
}

}  // namespace reboost::config
