#include "report/measures/query.hpp"

#include "core/error.hpp"
#include "core/names.hpp"

#include <algorithm>

namespace reboost::report {
namespace {

std::string_view first_segment(std::string_view path) {
    return path.substr(0, path.find('.'));
}

}  // namespace

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
    Value result = Value::object();
    if (!base.is_null()) {
        for (const auto& [key, value] : base.as_object()) {
            const auto same_part = [&key = key](const auto& member) {
                return first_segment(member.first) == first_segment(key);
            };
            const Value::Object& members = over.as_object();
            if (std::ranges::none_of(members, same_part)) result.set(key, value);
        }
    }
    return merge(std::move(result), over);
}

Value substitute(const Value& value, const Value& let) {
    if (value.is_string() && value.as_string().starts_with('$')) {
        const std::string name = value.as_string().substr(1);
        if (name.starts_with('$')) return name;
        if (const Value* found = let.find(name)) return *found;
        std::vector<std::string> known;
        if (let.is_object())
            for (const auto& member : let.as_object())
                known.push_back(member.first);
        throw UsageError(unknown_name_message("variable", name, known));
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

}  // namespace reboost::report
