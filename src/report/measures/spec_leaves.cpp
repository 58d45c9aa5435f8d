#include "report/measures/spec_leaves.hpp"

#include "config/label.hpp"
#include "core/error.hpp"

#include <algorithm>

namespace reboost::report {

Leaves spec_leaves(const Value& spec) {
    Leaves leaves;
    for_each_leaf(without(spec, {"dataset", "seed", "timing"}),
                  [&](const std::string& path, const Value& value) { leaves[path] = value; });
    return leaves;
}

std::set<std::string> differing_paths(const std::vector<const Leaves*>& all) {
    std::set<std::string> paths;
    for (const Leaves* one : all)
        for (const auto* both : {one, all.front()})
            for (const auto& [path, value] : *both) {
                const Leaves& other = both == one ? *all.front() : *one;
                const auto found = other.find(path);
                if (found == other.end() || !same_value(found->second, value)) paths.insert(path);
            }
    return paths;
}

Value values_at(const Leaves& leaves, const std::set<std::string>& paths) {
    Value values = Value::object();
    for (const std::string& path : paths)
        if (const auto found = leaves.find(path); found != leaves.end()) values.set(path, found->second);
    return values;
}

Value without_shown_names(const Value& spec) {
    Value nameless = config::without_names(spec);
    return text_at(spec, "dataset.path").empty() ? nameless : without(std::move(nameless), {"dataset.name"});
}

std::optional<std::string> part_label(const Value& spec, std::string_view part) {
    const Value* found = spec.find(part);
    if (found == nullptr) return std::nullopt;
    try {
        return part == "dataset" ? config::dataset_label(*found) : config::part_label(*found);
    } catch (const Error&) {
        return std::nullopt;
    }
}

bool split_by_one_rule(const std::vector<const Value*>& specs) {
    return std::ranges::all_of(specs, [&](const Value* spec) {
        return text_at(*spec, "dataset.split") == text_at(*specs.front(), "dataset.split");
    });
}

std::string dataset_name(const Value& spec, bool one_rule) {
    Value dataset = spec.at("dataset");
    dataset.set("seed", 1);
    if (one_rule && dataset.find("split") != nullptr) dataset.set("split", "published");
    return config::dataset_label(dataset);
}

std::vector<std::string> dataset_names(const std::vector<const Value*>& specs) {
    const auto plain = [](const Value& spec) {
        const std::string name = text_at(spec, "dataset.name");
        return name.empty() ? text_at(spec, "dataset.path") : name;
    };
    const bool one_rule = split_by_one_rule(specs);
    std::map<std::string, std::set<std::string>> of_name;
    for (const Value* spec : specs)
        of_name[plain(*spec)].insert(dataset_name(*spec, one_rule));
    std::vector<std::string> names;
    for (const Value* spec : specs) {
        const std::string name = plain(*spec);
        names.push_back(of_name.at(name).size() == 1 ? name : dataset_name(*spec, one_rule));
    }
    return names;
}

}  // namespace reboost::report
