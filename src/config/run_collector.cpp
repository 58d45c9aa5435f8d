#include "config/run_collector.hpp"

#include "config/label.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

namespace reboost::config {
namespace {

std::string without_seed(const std::string& label) {
    return label.substr(0, label.rfind(" seed "));
}

/// Without its seed: the runs of several seeds are one column.
std::string dataset_key(const Value& canonical) {
    return to_json(without(canonical.at("dataset"), {"seed"}), -1, true);
}

bool has_name_below(const RunSpec& spec, const std::string& part) {
    return std::ranges::any_of(spec.names, [&](const auto& name) { return name.first.starts_with(part); });
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
        std::vector<std::string> named;
        for (const Collapse* one : all) {
            dropped += one->runs;
            if (named.size() < kNamed) named.push_back(fmt::format("{} of {}", one->runs, one->what));
        }
        text += fmt::format(
            "{}{} dropped, {}: {}{}", text.empty() ? "" : "\n", counted(dropped, "run"),
            field.empty() ? "listed by the grid more than once" : "nothing random depends on " + field,
            fmt::join(named, ", "),
            all.size() > kNamed ? " and " + counted(all.size() - kNamed, "more setting") : "");
    }
    return text;
}

void NameBook::note(const std::string& key, const Bearer& bearer, const Node& at, const std::string& message,
                    ErrorList& errors) {
    const auto [first, is_new] = bearers_.try_emplace(key, bearer);
    if (is_new || first->second.part == bearer.part) return;
    if (first->second.given || bearer.given) errors.add(at.error(message).what());
}

void NameBook::note(const Node& point, const RunSpec& spec, const Value& complete, const Value& canonical,
                    ErrorList& errors) {
    const std::string dataset = dataset_key(canonical);
    for (const char* part : {"learner", "selector", "booster"}) {
        const std::string label = part_label(complete.at(part));
        const Node* at = point.find(part);
        const Node* as = at != nullptr ? at->find("as") : nullptr;
        note(std::string(part) + '\n' + label + '\n' + dataset,
             {to_json(canonical.at(part), -1, true), has_name_below(spec, part)},
             as != nullptr ? *as : (at != nullptr ? *at : point),
             "two different " + std::string(part) + "s are called '" + label + "'", errors);
    }
    if (spec.dataset.path.empty() || spec.dataset.name.empty()) return;
    note("dataset\n" + spec.dataset.name, {dataset, true}, *point.find("dataset"),
         "two different data sets are called '" + spec.dataset.name + "'", errors);
}

}  // namespace reboost::config
