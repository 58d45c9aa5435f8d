#include "report/claims/tally.hpp"

#include "report/measures/query.hpp"
#include "statistics/tests.hpp"

#include <functional>
#include <utility>

namespace reboost::report {
namespace {

constexpr double kAlpha = 0.05;

/// Counts the data sets on which `more` exceeds `fewer`, and those on which it is below.
template <class Count, class Other>
Majority majority(const Tally& tally, Count more, Other fewer) {
    Majority found;
    for (const auto& [name, set] : tally.sets()) {
        const std::size_t ayes = std::invoke(more, set), noes = std::invoke(fewer, set);
        ++found.sets;
        found.more += ayes > noes;
        found.fewer += ayes < noes;
        found.all_for += ayes;
        found.all_against += noes;
    }
    found.p = statistics::sign_test(found.more, found.fewer);
    return found;
}

/// Whether `more` counts surely more comparisons than `fewer`.
template <class Count, class Other>
bool is_majority(const Tally& tally, Count more, Other fewer) {
    const Majority over = majority(tally, more, fewer);
    if (over.more <= over.fewer) return false;
    if (over.sets >= kSetsForSignTest) return over.p <= kAlpha;
    return over.more == over.sets &&
           (over.all_against == 0 || statistics::sign_test(over.all_for, over.all_against) <= kAlpha);
}

Verdict by_majority(const Tally& tally) {
    using Set = Tally::Set;
    if (is_majority(tally, &Set::undecided, &Set::decided)) return Verdict::contradicted;
    if (is_majority(tally, &Set::holds, &Set::refuted)) return Verdict::supported;
    return is_majority(tally, &Set::refuted, &Set::holds) ? Verdict::contradicted : Verdict::unclear;
}

/// Returns the share that a claim's entry asks for.
double share_of(const Value& parameters) {
    return number_option(parameters, "share_above", number_option(parameters, "share_at_least", 1));
}

/// Whether `count` out of `total` reach the share that a claim's entry asks for.
bool is_enough(const Value& parameters, std::size_t count, std::size_t total) {
    const double needed = share_of(parameters) * static_cast<double>(total);
    const auto have = static_cast<double>(count);
    return parameters.find("share_above") != nullptr ? have > needed : have >= needed - 1e-9;
}

Verdict by_share(const Value& parameters, const Tally& tally) {
    if (is_enough(parameters, tally.hold(), tally.made())) return Verdict::supported;
    return is_enough(parameters, tally.hold() + tally.undecided(), tally.made()) ? Verdict::unclear
                                                                                 : Verdict::contradicted;
}

}  // namespace

std::string verdict_text(Verdict verdict, const std::string& on) {
    constexpr const char* kTexts[]{"supported", "contradicted", "not tested", "not tested", "unclear"};
    const std::string text = kTexts[static_cast<std::size_t>(verdict)];
    return on.empty() || !is_decided(verdict) ? text : text + " on " + on;
}

std::string state_text(Verdict verdict, const std::string& on) {
    if (!is_decided(verdict)) return verdict_text(verdict);
    return (verdict == Verdict::supported ? "reproduced" : "not reproduced") +
           (on.empty() ? "" : " on " + on);
}

Outcome Tally::add(const std::string& set, Outcome outcome) {
    Set& of = sets_[set];
    ++(outcome == Outcome::holds ? of.holds : outcome == Outcome::refuted ? of.refuted : of.undecided);
    return outcome;
}

void Tally::miss(const std::string& set, bool of_two_processors) {
    ++sets_[set].missing;
    two_processors_ += of_two_processors;
}

Tally Tally::completed(std::size_t Set::*with) const {
    Tally whole = *this;
    for (auto& [name, set] : whole.sets_)
        set.*with += std::exchange(set.missing, 0);
    return whole;
}

std::size_t Tally::sum(std::size_t Set::*part) const {
    std::size_t all = 0;
    for (const auto& [name, set] : sets_)
        all += set.*part;
    return all;
}

Majority majority_of(const Tally& tally) {
    return majority(tally, &Tally::Set::holds, &Tally::Set::refuted);
}

bool asks_for_majority(const Value& parameters) {
    return share_of(parameters) == 0.5;
}

Verdict decide(const Value& parameters, const Tally& tally) {
    if (tally.made() == 0) return Verdict::not_tested;
    const auto verdict_with = [&](std::size_t Tally::Set::*end) {
        const Tally whole = tally.completed(end);
        return asks_for_majority(parameters) ? by_majority(whole) : by_share(parameters, whole);
    };
    const Verdict best = verdict_with(&Tally::Set::holds);
    for (const auto end : {&Tally::Set::refuted, &Tally::Set::undecided})
        if (verdict_with(end) != best) return Verdict::not_tested;
    return best;
}

}  // namespace reboost::report
