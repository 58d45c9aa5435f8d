#include "config/collapse.hpp"

#include "config/label.hpp"
#include "config/spec_value.hpp"

#include <algorithm>
#include <variant>

namespace reboost::config {
namespace {

std::string without_seed(const std::string& label) {
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
    std::vector<Seeds>& seeds = seen_[to_json(canonical_value(spec), -1, true)];
    if (seeds.empty()) {
        seeds.push_back(asked);
        runs_.push_back({std::move(spec)});
        return;
    }
    const char* field = "";
    if (std::find(seeds.begin(), seeds.end(), asked) == seeds.end()) {
        field = seeds.front().seed != asked.seed ? "seed" : "dataset.seed";
        seeds.push_back(asked);
    }
    const std::string label = run_label(spec);
    ++dropped_[{field, *field == '\0' ? label : without_seed(label)}];
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
