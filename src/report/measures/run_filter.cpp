#include "report/measures/run_filter.hpp"

#include "core/error.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "report/measures/query.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace reboost::report {
namespace {

constexpr std::array<std::string_view, 4> kParts{"dataset", "learner", "selector", "booster"};
constexpr std::array<std::string_view, 2> kOwnKeys{"id", "state"};
constexpr std::array<std::string_view, 4> kStates{"counts", "outdated", "other_source", "damaged"};

/// Splits a text at the commas outside brackets.
std::vector<std::string> split_values(const std::string& text) {
    std::vector<std::string> values{""};
    int depth = 0;
    for (const char c : text) {
        if (c == '(' || c == '[') ++depth;
        if (c == ')' || c == ']') --depth;
        if (c == ',' && depth == 0)
            values.emplace_back();
        else
            values.back() += c;
    }
    return values;
}

/// Returns all names by which a filter may call a part of the specification.
std::vector<std::string> names_of(const Value& spec, std::string_view key) {
    const Value* part = spec.find(key);
    if (part == nullptr || !part->is_object()) return {};
    std::vector<std::string> names;
    if (const auto label = part_label(spec, key)) names.push_back(*label);
    for (const char* path : {"name", "as", "path", "policy.name", "policy.as"})
        if (const Value* name = find_path(*part, path); name != nullptr && name->is_string())
            names.push_back(name->as_string());
    return names;
}

/// Returns the option of that name, else the attribute of that name; null if there is neither.
const Value* option_of(const FilteredRun& run, std::string_view key) {
    if (const Value* option = find_path(run.spec, key)) return option;
    return find_path(run.attributes, key);
}

bool equal(const Value& found, const std::string& wanted) {
    const std::optional<double> number = parse_whole<double>(wanted);
    return found.is_number() && number ? found.as_number() == *number : plain_text(found) == wanted;
}

void add_paths(const Value& part, const std::string& path, std::set<std::string>& paths) {
    if (!path.empty()) paths.insert(path);
    if (!part.is_object()) return;
    for (const auto& [key, value] : part.as_object())
        add_paths(value, path.empty() ? key : path + "." + key, paths);
}

}  // namespace

RunFilter::RunFilter(const std::vector<std::string>& words) {
    for (const std::string& word : words)
        conditions_.push_back(condition_of(word));
}

RunFilter::Condition RunFilter::condition_of(const std::string& word) {
    if (word.empty())
        throw UsageError("a condition is empty; expected KEY=VALUE or the first digits of an id");
    const std::size_t at = word.find_first_of("=!<>");
    if (at == std::string::npos && word.find_first_not_of("0123456789abcdef") == std::string::npos)
        return {"id", "=", {word}};
    for (const char* sign : {"!=", "<=", ">=", "=", "<", ">"}) {
        if (at == std::string::npos || at == 0 || !std::string_view(word).substr(at).starts_with(sign))
            continue;
        Condition condition{word.substr(0, at), sign,
                            split_values(word.substr(at + std::string_view(sign).size()))};
        if (std::ranges::find(condition.values, "") != condition.values.end())
            throw UsageError("'" + word + "': a value is empty");
        if (condition.key == "state")
            for (const std::string& state : condition.values)
                find_named(kStates, state, "state", std::identity());
        const bool by_size = condition.sign != "=" && condition.sign != "!=";
        if (by_size && (condition.values.size() != 1 || !parse_whole<double>(condition.values.front())))
            throw UsageError("'" + word + "': what comes after " + sign + " is no number");
        return condition;
    }
    throw UsageError("'" + word +
                     "' is no condition; expected KEY=VALUE, such as dataset=mnist, selector=ucb, "
                     "booster.rounds>=1000 or state=outdated, or the first digits of an id");
}

bool RunFilter::holds(const Condition& condition, const FilteredRun& run) {
    const auto& [key, sign, values] = condition;
    const bool negated = sign == "!=";
    const auto any = [&values = values, negated](auto fits) {
        return std::ranges::any_of(values, fits) != negated;
    };
    if (key == "id") return any([&](const std::string& v) { return run.id.starts_with(v); });
    if (key == "state") return any([&](const std::string& v) { return run.state == v; });
    if (std::ranges::count(kParts, key) > 0) {
        const std::vector<std::string> names = names_of(run.spec, key);
        return any([&](const std::string& v) { return std::ranges::find(names, v) != names.end(); });
    }
    const Value* found = option_of(run, key);
    if (found == nullptr) return negated;
    if (negated || sign == "=") return any([&](const std::string& v) { return equal(*found, v); });
    if (!found->is_number()) return false;
    const double ours = found->as_number(), bound = parse_whole<double>(values.front()).value_or(0);
    return (sign.front() == '<' ? ours < bound : ours > bound) || (sign.size() == 2 && ours == bound);
}

bool RunFilter::matches(const FilteredRun& run) const {
    return std::ranges::all_of(conditions_,
                               [&](const Condition& condition) { return holds(condition, run); });
}

void RunFilter::check_keys(std::span<const FilteredRun> runs) const {
    if (runs.empty()) return;
    for (const Condition& condition : conditions_) {
        if (std::ranges::count(kParts, condition.key) > 0 || std::ranges::count(kOwnKeys, condition.key) > 0)
            continue;
        if (std::ranges::any_of(
                runs, [&](const FilteredRun& run) { return option_of(run, condition.key) != nullptr; }))
            continue;
        std::set<std::string> known(kOwnKeys.begin(), kOwnKeys.end());
        for (const FilteredRun& run : runs) {
            add_paths(run.spec, "", known);
            add_paths(run.attributes, "", known);
        }
        find_named(known, condition.key, "option", std::identity());
    }
}

}  // namespace reboost::report
