#pragma once
/// A plain bandit problem, played by the policy of the run's selector: no boosting, to see a policy's regret
/// where its bound is known (zhao2019 §2).
#include "boosting/options/statement.hpp"
#include "core/fields.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace reboost::boosting {

/// bernoulli: arm i pays 1 with probability means[i] (zhao2019 Figure 2). switching: the same, the means
/// moved on by one arm every `period` steps. against_ucb: written down beforehand so that UCB1 earns nothing
/// (zhao2019 Figure 3, "for any deterministic forecaster …"); of `means` only their number counts.
enum class BanditProblemKind { bernoulli, switching, against_ucb };
constexpr EnumNames<BanditProblemKind, 3> enum_names(BanditProblemKind) {
    return {{{BanditProblemKind::bernoulli, "bernoulli"},
             {BanditProblemKind::switching, "switching"},
             {BanditProblemKind::against_ucb, "against_ucb"}}};
}

struct BanditProblemOptions {
    static constexpr std::string_view kName = "bandit_problem";
    static constexpr BoosterFamily kFamily = BoosterFamily::bandit_problem;
    static constexpr bool kDraws = true;
    static constexpr bool kUsesSelector = true;
    std::int64_t rounds = 10000;
    BanditProblemKind problem = BanditProblemKind::bernoulli;
    std::vector<double> means{0.9, 0.8, 0.7, 0.5, 0.3};
    std::int64_t period = 1000;
    std::int64_t plays = 20;
    LearnerNeed learner_need() const { return LearnerNeed::any; }
    bool draws_by_dataset_seed() const { return false; }
    std::int64_t progress_steps() const { return plays; }
    std::int64_t rounds_per_progress_step() const { return rounds; }
    double learners_per_round(double) const { return 1; }
};
void describe(Fields& field, BanditProblemOptions& o);

}  // namespace reboost::boosting
