#pragma once
/// The stump learner that weighs each cut's edge against its price.
#include "core/state.hpp"
#include "learners/mh/learner.hpp"
#include "learners/mh/votes.hpp"
#include "learners/priced/account.hpp"
#include "learners/priced/criteria.hpp"
#include "learners/priced/cuts.hpp"

#include <cstdint>
#include <vector>

namespace reboost::learners {

/// Which rule picks the cut. `plain` looks at edges alone and breaks ties as plain AdaBoost does, by column
/// and threshold; the others break them by price first.
enum class BudgetRule { plain, edge, greedy, smoothed, speedboost, hybrid };

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
    /// `columns` and `account` must outlive the learner. Throws UsageError where K is not 1.
    BudgetStumpLearner(const BudgetRuleOptions& options, const ScanColumns& columns, std::size_t classes,
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
    bool may_be_chosen(std::uint32_t feature, std::size_t cut) const;

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
