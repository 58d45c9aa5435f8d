#pragma once
/// Objects of report.json, member by member.
#include "core/value.hpp"

#include <cmath>
#include <type_traits>
#include <utility>

namespace reboost::report {

/// The number, "inf", "-inf", or null where it does not exist.
inline Value number_json(double number) {
    if (std::isnan(number)) return {};
    if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
    return number == 0 ? 0.0 : number;  // no minus zero
}

using Member = Value::Object::value_type;
/// As `key`, but for a member that is left out where there is nothing: a number that does not exist, 0
/// rounds, false, an empty text.
template <class T>
Member some(const char* name, const T& value) {
    if constexpr (std::is_same_v<T, double>)
        return {name, number_json(value)};
    else if constexpr (requires { value.has_value(); })
        return {name, value ? Value(*value) : Value()};
    else
        return {name, value == T() ? Value() : Value(value)};
}
/// Sets members; what is null is left out.
template <class... Members>
void add_members(Value& object, Members... members) {
    const auto add = [&](Member member) {
        if (!member.second.is_null()) object.set(std::move(member.first), std::move(member.second));
    };
    (add(std::move(members)), ...);
}
template <class... Members>
Value object_of(Members... members) {
    Value object = Value::object();
    add_members(object, std::move(members)...);
    return object;
}

}  // namespace reboost::report
