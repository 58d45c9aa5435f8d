#include "report/measures/run_index.hpp"

#include "core/order.hpp"
#include "report/measures/run_set.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace reboost::report {
namespace {

constexpr std::string_view kAttributes = "attributes.";

bool is_attribute(std::string_view path) {
    return path.starts_with(kAttributes);
}

/// Whether runs of one setting may have several values there.
bool has_seeds(std::string_view path) {
    return path == "seed" || path == "dataset.seed" || path == "dataset";
}

/// Null where the run has nothing there.
Value value_at(const Run& run, std::string_view path) {
    if (!is_attribute(path)) return run.option(path);
    const Value* found = find_path(run.attributes, path.substr(kAttributes.size()));
    return found == nullptr ? Value() : *found;
}

/// Tells values of different types apart; "" for null.
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

RunIndex::Column RunIndex::column_of(const std::vector<Run>& runs, std::string_view path) const {
    Column column;
    std::unordered_map<std::string, std::uint32_t> numbers;
    const auto number_of = [&](const Run& run) {
        Value value = value_at(run, path);
        const auto [number, is_new] =
            numbers.emplace(text_of(value), static_cast<std::uint32_t>(column.values.size()));
        if (is_new) column.values.push_back(std::move(value));
        return number->second;
    };
    if (is_attribute(path) || has_seeds(path)) {
        for (const Run& run : runs)
            column.value_of_run.push_back(number_of(run));
    } else {
        std::vector<std::uint32_t> of_setting;
        for (const std::uint32_t first : first_run_of_setting_)
            of_setting.push_back(number_of(runs[first]));
        for (const std::uint32_t setting : setting_of_run_)
            column.value_of_run.push_back(of_setting[setting]);
    }
    column.runs_of_value.resize(column.values.size());
    for (std::uint32_t run = 0; run < column.value_of_run.size(); ++run)
        column.runs_of_value[column.value_of_run[run]].push_back(run);
    return column;
}

void RunIndex::number_settings(const std::vector<Run>& runs) {
    std::unordered_map<const Setting*, std::uint32_t> numbers;
    for (std::uint32_t run = 0; run < runs.size(); ++run) {
        const auto next = static_cast<std::uint32_t>(numbers.size());
        const auto [number, is_new] = numbers.emplace(runs[run].setting.get(), next);
        if (is_new) first_run_of_setting_.push_back(run);
        setting_of_run_.push_back(number->second);
    }
}

std::vector<std::size_t> RunIndex::select(const std::vector<Run>& runs, const Value& query) {
    if (query.is_null() || query.as_object().empty()) return indices(runs.size());
    struct Condition {
        const Column* column;
        std::vector<bool> matching;  ///< the column's values
        std::size_t runs = 0;
    };
    if (setting_of_run_.empty()) number_settings(runs);
    std::vector<Condition> conditions;
    for (const auto& [path, wanted] : query.as_object()) {
        auto column = columns_.find(path);
        if (column == columns_.end()) column = columns_.emplace(path, column_of(runs, path)).first;
        Condition condition{&column->second, {}, 0};
        for (std::size_t i = 0; i < column->second.values.size(); ++i) {
            condition.matching.push_back(allowed(column->second.values[i], wanted));
            if (condition.matching.back()) condition.runs += column->second.runs_of_value[i].size();
        }
        conditions.push_back(std::move(condition));
    }
    // The narrowest gives the candidates: most queries are of a few runs among tens of thousands.
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
