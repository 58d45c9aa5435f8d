#include "report/measures/selection.hpp"

#include "report/measures/measures.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace reboost::report {
namespace {

/// Numbers by size, anything else by its text.
bool before(const Candidate& a, const Candidate& b) {
    const Value::Object &left = a.values.as_object(), &right = b.values.as_object();
    for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
        const Value &x = left[i].second, &y = right[i].second;
        if (left[i].first != right[i].first) return left[i].first < right[i].first;
        if (same_value(x, y)) continue;
        return x.is_number() && y.is_number() ? x.as_number() < y.as_number() : to_json(x) < to_json(y);
    }
    return left.size() < right.size();
}

Selection select_one(const RunSet& runs, const std::string& dataset, const std::vector<const Run*>& grid) {
    std::vector<RunOptions> flat;
    for (const Run* run : grid)
        flat.emplace_back(run, spec_leaves(run->spec));
    std::vector<const Leaves*> all;
    for (const auto& run : flat)
        all.push_back(&run.second);
    Selection selection{dataset, candidates_of(runs, flat, differing_paths(all)), 0};
    if (!selection.candidates.empty()) selection.chosen = least_error(selection.candidates);
    return selection;
}

}  // namespace

std::vector<Candidate> candidates_of(const RunSet& runs, std::span<const RunOptions> grid,
                                     const std::set<std::string>& paths) {
    std::map<std::string, std::pair<Value, std::vector<const Run*>>> by_values;
    for (const auto& [run, options] : grid) {
        const Value values = values_at(options, paths);
        auto& group = by_values[to_json(values)];
        group.first = values;
        group.second.push_back(run);
    }
    const Value measure = Value::object().set("name", "asymptotic_error").set("curve", "validation_error");
    std::vector<Candidate> candidates;
    for (auto& [key, group] : by_values) {
        const Reduction error = reduce(runs, group.second, measure, Value::object());
        if (std::isnan(error.value)) continue;
        candidates.push_back(
            {std::move(group.first), error.value, error.seed_sd, error.runs, std::move(group.second)});
    }
    std::ranges::sort(candidates, before);
    return candidates;
}

std::size_t least_error(std::span<const Candidate> candidates) {
    return static_cast<std::size_t>(std::ranges::min_element(candidates, {}, &Candidate::error) -
                                    candidates.begin());
}

std::vector<Selection> select_by_validation(const RunSet& runs, std::span<const Run* const> grid) {
    std::map<std::string, std::vector<const Run*>> by_dataset;
    const std::vector<std::string> names = dataset_names(specs_of(grid));
    for (std::size_t i = 0; i < grid.size(); ++i)
        by_dataset[names[i]].push_back(grid[i]);
    std::vector<Selection> selections;
    for (const auto& [dataset, members] : by_dataset)
        if (Selection one = select_one(runs, dataset, members); !one.candidates.empty())
            selections.push_back(std::move(one));
    return selections;
}

std::vector<std::string> varied_paths(const Selection& selection) {
    std::set<std::string> paths;
    for (const Candidate& candidate : selection.candidates)
        for (const auto& [path, value] : candidate.values.as_object())
            paths.insert(path);
    return {paths.begin(), paths.end()};
}

}  // namespace reboost::report
