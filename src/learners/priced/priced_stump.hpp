#pragma once
/// Stumps that weigh each cut's edge against its price (ijcai2015).
#include "learners/mh/learner.hpp"
#include "learners/priced/account.hpp"

#include <cmath>
#include <memory>

namespace reboost::learners {

/// 1 − √(1−γ²), the drop of the exponential loss at the best α, written without cancellation.
inline double root_gain(double edge) {
    const double square = std::fmin(1.0, edge * edge);
    return square / (1 + std::sqrt(1 - square));
}

struct BudgetRuleOptions {
    BudgetRule rule = BudgetRule::edge;
    double tau = 1;             ///< smoothed, hybrid: τ, the factor of spent
    double switch_quality = 0;  ///< hybrid: greedy until the best −ln(1−γ²)/c of unpaid cuts is below this
    bool only_affordable = false;  ///< skip cuts that the rest of the budget cannot pay
};

/// Decision stumps on priced cuts (ijcai2015 Algorithm 1, line 4). One decision per round; the selector says
/// which columns are looked at. Reports to the selector are edges, with the price of each column's chosen
/// cut. Binary problems only. `columns` and `account` must outlive the learner.
std::unique_ptr<Learner> make_budget_stump_learner(const BudgetRuleOptions& options,
                                                   const ScanColumns& columns, const BudgetAccount& account);

}  // namespace reboost::learners
