#include "report/measures/run_index.hpp"

#include "core/order.hpp"
#include "report/measures/run_set.hpp"

#include <algorithm>
#include <unordered_map>

namespace reboost::report {
namespace {

constexpr std::string_view kAttributes = "attributes.";

const Value* at_path(const Run& run, std::string_view path) {
    return path.starts_with(kAttributes) ? find_path(run.attributes, path.substr(kAttributes.size()))
                                         : find_path(run.spec, path);
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
    for (const Run& run : runs) {
        const Value* found = at_path(run, path);
        const Value value = found == nullptr ? Value() : *found;
        const auto [number, is_new] = numbers.emplace(value.type_name() + to_json(value),
                                                      static_cast<std::uint32_t>(column.values.size()));
        if (is_new) column.values.push_back(value);
        column.value_of_run.push_back(number->second);
    }
    return column;
}

std::vector<std::size_t> RunIndex::select(const std::vector<Run>& runs, const Value& query) {
    std::vector<std::size_t> selected = indices(runs.size());
    if (query.is_null()) return selected;
    for (const auto& [path, wanted] : query.as_object()) {
        auto column = columns_.find(path);
        if (column == columns_.end()) column = columns_.emplace(path, column_of(runs, path)).first;
        std::vector<bool> matching;
        for (const Value& value : column->second.values)
            matching.push_back(allowed(value, wanted));
        std::erase_if(selected, [&](std::size_t run) { return !matching[column->second.value_of_run[run]]; });
    }
    return selected;
}

}  // namespace reboost::report
