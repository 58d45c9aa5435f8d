#pragma once
/// Options of the policies for arms whose mean rewards change.
#include "core/fields.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// SW-UCB (Garivier & Moulines 2011): means of the last τ decisions + √(ξ ln min(t, τ)/N_j), N_j the pulls
/// among them.
struct SwUcbOptions {
    static constexpr std::string_view kName = "sw_ucb";
    static constexpr std::string_view kHelp = "UCB over a sliding window";
    static constexpr bool kDraws = true;
    std::int64_t window = 0;
    double xi = 0.6;
    std::int64_t horizon = 0;
    bool needs_horizon() const { return horizon == 0 && window == 0; }
};
template <class Visitor>
void describe(Visitor& visit, SwUcbOptions& o) {
    visit("window", o.window, FieldInfo{"τ in decisions; 0: 2 sqrt(T ln T), at least 4 M", 0, 1e15});
    visit("xi", o.xi, FieldInfo{"ξ", 0, 1e6});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions planned", 0, 1e15});
}
std::unique_ptr<Policy> make(const SwUcbOptions& options);

/// D-UCB (Kocsis & Szepesvári 2006; Garivier & Moulines 2011): discounted means + 2 √(ξ ln n_t/N_j), N_j the
/// discounted pulls, n_t their sum.
struct DUcbOptions {
    static constexpr std::string_view kName = "d_ucb";
    static constexpr std::string_view kHelp = "UCB with discounted rewards and pulls";
    static constexpr bool kDraws = true;
    double discount = 0;
    double xi = 0.6;
    std::int64_t horizon = 0;
    bool needs_horizon() const { return horizon == 0 && discount == 0; }
};
template <class Visitor>
void describe(Visitor& visit, DUcbOptions& o) {
    visit("discount", o.discount,
          FieldInfo{"γ per decision; 0: 1 - 1/(4 sqrt(T)), at least 1 - 1/(4 M)", 0, 1});
    visit("xi", o.xi, FieldInfo{"ξ", 0, 1e6});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions planned", 0, 1e15});
}
std::unique_ptr<Policy> make(const DUcbOptions& options);

/// Discounted Thompson sampling (Raj & Kalyani 2017): beta posteriors whose counts fade by γ per decision.
struct DTsOptions {
    static constexpr std::string_view kName = "d_ts";
    static constexpr std::string_view kHelp = "Thompson sampling with discounted counts";
    static constexpr bool kDraws = true;
    double discount = 0;
    std::int64_t horizon = 0;
    bool needs_horizon() const { return horizon == 0 && discount == 0; }
};
template <class Visitor>
void describe(Visitor& visit, DTsOptions& o) {
    visit("discount", o.discount,
          FieldInfo{"γ per decision; 0: 1 - 1/(4 sqrt(T)), at least 1 - 1/(4 M)", 0, 1});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions planned", 0, 1e15});
}
std::unique_ptr<Policy> make(const DTsOptions& options);

/// CUSUM-UCB (Liu, Lee & Shroff 2018): UCB that forgets an arm when a two-sided cumulative sum says that its
/// mean has moved.
struct CusumUcbOptions {
    static constexpr std::string_view kName = "cusum_ucb";
    static constexpr std::string_view kHelp = "UCB that forgets an arm when its mean has changed";
    static constexpr bool kDraws = true;
    double drift = 0.1;
    std::int64_t samples = 50;
    double threshold = 0;
    double explore = 0;
    double xi = 1;
    std::int64_t horizon = 0;
    bool needs_horizon() const { return horizon == 0 && (threshold == 0 || explore == 0); }
};
template <class Visitor>
void describe(Visitor& visit, CusumUcbOptions& o) {
    visit("drift", o.drift, FieldInfo{"ε, changes of the mean smaller than this are tolerated", 0, 1});
    visit("samples", o.samples, FieldInfo{"how many first rewards of an arm fix its old mean", 1, 1e9});
    visit("threshold", o.threshold, FieldInfo{"h of the cumulative sum; 0: ln T", 0, 1e9});
    visit("explore", o.explore, FieldInfo{"α, probability of a uniform arm; 0: sqrt(ln T / T)", 0, 1});
    visit("xi", o.xi, FieldInfo{"ξ of the bonus sqrt(xi ln n_t / N_j)", 0, 1e6});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions planned", 0, 1e15});
}
std::unique_ptr<Policy> make(const CusumUcbOptions& options);

/// GLR-klUCB with local restarts (Besson & Kaufmann 2019): KL-UCB, to the level e ln(t − τ_j), e = 1, that
/// forgets an arm when a generalised likelihood ratio test finds a change, with forced exploration.
struct GlrKlucbOptions {
    static constexpr std::string_view kName = "glr_klucb";
    static constexpr std::string_view kHelp = "KL-UCB that forgets an arm when its mean has changed";
    static constexpr bool kDraws = true;
    double delta = 0;
    double explore = 0;
    std::int64_t horizon = 0;
    double exploration = 1;
    bool needs_horizon() const { return horizon == 0 && (delta == 0 || explore == 0); }
};
template <class Visitor>
void describe(Visitor& visit, GlrKlucbOptions& o) {
    visit("delta", o.delta, FieldInfo{"δ, false alarms of the test; 0: 1/sqrt(T)", 0, 1});
    visit("explore", o.explore, FieldInfo{"α, share of forced pulls; 0: 0.05 sqrt(ln T / T)", 0, 1});
    visit("exploration", o.exploration, FieldInfo{"e, the factor of ln(t - τ_j)", 0, 1e6});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions planned", 0, 1e15});
}
std::unique_ptr<Policy> make(const GlrKlucbOptions& options);

}  // namespace reboost::bandits
