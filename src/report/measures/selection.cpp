#include "report/measures/selection.hpp"

#include "core/error.hpp"
#include "core/mapped.hpp"
#include "core/names.hpp"
#include "report/measures/measures.hpp"
#include "report/measures/query.hpp"
#include "statistics/tests.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace reboost::report {
namespace {

using RunOptions = std::pair<const Run*, Leaves>;

std::vector<const Value*> specs_of(std::span<const Run* const> runs) {
    return mapped(runs, [](const Run* run) { return &run->options(); });
}

/// Orders candidates by their values: numbers by size, others by their texts.
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

Measurement asymptotic(const RunSet& runs, const std::vector<const Run*>& chosen, const char* curve) {
    return reduce(runs, chosen, Value::object().set("name", "asymptotic_error").set("curve", curve));
}

/// Groups runs with equal options at `paths` into candidates, ordered by their values. Leaves out runs
/// without a validation part.
std::vector<Candidate> candidates_of(const RunSet& runs, std::span<const RunOptions> grid,
                                     const std::set<std::string>& paths) {
    std::map<std::string, std::pair<Value, std::vector<const Run*>>> by_values;
    for (const auto& [run, options] : grid) {
        const Value values = values_at(options, paths);
        auto& group = by_values[to_json(values)];
        group.first = values;
        group.second.push_back(run);
    }
    std::vector<Candidate> candidates;
    for (auto& [key, group] : by_values) {
        const Measurement error = asymptotic(runs, group.second, "validation_error");
        if (std::isnan(error.value)) continue;
        candidates.push_back(
            {std::move(group.first), error.value, error.sd, error.count, std::move(group.second)});
    }
    std::ranges::sort(candidates, before);
    return candidates;
}

/// Returns the index of the candidate with the least error, the first if several have it. Needs one at least.
std::size_t least_error(std::span<const Candidate> candidates) {
    return static_cast<std::size_t>(std::ranges::min_element(candidates, {}, &Candidate::error) -
                                    candidates.begin());
}

constexpr double kPercent = 100;

/// A run's specification in two parts: words, which define the method, and numbers.
struct Parts {
    Leaves words, numbers;
    std::string method;  ///< name of the method among those it is compared with
};

/// Returns "stump ts_beta": the words in which methods differ; a bandit is called by its policy.
std::string method_name(const Leaves& words, const std::set<std::string>& told_apart_by) {
    std::string name;
    for (const std::string& path : told_apart_by) {
        const auto found = words.find(path);
        if (found == words.end()) continue;
        const std::string text =
            found->second.is_string() ? found->second.as_string() : path + "=" + to_json(found->second);
        if (path.ends_with(".name") && text == "bandit") continue;
        name += (name.empty() ? "" : " ") + text;
    }
    return name.empty() ? "all" : name;
}

/// Returns the paths whose words distinguish the methods: names, and options with several values. An option
/// that only some methods have, all with one value, follows from the names.
std::set<std::string> telling_words(const std::vector<Parts>& all) {
    std::set<std::string> telling;
    for (const std::string& path : differing_paths(all, &Parts::words)) {
        std::set<std::string> values;
        for (const Parts& one : all)
            if (const auto found = one.words.find(path); found != one.words.end())
                values.insert(to_json(found->second));
        if (values.size() > 1 || path.ends_with(".name")) telling.insert(path);
    }
    return telling;
}

std::vector<Parts> with_methods(std::span<const Value* const> specs) {
    std::vector<Parts> all;
    for (const Value* spec : specs) {
        Parts& parts = all.emplace_back();
        for (const auto& [path, value] : spec_leaves(*spec))
            (value.is_number() ? parts.numbers : parts.words)[path] = value;
    }
    const std::set<std::string> told_apart_by = telling_words(all);
    for (Parts& parts : all)
        parts.method = method_name(parts.words, told_apart_by);
    return all;
}

/// Chooses numbers on each split; `members` have their numbers as options.
TunedMethod tune(const RunSet& runs, const std::string& dataset, const std::string& method,
                 const std::vector<RunOptions>& members) {
    std::map<std::int64_t, std::vector<RunOptions>> by_split;
    for (const RunOptions& member : members)
        by_split[member.first->split()].push_back(member);
    const std::set<std::string> differing_numbers = differing_paths(members, &RunOptions::second);
    TunedMethod tuned{dataset, method, {}};
    for (const auto& [split, own] : by_split) {
        const std::vector<Candidate> candidates = candidates_of(runs, own, differing_numbers);
        if (candidates.empty()) continue;
        const Candidate& best = candidates[least_error(candidates)];
        const double test_error = asymptotic(runs, best.runs, "test_error").value;
        if (!std::isnan(test_error))
            tuned.splits.push_back({split, best.values, best.error, test_error, candidates.size()});
    }
    return tuned;
}

/// Test errors of one method in percent, by data set and split.
using ErrorsOfMethod = std::map<std::string, std::map<std::int64_t, double>>;

}  // namespace

std::vector<Selection> select_by_validation(const RunSet& runs, std::span<const Run* const> grid) {
    std::map<std::string, std::vector<RunOptions>> by_dataset;
    const std::vector<std::string> names = dataset_names(specs_of(grid));
    for (std::size_t i = 0; i < grid.size(); ++i)
        by_dataset[names[i]].emplace_back(grid[i], spec_leaves(grid[i]->options()));
    std::vector<Selection> selections;
    for (const auto& [dataset, members] : by_dataset) {
        std::vector<Candidate> candidates =
            candidates_of(runs, members, differing_paths(members, &RunOptions::second));
        if (candidates.empty()) continue;
        const std::size_t chosen = least_error(candidates);
        selections.push_back({dataset, std::move(candidates), chosen});
    }
    return selections;
}

std::vector<std::string> varied_paths(const Selection& selection) {
    std::set<std::string> paths;
    for (const Candidate& candidate : selection.candidates)
        for (const auto& [path, value] : candidate.values.as_object())
            paths.insert(path);
    return {paths.begin(), paths.end()};
}

double TunedMethod::mean_test_error() const {
    return mean(mapped(splits, &ChosenOnSplit::test_error));
}

std::set<std::string> tuned_method_names(std::span<const Value* const> specs) {
    const std::vector<std::string> names = mapped(with_methods(specs), &Parts::method);
    return {names.begin(), names.end()};
}

std::vector<TunedMethod> select_nested(const RunSet& runs, std::span<const Run* const> grid) {
    const std::vector<const Value*> specs = specs_of(grid);
    std::vector<Parts> candidates = with_methods(specs);
    std::map<std::pair<std::string, std::string>, std::vector<RunOptions>> methods;
    const std::vector<std::string> datasets = dataset_names(specs);
    for (std::size_t i = 0; i < grid.size(); ++i)
        methods[{datasets[i], candidates[i].method}].emplace_back(grid[i], std::move(candidates[i].numbers));
    std::vector<TunedMethod> tuned;
    for (const auto& [key, members] : methods)
        if (TunedMethod one = tune(runs, key.first, key.second, members); !one.splits.empty())
            tuned.push_back(std::move(one));
    return tuned;
}

TunedComparison compare_tuned(std::span<const TunedMethod> tuned, const std::string& baseline) {
    TunedComparison result;
    std::map<std::string, ErrorsOfMethod> errors;
    for (const TunedMethod& method : tuned) {
        result.left_out.insert(method.dataset);  // erased below if the comparison includes it
        for (const ChosenOnSplit& split : method.splits)
            errors[method.method][method.dataset][split.split] = kPercent * split.test_error;
    }
    const std::vector<std::string> names = mapped(errors, [](const auto& method) { return method.first; });
    if (names.size() < 2) throw UsageError("there are fewer than two methods to compare");
    result.baseline = baseline.empty() ? names.front() : baseline;
    if (!errors.contains(result.baseline))
        throw UsageError(unknown_name_message("method", result.baseline, names));

    std::map<std::string, std::vector<statistics::Effect>> effects;
    for (const auto& [dataset, splits] : errors.at(result.baseline)) {
        std::vector<std::int64_t> shared;
        for (const auto& split : splits)
            if (std::ranges::all_of(errors, [&dataset = dataset, &split](const auto& method) {
                    const auto found = method.second.find(dataset);
                    return found != method.second.end() && found->second.contains(split.first);
                }))
                shared.push_back(split.first);
        if (shared.empty()) continue;
        ++result.sets;
        result.left_out.erase(dataset);
        result.fewest_splits =
            result.sets == 1 ? shared.size() : std::min(result.fewest_splits, shared.size());
        for (const auto& [method, of_sets] : errors) {
            const std::map<std::int64_t, double>&own = of_sets.at(dataset), &baseline_errors = splits;
            effects[method].push_back(statistics::effect_of(mapped(
                shared, [&](std::int64_t split) { return own.at(split) - baseline_errors.at(split); })));
        }
    }
    if (result.sets == 0) throw UsageError("the methods have no data set and split in common");
    std::vector<double> p;
    for (const std::string& name : names) {
        if (name == result.baseline) continue;
        TunedRival rival;
        rival.method = name;
        rival.difference = statistics::random_effects(effects.at(name));
        const std::vector<double> means = mapped(effects.at(name), &statistics::Effect::mean);
        for (const double mean : means)
            ++(mean < 0 ? rival.wins : mean > 0 ? rival.losses : rival.ties);
        rival.signed_rank_p = statistics::wilcoxon_signed_rank(means).p;
        p.push_back(rival.signed_rank_p);
        result.rivals.push_back(std::move(rival));
    }
    const std::vector<double> corrected = statistics::holm(p);
    for (std::size_t i = 0; i < corrected.size(); ++i)
        result.rivals[i].holm_p = corrected[i];
    return result;
}

}  // namespace reboost::report
