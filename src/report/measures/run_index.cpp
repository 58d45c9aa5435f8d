#include "report/measures/run_index.hpp"

#include "core/order.hpp"
#include "report/measures/run_set.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace reboost::report {
namespace {

constexpr std::string_view kAttributes = "attributes.";

const Value* at_path(const Run& run, std::string_view path) {
    return path.starts_with(kAttributes) ? find_path(run.attributes, path.substr(kAttributes.size()))
                                         : find_path(run.spec, path);
}

/// Whether all runs of one setting have the same there.
bool is_of_setting(std::string_view path) {
    return !path.starts_with(kAttributes) && path != "seed" &&
           !std::string_view("dataset.seed").starts_with(path);
}

bool allowed(const Value& found, const Value& wanted) {
    if (!wanted.is_list()) return same_value(found, wanted);
    const Value::List& any_of = wanted.as_list();
    return std::ranges::any_of(any_of, [&](const Value& v) { return same_value(found, v); });
}

}  // namespace

RunIndex::Column RunIndex::column_of(const std::vector<Run>& runs, std::string_view path) {
    Column column;
    std::unordered_map<std::string, std::uint32_t> numbers;  // by type and JSON
    const auto number_of = [&](const Value* found) {
        std::string key;
        if (found != nullptr && found->is_string())
            key.assign(1, '"').append(found->as_string());
        else if (found != nullptr)
            key.assign(found->type_name()).append(to_json(*found));
        const auto [number, is_new] = numbers.emplace(key, static_cast<std::uint32_t>(column.values.size()));
        if (is_new) {
            column.values.push_back(found == nullptr ? Value() : *found);
            column.runs_of_value.emplace_back();
        }
        return number->second;
    };
    std::unordered_map<const Setting*, std::uint32_t> of_setting;
    const bool by_setting = is_of_setting(path);
    for (const Run& run : runs) {
        const auto known = of_setting.find(run.setting.get());
        const std::uint32_t number =
            known != of_setting.end() ? known->second : number_of(at_path(run, path));
        if (by_setting && run.setting && known == of_setting.end())
            of_setting.emplace(run.setting.get(), number);
        column.runs_of_value[number].push_back(static_cast<std::uint32_t>(column.value_of_run.size()));
        column.value_of_run.push_back(number);
    }
    return column;
}

std::vector<std::size_t> RunIndex::select(const std::vector<Run>& runs, const Value& query) {
    if (query.is_null() || query.as_object().empty()) return indices(runs.size());
    struct Condition {
        const Column* column;
        std::vector<bool> matching;  ///< the column's values
        std::size_t runs = 0;
    };
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
