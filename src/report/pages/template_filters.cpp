/// Filters of page templates.
#include "core/error.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/page_template.hpp"
#include "report/paper/json_members.hpp"
#include "statistics/tests.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <variant>

#include <fmt/format.h>

namespace reboost::report {
namespace {

using In = const Value&;
using Arguments = const std::vector<Value>&;
using Filter = Value (*)(In value, Arguments arguments);
using NumberFilter = std::string (*)(double number, int decimals);

int decimals_in(Arguments arguments) {
    return arguments.empty() ? 0 : std::stoi(plain_text(arguments[0]));
}

std::string word(In value) {
    return value.is_null() ? "" : plain_text(value);
}

/// Returns null if the object has no value at the path.
In member(In object, std::string_view path) {
    static const Value kNone;
    const Value* found = find_path(object, path);
    return found == nullptr ? kNone : *found;
}

bool contains(In list, In one) {
    return !list.is_null() && std::ranges::count(list.as_list(), one) > 0;
}

/// Returns the elements that have a word at a path ("verdict:not tested"), or the others.
Value selected(const Value& list, Arguments arguments, bool wanted) {
    if (list.is_null()) return Value::list();
    const std::string& path = arguments.at(0).as_string();
    const std::string is = word(arguments.at(1));
    Value::List kept;
    std::ranges::copy_if(list.as_list(), std::back_inserter(kept),
                         [&](In one) { return (word(member(one, path)) == is) == wanted; });
    return kept;
}

Value sorted(const Value& list, Arguments arguments) {
    Value::List elements = list.as_list();
    std::ranges::stable_sort(
        elements, {}, [&](In element) { return number_in(member(element, arguments.at(0).as_string())); });
    return elements;
}

/// Returns the values of an object that are no objects, by path: {name: "binning.max_bins", value}. Leaves
/// out nulls and empty texts.
Value leaves(const Value& object, Arguments) {
    Value list = Value::list();
    if (object.is_null()) return list;
    for_each_leaf(object, [&](const std::string& path, const Value& value) {
        if (value.is_null() || value == Value("")) return;
        list.push(object_of(key("name", path), key("value", value)));
    });
    return list;
}

std::int64_t size_of(const Value& value) {
    return static_cast<std::int64_t>(value.is_null()     ? 0
                                     : value.is_object() ? value.as_object().size()
                                                         : value.as_list().size());
}

Value joined(const Value& list, Arguments arguments) {
    std::string text;
    for (const Value& element : list.as_list())
        text += (text.empty() ? "" : arguments.at(0).as_string()) + plain_text(element);
    return text;
}

/// Whether a cell, or its value "beside", has the mark.
Value any_marked(In cells, Arguments arguments) {
    return std::ranges::any_of(cells.as_list(), [&](In cell) {
        return contains(member(cell, "marks"), arguments.at(0)) ||
               contains(member(cell, "beside.marks"), arguments.at(0));
    });
}

// Formats of numbers in reports: a typographic minus, "–" for NaN, "∞" for infinity

constexpr double kRoundingError = 1e-9;  ///< a smaller number is a rounding error

/// Returns "7.79". Numbers ≥ 100 have no decimals, unless `decimals` > 2.
std::string format_number(double value, int decimals) {
    if (std::isnan(value)) return "–";
    if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
    if (std::abs(value) >= 100 && decimals <= 2) decimals = 0;  // three digits are enough
    std::string text = fmt::format("{:.{}f}", value, decimals);
    if (text.front() == '-' && text.find_first_of("123456789") == std::string::npos) text.erase(0, 1);
    if (text.front() == '-') text.replace(0, 1, "−");
    return text;
}

/// Returns "+0.03", "−0.03" or "0.00".
std::string format_signed(double value, int decimals) {
    const std::string text = format_number(value, decimals);
    return std::isfinite(value) && value > 0 && text.find_first_of("123456789") != std::string::npos
               ? "+" + text
               : text;
}

/// Adds decimals until a small number shows two digits.
std::string significant_text(double value, int decimals) {
    const bool small = std::isfinite(value) && value != 0;
    const int needed = small ? 1 - static_cast<int>(std::floor(std::log10(std::abs(value)))) : 0;
    return format_number(value, std::max(decimals, needed));
}

/// Returns two decimals, or one if |ratio| ≥ 10; more if the text would be 0 for a number that is not 0.
std::string ratio_text(double ratio, int) {
    if (std::abs(ratio) < kRoundingError) return format_number(0, 2);
    int decimals = std::abs(ratio) >= 10 ? 1 : 2;
    while (std::isfinite(ratio) && std::abs(ratio) * std::pow(10, decimals) < 0.5)
        ++decimals;
    return format_number(ratio, decimals);
}

/// Returns so many significant digits (0: four), and all digits before the point.
std::string digits_text(double value, int digits) {
    if (!std::isfinite(value)) return format_number(value, 0);
    if (std::abs(value) < kRoundingError) return "0";
    const int whole = 1 + static_cast<int>(std::floor(std::log10(std::abs(value))));
    const int shown = std::max(digits > 0 ? digits : 4, std::min(whole, 7));
    return (value < 0 ? "−" : "") + fmt::format("{:.{}g}", std::abs(value), shown);
}

/// Returns "67×", "1.5×", "0.05×"; "never" for 0, which means an infinite time.
std::string times_text(double factor, int) {
    if (!std::isfinite(factor)) return "–";
    if (factor == 0) return "never";
    return fmt::format("{:.{}f}×", factor, factor >= 10 ? 0 : factor >= 1 ? 1 : 2);
}

struct NamedFilter {
    std::string_view name;
    std::variant<Filter, NumberFilter> apply;
};
constexpr NamedFilter kFilters[]{
    // Filters that select elements of a list, or describe the list
    {"size", [](In list, Arguments) -> Value { return size_of(list); }},
    {"where", [](In list, Arguments a) { return selected(list, a, true); }},
    {"unless", [](In list, Arguments a) { return selected(list, a, false); }},
    {"take",
     [](In list, Arguments a) -> Value {
         Value::List all = list.as_list();
         all.resize(std::min(all.size(), static_cast<std::size_t>(decimals_in(a))));
         return all;
     }},
    {"sort", sorted},
    {"leaves", leaves},
    {"marked", any_marked},
    {"has", [](In v, Arguments a) -> Value { return contains(v, a.at(0)); }},
    {"join", joined},
    {"plural",
     [](In v, Arguments a) -> Value {
         const std::int64_t count = v.is_list() || v.is_null() ? size_of(v) : v.as_integer();
         return fmt::format("{} {}", count, a.at(count == 1 ? 0 : 1).as_string());
     }},
    // Filters of a number
    {"inverse", [](In v, Arguments) { return number_json(1 / number_in(v)); }},
    {"above", [](In v, Arguments a) -> Value { return number_in(v) > std::stod(plain_text(a.at(0))); }},
    {"below", [](In v, Arguments a) -> Value { return number_in(v) < std::stod(plain_text(a.at(0))); }},
    {"fixed", format_number},
    {"significant", significant_text},
    {"signed", format_signed},
    {"percent", [](double x, int decimals) { return format_number(100 * x, decimals) + "%"; }},
    {"ratio", ratio_text},
    {"digits", digits_text},
    {"times", times_text},
    {"general",
     [](double x, int digits) { return std::isfinite(x) ? fmt::format("{:.{}g}", x, digits) : "null"; }},
    // for programs: "inf" for infinity, "" for NaN
    {"number", [](double x, int) { return std::isnan(x) ? "" : fmt::format("{:.10g}", x); }},
    {"micro", [](double x, int decimals) { return format_number(1e6 * x, decimals) + " µs"; }},
    {"p", [](double x, int) { return statistics::p_text(x); }},
    // Places on small axes: ratios from 1/100 to 100 are mapped to 0 … 100, deviations of up to ten
    // tolerances to −100 … 100.
    {"place",
     [](double x, int) { return fmt::format("{:.1f}", 50 + 25 * std::clamp(std::log10(x), -2.0, 2.0)); }},
    {"tenfold", [](double x, int) { return fmt::format("{:.1f}", std::clamp(10 * x, -100.0, 100.0)); }},
    // Filters of any value
    {"is", [](In v, Arguments a) -> Value { return word(v) == word(a.at(0)); }},
    {"known", [](In v, Arguments) -> Value { return !v.is_null(); }},
    {"ends", [](In v, Arguments a) -> Value { return plain_text(v).ends_with(a.at(0).as_string()); }},
    {"slug", [](In v, Arguments) -> Value { return file_slug(plain_text(v)); }},
    {"json", [](In v, Arguments) -> Value { return script_safe(to_json(v)); }},
    {"or", [](In v, Arguments a) { return is_true(v) ? v : a.at(0); }},
};

}  // namespace

bool is_true(const Value& value) {
    if (value.is_null()) return false;
    if (value.is_bool()) return value.as_bool();
    if (value.is_number()) return value.as_number() != 0;
    if (value.is_string()) return !value.as_string().empty();
    return value.is_object() || !value.as_list().empty();
}

Value filtered(const Value& value, const std::string& name, const std::vector<Value>& arguments) {
    const auto found = std::ranges::find(kFilters, name, &NamedFilter::name);
    if (found == std::end(kFilters)) throw DataError(fmt::format("there is no filter '{}'", name));
    try {
        if (const auto* of_number = std::get_if<NumberFilter>(&found->apply))
            return (*of_number)(number_in(value), decimals_in(arguments));
        return std::get<Filter>(found->apply)(value, arguments);
    } catch (Error& error) {
        error.add_context("filter '" + name + "'");
        throw;
    } catch (const std::exception&) {  // std::stoi, vector::at
        throw DataError("filter '" + name + "': an argument is missing or no number");
    }
}

}  // namespace reboost::report
