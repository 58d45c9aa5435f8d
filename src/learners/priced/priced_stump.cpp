#include "learners/priced/priced_stump.hpp"

#include "learners/mh/stump_scanner.hpp"

#include <algorithm>
#include <limits>
#include <type_traits>

namespace reboost::learners {
namespace {

struct PricedCut {
    std::uint32_t threshold;
    std::size_t entry;  ///< the cut's place among the column's rows sorted by code, without the frequent bin
    double price;
};

/// The cuts of a binary problem's columns and the edge of each cut; cuts that coincide are merged.
///
/// A column is walked as the stump kernels walk it (kernels/threshold_bodies.hpp), with the same additions in
/// the same order, so that a rule that uses edges alone chooses what plain AdaBoost chooses, bit for bit:
/// from the lowest bin up to the most frequent one, then from the highest down to it. (Dense columns of more
/// than 32,768 rows, which the kernels sum in tiles, may differ in the last bit.)
class CutList {
  public:
    /// If cuts coincide on the training rows, only the cheapest is kept (ties: the lowest). Cuts with all
    /// training rows on one side are left out. `prices` is null if prices do not matter.
    CutList(const ScanColumns& columns, const CutPrices* prices)
        : columns_(columns), edges_(columns.max_bins()) {
        for (std::uint32_t f = 0; f < columns.features(); ++f) {
            const data::BinnedColumn& column = columns.codes().columns[f];
            std::vector<std::size_t> counts(column.bin_count, 0);
            for (std::size_t row = 0; row < column.rows(); ++row)
                ++counts[column.at(row)];
            std::vector<std::uint32_t> filled;
            for (std::uint32_t bin = 0; bin < column.bin_count; ++bin)
                if (counts[bin] > 0) filled.push_back(bin);
            const auto price = [&](std::uint32_t t) { return prices == nullptr ? 0 : prices->at(f, t); };
            std::vector<PricedCut>& cuts = cuts_.emplace_back();
            const auto add = [&](std::uint32_t low, std::uint32_t high, std::size_t entry) {
                std::uint32_t cheapest = low + 1;
                for (std::uint32_t t = low + 2; t <= high; ++t)
                    if (price(t) < price(cheapest)) cheapest = t;
                cuts.push_back({cheapest, entry, price(cheapest)});
            };
            std::size_t entry = 0, i = 0;
            for (; filled[i] < column.frequent_bin; ++i)
                add(filled[i], filled[i + 1], entry += counts[filled[i]]);
            entry = entries(f);
            for (i = filled.size() - 1; filled[i] > column.frequent_bin; --i)
                add(filled[i - 1], filled[i], entry -= counts[filled[i]]);
        }
    }

    std::size_t features() const { return cuts_.size(); }
    /// The cuts below the column's most frequent bin, ascending, then those above, descending.
    const std::vector<PricedCut>& of_column(std::size_t feature) const { return cuts_[feature]; }
    /// The number of rows outside the column's most frequent bin: the values that one scan reads.
    std::size_t entries(std::size_t feature) const {
        return columns_.rows() - columns_.codes().columns[feature].frequent_rows;
    }

    /// |Σ_i w_i y_i φ(x_i)| at the threshold of each cut of the column; w: signed weights, total: their sum.
    std::span<const double> edges(std::uint32_t feature, const float* w, double total) {
        const ScanColumn& column = columns_[feature];
        if (column.form == ColumnForm::sorted) {
            const Numbers rows = column.sorted().rows;
            std::size_t low = 0, high = column.entries;
            double balance = total;
            bool below = true;
            for (const PricedCut& cut : cuts_[feature]) {
                if (below && cut.threshold > column.pivot) {
                    below = false;
                    balance = total;
                }
                while (below ? low < cut.entry : high > cut.entry)
                    balance -= 2 * static_cast<double>(w[rows[below ? low++ : --high]]);
                edges_[cut.threshold] = std::fabs(balance);
            }
        } else if (column.form != ColumnForm::constant) {
            histogram_.assign(column.bins * sizeof(double), std::byte{});
            add_all_rows(columns_, feature, w, histogram_.data());
            std::fill_n(edges_.begin(), column.bins, 0.0);
            columns_.kernels().add_edges(histogram_.data(), column.bins, column.pivot, &total, edges_.data());
        }
        return edges_;
    }

  private:
    const ScanColumns& columns_;
    std::vector<std::vector<PricedCut>> cuts_;
    std::vector<double> edges_;  ///< by threshold
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

double per_cost(double gain, double cost) {
    if (!(gain > 0)) return 0;
    return cost > 0 ? gain / cost : std::numeric_limits<double>::infinity();
}

/// Relative slack of `may_reach`: far above rounding errors, far too small to let many cuts pass.
constexpr double kReachSlack = 1e-9;

/// Each criterion has `score` and `may_reach`, which returns false only if the score is certainly below
/// `best`. `may_reach` computes no logarithm, so that a scan computes one for the few best cuts only.

/// AdaBoostBT: the largest edge, whatever it costs (section 3).
struct EdgeCriterion {
    double score(double edge, double) const { return edge; }
    bool may_reach(double edge, double, double best) const { return edge >= best; }
};

/// AdaBoostBT_Smoothed: argmin (1−γ²)^(1/(τ(B−B_t)+c)) = argmax −ln(1−γ²)/(τ(B−B_t)+c) (eq. 2 with the τ of
/// section 4; −ln(1−γ²) is what a stump takes off ln Z²). τ = 0 is AdaBoostBT_Greedy (eq. 1).
struct SmoothedCriterion {
    double smoothing = 0;  ///< τ · spent

    double score(double edge, double price) const {
        const double gain = edge >= 1 ? std::numeric_limits<double>::infinity() : -std::log1p(-edge * edge);
        return per_cost(gain, smoothing + price);
    }
    bool may_reach(double edge, double price, double best) const {
        const double square = edge * edge;  // −ln(1−x) ≤ x/(1−x)
        return square >= (1 - kReachSlack) * (best * (smoothing + price)) * (1 - square) ||
               !std::isfinite(best);
    }
};

/// SpeedBoost: argmax (1/c)(√W₊ − √W₋)² (eq. 4) = argmax (1/c)(1 − √(1−γ²)) if W₊ + W₋ = 1.
struct SpeedBoostCriterion {
    double score(double edge, double price) const { return per_cost(root_gain(edge), price); }
    bool may_reach(double edge, double price, double best) const {
        return edge * edge >= (1 - kReachSlack) * (best * price) || !std::isfinite(best);  // 1−√(1−x) ≤ x
    }
};

struct CutChoice {
    double score = 0;
    double price = 0;
    double edge = 0;
    std::uint32_t feature = 0;
    std::uint32_t threshold = 0;  ///< 0: no cut was found
    bool found() const { return threshold > 0; }
};

/// Whether `a` is chosen before `b`. At equal prices the larger edge comes first, so that rounding in the
/// logarithm cannot make rules differ. Else the higher score comes first, then the lower price. Exact ties:
/// the lower column, then the lower threshold.
bool comes_before(const CutChoice& a, const CutChoice& b) {
    if (!b.found()) return true;
    if (a.price == b.price) {
        if (a.edge != b.edge) return a.edge > b.edge;
    } else {
        if (a.score != b.score) return a.score > b.score;
        return a.price < b.price;
    }
    return a.feature != b.feature ? a.feature < b.feature : a.threshold < b.threshold;
}

class BudgetStumpLearner final : public Learner {
  public:
    BudgetStumpLearner(const BudgetRuleOptions& options, const ScanColumns& columns,
                       const BudgetAccount& account)
        : options_(options),
          account_(account),
          cuts_(columns, options.rule == BudgetRule::plain ? nullptr : &account.prices()),
          votes_(columns, 1) {}

    void fit(const SignedWeights& weights, FeatureSelector& selector, Fitted& found) override {
        const CutChoice choice = choose(weights, selector);
        found.edge = 0;
        if (!choice.found()) return;
        selector.accept(Decision{}, choice.feature);
        votes_.finish({choice.feature, choice.threshold}, weights, found);
    }

    std::uint64_t work() const override { return work_; }
    void state(StateIO& io) override { io("turned", switched_); }

  private:
    CutChoice choose(const SignedWeights& weights, FeatureSelector& selector) {
        const BudgetRule rule = options_.rule;
        if (rule == BudgetRule::plain || rule == BudgetRule::edge)
            return search(EdgeCriterion{}, weights, selector);
        if (rule == BudgetRule::speedboost) return search(SpeedBoostCriterion{}, weights, selector);
        // Section 4, last paragraph: greedy until the quality of the unused features drops below a threshold.
        if (rule == BudgetRule::hybrid && !switched_)
            switched_ = quality_of_unpaid(weights) < options_.switch_quality;
        const bool smoothed = rule == BudgetRule::smoothed || switched_;
        return search(SmoothedCriterion{smoothed ? options_.tau * account_.spent() : 0}, weights, selector);
    }

    /// The best −ln(1−γ²)/c of the cuts that are not paid yet.
    double quality_of_unpaid(const SignedWeights& weights) {
        unpaid_only_ = true;
        CutChoice best;
        for (std::uint32_t feature = 0; feature < cuts_.features(); ++feature) {
            const CutChoice found = scan_column(SmoothedCriterion{}, feature, weights, weights.mass(), best);
            if (found.found() && comes_before(found, best)) best = found;
        }
        unpaid_only_ = false;
        return best.score;
    }

    /// A selector that asks for some columns needs each one's best edge; an exhaustive one only the winner.
    template <class Criterion>
    CutChoice search(const Criterion& criterion, const SignedWeights& weights, FeatureSelector& selector) {
        const Decision decision;
        const bool all = selector.exhaustive();
        // Rules that use edges alone compare sums, as AdaBoost does: dividing by the mass could make ties.
        const double mass = std::is_same_v<Criterion, EdgeCriterion> ? 1.0 : weights.mass();
        CutChoice best;
        for (Query query = selector.next_query(decision); !query.features.empty();
             query = selector.next_query(decision)) {
            reports_.clear();
            for (const std::uint32_t feature : query.features) {
                const CutChoice found =
                    scan_column(criterion, feature, weights, mass, all ? best : CutChoice{});
                reports_.push_back({feature, found.edge / weights.mass(), found.price});
                if (found.found() && comes_before(found, best)) best = found;
            }
            selector.report(decision, {reports_});
        }
        return best;
    }

    /// The column's best cut, or none if no cut of the column can come before `best`.
    template <class Criterion>
    CutChoice scan_column(const Criterion& criterion, std::uint32_t feature, const SignedWeights& weights,
                          double mass, const CutChoice& best) {
        work_ += cuts_.entries(feature);
        const std::span<const double> edges = cuts_.edges(feature, weights.data(), weights.totals()[0]);
        const bool picky = unpaid_only_ || options_.only_affordable;
        CutChoice chosen;
        double reach = best.score;
        for (const PricedCut& cut : cuts_.of_column(feature)) {
            const double edge = edges[cut.threshold], gamma = edge / mass;
            if (!criterion.may_reach(gamma, cut.price, reach)) continue;
            if (picky && !may_be_chosen(feature, cut)) continue;
            const CutChoice candidate{criterion.score(gamma, cut.price), cut.price, edge, feature,
                                      cut.threshold};
            if (!(candidate.score > 0) || !comes_before(candidate, chosen)) continue;
            chosen = candidate;
            reach = std::max(reach, chosen.score);
        }
        return chosen;
    }

    bool may_be_chosen(std::uint32_t feature, const PricedCut& cut) const {
        const bool paid = account_.is_paid(feature, cut.threshold);
        if (unpaid_only_) return !paid;
        return !options_.only_affordable || paid || account_.affords(cut.price);
    }

    BudgetRuleOptions options_;
    const BudgetAccount& account_;
    CutList cuts_;
    std::vector<FeatureScore> reports_;
    ScalarVotes votes_;
    std::uint64_t work_ = 0;
    bool switched_ = false;  ///< hybrid: the rule has become smoothed, for good
    bool unpaid_only_ = false;
};

}  // namespace

std::unique_ptr<Learner> make_budget_stump_learner(const BudgetRuleOptions& options,
                                                   const ScanColumns& columns, const BudgetAccount& account) {
    return std::make_unique<BudgetStumpLearner>(options, columns, account);
}

}  // namespace reboost::learners
