#include "report/pages/template_filters.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/measures.hpp"
#include "report/pages/report_json.hpp"
#include "report/paper/number_text.hpp"
#include "statistics/tests.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>

#include <fmt/format.h>

namespace reboost::report {
namespace {

using Arguments = std::vector<Value>;
using Filter = Value (*)(const Value&, const Arguments&);

/// "inf" and "-inf" as report.json has them.
double number_in(const Value& value) {
    if (value == Value("inf")) return std::numeric_limits<double>::infinity();
    if (value == Value("-inf")) return -std::numeric_limits<double>::infinity();
    return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.as_number();
}

int decimals_in(const Arguments& arguments) {
    return arguments.empty() ? 0 : std::stoi(plain_text(arguments[0]));
}

std::string word(const Value* value) {
    return value == nullptr || value->is_null() ? "" : plain_text(*value);
}

bool has_word(const Value& element, const Arguments& arguments) {
    return word(find_path(element, arguments.at(0).as_string())) == word(&arguments.at(1));
}

Value selected(const Value& list, const Arguments& arguments, bool wanted) {
    Value kept = Value::list();
    if (list.is_null()) return kept;
    for (const Value& element : list.as_list())
        if (has_word(element, arguments) == wanted) kept.push(element);
    return kept;
}

Value sorted(const Value& list, const Arguments& arguments) {
    Value::List elements = list.as_list();
    const std::string& key = arguments.at(0).as_string();
    std::ranges::stable_sort(elements, [&](const Value& a, const Value& b) {
        const Value *of_a = find_path(a, key), *of_b = find_path(b, key);
        return (of_a == nullptr ? kNoValue : number_in(*of_a)) <
               (of_b == nullptr ? kNoValue : number_in(*of_b));
    });
    return elements;
}

/// Its values that are no objects, by their paths: {name: "binning.max_bins", value}. Nulls and empty texts
/// are left out.
Value leaves(const Value& object) {
    Value list = Value::list();
    for_each_leaf(object, [&](const std::string& path, const Value& value) {
        if (value.is_null() || value == Value("")) return;
        list.push(Value::object().set("name", path).set("value", value));
    });
    return list;
}

std::int64_t size_of(const Value& value) {
    return static_cast<std::int64_t>(value.is_null()     ? 0
                                     : value.is_object() ? value.as_object().size()
                                                         : value.as_list().size());
}

std::string joined(const Value& list, const Arguments& arguments) {
    std::string text;
    for (const Value& element : list.as_list())
        text += (text.empty() ? "" : arguments.at(0).as_string()) + plain_text(element);
    return text;
}

/// Whether an element of the list has the member.
bool any_with(const Value& list, const Arguments& arguments) {
    return std::ranges::any_of(list.as_list(), [&](const Value& element) {
        const Value* found = find_path(element, arguments.at(0).as_string());
        return found != nullptr && !found->is_null();
    });
}

/// Whether a cell, or the value beside it, has the mark.
bool any_marked(const Value& cells, const Arguments& arguments) {
    return std::ranges::any_of(cells.as_list(), [&](const Value& cell) {
        return std::ranges::any_of(std::array{"marks", "beside.marks"}, [&](const char* path) {
            const Value* marks = find_path(cell, path);
            return marks != nullptr && std::ranges::count(marks->as_list(), arguments.at(0)) > 0;
        });
    });
}

struct NamedFilter {
    std::string_view name;
    Filter filter;
};
/// Some elements of a list, or what the list has.
constexpr NamedFilter kLists[]{
    {"size", [](const Value& v, const Arguments&) { return Value(size_of(v)); }},
    {"where", [](const Value& v, const Arguments& a) { return selected(v, a, true); }},
    {"unless", [](const Value& v, const Arguments& a) { return selected(v, a, false); }},
    {"by",
     [](const Value& v, const Arguments& a) {
         const Value found = selected(v, a, true);
         return found.as_list().empty() ? Value() : found.as_list().front();
     }},
    {"first", [](const Value& v, const Arguments&) { return is_true(v) ? v.as_list().front() : Value(); }},
    {"take",
     [](const Value& v, const Arguments& a) {
         Value::List list = v.as_list();
         list.resize(std::min(list.size(), static_cast<std::size_t>(decimals_in(a))));
         return Value(std::move(list));
     }},
    {"sort", sorted},
    {"leaves", [](const Value& v, const Arguments&) { return v.is_null() ? Value::list() : leaves(v); }},
    {"any", [](const Value& v, const Arguments& a) { return Value(any_with(v, a)); }},
    {"marked", [](const Value& v, const Arguments& a) { return Value(any_marked(v, a)); }},
    {"has",
     [](const Value& v, const Arguments& a) {
         return Value(!v.is_null() && std::ranges::count(v.as_list(), a.at(0)) > 0);
     }},
    {"join", [](const Value& v, const Arguments& a) { return Value(joined(v, a)); }},
    {"plural",
     [](const Value& v, const Arguments& a) {
         const std::int64_t count = v.is_list() || v.is_null() ? size_of(v) : v.as_integer();
         return Value(fmt::format("{} {}", count, a.at(count == 1 ? 0 : 1).as_string()));
     }},
};

/// A number as text, as a place on an axis, or against a limit.
constexpr NamedFilter kNumbers[]{
    {"fixed",
     [](const Value& v, const Arguments& a) { return Value(format_number(number_in(v), decimals_in(a))); }},
    // As many decimals more as two digits of a small number need.
    {"significant",
     [](const Value& v, const Arguments& a) {
         const double number = std::abs(number_in(v));
         const bool small = std::isfinite(number) && number > 0;
         const int needed = small ? 1 - static_cast<int>(std::floor(std::log10(number))) : 0;
         return Value(format_number(number_in(v), std::max(decimals_in(a), needed)));
     }},
    {"inverse", [](const Value& v, const Arguments&) { return Value(number_json(1 / number_in(v))); }},
    {"signed",
     [](const Value& v, const Arguments& a) { return Value(format_signed(number_in(v), decimals_in(a))); }},
    {"percent",
     [](const Value& v, const Arguments& a) {
         return Value(format_number(100 * number_in(v), decimals_in(a)) + "%");
     }},
    {"ratio", [](const Value& v, const Arguments&) { return Value(ratio_text(number_in(v))); }},
    {"digits", [](const Value& v, const Arguments&) { return Value(digits_text(number_in(v))); }},
    {"times", [](const Value& v, const Arguments&) { return Value(times_text(number_in(v))); }},
    {"number", [](const Value& v, const Arguments&) { return Value(exact_number(number_in(v))); }},
    {"micro",
     [](const Value& v, const Arguments& a) {
         return Value(format_number(1e6 * number_in(v), decimals_in(a)) + " µs");
     }},
    {"p", [](const Value& v, const Arguments&) { return Value(statistics::p_text(number_in(v))); }},
    {"above",
     [](const Value& v, const Arguments& a) { return Value(number_in(v) > std::stod(plain_text(a.at(0)))); }},
    {"below",
     [](const Value& v, const Arguments& a) { return Value(number_in(v) < std::stod(plain_text(a.at(0)))); }},
    // Places on small axes: a ratio from 1/100 to 100 at 0 to 100, a deviation of up to ten tolerances at
    // ±100.
    {"place",
     [](const Value& v, const Arguments&) {
         return Value(fmt::format("{:.1f}", 50 + 25 * std::clamp(std::log10(number_in(v)), -2.0, 2.0)));
     }},
    {"tenfold",
     [](const Value& v, const Arguments&) {
         return Value(fmt::format("{:.1f}", std::clamp(10 * number_in(v), -100.0, 100.0)));
     }},
};

/// Any value: whether there is one, and its text.
constexpr NamedFilter kWords[]{
    {"known", [](const Value& v, const Arguments&) { return Value(!v.is_null()); }},
    {"ends",
     [](const Value& v, const Arguments& a) { return Value(plain_text(v).ends_with(a.at(0).as_string())); }},
    {"slug", [](const Value& v, const Arguments&) { return Value(file_slug(plain_text(v))); }},
    {"json", [](const Value& v, const Arguments&) { return Value(script_safe(to_json(v))); }},
    {"or", [](const Value& v, const Arguments& a) { return is_true(v) ? v : a.at(0); }},
};

Filter find_filter(std::string_view name) {
    for (const std::span<const NamedFilter> some :
         {std::span<const NamedFilter>(kLists), {kNumbers}, {kWords}})
        if (const auto found = std::ranges::find(some, name, &NamedFilter::name); found != some.end())
            return found->filter;
    throw DataError(fmt::format("there is no filter '{}'", name));
}

}  // namespace

bool is_true(const Value& value) {
    if (value.is_null()) return false;
    if (value.is_bool()) return value.as_bool();
    if (value.is_number()) return value.as_number() != 0;
    if (value.is_string()) return !value.as_string().empty();
    return value.is_object() || !value.as_list().empty();
}

Value filtered(const Value& value, const std::string& name, const std::vector<Value>& arguments) {
    const Filter filter = find_filter(name);
    try {
        return filter(value, arguments);
    } catch (Error& error) {
        error.add_context("filter '" + name + "'");
        throw;
    } catch (const std::exception&) {  // std::stoi, vector::at
        throw DataError("filter '" + name + "': an argument is missing or no number");
    }
}

}  // namespace reboost::report
