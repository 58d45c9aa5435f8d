#include "config/collapse.hpp"

#include "config/label.hpp"
#include "config/spec_value.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

namespace reboost::config {
namespace {

std::string label_without_seed(const Value& complete) {
    const std::string label = run_label(complete);
    return label.substr(0, label.rfind(" seed "));
}

/// Prices and trials of budgeted boosters are drawn by dataset.seed, whatever the data set.
bool booster_uses_dataset_seed(const RunSpec& spec) {
    return std::visit(
        [](const auto& booster) {
            if constexpr (requires { booster.trials; })
                return booster.trials.count > 0 || booster.prices.rule == boosting::PriceRule::random ||
                       booster.prices.rule == boosting::PriceRule::correlated;
            else
                return false;
        },
        spec.booster);
}

}  // namespace

bool uses_seed(const RunSpec& spec) {
    const Value value = complete_value(spec);
    const bool selector_draws = std::visit([](const auto& o) { return o.draws(); }, spec.selector);
    // These are known to draw nothing by `seed`; a booster added later counts as random until listed here.
    constexpr std::array<std::string_view, 7> kDrawNothing{
        "adaboost_mh",        "adaboost_bt", "adaboost_bt_greedy", "adaboost_bt_smoothed",
        "adaboost_bt_hybrid", "speedboost",  "decision_tree"};
    const bool booster_draws = std::find(kDrawNothing.begin(), kDrawNothing.end(),
                                         value.at("booster").at("name").as_string()) == kDrawNothing.end();
    return selector_draws || booster_draws || spec.evaluation.validation_fraction > 0;
}

void RunCollector::add(RunSpec spec) {
    const Seeds asked{spec.seed, spec.dataset.seed};
    if (!uses_seed(spec)) spec.seed = RunSpec{}.seed;
    if (rules_.dataset_uses_seed && !rules_.dataset_uses_seed(spec.dataset) &&
        !booster_uses_dataset_seed(spec))
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
