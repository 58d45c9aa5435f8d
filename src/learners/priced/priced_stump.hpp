#pragma once
/// Stumps that weigh each cut's edge against its price (ijcai2015).
#include "core/state.hpp"
#include "learners/mh/learner.hpp"
#include "learners/mh/stump_scanner.hpp"
#include "learners/priced/account.hpp"

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace reboost::learners {

/// A cut, and the bin next to it on the side away from the column's most frequent bin.
struct PricedCut {
    std::uint32_t threshold, bin;
    std::size_t entry;  ///< of the column's sorted form: where the bin ends on the side of the frequent one
    double price;
};

/// Every cut of a binary problem's columns, coinciding cuts merged, and the edge of each of them.
///
/// A column is walked as the stump kernels walk it (kernels/threshold_bodies.hpp), with the same additions in
/// the same order, so that a rule that looks at edges alone chooses what plain AdaBoost chooses, bit for bit:
/// from the lowest bin up to the most frequent one, then from the highest down to it. (Dense columns of more
/// than 32,768 rows, which the kernels sum in tiles, may differ in the last bit.)
class CutList {
  public:
    /// Price of (feature, threshold), or a constant where prices do not matter.
    using Price = std::function<double(std::uint32_t feature, std::uint32_t threshold)>;

    /// Cuts that coincide on the training rows: the cheapest stays, then the lowest. Cuts with
    /// all training rows on one side are left out. `columns` must outlive the list.
    CutList(const ScanColumns& columns, const Price& price);

    std::size_t features() const { return columns_.features(); }
    std::span<const PricedCut> of_column(std::size_t feature) const {
        return std::span(cuts_).subspan(parts_[feature].begin, parts_[feature].end - parts_[feature].begin);
    }
    /// Stored values outside the column's most frequent bin: what a scan of it counts as read.
    std::size_t entries(std::size_t feature) const {
        return columns_.rows() - columns_.codes().columns[feature].frequent_rows;
    }

    /// out[c] = |Σ_i w_i y_i φ_c(x_i)| of each cut of the column; w: signed weights, total: their sum.
    void edges(std::uint32_t feature, const float* w, double total, std::span<double> out);

  private:
    /// The cuts of a column: those below its most frequent bin, ascending, then those above, descending.
    struct Part {
        std::size_t begin, middle, end;
    };
    const ScanColumns& columns_;
    std::vector<Part> parts_;
    std::vector<PricedCut> cuts_;
    AlignedVector<std::byte> histogram_;
};

/// What a cut is worth at its price (ijcai2015 sections 3 and 4, appendix A). All rules work in logarithms:
/// (1−γ²)^(1/c) underflows for small c.
///
/// Glossary
///   γ        edge of the cut's stump at the optimal vote, in [0,1]
///   price    c, the cut's original price, ≥ 0; paid cuts keep it while they are compared (section 4)
///   spent    B − B_t, what has been paid so far; B itself never enters
///
/// Conventions: γ = 0 scores 0 at any price; γ = 1 scores +∞; c = 0 with γ > 0 scores +∞.

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

struct BudgetRuleOptions {
    BudgetRule rule = BudgetRule::edge;
    double tau = 1;             ///< smoothed, hybrid: scales spent
    double switch_quality = 0;  ///< hybrid: greedy until the best −ln(1−γ²)/c of unpaid cuts is below this
    bool only_affordable = false;  ///< cuts that can no longer be paid are skipped
};

/// Decision stumps on priced cuts (ijcai2015 Algorithm 1, line 4). One decision per round; the selector says
/// which columns are looked at. Reports to the selector are edges, with the price of each column's chosen
/// cut. Binary problems only.
class BudgetStumpLearner final : public Learner {
  public:
    /// `columns` and `account` must outlive the learner.
    BudgetStumpLearner(const BudgetRuleOptions& options, const ScanColumns& columns,
                       const BudgetAccount& account);

    void fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) override;
    std::uint64_t work() const override { return work_; }

    void state(StateIO& io) override { io("turned", switched_); }

  private:
    template <class Criterion>
    CutChoice search(const Criterion& criterion, const SignedWeights& weights, FeatureSelector& selector);
    template <class Criterion>
    CutChoice scan_column(const Criterion& criterion, std::uint32_t feature, const SignedWeights& weights,
                          double mass, const CutChoice& best);
    CutChoice choose(const SignedWeights& weights, FeatureSelector& selector);
    CutChoice choose_hybrid(const SignedWeights& weights, FeatureSelector& selector);
    bool may_be_chosen(std::uint32_t feature, const PricedCut& cut) const;

    BudgetRuleOptions options_;
    const BudgetAccount& account_;
    CutList cuts_;
    std::vector<double> edges_;
    std::vector<FeatureScore> reports_;
    StumpFinisher finisher_;
    std::uint64_t work_ = 0;
    bool switched_ = false;  ///< hybrid: the rule has become smoothed, for good
    bool unpaid_only_ = false;
};

}  // namespace reboost::learners
