#pragma once
/// What a cut is worth at its price (ijcai2015 sections 3 and 4, appendix A). All rules work in logarithms:
/// (1−γ²)^(1/c) underflows for small c.
///
/// Glossary
///   γ        edge of the cut's stump at the optimal vote, in [0,1]
///   price    c, the cut's original price, ≥ 0; paid cuts keep it while they are compared (section 4)
///   spent    B − B_t, what has been paid so far; B itself never enters
///
/// Conventions: γ = 0 scores 0 at any price; γ = 1 scores +∞; c = 0 with γ > 0 scores +∞.
#include <cmath>
#include <cstdint>
#include <limits>

namespace reboost::learners {

/// −ln(1−γ²), the drop of ln Z² that a stump brings.
inline double log_gain(double edge) {
    return edge >= 1 ? std::numeric_limits<double>::infinity() : -std::log1p(-edge * edge);
}

/// 1 − √(1−γ²), the drop of the exponential loss at the best α, written without cancellation.
inline double root_gain(double edge) {
    const double square = std::fmin(1.0, edge * edge);
    return square / (1 + std::sqrt(1 - square));
}

inline double per_cost(double gain, double cost) {
    if (!(gain > 0)) return 0;
    return cost > 0 ? gain / cost : std::numeric_limits<double>::infinity();
}

/// Slack of `may_reach`: far above rounding, far below what would let many cuts through.
inline constexpr double kReachSlack = 1e-9;

/// Each criterion has `score`, and `may_reach`: false only where the score is certainly below `best`; it
/// costs no logarithm, so that a scan takes one for the few best cuts only.

/// AdaBoostBT: the largest edge, whatever it costs (section 3).
struct EdgeCriterion {
    double score(double edge, double) const { return edge; }
    bool may_reach(double edge, double, double best) const { return edge >= best; }
};

/// AdaBoostBT_Greedy: argmin (1−γ²)^(1/c), which is argmax −ln(1−γ²)/c (eq. 1).
struct GreedyCriterion {
    double score(double edge, double price) const { return per_cost(log_gain(edge), price); }
    bool may_reach(double edge, double price, double best) const {
        const double square = edge * edge;  // −ln(1−x) ≤ x/(1−x)
        return square >= (1 - kReachSlack) * (best * price) * (1 - square) || !std::isfinite(best);
    }
};

/// AdaBoostBT_Smoothed: argmin (1−γ²)^(1/(τ(B−B_t)+c)) (eq. 2 with the τ of section 4). τ = 0 is Greedy.
struct SmoothedCriterion {
    double smoothing;  ///< τ · spent

    double score(double edge, double price) const { return per_cost(log_gain(edge), smoothing + price); }
    bool may_reach(double edge, double price, double best) const {
        return GreedyCriterion{}.may_reach(edge, smoothing + price, best);
    }
};

/// SpeedBoost: argmax (1/c)(√W₊ − √W₋)² (eq. 4) = argmax (1/c)(1 − √(1−γ²)) where W₊ + W₋ = 1.
struct SpeedBoostCriterion {
    double score(double edge, double price) const { return per_cost(root_gain(edge), price); }
    bool may_reach(double edge, double price, double best) const {
        return edge * edge >= (1 - kReachSlack) * (best * price) || !std::isfinite(best);  // 1−√(1−x) ≤ x
    }
};

/// A cut with what it is worth.
struct CutChoice {
    double score = 0;
    double price = 0;
    double edge = 0;
    std::uint32_t feature = 0;
    std::uint32_t threshold = 0;  ///< 0: none
    bool found() const { return threshold > 0; }
};

/// Whether `a` is to be chosen before `b`. At one price every rule prefers the larger edge, so that rounding
/// in the logarithm cannot set the rules apart where costs are equal. Else by score; exact ties: the cheaper,
/// the larger edge, the lower column, the lower threshold.
inline bool comes_before(const CutChoice& a, const CutChoice& b) {
    if (!b.found()) return true;
    if (a.price == b.price) {
        if (a.edge != b.edge) return a.edge > b.edge;
    } else {
        if (a.score != b.score) return a.score > b.score;
        return a.price < b.price;
    }
    return a.feature != b.feature ? a.feature < b.feature : a.threshold < b.threshold;
}

}  // namespace reboost::learners
