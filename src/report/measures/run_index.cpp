#include "core/order.hpp"
#include "report/measures/run.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace reboost::report {
namespace {

constexpr std::string_view kAttributes = "attributes.";

/// Whether runs of one setting may have different values at this path.
bool has_seeds(std::string_view path) {
    return path == "seed" || path == "dataset.seed" || path == "dataset";
}

/// Returns the run's value at a path; null if it has none.
Value value_at(const Run& run, std::string_view path) {
    if (!path.starts_with(kAttributes)) return run.option(path);
    const Value* found = find_path(run.attributes, path.substr(kAttributes.size()));
    return found == nullptr ? Value() : *found;
}

/// Returns a text that differs for values of different types; "" for null.
std::string text_of(const Value& value) {
    if (value.is_null()) return "";
    return value.is_string() ? '"' + value.as_string() : value.type_name() + to_json(value);
}

bool allowed(const Value& found, const Value& wanted) {
    if (!wanted.is_list()) return same_value(found, wanted);
    const Value::List& any_of = wanted.as_list();
    return std::ranges::any_of(any_of, [&](const Value& v) { return same_value(found, v); });
}

}  // namespace

RunIndex::Column::Column(const std::vector<Run>& runs, const std::string& path) {
    const bool by_setting = !path.starts_with(kAttributes) && !has_seeds(path);
    std::unordered_map<std::string, std::uint32_t> numbers;
    std::unordered_map<const Setting*, std::uint32_t> of_setting;
    for (std::uint32_t run = 0; run < runs.size(); ++run) {
        const auto [known, is_first] = of_setting.try_emplace(runs[run].setting.get());
        if (is_first || !by_setting) {
            Value value = value_at(runs[run], path);
            const auto next = static_cast<std::uint32_t>(values.size());
            const auto [number, is_new] = numbers.try_emplace(text_of(value), next);
            if (is_new) values.push_back(std::move(value));
            known->second = number->second;
        }
        value_of_run.push_back(known->second);
        runs_of_value.resize(values.size());
        runs_of_value[known->second].push_back(run);
    }
}

std::vector<std::size_t> RunIndex::select(const std::vector<Run>& runs, const Value& query) {
    if (query.is_null() || query.as_object().empty()) return indices(runs.size());
    struct Condition {
        const Column* column;
        std::vector<char> matching;  ///< per value of the column: whether it is allowed; bits would be slower
        std::size_t runs = 0;
    };
    std::vector<Condition> conditions;
    for (const auto& [path, wanted] : query.as_object()) {
        const Column& column = columns_.try_emplace(path, runs, path).first->second;
        Condition condition{&column, {}, 0};
        for (std::size_t i = 0; i < column.values.size(); ++i) {
            condition.matching.push_back(allowed(column.values[i], wanted));
            if (condition.matching.back()) condition.runs += column.runs_of_value[i].size();
        }
        conditions.push_back(std::move(condition));
    }
    // The condition with the fewest runs gives the candidates: most queries match few of many runs.
    const auto narrowest = std::ranges::min_element(conditions, {}, &Condition::runs);
    std::vector<std::size_t> selected;
    for (std::size_t i = 0; i < narrowest->matching.size(); ++i)
        if (narrowest->matching[i])
            std::ranges::copy_if(
                narrowest->column->runs_of_value[i], std::back_inserter(selected), [&](std::uint32_t run) {
                    return std::ranges::all_of(conditions, [run](const Condition& condition) {
                        return condition.matching[condition.column->value_of_run[run]];
                    });
                });
    std::ranges::sort(selected);
    return selected;
}

}  // namespace reboost::report
