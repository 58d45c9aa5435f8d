#include "report/policies/answer.hpp"

#include "core/text.hpp"
#include "report/paper/interval_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace reboost::report {
namespace {

/// "error equal within 2%", "error ×1.08 [1.02, 1.14]".
std::string error_part(const Contest& contest, const Ratio& error) {
    const double share = contest.spec->equivalence;
    return error.within(share) ? fmt::format("error equal within {:g}%", 100 * share)
                               : "error " + times_text(error);
}

/// ", not told without splice", of several "…, not told without any one of 3 sets"; "" where it hangs on
/// none.
std::string hanging(const Contest& contest, const Comparison& one) {
    if (one.hangs_on.empty()) return "";
    if (one.hangs_on.size() == 1)
        return ", not told without " + contest.spec->columns[one.hangs_on.front()].label;
    return fmt::format(", not told without any one of {} sets", one.hangs_on.size());
}

/// "wswa(1) ×0.72 [0.55, 0.94], moss(1) ×0.80 [0.70, 0.91]"; of many the first ones.
std::string named(const Contest& contest, const std::vector<const Comparison*>& some) {
    constexpr std::size_t kShown = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(kShown, some.size()); ++i)
        text += fmt::format("{}{} {}{}", i == 0 ? "" : ", ", contest.name(some[i]->row),
                            times_text(some[i]->cost), hanging(contest, *some[i]));
    return some.size() > kShown ? text + fmt::format(" and {} more", some.size() - kShown) : text;
}

std::vector<const Comparison*> on_side(const Contest& contest, const std::vector<Comparison>& all,
                                       Side side) {
    std::vector<const Comparison*> found;
    for (const Comparison& one : all)
        if (one.side() == side && one.row != contest.target) found.push_back(&one);
    std::ranges::sort(found, {}, [](const Comparison* one) { return one->cost.interval.estimate; });
    return found;
}

/// "Learning pays: 3 of 36 methods need surely less work than uniform(1), which draws at random: …".
std::string learning_line(const Contest& contest, const Verdicts& verdicts) {
    const auto less = on_side(contest, verdicts.random, Side::less),
               more = on_side(contest, verdicts.random, Side::more);
    const std::size_t methods =
        less.size() + more.size() + on_side(contest, verdicts.random, Side::undecided).size();
    const std::string& draws = contest.name(*contest.yardstick);
    if (methods == 0) return "";  // beside full search
    if (less.empty())
        return fmt::format(
            "No method is shown to beat {}, which draws at random; {} of {} do surely worse in {}.", draws,
            more.size(), methods, cost_name(verdicts.cost));
    return fmt::format(
        "Learning pays with {} of {} methods; against {}, which draws at random, they need surely less {}: {}. "
        "{} do surely worse.",
        less.size(), methods, draws, cost_name(verdicts.cost), named(contest, less), more.size());
}

/// What to take; the same whatever the baseline is.
std::string advice_line(const Contest& contest, const Verdicts& verdicts) {
    const auto best = winners(contest, verdicts);
    if (best.empty())
        return fmt::format("To take: {}, as nothing is shown to do better.",
                           contest.name(contest.yardstick.value_or(contest.baseline)));
    return fmt::format("To take: {} ({} {} to the targets; in a new data set between ×{} and ×{}).",
                       contest.name(best.front()->row), cost_name(verdicts.cost),
                       times_text(best.front()->cost), ratio_text(best.front()->cost.next_set.low),
                       ratio_text(best.front()->cost.next_set.high));
}

/// How full search fares against random draws, or the baseline.
std::string target_line(const Contest& contest, const Verdicts& verdicts) {
    const Comparison* full = verdicts.against_random(contest.target);
    if (full == nullptr) full = verdicts.against_baseline(contest.target);
    if (full == nullptr) return "";
    std::vector<std::string> cheaper;
    for (const SetOutcome& set : full->sets)
        if (set.cost && set.splits >= kFewestSplits && set.cost->mean + 2 * std::sqrt(set.cost->variance) < 0)
            cheaper.push_back(fmt::format("{} ×{}", contest.spec->columns[set.column].label,
                                          ratio_text(std::exp(set.cost->mean))));
    return fmt::format("{} needs {} {} of {}{}{}.", contest.name(contest.target), times_text(full->cost),
                       cost_name(verdicts.cost), contest.name(full->other),
                       cheaper.empty() ? "" : "; less on ", fmt::format("{}", fmt::join(cheaper, ", ")));
}

/// "12 data sets x 20 splits x 1 seed find a difference of 8% in work with probability 0.8.": the median of
/// the announced methods, else of all.
std::string power_line(const Contest& contest, const Verdicts& verdicts) {
    const std::vector<Comparison>& all = verdicts.random.empty() ? verdicts.baseline : verdicts.random;
    const bool announced = std::ranges::any_of(all, &Comparison::announced);
    std::vector<double> found;
    for (const Comparison& one : all)
        if (one.row != contest.target && (one.announced || !announced) && std::isfinite(one.cost.detectable))
            found.push_back(one.cost.detectable);
    if (found.empty()) return "";
    const auto middle = found.begin() + static_cast<std::ptrdiff_t>(found.size() / 2);
    std::ranges::nth_element(found, middle);
    return fmt::format("{} find a difference of {:.0f}% in {} with probability 0.8.", units_text(verdicts),
                       100 * (*middle - 1), cost_name(verdicts.cost));
}

}  // namespace

std::string units_text(const Verdicts& verdicts) {
    std::string splits = counted(verdicts.most_splits, "split");
    if (verdicts.fewest_splits < verdicts.most_splits)
        splits = fmt::format("{} to {}", verdicts.fewest_splits, splits);
    return fmt::format("{} x {} x {}", counted(verdicts.sets, "data set"), splits,
                       counted(verdicts.most_draws, "seed"));
}

std::string times_text(const Ratio& ratio) {
    return std::isnan(ratio.interval.estimate) ? "–" : "×" + interval_text(ratio.interval, ratio_text);
}

std::string learning_text(const Comparison& against_random) {
    switch (against_random.side()) {
        case Side::less:
            return "learns";
        case Side::more:
            return "worse than random draws";
        case Side::undecided:
            break;
    }
    return "not told from random draws";
}

std::string verdict_line(const Contest& contest, const Verdicts& verdicts, std::size_t row) {
    std::string text = contest.name(row) + ":";
    const std::string cost = cost_name(verdicts.cost);
    if (const Comparison* random = verdicts.against_random(row)) {
        const char* const finding = random->side() == Side::less ? "learns (beats random draws: "
                                    : random->side() == Side::more
                                        ? "does worse than random draws ("
                                        : "does not learn (not told from random draws: ";
        text += fmt::format(" {}{} {}, {}{});", finding, cost, times_text(random->cost),
                            error_part(contest, random->error), hanging(contest, *random));
    }
    if (const Comparison* one = verdicts.against_baseline(row))
        text += fmt::format(" against {}: {} {}, {};", contest.name(one->other), cost, times_text(one->cost),
                            error_part(contest, one->error));
    return text + " " + units_text(verdicts);
}

std::vector<std::string> answer(const Contest& contest, const Verdicts& verdicts) {
    if (verdicts.baseline.empty() && verdicts.random.empty()) return {};
    std::vector<std::string> lines;
    if (contest.spec->announced.size() == 1)
        for (const std::size_t row : contest.rows())
            if (contest.spec->rows[row].id == contest.spec->announced.front())
                lines.push_back(verdict_line(contest, verdicts, row) + ".");
    const std::string learning = verdicts.random.empty() ? "" : learning_line(contest, verdicts);
    const bool advised = verdicts.random.empty() || !learning.empty();
    for (std::string line : {learning, advised ? advice_line(contest, verdicts) : "",
                             target_line(contest, verdicts), power_line(contest, verdicts)})
        if (!line.empty()) lines.push_back(std::move(line));
    return lines;
}

}  // namespace reboost::report
