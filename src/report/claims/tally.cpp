#include "report/claims/tally.hpp"

#include "statistics/tests.hpp"

#include <algorithm>
#include <vector>

namespace reboost::report {
namespace {

constexpr double kAlpha = 0.05;

using Sets = std::map<std::string, Tally::Set>;
using Count = std::size_t (*)(const Tally::Set&);

std::size_t holding(const Tally::Set& set) {
    return set.holds;
}
std::size_t failing(const Tally::Set& set) {
    return set.refuted;
}
std::size_t telling_nothing(const Tally::Set& set) {
    return set.undecided;
}
std::size_t telling(const Tally::Set& set) {
    return set.holds + set.refuted;
}

/// Whether the comparisons that `more` counts are surely more than those that `fewer` counts.
bool is_majority(const Sets& sets, Count more, Count fewer) {
    std::size_t for_it = 0, against = 0, all_for = 0, all_against = 0;
    for (const auto& [name, set] : sets) {
        for_it += more(set) > fewer(set);
        against += more(set) < fewer(set);
        all_for += more(set);
        all_against += fewer(set);
    }
    if (for_it <= against) return false;
    if (sets.size() >= kSetsForSignTest) return statistics::sign_test(for_it, against) <= kAlpha;
    return for_it == sets.size() &&
           (all_against == 0 || statistics::sign_test(all_for, all_against) <= kAlpha);
}

Verdict by_majority(const Sets& sets) {
    if (is_majority(sets, telling_nothing, telling)) return Verdict::contradicted;
    if (is_majority(sets, holding, failing)) return Verdict::supported;
    return is_majority(sets, failing, holding) ? Verdict::contradicted : Verdict::unclear;
}

/// Whether `count` of `total` are the share that a claim's entry asks for.
bool is_enough(const Value& parameters, std::size_t count, std::size_t total) {
    const Value* above = parameters.find("share_above");
    const Value* at_least = parameters.find("share_at_least");
    const double share = above ? above->as_number() : at_least ? at_least->as_number() : 1;
    const double needed = share * static_cast<double>(total);
    const auto have = static_cast<double>(count);
    return above != nullptr ? have > needed : have >= needed - 1e-9;
}

Verdict by_share(const Value& parameters, const Sets& sets) {
    Tally::Set all;
    for (const auto& [name, set] : sets) {
        all.holds += set.holds;
        all.undecided += set.undecided;
        all.refuted += set.refuted;
    }
    const std::size_t total = all.holds + all.undecided + all.refuted;
    if (is_enough(parameters, all.holds, total)) return Verdict::supported;
    return is_enough(parameters, all.holds + all.undecided, total) ? Verdict::unclear : Verdict::contradicted;
}

/// The tally, had every missing comparison ended so.
Sets completed(Sets sets, std::size_t Tally::Set::*with) {
    for (auto& [name, set] : sets)
        set.*with += set.missing;
    return sets;
}

}  // namespace

std::string verdict_text(Verdict verdict, const std::string& on) {
    std::string text = verdict == Verdict::supported      ? "supported"
                       : verdict == Verdict::contradicted ? "contradicted"
                       : verdict == Verdict::unclear      ? "unclear"
                                                          : "not tested";
    return on.empty() || !is_decided(verdict) ? text : text + " on " + on;
}

std::string state_text(Verdict verdict, const std::string& on) {
    if (!is_decided(verdict)) return verdict_text(verdict);
    const std::string text = verdict == Verdict::supported ? "reproduced" : "not reproduced";
    return on.empty() ? text : text + " on " + on;
}

bool Tally::counts(bool complete, const std::string& set) {
    current_ = set;
    made += complete ? 1 : 0;
    sets_[set].missing += complete ? 0 : 1;
    return complete;
}

bool Tally::counts(bool complete, bool one_processor, const std::string& set) {
    two_processors += complete && !one_processor ? 1 : 0;
    return counts(complete && one_processor, set);
}

void Tally::found(Outcome outcome) {
    Set& set = sets_[current_];
    ++(outcome == Outcome::holds ? set.holds : outcome == Outcome::refuted ? set.refuted : set.undecided);
}

std::size_t Tally::sum(std::size_t Set::*part) const {
    std::size_t all = 0;
    for (const auto& [name, set] : sets_)
        all += set.*part;
    return all;
}

Majority majority_of(const Tally& tally) {
    Majority found;
    found.sets = tally.sets().size();
    for (const auto& [name, set] : tally.sets()) {
        found.more += set.holds > set.refuted;
        found.fewer += set.holds < set.refuted;
    }
    found.p = statistics::sign_test(found.more, found.fewer);
    return found;
}

bool asks_for_majority(const Value& parameters) {
    const Value* above = parameters.find("share_above");
    const Value* share = above != nullptr ? above : parameters.find("share_at_least");
    return share != nullptr && share->as_number() == 0.5;
}

Verdict decide(const Value& parameters, const Tally& tally) {
    if (tally.made == 0) return Verdict::not_tested;
    const auto verdict_with = [&](std::size_t Tally::Set::*end) {
        const Sets sets = completed(tally.sets(), end);
        return asks_for_majority(parameters) ? by_majority(sets) : by_share(parameters, sets);
    };
    const Verdict best = verdict_with(&Tally::Set::holds);
    for (const auto end : {&Tally::Set::refuted, &Tally::Set::undecided})
        if (verdict_with(end) != best) return Verdict::not_tested;
    return best;
}

}  // namespace reboost::report
