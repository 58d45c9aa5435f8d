#pragma once
/// Builds objects of report.json, member by member.
#include "core/value.hpp"

#include <cmath>
#include <functional>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <utility>

namespace reboost::report {

/// Returns the number, "inf" or "-inf"; null for NaN.
inline Value number_json(double number) {
    if (std::isnan(number)) return {};
    if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
    return number == 0 ? 0.0 : number;  // avoids −0
}

/// Reads what `number_json` returns.
inline double number_in(const Value& value) {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
    return value == Value("inf") ? kInfinite : value == Value("-inf") ? -kInfinite : value.as_number();
}

using Member = Value::Object::value_type;
/// Makes a member that lists of(element) for each element of a range.
template <class Range, class Of = std::identity>
Member list_key(const char* name, const Range& range, Of of = {}) {
    return {name, Value::list_of(range, std::move(of))};
}
/// Like `key`, but returns a null member, which add_members leaves out, for NaN and for empty values: 0,
/// false, an empty text.
template <class T>
Member some(const char* name, const T& value) {
    if constexpr (std::is_same_v<T, double>)
        return {name, number_json(value)};
    else if constexpr (requires { value.has_value(); })
        return {name, value ? Value(*value) : Value()};
    else
        return {name, value == T() ? Value() : Value(value)};
}
/// Sets members; leaves out null members.
inline void set_members(Value& object, std::initializer_list<Member*> members) {
    for (Member* member : members)
        if (!member->second.is_null()) object.set(std::move(member->first), std::move(member->second));
}
template <class... Members>
void add_members(Value& object, Members... members) {
    set_members(object, {&members...});
}
template <class... Members>
Value object_of(Members... members) {
    Value object = Value::object();
    set_members(object, {&members...});
    return object;
}

}  // namespace reboost::report
