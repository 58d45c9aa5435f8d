#pragma once
/// Options of the policies that take the arms with the largest index, mostly an upper confidence bound.
#include "core/fields.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// The order in which arms get their first pull: of their numbers, or drawn.
enum class FirstPass { index, random };
constexpr EnumNames<FirstPass, 2> enum_names(FirstPass) {
    return {{{FirstPass::index, "index"}, {FirstPass::random, "random"}}};
}

/// UCB1 / UCB(k): r̄_j + √(e ln t / T_j), e = 2 (opt2009 §3.1; Auer et al. 2002a).
struct UcbOptions {
    static constexpr std::string_view kName = "ucb";
    static constexpr std::string_view kHelp =
        "upper confidence bound: mean reward + sqrt(2 ln t / pulls); deterministic";
    double exploration = 2;
    FirstPass first_pass = FirstPass::index;
    bool draws() const { return first_pass == FirstPass::random; }
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, UcbOptions& o) {
    visit("exploration", o.exploration,
          FieldInfo{"the factor under the root: sqrt(exploration ln t / T_j)", 0, 1e6});
    visit("first_pass", o.first_pass, FieldInfo{"order of the arms' first pulls; random: it draws"});
}
std::unique_ptr<Policy> make(const UcbOptions& options);
/// As the authors' program has it.
std::unique_ptr<Policy> make_multiboost(const UcbOptions& options);

/// UCB-V (Audibert, Munos & Szepesvári 2009): mean + √(2 ξ var ln t / T) + c·3 b ξ ln t / T.
struct UcbVOptions {
    static constexpr std::string_view kName = "ucb_v";
    static constexpr std::string_view kHelp =
        "upper confidence bound with each arm's empirical variance; deterministic";
    double xi = 1;
    double c = 1.0 / 3.0;
    double b = 1;
    FirstPass first_pass = FirstPass::index;
    bool draws() const { return first_pass == FirstPass::random; }
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, UcbVOptions& o) {
    visit("xi", o.xi, FieldInfo{"ξ", 0, 1e6});
    visit("c", o.c, FieldInfo{"c", 0, 1e6});
    visit("b", o.b, FieldInfo{"b, the range of the rewards", 0, 1e6});
    visit("first_pass", o.first_pass, FieldInfo{"order of the arms' first pulls; random: it draws"});
}
std::unique_ptr<Policy> make(const UcbVOptions& options);
/// As the authors' program has it.
std::unique_ptr<Policy> make_multiboost(const UcbVOptions& options);

/// UCB1-Tuned (Auer et al. 2002a, §4): r̄_j + √(e ln t/T_j · min(1/4, v_j + √(2 e ln t/T_j))), v_j the
/// empirical variance, e = 1.
struct Ucb1TunedOptions {
    static constexpr std::string_view kName = "ucb1_tuned";
    static constexpr std::string_view kHelp = "UCB1 with the empirical variance inside the bonus";
    static constexpr bool kDraws = true;
    double exploration = 1;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, Ucb1TunedOptions& o) {
    visit("exploration", o.exploration, FieldInfo{"e, the factor of ln t", 0, 1e6});
}
std::unique_ptr<Policy> make(const Ucb1TunedOptions& options);

/// KL-UCB for rewards in [0,1] (Garivier & Cappé 2011): the largest q with T_j kl(r̄_j, q) ≤ e (ln t + c ln ln
/// t), e = 1.
struct KlUcbOptions {
    static constexpr std::string_view kName = "kl_ucb";
    static constexpr std::string_view kHelp =
        "upper confidence bound by the Bernoulli Kullback-Leibler divergence";
    static constexpr bool kDraws = true;
    double c = 0;
    double exploration = 1;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, KlUcbOptions& o) {
    visit("exploration", o.exploration, FieldInfo{"e, the factor of ln t + c ln ln t", 0, 1e6});
    visit("c", o.c, FieldInfo{"c, the factor of ln ln t; 0 in practice, 3 in the proof", 0, 1e6});
}
std::unique_ptr<Policy> make(const KlUcbOptions& options);

/// MOSS (Audibert & Bubeck 2009): r̄_j + √(e max(0, ln(T/(M T_j)))/T_j), e = 1.
struct MossOptions {
    static constexpr std::string_view kName = "moss";
    static constexpr std::string_view kHelp = "minimax-optimal upper confidence bound; needs the horizon";
    static constexpr bool kDraws = true;
    std::int64_t horizon = 0;
    double exploration = 1;
    bool needs_horizon() const { return horizon == 0; }
};
template <class Visitor>
void describe(Visitor& visit, MossOptions& o) {
    visit("exploration", o.exploration, FieldInfo{"e, the factor under the root", 0, 1e6});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions planned", 0, 1e15});
}
std::unique_ptr<Policy> make(const MossOptions& options);

/// MOSS-anytime (Degenne & Perchet 2016): r̄_j + √(e (1+α)/2 · max(0, ln(t/(M T_j)))/T_j), e = 1.
struct MossAnytimeOptions {
    static constexpr std::string_view kName = "moss_anytime";
    static constexpr std::string_view kHelp = "MOSS without the horizon";
    static constexpr bool kDraws = true;
    double alpha = 1.35;
    double exploration = 1;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, MossAnytimeOptions& o) {
    visit("exploration", o.exploration, FieldInfo{"e, the factor under the root", 0, 1e6});
    visit("alpha", o.alpha, FieldInfo{"α", 0, 1e6});
}
std::unique_ptr<Policy> make(const MossAnytimeOptions& options);

/// Bayes-UCB (Kaufmann, Cappé & Garivier 2012): the quantile 1 − 1/(t (ln T)^c)^e of the posterior Beta(1 +
/// S_j, 1 + T_j − S_j), e = 1.
struct BayesUcbOptions {
    static constexpr std::string_view kName = "bayes_ucb";
    static constexpr std::string_view kHelp = "upper quantile of the posterior of each mean";
    static constexpr bool kDraws = true;
    double c = 0;
    std::int64_t horizon = 0;
    double exploration = 1;
    bool needs_horizon() const { return horizon == 0 && c > 0; }
};
template <class Visitor>
void describe(Visitor& visit, BayesUcbOptions& o) {
    visit("exploration", o.exploration, FieldInfo{"e, the exponent of the tail 1/(t (ln T)^c)", 0, 20});
    visit("c", o.c, FieldInfo{"c, the exponent of ln T; 0 in practice, 5 in the proof", 0, 20});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions planned", 0, 1e15});
}
std::unique_ptr<Policy> make(const BayesUcbOptions& options);

/// IMED (Honda & Takemura 2015): the smallest T_j kl(r̄_j, max r̄) + e ln T_j, e = 1; every arm once first.
struct ImedOptions {
    static constexpr std::string_view kName = "imed";
    static constexpr std::string_view kHelp = "indexed minimum empirical divergence";
    static constexpr bool kDraws = true;
    double exploration = 1;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, ImedOptions& o) {
    visit("exploration", o.exploration, FieldInfo{"e, the factor of ln T_j", 0, 1e6});
}
std::unique_ptr<Policy> make(const ImedOptions& options);

/// Successive elimination (Even-Dar, Mannor & Mansour 2006, Algorithm 3): all arms left in turn; after each
/// pass those go whose mean + α_j is below the best mean − α, α_j = √(e ln(c M T_j²/δ)/T_j), e = 1.
struct SuccessiveEliminationOptions {
    static constexpr std::string_view kName = "successive_elimination";
    static constexpr std::string_view kHelp =
        "all arms in turn but those that are worse with high probability; deterministic";
    static constexpr bool kDraws = false;
    double delta = 0.1;
    double c = 5;
    double exploration = 1;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, SuccessiveEliminationOptions& o) {
    visit("delta", o.delta, FieldInfo{"δ, the probability of losing the best arm", 1e-300, 1});
    visit("c", o.c, FieldInfo{"c, above 4 in the proof", 4, 1e9});
    visit("exploration", o.exploration, FieldInfo{"e, the factor under the root", 0, 1e6});
}
std::unique_ptr<Policy> make(const SuccessiveEliminationOptions& options);

}  // namespace reboost::bandits
