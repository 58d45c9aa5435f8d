#include "report/measures/difference.hpp"

#include "config/label.hpp"
#include "core/error.hpp"
#include "core/mapped.hpp"
#include "core/text.hpp"
#include "statistics/intervals.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// Options of a specification, as texts by their paths.
using Options = std::map<std::string, std::string>;

struct CellRuns {
    Options options;
    std::string label;
    std::map<std::string, const Run*> by_seed;  ///< the first run by id, per pair of seeds
};
using Cells = std::map<std::string, CellRuns>;  ///< by the text of all options

/// Returns the options of a run, except those that may differ inside a cell and those that change no result.
Options options_of(const Run& run) {
    Options options;
    for_each_leaf(without(config::without_names(run.options()),
                          {"seed", "dataset.seed", "timing", "booster.oracle_every"}),
                  [&](const std::string& path, const Value& value) { options[path] = to_json(value); });
    return options;
}

std::string cell_label(const Run& run) {
    try {
        const std::string label = config::run_label(run.spec());
        return label.substr(0, label.rfind(" training seed "));
    } catch (const Error&) {
        return run.id.substr(0, 12);
    }
}

std::string key_of(const Options& options, const std::set<std::string>& without) {
    std::string key;
    for (const auto& [path, value] : options)
        if (!without.contains(path)) key += path + "=" + value + "\n";
    return key;
}

Cells cells_of(const DiffSide& side) {
    Cells cells;
    for (const Run* run : side.runs) {
        Options options = options_of(*run);
        CellRuns& cell = cells[key_of(options, {})];
        if (cell.by_seed.empty()) cell.options = std::move(options), cell.label = cell_label(*run);
        cell.by_seed.emplace(seeds_key(*run), run);
    }
    return cells;
}

/// Returns the options in which the sides mean to differ: no value in A's cells is a value in B's cells.
std::set<std::string> options_apart(const Cells& a, const Cells& b) {
    std::map<std::string, std::array<std::set<std::string>, 2>> values;  // by path, for sides A and B
    for (const std::size_t side : {0, 1})
        for (const auto& [key, cell] : side == 0 ? a : b)
            for (const auto& [path, value] : cell.options)
                values[path][side].insert(value);
    std::set<std::string> differing;
    for (const auto& [path, of] : values)
        if (!path.starts_with("dataset.") &&
            std::ranges::none_of(
                of[0], [&other = of[1]](const std::string& value) { return other.contains(value); }))
            differing.insert(path);
    return differing;
}

/// The number by which two runs are compared, and its name.
struct Headline {
    std::string name;
    double value = kNoValue;
};

Headline headline(const RunSet& set, const Run& run) {
    constexpr std::pair<const char*, const char*> kCandidates[] = {
        {"test error", R"({"name": "asymptotic_error", "curve": "test_error"})"},
        {"training error", R"({"name": "curve_at", "curve": "train_error"})"},
        {"regret", R"({"name": "curve_at", "curve": "regret/expected"})"},
        {"test error", R"({"name": "trial_number", "array": "final_error"})"}};
    for (const auto& [name, measure] : kCandidates)
        if (const double value = reduce(set, std::array{&run}, value_from_json(measure, name)).value;
            !std::isnan(value))
            return {name, value};
    return {};
}

bool same_bits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Whether two arrays differ in the elements that both have.
bool beginnings_differ(const std::vector<double>& a, const std::vector<double>& b) {
    const std::size_t both = std::min(a.size(), b.size());
    return !std::ranges::equal(std::span(a).first(both), std::span(b).first(both), same_bits);
}

/// A curve of a run over its rounds; without values if the array does not hold one value per round.
struct RoundCurve {
    std::vector<double> rounds, values;

    RoundCurve(const Archive& curves, const std::string& name, const std::string& axis) {
        if (!curves.contains(axis)) return;
        rounds = to_doubles(curves.find(axis));
        if (curves.find(name).shape.size() == 1) values = to_doubles(curves.find(name));
        if (values.size() != rounds.size()) values.clear();
    }
};

/// Returns the first round measured in both runs in which they differ; each may be measured at other rounds.
std::optional<double> first_difference(const RoundCurve& a, const RoundCurve& b) {
    std::optional<double> first;
    for_each_common(a.rounds, b.rounds, [&](std::size_t i, std::size_t j) {
        if (!first && !same_bits(a.values[i], b.values[j])) first = a.rounds[i];
    });
    return first;
}

bool is_axis(std::string_view name) {
    return name == "round" || name.ends_with("/round");
}

double last_round(const Archive& curves) {
    double last = 0;
    for (const auto& [name, array] : curves.arrays())
        if (is_axis(name))
            for (const double round : to_doubles(array))
                last = std::max(last, round);
    return last;
}

/// Returns "test_error from round 12 on" or ""; compares only rounds that both runs have. If `one_length` is
/// false, arrays that are not curves are not compared, since they may describe the last round alone.
std::string curves_differ(const Archive& ours, const Archive& theirs, bool one_length) {
    std::string what;
    double earliest = std::numeric_limits<double>::infinity();
    for (const auto& [name, array] : ours.arrays()) {
        if (name.find("seconds") != std::string::npos || !theirs.contains(name) || is_axis(name)) continue;
        if (holds_texts(array)) continue;
        const std::size_t slash = name.rfind('/');
        const std::string axis = slash == std::string::npos ? "round" : name.substr(0, slash) + "/round";
        const RoundCurve mine(ours, name, axis), other(theirs, name, axis);
        const bool known = !mine.values.empty() && !other.values.empty();
        std::optional<double> round;
        if (known)
            round = first_difference(mine, other);
        else if (one_length && beginnings_differ(to_doubles(array), to_doubles(theirs.find(name))))
            round = std::numeric_limits<double>::max();
        if (!round || *round >= earliest) continue;
        earliest = *round;
        what = known ? fmt::format("{} from round {:.0f} on", name, *round) : name;
    }
    return what;
}

statistics::Sample sample(const std::vector<double>& values) {
    return {sample_sd(values), values.size()};
}

std::vector<double> values_of(const DiffSide& side, const CellRuns& cell, std::string& measure) {
    std::vector<double> values;
    for (const auto& [seed, run] : cell.by_seed) {
        const Headline one = headline(side.set, *run);
        if (!one.name.empty()) measure = one.name;
        if (!std::isnan(one.value)) values.push_back(one.value);
    }
    return values;
}

CellDifference compare_cells(const DiffSide& a, const CellRuns& of_a, const DiffSide& b,
                             const CellRuns& of_b) {
    CellDifference result{of_a.label, of_b.label, of_a.by_seed.size(), of_b.by_seed.size()};
    std::vector<double> first, second, differences;
    for (const auto& [seed, run] : of_a.by_seed) {
        const auto twin = of_b.by_seed.find(seed);
        if (twin == of_b.by_seed.end()) continue;
        ++result.pairs;
        const Archive ours = a.set.group(*run, "curves"), theirs = b.set.group(*twin->second, "curves");
        const double end_a = last_round(ours), end_b = last_round(theirs);
        if (end_a != end_b) result.shorter_ends = std::min(end_a, end_b);
        const std::string what = curves_differ(ours, theirs, end_a == end_b);
        if (what.empty()) ++result.identical;
        if (result.where.empty()) result.where = what;
        const Headline mine = headline(a.set, *run), other = headline(b.set, *twin->second);
        if (mine.name != other.name || std::isnan(mine.value) || std::isnan(other.value)) continue;
        result.measure = mine.name;
        first.push_back(mine.value);
        second.push_back(other.value);
        differences.push_back(other.value - mine.value);
    }
    const bool paired = result.pairs > 0;
    if (!paired) {
        first = values_of(a, of_a, result.measure);
        second = values_of(b, of_b, result.measure);
    }
    if (first.empty() || second.empty()) return result;
    result.mean_a = mean(first);
    result.mean_b = mean(second);
    result.p = paired ? statistics::student_p(mean(differences), sample(differences))
                      : statistics::welch_p(result.mean_a - result.mean_b, sample(first), sample(second));
    return result;
}

/// Pairs the remaining cells that are the only ones of their side with their options, apart from `without`.
std::vector<std::pair<std::string, std::string>> loose_pairs(const Cells& a, const Cells& b,
                                                             const std::set<std::string>& without) {
    std::map<std::string, std::array<std::vector<std::string>, 2>> groups;  // keys of the cells of A and B
    for (const std::size_t side : {0, 1})
        for (const auto& [key, cell] : side == 0 ? a : b)
            groups[key_of(cell.options, without)][side].push_back(key);
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const auto& [key, group] : groups)
        if (group[0].size() == 1 && group[1].size() == 1)
            pairs.emplace_back(group[0].front(), group[1].front());
    return pairs;
}

/// Describes how the runs of common seeds differ.
std::string describe_pairs(const CellDifference& cell) {
    if (!cell.moved() && cell.pairs == 0) return "equal means, no common seed";
    if (!cell.moved() && cell.shorter_ends > 0)
        return fmt::format("equal to the last bit up to round {:.0f}, where one ends", cell.shorter_ends);
    if (!cell.moved()) return "equal to the last bit";
    std::string text = "no common seed";
    if (cell.pairs > 0)
        text = fmt::format("{} of {} seeds differ, the first in {}", cell.pairs - cell.identical, cell.pairs,
                           cell.where);
    if (std::isnan(cell.p)) return text + "; too few seeds to know their noise";
    return text + fmt::format("; {} the seeds' noise (p = {:.2g})", cell.beyond_noise() ? "beyond" : "within",
                              cell.p);
}

std::vector<std::string> labels_of(const Cells& cells) {
    std::vector<std::string> labels = mapped(cells, [](const auto& cell) { return cell.second.label; });
    std::ranges::sort(labels);
    return labels;
}

}  // namespace

Difference difference(const DiffSide& a, const DiffSide& b, bool loosely) {
    Cells of_a = cells_of(a), of_b = cells_of(b);
    std::vector<std::pair<std::string, std::string>> pairs;
    Difference result;
    const auto take = [&](const std::string& key_a, const std::string& key_b) {
        result.cells.push_back(compare_cells(a, of_a.at(key_a), b, of_b.at(key_b)));
        of_a.erase(key_a);
        of_b.erase(key_b);
    };
    for (const auto& [key, cell] : of_a)
        if (of_b.contains(key)) pairs.emplace_back(key, key);
    for (const auto& [key_a, key_b] : pairs)
        take(key_a, key_b);
    if (loosely)
        for (const auto& [key_a, key_b] : loose_pairs(of_a, of_b, options_apart(of_a, of_b)))
            take(key_a, key_b);
    std::ranges::stable_sort(result.cells,
                             [](const CellDifference& x, const CellDifference& y) { return x.a < y.a; });
    result.only_a = labels_of(of_a);
    result.only_b = labels_of(of_b);
    return result;
}

std::string describe(const CellDifference& cell) {
    std::string text = describe_pairs(cell);
    if (!cell.lacks_seeds()) return text;
    for (const auto& [side, seeds] :
         {std::pair{"A", cell.seeds_in_a_only()}, std::pair{"B", cell.seeds_in_b_only()}})
        if (seeds > 0) text += fmt::format("; {} in {} only", counted(seeds, "seed"), side);
    return text;
}

}  // namespace reboost::report
