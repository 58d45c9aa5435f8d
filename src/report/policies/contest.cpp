#include "report/policies/contest.hpp"

#include "core/mapped.hpp"
#include "core/names.hpp"
#include "core/order.hpp"
#include "report/measures/digest.hpp"
#include "report/measures/reference.hpp"
#include "report/measures/run_curve.hpp"
#include "report/paper/json_members.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

namespace reboost::report {
namespace {

/// Number of log-spaced points of a path.
constexpr std::size_t kPoints = 60;

/// Returns null if the run has no test error, or lacks one of the two costs.
std::shared_ptr<const Path> path_of(const RunSet& runs, const Run& run) {
    std::vector<DrawnCurve> curves =
        run_curves(runs, run, "test_error", true, {array_name(Cost::work), array_name(Cost::seconds)});
    for (DrawnCurve& curve : curves) {
        curve = at_rounds(curve, thinned(curve.round, kPoints, true));
        runs.note_read(run, curve.round);
    }
    if (runs.recorder() != nullptr) runs.recorder()->of(run).in_contest = true;
    const DrawnCurve &work = curves.front(), &seconds = curves.back();
    if (work.round.empty() || seconds.round != work.round) return nullptr;
    Path path;
    path.round.assign(work.round.begin(), work.round.end());
    // Rounds to the digits that reference results keep.
    std::ranges::transform(work.x, path.round, std::back_inserter(path.work), three_digits_a_round);
    std::ranges::transform(seconds.x, path.round, std::back_inserter(path.seconds), three_digits_a_round);
    for (const double error : work.y)
        path.error.push_back(rounded_to(4, error));
    path.processor = text_at(run.attributes, "cpu");
    path.reference = run.reference;
    path.test_rows = number_at(run.attributes, "test_rows", kNoValue);
    path.evaluation_seconds = evaluation_seconds(runs, run);
    path.ended_itself = text_at(run.attributes, "stop_reason", "rounds_done") != "rounds_done";
    return std::make_shared<const Path>(std::move(path));
}

/// Whether the run's data replace another set. A generated set that the contest names itself replaces none.
bool stands_for_another(const Run* run) {
    return run->stand_in() && text_at(run->options(), "dataset.stand_in") != "never";
}

Entry read_entry(const ContestSpec& spec, const Axis& row, const Axis& column, const RunSet& runs) {
    const Choice choice =
        choose_runs(runs, cell_query(spec.query, column, row), std::nullopt, false, Origin::together);
    Entry entry;
    for (const auto& [some, into] :
         {std::pair{&choice.runs, &entry.replicates}, {&choice.twins, &entry.twins}})
        for (const Run* run : *some)
            if (auto path = path_of(runs, *run)) {
                (*into)[run->split()].push_back(std::move(path));
                entry.runs.push_back(run);
                entry.stand_in = entry.stand_in || (some == &choice.runs && stands_for_another(run));
            }
    return entry;
}

template <class Is>
std::optional<std::size_t> first_row(const ContestSpec& spec, Is is) {
    const auto row = std::ranges::find_if(spec.rows, is);
    return row == spec.rows.end() ? std::nullopt : std::optional<std::size_t>(row - spec.rows.begin());
}

std::size_t row_of(const ContestSpec& spec, const std::string& name) {
    if (const auto row = find_row(spec, name)) return *row;
    const Axis& row = find_named(spec.rows, name, "row", &Axis::label, "contest '" + spec.id + "'");
    return static_cast<std::size_t>(&row - spec.rows.data());
}

/// Returns the first row whose query has this value at this path.
std::optional<std::size_t> row_with(const ContestSpec& spec, std::string_view path, const char* value) {
    return first_row(spec, [&](const Axis& row) {
        const Value* found = row.query.find(path);
        return found != nullptr && *found == Value(value);
    });
}

/// Returns the row that draws at random: a policy that ignores rewards, else the selector RANDOM.
std::optional<std::size_t> random_draws(const ContestSpec& spec) {
    for (const char* path : {"selector.policy.name", "booster.base_class.policy.name"})
        if (const auto row = row_with(spec, path, "uniform")) return row;
    return row_with(spec, "selector.name", "random");
}

/// Ratio of slowest to fastest pace above which a gap is reported. Quiet runs differ by up to a fifth.
constexpr double kWidest = 4.0 / 3;
constexpr double kLeastSeconds = 0.005;  ///< seconds of evaluation; half of less may be page faults

/// Returns a method's runs on a split, including twins.
Draws paths_on(const Entry& entry, std::int64_t split) {
    Draws found;
    for (const auto* some : {&entry.replicates, &entry.twins})
        if (const auto at = some->find(split); at != some->end())
            found.insert(found.end(), at->second.begin(), at->second.end());
    return found;
}

/// How well the seconds of two runs compare: 2 on one machine, 1 on machines with the same processor, else 0.
int closeness(const Path& a, const Path& b) {
    return a.processor != b.processor ? 0 : a.reference != b.reference ? 1 : 2;
}

/// Keeps a split's runs on the machine whose seconds are compared; of a method without runs there, those on
/// the same processor.
void keep_one_processor(Contest& contest, std::size_t column, std::int64_t split) {
    const std::vector<Draws> all =
        mapped(contest.entries, [&](const auto& row) { return paths_on(row[column], split); });
    const auto on = [](const Draws& paths, const Path& machine, int least) {
        Draws close;
        std::ranges::copy_if(paths, std::back_inserter(close),
                             [&](const auto& path) { return closeness(*path, machine) >= least; });
        return close;
    };
    const auto methods_on = [&](const Path& machine, int least) {
        return std::ranges::count_if(all,
                                     [&](const Draws& paths) { return !on(paths, machine, least).empty(); });
    };
    Draws candidates = all[contest.baseline];
    if (candidates.empty())
        for (const Draws& paths : all)
            candidates.insert(candidates.end(), paths.begin(), paths.end());
    const auto machine = *std::ranges::max_element(candidates, {}, [&](const auto& one) {
        return std::tuple(methods_on(*one, 1), methods_on(*one, 2), !one->reference);
    });
    for (std::size_t row = 0; row < all.size(); ++row) {
        auto& replicates = contest.entries[row][column].replicates;
        const auto found = replicates.find(split);
        if (found == replicates.end()) continue;
        Draws kept = on(all[row], *machine, 2);
        if (kept.empty()) kept = on(all[row], *machine, 1);
        contest.left_out += found->second.size() - std::min(found->second.size(), kept.size());
        if (kept.empty())
            replicates.erase(found);
        else
            found->second = std::move(kept);
    }
}

std::set<std::int64_t> splits_on(const Contest& contest, std::size_t column) {
    std::set<std::int64_t> splits;
    for (const auto& row : contest.entries)
        for (const auto& replicate : row[column].replicates)
            splits.insert(replicate.first);
    return splits;
}

/// Two methods of equal rounds on a split, between whose evaluations the machine's pace differed.
struct Gap {
    double ratio = 1;                      ///< slowest to fastest
    std::size_t slowest = 0, fastest = 0;  ///< rows
};

/// Returns the widest gap on a split; its ratio is 1 if fewer than two methods of equal rounds have seconds.
Gap widest_gap(const Contest& timed, std::size_t column, std::int64_t split) {
    using Pace = std::pair<double, std::size_t>;  // seconds that evaluation took, and the row
    std::map<double, std::vector<Pace>> by_rounds;
    for (std::size_t row = 0; row < timed.entries.size(); ++row)
        for (const auto& path : paths_on(timed.entries[row][column], split))
            if (path->evaluation_seconds >= kLeastSeconds)
                by_rounds[path->round.back()].emplace_back(path->evaluation_seconds, row);
    Gap widest;
    for (const auto& [rounds, paces] : by_rounds) {
        const Pace fastest = std::ranges::min(paces, {}, &Pace::first),
                   slowest = std::ranges::max(paces, {}, &Pace::first);
        const double ratio = slowest.first / fastest.first;
        if (ratio > widest.ratio) widest = {ratio, slowest.second, fastest.second};
    }
    return widest;
}

}  // namespace

const char* array_name(Cost cost) {
    return cost == Cost::work ? "work" : "train_cpu_seconds";
}

double Path::error_at(Cost cost, double budget) const {
    const std::vector<double>& spent = costs(cost);
    const auto after = static_cast<std::size_t>(std::ranges::upper_bound(spent, budget) - spent.begin());
    if (after == 0) return error.front();
    if (after == spent.size() || !(spent[after - 1] > 0)) return error[after - 1];
    const double share = std::log(budget / spent[after - 1]) / std::log(spent[after] / spent[after - 1]);
    return std::lerp(error[after - 1], error[after], share);
}

std::optional<double> Path::cost_to(Cost cost, double target) const {
    const std::vector<double>& spent = costs(cost);
    for (std::size_t i = 0; i < error.size(); ++i) {
        if (error[i] > target) continue;
        if (i == 0 || !(spent[i - 1] > 0)) return spent[i];
        const double share = (error[i - 1] - target) / (error[i - 1] - error[i]);
        return spent[i - 1] * std::pow(spent[i] / spent[i - 1], share);
    }
    return std::nullopt;
}

bool Contest::present(std::size_t row) const {
    return std::ranges::any_of(entries[row], [](const Entry& entry) { return !entry.empty(); });
}

std::vector<std::size_t> Contest::rows() const {
    std::vector<std::size_t> found = indices(entries.size());
    std::erase_if(found, [&](std::size_t row) { return !present(row); });
    return found;
}

std::vector<std::size_t> Contest::columns_of(const std::vector<std::size_t>& wanted) const {
    std::vector<std::size_t> columns = indices(spec->columns.size());
    std::erase_if(columns, [&](std::size_t column) { return splits_of(wanted, column).empty(); });
    return columns;
}

std::vector<std::int64_t> Contest::splits_of(const std::vector<std::size_t>& wanted,
                                             std::size_t column) const {
    std::vector<std::int64_t> splits;
    if (wanted.empty()) return splits;
    for (const auto& replicate : entries[wanted.front()][column].replicates)
        if (std::ranges::all_of(wanted, [&](std::size_t row) {
                return entries[row][column].replicates.contains(replicate.first);
            }))
            splits.push_back(replicate.first);
    return splits;
}

std::optional<std::size_t> find_row(const ContestSpec& spec, const std::string& name) {
    return first_row(spec, [&](const Axis& row) { return row.id == name || row.label == name; });
}

Contest read_contest(const ContestSpec& spec, const RunSet& runs, const std::string& baseline) {
    Contest contest;
    contest.spec = &spec;
    const std::string& wanted = baseline.empty() ? spec.baseline : baseline;
    contest.baseline = wanted.empty() ? 0 : row_of(spec, wanted);
    contest.target = spec.target.empty() ? row_with(spec, "selector.name", "full").value_or(contest.baseline)
                                         : row_of(spec, spec.target);
    contest.yardstick = spec.yardstick.empty() ? random_draws(spec) : row_of(spec, spec.yardstick);
    for (const Axis& row : spec.rows) {
        contest.entries.emplace_back();
        for (const Axis& column : spec.columns)
            contest.entries.back().push_back(read_entry(spec, row, column, runs));
    }
    return contest;
}

Contest of_one_processor(Contest contest) {
    for (std::size_t column = 0; column < contest.spec->columns.size(); ++column) {
        for (const std::int64_t split : splits_on(contest, column))
            keep_one_processor(contest, column, split);
        for (auto& row : contest.entries)
            row[column].twins.clear();
    }
    return contest;
}

Value pace_gap(const Contest& timed) {
    std::size_t widest_column = 0, wide = 0, splits = 0;
    Gap widest;
    for (std::size_t column = 0; column < timed.spec->columns.size(); ++column)
        for (const std::int64_t split : splits_on(timed, column)) {
            const Gap gap = widest_gap(timed, column, split);
            ++splits;
            wide += gap.ratio > kWidest;
            if (gap.ratio > widest.ratio) widest = gap, widest_column = column;
        }
    if (wide == 0) return {};
    return object_of(key("ratio", widest.ratio), key("slowest", timed.name(widest.slowest)),
                     key("fastest", timed.name(widest.fastest)),
                     key("set", timed.spec->columns[widest_column].label), key("wide", wide),
                     key("splits", splits));
}

}  // namespace reboost::report
