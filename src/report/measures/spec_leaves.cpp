#include "report/measures/spec_leaves.hpp"

#include "report/measures/query.hpp"

namespace reboost::report {
namespace {

void flatten(const Value& value, const std::string& path, Leaves& leaves) {
    if (path == "dataset" || path == "seed" || path == "timing") return;
    if (!value.is_object()) {
        leaves[path] = value;
        return;
    }
    for (const auto& [key, member] : value.as_object())
        flatten(member, path.empty() ? key : path + "." + key, leaves);
}

}  // namespace

Leaves spec_leaves(const Value& spec) {
    Leaves leaves;
    flatten(spec, "", leaves);
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

std::string dataset_name(const Value& spec) {
    for (const char* path : {"dataset.name", "dataset.path"})
        if (const Value* text = find_path(spec, path);
            text != nullptr && text->is_string() && !text->as_string().empty())
            return text->as_string();
    return "";
}

}  // namespace reboost::report
