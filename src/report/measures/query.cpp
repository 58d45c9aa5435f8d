#include "report/measures/query.hpp"

#include "config/label.hpp"
#include "core/error.hpp"
#include "core/mapped.hpp"
#include "core/names.hpp"

#include <algorithm>

namespace reboost::report {

std::string text_option(const Value& options, std::string_view key, std::string_view otherwise) {
    const Value* found = options.find(key);
    return found == nullptr ? std::string(otherwise) : found->as_string();
}

double number_option(const Value& options, std::string_view key, double otherwise) {
    const Value* found = options.find(key);
    return found == nullptr ? otherwise : found->as_number();
}

bool flag_option(const Value& options, std::string_view key) {
    const Value* found = options.find(key);
    return found != nullptr && found->as_bool();
}

Value merge(Value base, const Value& over) {
    if (over.is_null()) return base;
    for (const auto& [key, value] : over.as_object())
        base.set(key, value);
    return base;
}

Value replace_parts(const Value& base, const Value& over) {
    const auto part = [](const auto& member) { return member.first.substr(0, member.first.find('.')); };
    Value result = Value::object();
    const Value members = merge(Value::object(), base);
    for (const auto& member : members.as_object())
        if (std::ranges::find(over.as_object(), part(member), part) == over.as_object().end())
            result.set(member.first, member.second);
    return merge(std::move(result), over);
}

Value substitute(const Value& value, const Value& let) {
    if (value.is_string() && value.as_string().starts_with('$')) {
        const std::string name = value.as_string().substr(1);
        if (name.starts_with('$')) return name;
        if (const Value* found = let.find(name)) return *found;
        const Value::Object none, &known = let.is_object() ? let.as_object() : none;
        throw UsageError(
            unknown_name_message("variable", name, mapped(known, &Value::Object::value_type::first)));
    }
    if (value.is_list())
        return Value::list_of(value.as_list(),
                              [&](const Value& element) { return substitute(element, let); });
    if (value.is_object()) {
        Value result = Value::object();
        for (const auto& [key, member] : value.as_object())
            result.set(key, substitute(member, let));
        return result;
    }
    return value;
}

Leaves spec_leaves(const Value& spec) {
    Leaves leaves;
    for_each_leaf(without(spec, {"dataset", "seed", "timing"}),
                  [&](const std::string& path, const Value& value) { leaves[path] = value; });
    return leaves;
}

void add_differing_paths(const Leaves& a, const Leaves& b, std::set<std::string>& paths) {
    for (const auto& [one, other] : {std::pair{&a, &b}, {&b, &a}})
        for (const auto& [path, value] : *one) {
            const auto found = other->find(path);
            if (found == other->end() || !same_value(found->second, value)) paths.insert(path);
        }
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
    return mapped(specs, [&](const Value* spec) {
        const std::string name = plain(*spec);
        return of_name.at(name).size() == 1 ? name : dataset_name(*spec, one_rule);
    });
}

}  // namespace reboost::report
