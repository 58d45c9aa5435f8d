#pragma once
/// How many comparisons of a claim hold, fail or tell nothing, data set by data set; and what that decides.
#include "core/value.hpp"

#include <map>
#include <string>

namespace reboost::report {

/// Four words for a claim; `not_obtainable` is said as "not tested", too, and stays so.
enum class Verdict { supported, contradicted, not_tested, not_obtainable, unclear };
constexpr bool is_decided(Verdict verdict) {
    return verdict == Verdict::supported || verdict == Verdict::contradicted;
}
/// "supported", "contradicted", "unclear", "not tested". `on`: what a yes or no rests on in place of the
/// text's own sets, "supported on dealt hands".
std::string verdict_text(Verdict verdict, const std::string& on = {});
/// The same of a table or figure: "reproduced", "not reproduced".
std::string state_text(Verdict verdict, const std::string& on = {});

/// What one comparison says. `undecided`: a tie, or inside the noise.
enum class Outcome { holds, refuted, undecided };

/// From this number of data sets on, a sign test over them decides who wins more often.
inline constexpr std::size_t kSetsForSignTest = 6;

class Tally {
  public:
    struct Set {
        std::size_t holds = 0, undecided = 0, refuted = 0, missing = 0;
        std::size_t decided() const { return holds + refuted; }
    };
    /// A comparison on a data set, and how it ended.
    void add(const std::string& set, Outcome outcome);
    void add(const std::string& set, bool holds) { add(set, holds ? Outcome::holds : Outcome::refuted); }
    /// One that could not be made: a number is missing, or they are seconds of two processors.
    void miss(const std::string& set, bool of_two_processors = false);
    /// This tally, had every missing comparison ended so.
    Tally completed(std::size_t Set::*with) const;

    std::size_t total() const { return made() + missing(); }
    std::size_t made() const { return hold() + undecided() + refuted(); }
    std::size_t missing() const { return sum(&Set::missing); }
    std::size_t hold() const { return sum(&Set::holds); }
    std::size_t undecided() const { return sum(&Set::undecided); }
    std::size_t refuted() const { return sum(&Set::refuted); }
    std::size_t two_processors() const { return two_processors_; }  ///< of those missing
    const std::map<std::string, Set>& sets() const { return sets_; }

  private:
    std::size_t sum(std::size_t Set::*part) const;
    std::map<std::string, Set> sets_;
    std::size_t two_processors_ = 0;
};

/// Data sets on which more comparisons hold than fail, on which fewer do, and the sign test over these sets.
struct Majority {
    std::size_t more = 0, fewer = 0, sets = 0;
    std::size_t all_for = 0, all_against = 0;  ///< comparisons
    double p = 1;
};
Majority majority_of(const Tally& tally);

/// What the tally decides of a claim with `share_above` or `share_at_least` (default: all must hold).
///
/// A share of a half asks who wins more often. Comparisons on one data set depend on each other, so the data
/// sets are counted: six or more by a sign test (p ≤ 0.05), of fewer all must agree, and either no comparison
/// goes the other way or the sign test over the comparisons has p ≤ 0.05. Where the ties are so sure a
/// majority, the claim is contradicted. All else is unclear.
///
/// Any other share: supported where as many hold, contradicted where as many can no longer hold, unclear
/// where ties and noise decide.
///
/// Not tested while comparisons are missing that could change the verdict.
Verdict decide(const Value& parameters, const Tally& tally);

/// Whether the claim's share is a half.
bool asks_for_majority(const Value& parameters);

}  // namespace reboost::report
