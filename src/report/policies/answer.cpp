#include "report/policies/answer.hpp"

#include "core/text.hpp"
#include "report/paper/interval_text.hpp"
#include "statistics/p_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace reboost::report {
namespace {

using Rivals = std::vector<const Rival*>;

/// "3 (A, B, C)", "8 (A, B, C, D, E and 3 more)", "0".
template <typename Detail>
std::string count_and_names(const Contest& contest, const Rivals& rivals, Detail detail) {
    if (rivals.empty()) return "0";
    std::vector<std::string> names;
    for (const Rival* rival : rivals)
        names.push_back(contest.spec->rows[rival->row].label + detail(*rival));
    return fmt::format("{} ({})", rivals.size(), first_names(names));
}

template <typename Wanted>
Rivals those(const Rivals& rivals, Wanted wanted) {
    Rivals found;
    std::ranges::copy_if(rivals, std::back_inserter(found),
                         [&](const Rival* rival) { return wanted(*rival); });
    return found;
}

/// " The least is that of RAW-UCB: 0.61 [0.36, 0.92], p = 0.240.": of those undecided, the first; "" of none.
std::string first_of(const Contest& contest, const Rivals& undecided, const char* what,
                     const statistics::Interval& (*interval)(const Rival&), double (*holm_p)(const Rival&),
                     std::string (*number)(double)) {
    const auto found = std::ranges::find_if(
        undecided, [&](const Rival* rival) { return std::isfinite(interval(*rival).estimate); });
    if (found == undecided.end()) return "";
    const std::string p = (*found)->only_set ? "" : ", p " + statistics::p_equation(holm_p(**found));
    return fmt::format(" {} {}: {}{}.", what, contest.spec->rows[(*found)->row].label,
                       interval_text(interval(**found), number), p);
}

/// "less work", "fewer CPU seconds".
std::string less_of(Cost cost) {
    return (cost == Cost::work ? "less " : "fewer ") + std::string(cost_name(cost));
}

/// "as much work", "as many CPU seconds".
std::string as_much_of(Cost cost) {
    return (cost == Cost::work ? "as much " : "as many ") + std::string(cost_name(cost));
}

bool surely_below(const statistics::Interval& interval, double equality) {
    return has_width(interval) && interval.high < equality;
}

/// Whether the splits of a set (a place in `target_columns`), if they are enough, agree that the rival needs
/// less than the baseline there. Where the baseline never reaches the target within its run, the errors at
/// equal cost say it.
bool cheaper_on(const Rival& rival, std::size_t set) {
    if (rival.target_splits[set] < kFewestSplits) return false;
    if (rival.set_ratios[set].estimate > 0) return surely_below(rival.set_ratios[set], 1);
    const auto place = std::ranges::find(rival.columns, rival.target_columns[set]) - rival.columns.begin();
    return rival.set_ratios[set].estimate == 0 &&
           surely_below(rival.set_differences[static_cast<std::size_t>(place)], 0);
}

/// Places in `target_columns`.
std::vector<std::size_t> cheaper_sets(const Rival& rival) {
    std::vector<std::size_t> sets;
    for (std::size_t set = 0; set < rival.set_ratios.size(); ++set)
        if (cheaper_on(rival, set)) sets.push_back(set);
    return sets;
}

std::string cost_line(const Contest& contest, const Verdicts& verdicts, Rivals rivals) {
    std::ranges::stable_sort(rivals, {}, [](const Rival* rival) { return rival->ratio_or_limit(); });
    const auto ratio = [](const Rival& rival) { return " " + ratio_text(rival.ratio_or_limit()); };
    const auto on = [&](Side side) {
        return those(rivals, [&](const Rival& r) { return r.cost_side() == side; });
    };
    const Rivals less = on(Side::less), more = on(Side::more), undecided = on(Side::undecided);
    const std::string text = fmt::format(
        "Of {} rivals, {} reach {} final error with {} than {}, {} with more; {} undecided.", rivals.size(),
        count_and_names(contest, less, ratio), genitive(contest.spec->rows[contest.target].label),
        less_of(verdicts.cost), contest.spec->rows[contest.baseline].label,
        count_and_names(contest, more, ratio), undecided.size());
    if (!less.empty()) return text;
    return text + first_of(
                      contest, undecided, "The least ratio of these is that of",
                      [](const Rival& rival) -> const statistics::Interval& { return rival.ratio; },
                      [](const Rival& rival) { return rival.ratio_holm_p; }, ratio_text);
}

std::string error_line(const Contest& contest, const Verdicts& verdicts, Rivals rivals) {
    std::ranges::stable_sort(rivals, {}, [](const Rival* rival) { return rival->error.difference.estimate; });
    const auto points = [](const Rival& rival) { return " " + signed_text(rival.error.difference.estimate); };
    const double rope = contest.spec->rope;
    const auto on = [&](Side side, bool equal) {
        return those(rivals, [&](const Rival& r) {
            return r.error_side() == side && r.practically_equal(rope) == equal;
        });
    };
    const Rivals lower = on(Side::less, false), higher = on(Side::more, false),
                 equal = on(Side::undecided, true), undecided = on(Side::undecided, false);
    const std::string text = fmt::format(
        "Error at equal {}, in points: lower for {}, higher for {}, practically equal (±{:g}) for {}, "
        "undecided for {}.",
        cost_name(verdicts.cost), count_and_names(contest, lower, points),
        count_and_names(contest, higher, points), rope, equal.size(), undecided.size());
    if (!lower.empty()) return text;
    return text +
           first_of(
               contest, undecided, "The lowest of these is that of",
               [](const Rival& rival) -> const statistics::Interval& { return rival.error.difference; },
               [](const Rival& rival) { return rival.error.holm_p; }, decimal_text);
}

/// How full search itself fares, which is a rival like the others but the one that bandits are there to
/// spare.
std::string target_line(const Contest& contest, const Verdicts& verdicts, const Rival& rival) {
    const std::string &base = contest.spec->rows[contest.baseline].label,
                      &target = contest.spec->rows[contest.target].label;
    std::string text = fmt::format("{} reaches {} final error on {} of {} sets", base, genitive(target),
                                   rival.baseline_reaches, rival.target_columns.size());
    if (rival.both_reach > 0)
        text += fmt::format("; there {} itself needs {} times {}", target,
                            interval_text(rival.ratio, ratio_text), as_much_of(verdicts.cost));
    std::string cheaper;
    for (const std::size_t set : cheaper_sets(rival)) {
        const statistics::Interval& ratio = rival.set_ratios[set];
        cheaper += (cheaper.empty() ? "" : ", ") + contest.spec->columns[rival.target_columns[set]].label;
        cheaper += ratio.estimate > 0 ? fmt::format(" ({})", interval_text(ratio, ratio_text))
                                      : fmt::format(" ({} never reaches it)", base);
    }
    return text + (cheaper.empty() ? "." : fmt::format("; {} on {}.", less_of(verdicts.cost), cheaper));
}

/// "; FULL on adult, poker25k.": where full search is surely cheaper than what is to be taken.
std::string exceptions(const Contest& contest, const Rival* full, const char* verb) {
    std::string sets;
    if (full != nullptr)
        for (const std::size_t set : cheaper_sets(*full))
            sets += (sets.empty() ? "" : ", ") + contest.spec->columns[full->target_columns[set]].label;
    return sets.empty() ? "." : fmt::format("; {}{} on {}.", verb, contest.spec->rows[full->row].label, sets);
}

/// Whether a rival pays for being cheaper with its error, or for its error by being dearer.
bool any_trades(const Verdicts& verdicts) {
    return std::ranges::any_of(verdicts.rivals, [](const Rival& rival) {
        const Side cost = rival.cost_side(), error = rival.error_side();
        return (cost == Side::less && error == Side::more) || (cost == Side::more && error == Side::less);
    });
}

/// Why a rival is to be taken: " (0.21 [0.12, 0.36] of FULL's work to FULL's final error)", or, of one that
/// is not surely cheaper, ": no rival surely needs less work, but at equal work 15 surely err less, of which
/// it errs least (−2.67 [−4.00, −1.50] points)".
std::string reason(const Contest& contest, const Verdicts& verdicts, const Rival& best) {
    const std::string& base = contest.spec->rows[contest.baseline].label;
    const std::string target = genitive(contest.spec->rows[contest.target].label) + " final error";
    if (best.cost_side() == Side::less && std::isnan(best.ratio.estimate))
        return fmt::format(" ({} never reaches {})", base, target);
    if (best.cost_side() == Side::less)
        return fmt::format(" ({} of {} {} to {})", interval_text(best.ratio, ratio_text), genitive(base),
                           cost_name(verdicts.cost), target);
    const auto lower = std::ranges::count_if(verdicts.rivals, [](const Rival& rival) {
        return rival.error_side() == Side::less && rival.cost_side() != Side::more;
    });
    const bool traded = any_trades(verdicts);
    return fmt::format(
        ": no rival surely needs {}{}, but at equal {} {}{} ({} points)", less_of(verdicts.cost),
        traded ? " without erring more" : "", cost_name(verdicts.cost),
        lower == 1 ? "it surely errs less" : fmt::format("{} surely err less, of which it errs least", lower),
        traded && lower > 1 ? " without needing more" : "",
        interval_text(best.error.difference, signed_text));
}

/// Where nothing is sure the baseline is no advice, whichever it is: "It hardly matters which: at equal work
/// 24 of 36 rivals err practically as UCB(1) does (±0.1 points), and none surely needs less work", or, of
/// fewer than half, "No advice: no rival surely needs less work or errs less than UCB(1), the baseline".
std::string undecided_advice(const Contest& contest, const Verdicts& verdicts) {
    const std::string& base = contest.spec->rows[contest.baseline].label;
    const double rope = contest.spec->rope;
    const auto equal = static_cast<std::size_t>(std::ranges::count_if(
        verdicts.rivals, [&](const Rival& rival) { return rival.practically_equal(rope); }));
    const bool traded = any_trades(verdicts);
    if (2 * equal >= verdicts.rivals.size() && equal > 1 && !traded)
        return fmt::format(
            "It hardly matters which: at equal {} {} of {} rivals err practically as {} does (±{:g} points), and "
            "none surely needs {}",
            cost_name(verdicts.cost), equal, verdicts.rivals.size(), base, rope, less_of(verdicts.cost));
    return fmt::format("No advice: no rival surely needs {}{} or errs less{} than {}, the baseline",
                       less_of(verdicts.cost), traded ? " without erring more" : "",
                       traded ? " without needing more" : "", base);
}

/// " (compared on 3 of 8 sets)", where it has no runs on the others; "" elsewhere.
std::string sets_text(const Verdicts& verdicts, const Rival& rival) {
    if (rival.columns.size() >= verdicts.sets) return "";
    return fmt::format(" (compared on {} of {} sets)", rival.columns.size(), verdicts.sets);
}

/// "To take: RANDOM(10) (0.21 of FULL's work to FULL's final error); FULL on adult.", "No advice: …; take
/// FULL on adult."
std::string advice(const Contest& contest, const Verdicts& verdicts) {
    if (const Rival* best = advised(verdicts)) {
        const Rival* full = verdicts.target_against_advised ? &*verdicts.target_against_advised : nullptr;
        return "To take: " + contest.spec->rows[best->row].label + sets_text(verdicts, *best) +
               reason(contest, verdicts, *best) + exceptions(contest, full, "");
    }
    const auto full = std::ranges::find(verdicts.rivals, contest.target, &Rival::row);
    return undecided_advice(contest, verdicts) +
           exceptions(contest, full == verdicts.rivals.end() ? nullptr : &*full, "take ");
}

}  // namespace

std::vector<std::string> answer(const Contest& contest, const Verdicts& verdicts) {
    if (verdicts.rivals.empty() || !verdicts.warning.empty()) return {};
    Rivals rivals;
    for (const Rival& rival : verdicts.rivals)
        rivals.push_back(&rival);
    std::vector<std::string> lines{advice(contest, verdicts), cost_line(contest, verdicts, rivals),
                                   error_line(contest, verdicts, rivals)};
    for (const Rival& rival : verdicts.rivals)
        if (rival.row == contest.target) lines.push_back(target_line(contest, verdicts, rival));
    return lines;
}

}  // namespace reboost::report
