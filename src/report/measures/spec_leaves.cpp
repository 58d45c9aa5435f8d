#include "report/measures/spec_leaves.hpp"

#include "config/label.hpp"

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

std::string dataset_name(const Value& spec) {
    const std::string name = text_at(spec, "dataset.name");
    return name.empty() ? text_at(spec, "dataset.path") : name;
}

}  // namespace reboost::report
