#include "report/policies/answer.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace reboost::report {
namespace {

constexpr std::size_t kMostNames = 5;

using Rivals = std::vector<const Rival*>;

/// "3 (A, B, C)", "8 (A, B, C, D, E and 3 more)", "0".
template <typename Detail>
std::string count_and_names(const Contest& contest, const Rivals& rivals, Detail detail) {
    if (rivals.empty()) return "0";
    const std::size_t shown = rivals.size() > kMostNames + 1 ? kMostNames : rivals.size();
    std::string names;
    for (std::size_t i = 0; i < shown; ++i)
        names += (i > 0 ? ", " : "") + contest.spec->rows[rivals[i]->row].label + detail(*rivals[i]);
    if (shown < rivals.size()) names += fmt::format(" and {} more", rivals.size() - shown);
    return fmt::format("{} ({})", rivals.size(), names);
}

template <typename Wanted>
Rivals those(const Rivals& rivals, Wanted wanted) {
    Rivals found;
    std::ranges::copy_if(rivals, std::back_inserter(found),
                         [&](const Rival* rival) { return wanted(*rival); });
    return found;
}

std::string cost_line(const Contest& contest, const Verdicts& verdicts, Rivals rivals) {
    std::ranges::stable_sort(rivals, {}, [](const Rival* rival) { return rival->ratio.estimate; });
    const auto ratio = [](const Rival& rival) { return fmt::format(" {:.2f}", rival.ratio.estimate); };
    const Rivals less = those(rivals, [](const Rival&r) { return r.cost_side() == Side::less; }),
                 more = those(rivals, [](const Rival&r) { return r.cost_side() == Side::more; });
    return fmt::format(
        "Of {} rivals, {} reach {}'s final error with less {} than {}, {} with more; {} undecided.",
        rivals.size(), count_and_names(contest, less, ratio), contest.spec->rows[contest.target].label,
        cost_name(verdicts.cost), contest.spec->rows[contest.baseline].label,
        count_and_names(contest, more, ratio), rivals.size() - less.size() - more.size());
}

std::string error_line(const Contest& contest, const Verdicts& verdicts, Rivals rivals) {
    std::ranges::stable_sort(rivals, {}, [](const Rival* rival) { return rival->error.difference.estimate; });
    const auto points = [](const Rival& rival) {
        return fmt::format(" {:+.2f}", rival.error.difference.estimate);
    };
    const double rope = contest.spec->rope;
    const Rivals lower = those(rivals, [](const Rival&r) { return r.error_side() == Side::less; }),
                 higher = those(rivals, [](const Rival&r) { return r.error_side() == Side::more; }),
                 equal = those(rivals, [&](const Rival&r) { return r.practically_equal(rope); });
    return fmt::format(
        "Error at equal {}, in points: lower for {}, higher for {}, practically equal (±{:g}) for {}, "
        "undecided for {}.",
        cost_name(verdicts.cost), count_and_names(contest, lower, points),
        count_and_names(contest, higher, points), rope, equal.size(),
        rivals.size() - lower.size() - higher.size() - equal.size());
}

/// How full search itself fares, which is a rival like the others but the one that bandits are there to
/// spare.
std::string target_line(const Contest& contest, const Verdicts& verdicts, const Rival& rival) {
    const std::string &base = contest.spec->rows[contest.baseline].label,
                      &target = contest.spec->rows[contest.target].label;
    std::string text = fmt::format("{} reaches {}'s final error on {} of {} sets", base, target,
                                   rival.baseline_reaches, rival.columns.size());
    if (rival.both_reach > 0)
        text +=
            fmt::format("; there {} itself needs {:.2f} [{:.2f}, {:.2f}] times as much {}", target,
                        rival.ratio.estimate, rival.ratio.low, rival.ratio.high, cost_name(verdicts.cost));
    return text + ".";
}

}  // namespace

std::vector<std::string> answer(const Contest& contest, const Verdicts& verdicts) {
    if (verdicts.rivals.empty() || !verdicts.warning.empty()) return {};
    Rivals rivals;
    for (const Rival& rival : verdicts.rivals)
        rivals.push_back(&rival);
    std::vector<std::string> lines{cost_line(contest, verdicts, rivals),
                                   error_line(contest, verdicts, rivals)};
    for (const Rival& rival : verdicts.rivals)
        if (rival.row == contest.target) lines.push_back(target_line(contest, verdicts, rival));
    return lines;
}

}  // namespace reboost::report
