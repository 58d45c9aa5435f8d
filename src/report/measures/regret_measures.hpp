#pragma once
/// Measures of bandits: regret (zhao2019 §2), and the bounds on the rounds until the training error is 0
/// (zhao2019 §1 and Theorem 3.1).
#include "report/measures/measures.hpp"

namespace reboost::report {

/// Regret over the chosen runs at the last round, of bandit problems and of boosting runs with an oracle:
/// a run is one sequence, or the mean of its plays. "kind": "expected" (mean of the runs' regrets),
/// "pseudo" (against the arm that is best in the mean over the runs) or "gap" (pseudo less expected). "over":
/// what it is divided by: nothing, "log" (ln n), "root" (√(n K ln K)), "samples" (n), or "bound", the
/// policy's own: UCB1's on Bernoulli arms, Exp3's with the mixing of its horizon, Exp3.P's with high
/// probability.
Reduction regret(const RunSet& runs, std::span<const Run* const> chosen, const Value& options,
                 const Value& query);

/// ρ measured, in place of a known one: B(t) = 2 ln(n √(K−1)) / ρ(t)² with ρ(t) the smallest edge of the
/// rounds 1 … t. The training error must be 0 at the first t > B(t); the value is the first measured round
/// at which it is 0, over that t.
Measurement zero_error_over_measured_bound(const MeasureInput& in);

/// Theorem 3.1's number of rounds, max(ln²(M/δ), (4C/ρ²)^4, 4 ln(n √(K−1))/ρ²) with C = √(32M) + √(27 M ln M)
/// + 16, for "rho" and the run's n, K, M and δ ("delta" where its policy has none). "as": "slack"
/// gives them over the first measured round at which the training error is 0, "share" the inverse.
Measurement theorem_rounds(const MeasureInput& in);

}  // namespace reboost::report
