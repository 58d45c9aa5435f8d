#pragma once
/// Options of the policies for rewards that an adversary may choose.
#include "core/fields.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// Exp3.P (zhao2019 Figure 4). Zero: Auer et al. 2002b, Theorem 6.3's value for the horizon.
struct Exp3POptions {
    static constexpr std::string_view kName = "exp3_p";
    static constexpr std::string_view kHelp =
        "exponential weights for adversarial rewards, bounds that hold with high probability";
    static constexpr bool kDraws = true;
    double eta = 0;
    double lambda = 0;
    double delta = 0.1;
    std::int64_t horizon = 0;
    bool needs_horizon() const { return horizon == 0; }
};
template <class Visitor>
void describe(Visitor& visit, Exp3POptions& o) {
    visit("eta", o.eta, FieldInfo{"η; 0: 2 sqrt(ln(MT/δ))", 0, 1e9});
    visit("lambda", o.lambda, FieldInfo{"λ, the mixing; 0: min(3/5, 2 sqrt(3 M ln M / (5 T)))", 0, 1});
    visit("delta", o.delta, FieldInfo{"δ of the high-probability bound, where η is derived", 1e-12, 1});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions planned", 0, 1e15});
}
std::unique_ptr<Policy> make(const Exp3POptions& options);
/// As the authors' program has it.
std::unique_ptr<Policy> make_multiboost(const Exp3POptions& options);

/// Exp3 (Auer et al. 2002b): mixing γ, no bonus. Zero: Corollary 3.2's value for the horizon.
struct Exp3Options {
    static constexpr std::string_view kName = "exp3";
    static constexpr std::string_view kHelp =
        "exponential weights for adversarial rewards, mixed with uniform draws";
    static constexpr bool kDraws = true;
    double gamma = 0.01;
    bool needs_horizon() const { return gamma == 0; }
};
template <class Visitor>
void describe(Visitor& visit, Exp3Options& o) {
    visit("gamma", o.gamma,
          FieldInfo{"γ, mixing with the uniform distribution; 0: sqrt(M ln M / ((e-1) T)), at most 1", 0, 1});
}
std::unique_ptr<Policy> make(const Exp3Options& options);
/// As the authors' program has it.
std::unique_ptr<Policy> make_multiboost(const Exp3Options& options);

/// Exp3.S (Auer et al. 2002b, §8): Exp3 whose weights share α, for a best arm that changes. Zero:
/// Corollary 8.2's values.
struct Exp3SOptions {
    static constexpr std::string_view kName = "exp3_s";
    static constexpr std::string_view kHelp = "Exp3 that follows a changing best arm";
    static constexpr bool kDraws = true;
    double gamma = 0;
    double alpha = 0;
    std::int64_t horizon = 0;
    bool needs_horizon() const { return horizon == 0 && (gamma == 0 || alpha == 0); }
};
template <class Visitor>
void describe(Visitor& visit, Exp3SOptions& o) {
    visit("gamma", o.gamma,
          FieldInfo{"γ, mixing with the uniform distribution; 0: min(1, sqrt(M ln(M T) / T))", 0, 1});
    visit("alpha", o.alpha, FieldInfo{"α, what the weights share each decision; 0: 1/T", 0, 1});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions planned", 0, 1e15});
}
std::unique_ptr<Policy> make(const Exp3SOptions& options);

/// Exp3-IX (Neu 2015): implicit exploration, losses 1 − r divided by p + γ, no mixing.
struct Exp3IxOptions {
    static constexpr std::string_view kName = "exp3_ix";
    static constexpr std::string_view kHelp = "exponential weights with implicit exploration";
    static constexpr bool kDraws = true;
    double eta = 0;
    double gamma = 0;
    std::int64_t horizon = 0;
    bool needs_horizon() const { return horizon == 0 && eta == 0; }
};
template <class Visitor>
void describe(Visitor& visit, Exp3IxOptions& o) {
    visit("eta", o.eta, FieldInfo{"η; 0: sqrt(2 ln M / (M T))", 0, 1e9});
    visit("gamma", o.gamma, FieldInfo{"γ; 0: η/2", 0, 1e9});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions planned", 0, 1e15});
}
std::unique_ptr<Policy> make(const Exp3IxOptions& options);

/// EXP3++ (Seldin & Slivkins 2014, with the parameters of Seldin & Lugosi 2017): exponential weights, and
/// each arm explored by its estimated gap.
struct Exp3PpOptions {
    static constexpr std::string_view kName = "exp3_pp";
    static constexpr std::string_view kHelp =
        "exponential weights, good for adversarial and for random rewards";
    static constexpr bool kDraws = true;
    double alpha = 3;
    double beta = 256;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, Exp3PpOptions& o) {
    visit("alpha", o.alpha, FieldInfo{"α of the confidence bounds", 1e-9, 1e9});
    visit("beta", o.beta, FieldInfo{"β, the factor of the exploration by gaps", 0, 1e9});
}
std::unique_ptr<Policy> make(const Exp3PpOptions& options);

/// Tsallis-INF (Zimmert & Seldin 2021), α = ½: p_j = 4 (η_t (L̂_j − x))⁻².
struct TsallisInfOptions {
    static constexpr std::string_view kName = "tsallis_inf";
    static constexpr std::string_view kHelp =
        "mirror descent with Tsallis entropy, best for adversarial and random rewards at once";
    static constexpr bool kDraws = true;
    bool reduced_variance = true;
    bool needs_horizon() const { return false; }
};
template <class Visitor>
void describe(Visitor& visit, TsallisInfOptions& o) {
    visit("reduced_variance", o.reduced_variance,
          FieldInfo{"the reduced-variance estimator with η = 4/sqrt(t), otherwise importance weighting with "
                    "2/sqrt(t)"});
}
std::unique_ptr<Policy> make(const TsallisInfOptions& options);

}  // namespace reboost::bandits
