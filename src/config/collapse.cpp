#include "config/collapse.hpp"

#include "config/label.hpp"
#include "config/spec_value.hpp"
#include "core/text.hpp"

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

void RunCollector::add(RunSpec spec, std::shared_ptr<const Origin> dataset) {
    const Seeds asked{spec.seed, spec.dataset.seed};
    if (!uses_seed(spec)) spec.seed = RunSpec{}.seed;
    if (rules_.dataset_uses_seed && !rules_.dataset_uses_seed(spec.dataset) &&
        !std::visit([](const auto& o) { return o.draws_by_dataset_seed(); }, spec.booster))
        spec.dataset.seed = data::DatasetSpec{}.seed;
    std::vector<Seeds>& seeds = seen_[to_json(canonical_value(spec), -1, true)];
    if (seeds.empty()) {
        seeds.push_back(asked);
        runs_.push_back({std::move(spec), std::move(dataset)});
        return;
    }
    const char* field = "";
    if (std::ranges::find(seeds, asked) == seeds.end()) {
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
    constexpr std::size_t kNamed = 3;
    std::map<std::string, std::vector<const Collapse*>> by_field;
    for (const Collapse& one : collapsed)
        by_field[one.field].push_back(&one);
    std::string text;
    for (const auto& [field, all] : by_field) {
        std::size_t dropped = 0;
        std::string named;
        for (std::size_t i = 0; i < all.size(); ++i) {
            dropped += all[i]->runs;
            if (i < kNamed)
                named += (i == 0 ? "" : ", ") + std::to_string(all[i]->runs) + " of " + all[i]->what;
        }
        if (all.size() > kNamed) named += " and " + counted(all.size() - kNamed, "more setting");
        text += (text.empty() ? "" : "\n") + std::to_string(dropped) + (dropped == 1 ? " run" : " runs") +
                " dropped, " +
                (field.empty() ? "listed by the grid more than once" : "nothing random depends on " + field) +
                ": " + named;
    }
    return text;
}

}  // namespace reboost::config
