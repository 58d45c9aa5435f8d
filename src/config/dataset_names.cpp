#include "config/dataset_names.hpp"

namespace reboost::config {
namespace {

/// Of what stands at "dataset". A plain string is a name of the catalogue.
void add_called(const Node& dataset, Names& names) {
    if (dataset.list() != nullptr)
        for (const Node& one : *dataset.list())
            add_called(one, names);
    const Node* called = dataset.find("name");
    if (called == nullptr) called = dataset.find("path");
    if (called != nullptr) add_strings(*called, names);
}

void add_at(const std::string& path, const Node& value, Names& names);

void add_below(const Node& node, Names& names) {
    if (node.list() != nullptr)
        for (const Node& one : *node.list())
            add_below(one, names);
    if (node.members() != nullptr)
        for (const auto& [key, value] : *node.members())
            add_at(key, value, names);
}

void add_at(const std::string& path, const Node& value, Names& names) {
    if (path == "exclude" || path == "only") return;  // they ask for names, they give none
    if (path == "dataset")
        add_called(value, names);
    else if (path == "dataset.name" || path == "dataset.path")
        add_strings(value, names);
    else
        add_below(value, names);
}

}  // namespace

void add_strings(const Node& node, Names& names) {
    if (node.string() != nullptr) names.insert(*node.string());
    if (node.list() != nullptr)
        for (const Node& one : *node.list())
            add_strings(one, names);
}

std::vector<std::string> names_for_cases(const Node& root, const Settings& settings,
                                         const std::vector<std::string>& catalogue) {
    if (catalogue.empty()) return {};
    Names names(catalogue.begin(), catalogue.end());
    add_below(root, names);
    for (const auto& [path, value] : settings)
        add_at(path, value, names);
    return {names.begin(), names.end()};
}

}  // namespace reboost::config
