#include "report/policies/answer.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace reboost::report {
namespace {

constexpr double kAlpha = 0.05;
constexpr double kNearlyCertain = 0.95;  ///< posterior probability of practical equality
constexpr std::size_t kMostNames = 5;

/// The rivals on either side of equality, by name; the others are undecided.
struct Sides {
    std::vector<std::string> less, more;
    std::size_t undecided = 0;

    void add(const std::string& name, const statistics::Interval& interval, double equality, double p) {
        if (p > kAlpha)
            ++undecided;
        else if (interval.high < equality)
            less.push_back(name);
        else if (interval.low > equality)
            more.push_back(name);
        else
            ++undecided;
    }
};

/// "A, B and 3 more", "none".
std::string names_text(const std::vector<std::string>& names) {
    if (names.empty()) return "none";
    const std::size_t shown = names.size() > kMostNames + 1 ? kMostNames : names.size();
    std::string text;
    for (std::size_t i = 0; i < shown; ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return shown < names.size() ? text + fmt::format(" and {} more", names.size() - shown) : text;
}

std::string sides_text(const Sides& sides, const char* less, const char* more) {
    return fmt::format("surely {}: {}; surely {}: {}; undecided: {}", less, names_text(sides.less), more,
                       names_text(sides.more), sides.undecided);
}

}  // namespace

std::vector<std::string> answer(const Contest& contest, const Verdicts& verdicts) {
    if (verdicts.rivals.size() <= 3) return {};
    const auto label = [&](std::size_t row) { return contest.spec->rows[row].label; };
    Sides cost, error;
    std::size_t equal = 0;
    const Rival* cheapest = nullptr;
    for (const Rival& rival : verdicts.rivals) {
        cost.add(label(rival.row), rival.ratio, 1, rival.ratio_holm_p);
        error.add(label(rival.row), rival.error.difference, 0, rival.error.holm_p);
        equal += rival.error.bayesian.rope >= kNearlyCertain;
        const bool everywhere = rival.both_reach == rival.columns.size();
        if (everywhere && (cheapest == nullptr || rival.ratio.estimate < cheapest->ratio.estimate))
            cheapest = &rival;
    }
    const char* const unit = cost_name(verdicts.cost);
    const std::string target =
        contest.target == contest.baseline ? "its error" : label(contest.target) + "'s error";
    std::string first =
        fmt::format("{} rivals, {} data sets. {} to {}, against {}: {}.", verdicts.rivals.size(),
                    verdicts.sets, verdicts.cost == Cost::work ? "Work" : unit, target,
                    label(contest.baseline), sides_text(cost, "less", "more"));
    if (cheapest != nullptr)
        first += fmt::format(" Least on these sets: {}, {:.2f} [{:.2f}, {:.2f}] times as much.",
                             label(cheapest->row), cheapest->ratio.estimate, cheapest->ratio.low,
                             cheapest->ratio.high);
    return {first, fmt::format("Error at equal {}: {}, {} of them practically equal (within {:g} points with "
                               "probability {:g} or more).",
                               unit, sides_text(error, "lower", "higher"), equal, contest.spec->rope,
                               kNearlyCertain)};
}

}  // namespace reboost::report
