#pragma once
/// Counts, per data set, the comparisons of a claim that hold, fail or are undecided; decides the verdict.
#include "core/value.hpp"

#include <map>
#include <string>

namespace reboost::report {

/// Verdicts on a claim; `not_obtainable` is printed as "not tested", too, but can never change.
enum class Verdict { supported, contradicted, not_tested, not_obtainable, unclear };
constexpr bool is_decided(Verdict verdict) {
    return verdict == Verdict::supported || verdict == Verdict::contradicted;
}
/// Returns "supported", "contradicted", "unclear" or "not tested". `on`: the data that decided in place of
/// the publication's data sets, as in "supported on dealt hands".
std::string verdict_text(Verdict verdict, const std::string& on = {});
/// Returns the state of a table or figure: "reproduced", "not reproduced".
std::string state_text(Verdict verdict, const std::string& on = {});

/// Outcome of one comparison. `undecided`: a tie, or a difference within the noise.
enum class Outcome { holds, refuted, undecided };
constexpr Outcome outcome_of(bool holds, bool refuted) {
    return holds ? Outcome::holds : refuted ? Outcome::refuted : Outcome::undecided;
}

/// With so many data sets or more, a sign test over data sets decides which side wins more often.
inline constexpr std::size_t kSetsForSignTest = 6;

class Tally {
  public:
    struct Set {
        std::size_t holds = 0, undecided = 0, refuted = 0, missing = 0;
        std::size_t decided() const { return holds + refuted; }
    };
    /// Counts a comparison on a data set; returns its outcome.
    Outcome add(const std::string& set, Outcome outcome);
    Outcome add(const std::string& set, bool holds) { return add(set, outcome_of(holds, !holds)); }
    /// Counts a comparison that cannot be made: a number is missing, or seconds are of two processors.
    void miss(const std::string& set, bool of_two_processors = false);
    /// Returns this tally as if every missing comparison had this outcome.
    Tally completed(std::size_t Set::*with) const;

    std::size_t total() const { return made() + missing(); }
    std::size_t made() const { return hold() + undecided() + refuted(); }
    std::size_t missing() const { return sum(&Set::missing); }
    std::size_t hold() const { return sum(&Set::holds); }
    std::size_t undecided() const { return sum(&Set::undecided); }
    std::size_t refuted() const { return sum(&Set::refuted); }
    std::size_t two_processors() const { return two_processors_; }  ///< missing ones, for this reason
    const std::map<std::string, Set>& sets() const { return sets_; }

  private:
    std::size_t sum(std::size_t Set::*part) const;
    std::map<std::string, Set> sets_;
    std::size_t two_processors_ = 0;
};

/// Numbers of data sets on which more comparisons hold than fail, and on which fewer do; their sign test.
struct Majority {
    std::size_t more = 0, fewer = 0, sets = 0;
    std::size_t all_for = 0, all_against = 0;  ///< numbers of comparisons
    double p = 1;
};
Majority majority_of(const Tally& tally);

/// Returns the verdict on a claim with `share_above` or `share_at_least` (default: all must hold).
///
/// A share of one half asks which side wins more often. Comparisons on one data set are dependent, so data
/// sets are counted. Six or more are decided by a sign test (p ≤ 0.05). Of fewer, all must agree, and either
/// no comparison goes the other way or the sign test over comparisons has p ≤ 0.05. If ties have such a
/// majority, the claim is contradicted. Otherwise it is unclear.
///
/// Any other share: supported if enough comparisons hold, contradicted if too few would hold even with all
/// undecided ones, else unclear.
///
/// Not tested if missing comparisons could change the verdict.
Verdict decide(const Value& parameters, const Tally& tally);

/// Whether the claim's share is one half.
bool asks_for_majority(const Value& parameters);

}  // namespace reboost::report
