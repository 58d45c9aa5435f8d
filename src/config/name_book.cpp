#include "config/name_book.hpp"

#include "config/label.hpp"

#include <algorithm>

namespace reboost::config {
namespace {

/// Without its seed: the runs of several seeds are one column.
std::string dataset_key(const Value& canonical) {
    return to_json(without(canonical.at("dataset"), {"seed"}), -1, true);
}

bool has_name_below(const RunSpec& spec, const std::string& part) {
    return std::ranges::any_of(spec.names, [&](const auto& name) { return name.first.starts_with(part); });
}

}  // namespace

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
