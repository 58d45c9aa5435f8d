#pragma once
/// report.json: every number of a report, once, for programs and for the pages. docs/report.schema.json
/// describes it.
#include "report/pages/report.hpp"

namespace reboost::report {

/// The version of the layout. It grows where a member is renamed, removed or means something else.
inline constexpr int kReportVersion = 2;
/// Runs' ids and checksums are cut to as many digits.
inline constexpr std::size_t kIdDigits = 12;

/// A member of an object.
using Member = Value::Object::value_type;
inline Member key(const char* name, Value value) {
    return {name, std::move(value)};
}
/// One that is left out where there is nothing: a number that does not exist, 0 rounds, false, an empty text.
inline Member some(const char* name, double number);
inline Member some(const char* name, bool is) {
    return {name, is ? Value(true) : Value()};
}
inline Member some(const char* name, std::int64_t count) {
    return {name, count != 0 ? Value(count) : Value()};
}
inline Member some(const char* name, const std::string& text) {
    return {name, text.empty() ? Value() : Value(text)};
}
template <class T>
Member some(const char* name, const std::optional<T>& value) {
    return {name, value ? Value(*value) : Value()};
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

/// {"format": "reboost report", "version", "runs", "papers", "warnings"}. A number that does not exist is
/// left out, an infinite one is "inf" or "-inf". Equal reports give equal bytes.
Value report_json(const std::vector<std::unique_ptr<Paper>>& papers, const ReportResult& result);

/// One of its "papers".
Value paper_json(const Paper& paper);

/// The number, "inf", "-inf", or null where it does not exist.
Value number_json(double number);
inline Member some(const char* name, double number) {
    return {name, number_json(number)};
}
Value table_json(const Table& table, const Experiment& experiment);
Value contest_json(const FilledContest& contest);
Value panel_numbers(const Panel& panel);

}  // namespace reboost::report
