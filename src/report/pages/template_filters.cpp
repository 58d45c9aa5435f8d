/// Filters of page templates.
#include "core/error.hpp"
#include "core/text.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/measures.hpp"
#include "report/pages/page_template.hpp"
#include "report/paper/json_members.hpp"
#include "statistics/tests.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace reboost::report {
namespace {

using Arguments = std::vector<Value>;
using Filter = Value (*)(const Value&, const Arguments&);

int decimals_in(const Arguments& arguments) {
    return arguments.empty() ? 0 : std::stoi(plain_text(arguments[0]));
}

std::string word(const Value* value) {
    return value == nullptr || value->is_null() ? "" : plain_text(*value);
}

/// Returns the elements that have a word at a path ("verdict:not tested"), or the others.
Value selected(const Value& list, const Arguments& arguments, bool wanted) {
    if (list.is_null()) return Value::list();
    const std::string path = arguments.at(0).as_string(), wanted_word = word(&arguments.at(1));
    Value::List kept = list.as_list();
    std::erase_if(kept,
                  [&](const Value& one) { return (word(find_path(one, path)) == wanted_word) != wanted; });
    return kept;
}

Value first_of(const Value& list) {
    return is_true(list) ? list.as_list().front() : Value();
}

Value sorted(const Value& list, const Arguments& arguments) {
    Value::List elements = list.as_list();
    std::ranges::stable_sort(elements, {}, [&](const Value& element) {
        const Value* key = find_path(element, arguments.at(0).as_string());
        return key == nullptr ? kNoValue : number_in(*key);
    });
    return elements;
}

/// Returns the values of an object that are no objects, by path: {name: "binning.max_bins", value}. Leaves
/// out nulls and empty texts.
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

/// Whether an element of the list has a member at this path.
bool any_with(const Value& list, const Arguments& arguments) {
    return std::ranges::any_of(list.as_list(), [&](const Value& element) {
        const Value* found = find_path(element, arguments.at(0).as_string());
        return found != nullptr && !found->is_null();
    });
}

/// Whether a cell, or its value "beside", has the mark.
bool any_marked(const Value& cells, const Arguments& arguments) {
    return std::ranges::any_of(cells.as_list(), [&](const Value& cell) {
        return std::ranges::any_of(std::array{"marks", "beside.marks"}, [&](const char* path) {
            const Value* marks = find_path(cell, path);
            return marks != nullptr && std::ranges::count(marks->as_list(), arguments.at(0)) > 0;
        });
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
    Filter filter;
    /// In place of `filter`, for a filter of a number; `decimals`: its argument.
    std::string (*text)(double number, int decimals) = nullptr;
};
constexpr NamedFilter kFilters[]{
    // Filters that select elements of a list, or describe the list
    {"size", [](const Value& v, const Arguments&) { return Value(size_of(v)); }},
    {"where", [](const Value& v, const Arguments& a) { return selected(v, a, true); }},
    {"unless", [](const Value& v, const Arguments& a) { return selected(v, a, false); }},
    {"by", [](const Value& v, const Arguments& a) { return first_of(selected(v, a, true)); }},
    {"first", [](const Value& v, const Arguments&) { return first_of(v); }},
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
    // Filters of a number
    {"inverse", [](const Value& v, const Arguments&) { return number_json(1 / number_in(v)); }},
    {"above",
     [](const Value& v, const Arguments& a) { return Value(number_in(v) > std::stod(plain_text(a.at(0)))); }},
    {"below",
     [](const Value& v, const Arguments& a) { return Value(number_in(v) < std::stod(plain_text(a.at(0)))); }},
    {"fixed", nullptr, format_number},
    {"significant", nullptr, significant_text},
    {"signed", nullptr, format_signed},
    {"percent", nullptr,
     [](double value, int decimals) { return format_number(100 * value, decimals) + "%"; }},
    {"ratio", nullptr, ratio_text},
    {"digits", nullptr, digits_text},
    {"times", nullptr, times_text},
    {"general", nullptr,
     [](double value, int digits) {
         return std::isfinite(value) ? fmt::format("{:.{}g}", value, digits) : "null";
     }},
    // for programs: "inf" for infinity, "" for NaN
    {"number", nullptr,
     [](double value, int) { return std::isnan(value) ? "" : fmt::format("{:.10g}", value); }},
    {"micro", nullptr,
     [](double value, int decimals) { return format_number(1e6 * value, decimals) + " µs"; }},
    {"p", nullptr, [](double value, int) { return statistics::p_text(value); }},
    // Places on small axes: ratios from 1/100 to 100 are mapped to 0 … 100, deviations of up to ten
    // tolerances to −100 … 100.
    {"place", nullptr,
     [](double value, int) {
         return fmt::format("{:.1f}", 50 + 25 * std::clamp(std::log10(value), -2.0, 2.0));
     }},
    {"tenfold", nullptr,
     [](double value, int) { return fmt::format("{:.1f}", std::clamp(10 * value, -100.0, 100.0)); }},
    // Filters of any value
    {"known", [](const Value& v, const Arguments&) { return Value(!v.is_null()); }},
    {"ends",
     [](const Value& v, const Arguments& a) { return Value(plain_text(v).ends_with(a.at(0).as_string())); }},
    {"slug", [](const Value& v, const Arguments&) { return Value(file_slug(plain_text(v))); }},
    {"json", [](const Value& v, const Arguments&) { return Value(script_safe(to_json(v))); }},
    {"or", [](const Value& v, const Arguments& a) { return is_true(v) ? v : a.at(0); }},
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
        if (found->text != nullptr) return found->text(number_in(value), decimals_in(arguments));
        return found->filter(value, arguments);
    } catch (Error& error) {
        error.add_context("filter '" + name + "'");
        throw;
    } catch (const std::exception&) {  // std::stoi, vector::at
        throw DataError("filter '" + name + "': an argument is missing or no number");
    }
}

}  // namespace reboost::report
