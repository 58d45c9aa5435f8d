#pragma once
/// Parameters of the policies, each described once. The list `PolicyOptions` is the catalogue: a new policy
/// is one file in bandits/, one struct here (or in its own header) and its place in the list.
#include "core/fields.hpp"

#include <cstdint>
#include <string_view>
#include <variant>

namespace reboost::bandits {

/// UCB1 / UCB(k): r̄_j + √(e ln t / T_j), e = 2 (opt2009 §3.1; Auer et al. 2002a).
struct UcbOptions {
    static constexpr std::string_view kName = "ucb";
    double exploration = 2;
};
template <class Visitor>
void describe(Visitor& visit, UcbOptions& o) {
    visit("exploration", o.exploration,
          FieldInfo{"the factor under the root: sqrt(exploration ln t / T_j)", 0, 1e6});
}

/// Exploits the best mean with probability 1 − ε, explores otherwise (zhao2019 §2).
struct EpsGreedyOptions {
    static constexpr std::string_view kName = "eps_greedy";
    double epsilon = 0.1;
};
template <class Visitor>
void describe(Visitor& visit, EpsGreedyOptions& o) {
    visit("epsilon", o.epsilon, FieldInfo{"probability of a uniformly drawn arm", 0, 1});
}

/// Exp3.P (zhao2019 Figure 4). Zero: Auer et al. 2002b, Theorem 6.3's value for the horizon.
struct Exp3POptions {
    static constexpr std::string_view kName = "exp3_p";
    double eta = 0;
    double lambda = 0;
    double delta = 0.1;
    std::int64_t horizon = 0;
};
template <class Visitor>
void describe(Visitor& visit, Exp3POptions& o) {
    visit("eta", o.eta, FieldInfo{"η; 0: 2 sqrt(ln(MT/δ))", 0, 1e9});
    visit("lambda", o.lambda, FieldInfo{"λ, the mixing; 0: min(3/5, 2 sqrt(3 M ln M / (5 T)))", 0, 1});
    visit("delta", o.delta, FieldInfo{"δ of the high-probability bound, where η is derived", 1e-12, 1});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions expected", 0, 1e15});
}

/// Exp3 (Auer et al. 2002b): mixing γ, no bonus. Zero: Corollary 3.2's value for the horizon.
struct Exp3Options {
    static constexpr std::string_view kName = "exp3";
    double gamma = 0.01;
};
template <class Visitor>
void describe(Visitor& visit, Exp3Options& o) {
    visit("gamma", o.gamma,
          FieldInfo{"γ, mixing with the uniform distribution; 0: sqrt(M ln M / ((e-1) T)), at most 1", 0, 1});
}

/// UCB-V (Audibert, Munos & Szepesvári 2009): mean + √(2 ξ var ln t / T) + c·3 b ξ ln t / T.
struct UcbVOptions {
    static constexpr std::string_view kName = "ucb_v";
    double xi = 1;
    double c = 1.0 / 3.0;
    double b = 1;
};
template <class Visitor>
void describe(Visitor& visit, UcbVOptions& o) {
    visit("xi", o.xi, FieldInfo{"ξ", 0, 1e6});
    visit("c", o.c, FieldInfo{"c", 0, 1e6});
    visit("b", o.b, FieldInfo{"b, the range of the rewards", 0, 1e6});
}

/// Draws arms in proportion to their mean reward, every arm once first (the authors' randomised sister of
/// UCB).
struct ProportionalOptions {
    static constexpr std::string_view kName = "proportional";
};
template <class Visitor>
void describe(Visitor&, ProportionalOptions&) {}

using PolicyOptions =
    std::variant<UcbOptions, EpsGreedyOptions, Exp3POptions, Exp3Options, UcbVOptions, ProportionalOptions>;

}  // namespace reboost::bandits
