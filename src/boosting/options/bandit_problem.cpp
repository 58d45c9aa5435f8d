#include "boosting/options/bandit_problem.hpp"

namespace reboost::boosting {

void describe(Fields& field, BanditProblemOptions& o) {
    field("rounds", o.rounds, {"n, the steps of a play", 1, 1e8});
    field("problem", o.problem,
          {"bernoulli arms, switching ones, or against_ucb: a sequence on which UCB1 earns nothing"});
    field("means", o.means, {"the arms' probabilities of paying 1", 0, 1});
    field("period", o.period, {"switching: steps until the means move on by one arm", 1, 1e9});
    field("plays", o.plays, {"independent plays; expectations are means over them", 1, 1e6});
}

}  // namespace reboost::boosting
