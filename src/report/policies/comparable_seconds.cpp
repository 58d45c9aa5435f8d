#include "report/policies/comparable_seconds.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace reboost::report {
namespace {

/// The slowest pace over the fastest that is no gap. Quiet runs of one split differ by up to a fifth.
constexpr double kWidest = 4.0 / 3;
constexpr double kLeastSeconds = 0.005;  ///< of evaluation; of less a page fault may be half

using Paths = std::vector<const Path*>;

/// A method's runs on a split, twins included.
Paths paths_on(const Entry& entry, std::int64_t split) {
    Paths found;
    for (const auto* some : {&entry.replicates, &entry.twins})
        if (const auto at = some->find(split); at != some->end())
            for (const Path& path : at->second)
                found.push_back(&path);
    return found;
}

/// By how many methods there is a run on the split that `wanted` holds of.
template <typename Wanted>
std::ptrdiff_t methods_with(const Contest& contest, std::size_t column, std::int64_t split, Wanted wanted) {
    return std::ranges::count_if(contest.entries, [&](const std::vector<Entry>& row) {
        return std::ranges::any_of(paths_on(row[column], split), wanted);
    });
}

/// A run of the machine whose seconds are compared on the split, where some method has a run.
Path machine_of(const Contest& contest, std::size_t column, std::int64_t split) {
    Paths candidates = paths_on(contest.entries[contest.baseline][column], split);
    if (candidates.empty())
        for (const auto& row : contest.entries)
            std::ranges::copy(paths_on(row[column], split), std::back_inserter(candidates));
    return **std::ranges::max_element(candidates, {}, [&](const Path* candidate) {
        const auto same_processor = [&](const Path* path) { return path->processor == candidate->processor; };
        const auto same_machine = [&](const Path* path) {
            return same_processor(path) && path->reference == candidate->reference;
        };
        return std::tuple(methods_with(contest, column, split, same_processor),
                          methods_with(contest, column, split, same_machine), !candidate->reference);
    });
}

/// Those of the processor, and of them those of the machine, if there are any.
std::vector<Path> of_machine(const Paths& paths, const Path& machine) {
    std::vector<Path> same, of_processor;
    for (const Path* path : paths)
        if (path->processor == machine.processor)
            (path->reference == machine.reference ? same : of_processor).push_back(*path);
    return same.empty() ? of_processor : same;
}

void keep_one_processor(Contest& contest, std::size_t column, std::int64_t split) {
    const Path machine = machine_of(contest, column, split);
    for (auto& row : contest.entries) {
        auto& replicates = row[column].replicates;
        const auto found = replicates.find(split);
        if (found == replicates.end()) continue;
        std::vector<Path> kept = of_machine(paths_on(row[column], split), machine);
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

/// What evaluation took, and beside which method.
struct Pace {
    double seconds = 0;
    std::size_t row = 0;
};

struct Gap {
    Pace fastest, slowest;
    double ratio() const { return slowest.seconds / fastest.seconds; }
};

/// The widest among the methods of as many rounds; of equal paces where no two of them tell.
Gap widest_gap(const Contest& timed, std::size_t column, std::int64_t split) {
    std::map<double, Gap> by_rounds;
    for (std::size_t row = 0; row < timed.entries.size(); ++row)
        for (const Path* path : paths_on(timed.entries[row][column], split)) {
            if (!(path->evaluation_seconds >= kLeastSeconds)) continue;
            const Pace pace{path->evaluation_seconds, row};
            Gap& gap = by_rounds.try_emplace(path->round.back(), Gap{pace, pace}).first->second;
            if (pace.seconds < gap.fastest.seconds) gap.fastest = pace;
            if (pace.seconds > gap.slowest.seconds) gap.slowest = pace;
        }
    Gap widest{{1, 0}, {1, 0}};
    for (const auto& [rounds, gap] : by_rounds)
        if (gap.ratio() > widest.ratio()) widest = gap;
    return widest;
}

}  // namespace

Contest of_one_processor(Contest contest) {
    for (std::size_t column = 0; column < contest.spec->columns.size(); ++column) {
        for (const std::int64_t split : splits_on(contest, column))
            keep_one_processor(contest, column, split);
        for (auto& row : contest.entries)
            row[column].twins.clear();
    }
    return contest;
}

std::optional<PaceGap> pace_gap(const Contest& timed) {
    PaceGap found;
    Gap widest{{1, 0}, {1, 0}};
    for (std::size_t column = 0; column < timed.spec->columns.size(); ++column)
        for (const std::int64_t split : splits_on(timed, column)) {
            const Gap gap = widest_gap(timed, column, split);
            ++found.splits;
            found.wide += gap.ratio() > kWidest;
            if (gap.ratio() > widest.ratio()) widest = gap, found.column = column;
        }
    if (found.wide == 0) return std::nullopt;
    found.ratio = widest.ratio();
    found.slowest = widest.slowest.row;
    found.fastest = widest.fastest.row;
    return found;
}

}  // namespace reboost::report
