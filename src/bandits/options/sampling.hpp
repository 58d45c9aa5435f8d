#pragma once
/// Options of the policies that draw arms, or what they believe of them, and of those that look at no reward.
#include "core/fields.hpp"

#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Exploits the best mean with probability 1 − ε, explores otherwise, every arm once first (zhao2019 §2).
struct EpsGreedyOptions {
    static constexpr std::string_view kName = "eps_greedy";
    static constexpr std::string_view kHelp = "the best mean reward, a uniform arm with probability epsilon";
    static constexpr bool kDraws = true;
    double epsilon = 0.1;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, EpsGreedyOptions& o) {
    visit("epsilon", o.epsilon, FieldInfo{"probability of a uniformly drawn arm", 0, 1});
}
std::unique_ptr<Policy> make(const EpsGreedyOptions& options);

/// Draws arms in proportion to their mean reward, every arm once first (the authors' randomised sister of
/// UCB).
struct ProportionalOptions {
    static constexpr std::string_view kName = "proportional";
    static constexpr std::string_view kHelp = "draws in proportion to the mean reward";
    static constexpr bool kDraws = true;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor&, ProportionalOptions&) {}
std::unique_ptr<Policy> make(const ProportionalOptions& options);
/// As the authors' program has it.
std::unique_ptr<Policy> make_multiboost(const ProportionalOptions& options);

/// k arms drawn uniformly, whatever they pay: what a policy must beat.
struct UniformOptions {
    static constexpr std::string_view kName = "uniform";
    static constexpr std::string_view kHelp = "k arms drawn uniformly: what a policy must beat";
    static constexpr bool kDraws = true;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor&, UniformOptions&) {}
std::unique_ptr<Policy> make(const UniformOptions& options);

/// The arms in turn, whatever they pay.
struct RoundRobinOptions {
    static constexpr std::string_view kName = "round_robin";
    static constexpr std::string_view kHelp = "the arms in turn, whatever they pay; deterministic";
    static constexpr bool kDraws = false;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor&, RoundRobinOptions&) {}
std::unique_ptr<Policy> make(const RoundRobinOptions& options);

/// ε_t-greedy with ε_t = min(1, c·M/t) (Auer et al. 2002a, §2, ε_n-GREEDY; their c/d² is c here).
struct EpsDecreasingOptions {
    static constexpr std::string_view kName = "eps_decreasing";
    static constexpr std::string_view kHelp = "epsilon-greedy whose exploration falls like 1/t";
    static constexpr bool kDraws = true;
    double c = 1;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, EpsDecreasingOptions& o) {
    visit("c", o.c, FieldInfo{"c: explores with probability min(1, c M / t)", 0, 1e6});
}
std::unique_ptr<Policy> make(const EpsDecreasingOptions& options);

/// Boltzmann exploration: draws in proportion to exp(r̄_j/τ) (Sutton & Barto 1998, §2.3), every arm once
/// first.
struct SoftmaxOptions {
    static constexpr std::string_view kName = "softmax";
    static constexpr std::string_view kHelp = "draws in proportion to exp(mean reward / temperature)";
    static constexpr bool kDraws = true;
    double temperature = 0.1;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, SoftmaxOptions& o) {
    visit("temperature", o.temperature, FieldInfo{"τ", 1e-9, 1e9});
}
std::unique_ptr<Policy> make(const SoftmaxOptions& options);

/// Boltzmann–Gumbel exploration (Cesa-Bianchi, Gentile, Lugosi & Neu 2017): the largest r̄_j + C Z_j/√T_j, Z_j
/// standard Gumbel; every arm once first. C is the rewards' subgaussian constant, ½ for [0,1].
struct BoltzmannGumbelOptions {
    static constexpr std::string_view kName = "boltzmann_gumbel";
    static constexpr std::string_view kHelp = "mean reward + Gumbel noise that falls with an arm's pulls";
    static constexpr bool kDraws = true;
    double c = 0.5;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, BoltzmannGumbelOptions& o) {
    visit("c", o.c, FieldInfo{"C, the factor of the noise", 0, 1e6});
}
std::unique_ptr<Policy> make(const BoltzmannGumbelOptions& options);

/// BESA (Baransi, Maillard & Mannor 2014): duels on sub-samples of equal size, drawn without replacement;
/// ties go to the arm with fewer pulls. Rewards between 0 and 1 are first drawn to 0 or 1.
struct BesaOptions {
    static constexpr std::string_view kName = "besa";
    static constexpr std::string_view kHelp = "duels of arms on equally many of their rewards";
    static constexpr bool kDraws = true;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor&, BesaOptions&) {}
std::unique_ptr<Policy> make(const BesaOptions& options);

/// Thompson sampling for rewards in [0,1] (Agrawal & Goyal 2012): posteriors Beta(1 + successes, 1 +
/// failures), a reward r counting as a success with probability r.
struct TsBetaOptions {
    static constexpr std::string_view kName = "ts_beta";
    static constexpr std::string_view kHelp = "Thompson sampling with beta posteriors";
    static constexpr bool kDraws = true;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor&, TsBetaOptions&) {}
std::unique_ptr<Policy> make(const TsBetaOptions& options);

/// Thompson sampling with Gaussian posteriors (Agrawal & Goyal 2013): N(S_j/(T_j + 1), e/(T_j + 1)), e = 1.
struct TsGaussOptions {
    static constexpr std::string_view kName = "ts_gauss";
    static constexpr std::string_view kHelp = "Thompson sampling with Gaussian posteriors";
    static constexpr bool kDraws = true;
    double exploration = 1;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, TsGaussOptions& o) {
    visit("exploration", o.exploration,
          FieldInfo{"e, the variance of a reward: a posterior's is e/(T_j + 1)", 0, 1e6});
}
std::unique_ptr<Policy> make(const TsGaussOptions& options);

}  // namespace reboost::bandits
