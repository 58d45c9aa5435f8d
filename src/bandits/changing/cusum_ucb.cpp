#include "bandits/parts/index_policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// CUSUM-UCB (Liu, Lee & Shroff 2018): UCB that forgets an arm when a two-sided cumulative sum says that its
/// mean has moved. An arm's first M rewards fix its mean u; then g⁺ ← max(0, g⁺ + r − u − ε) and g⁻ ← max(0,
/// g⁻ + u − r − ε); g⁺ > h or g⁻ > h resets the arm. Each place takes a uniform arm with probability α.
class CusumUcb final : public IndexPolicy {
    double drift = 0.1;
    std::int64_t samples = 50;
    double threshold = 0, explore = 0, xi = 1;
    void fields(Fields& field) override {
        field("drift", drift, {"ε, changes of the mean smaller than this are tolerated", 0, 1});
        field("samples", samples, {"how many first rewards of an arm fix its old mean", 1, 1e9});
        field("threshold", threshold, {"h of the cumulative sum; 0: ln T", 0, 1e9});
        field("explore", explore, {"α, probability of a uniform arm; 0: sqrt(ln T / T)", 0, 1});
        field("xi", xi, {"ξ of the bonus sqrt(xi ln n_t / N_j)", 0, 1e6});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0 && (threshold == 0 || explore == 0); }

    void restart() override {
        const double steps = planned();
        const double log_steps = std::log(std::max(2.0, steps));
        threshold_ = threshold > 0 ? threshold : log_steps;
        explore_ = explore > 0 ? explore : std::min(1.0, std::sqrt(log_steps / steps));
        fill_arms(0, counts_, sums_, old_mean_, rise_, fall_);
        means_.reset(arms());
        all_ = 0;
    }

    void learn(std::uint32_t arm, double reward) override {
        ++counts_[arm];
        ++all_;
        sums_[arm] += reward;
        const auto first = static_cast<double>(samples);
        if (counts_[arm] == first) old_mean_[arm] = sums_[arm] / first;
        if (counts_[arm] <= first) return;
        const double step = reward - old_mean_[arm];
        rise_[arm] = std::max(0.0, rise_[arm] + step - drift);
        fall_[arm] = std::max(0.0, fall_[arm] - step - drift);
        if (std::max(rise_[arm], fall_[arm]) > threshold_) forget(arm);
    }
    void refresh(std::uint32_t arm) override { means_.set(arm, sums_[arm], counts_[arm]); }

    void forget(std::uint32_t arm) {
        all_ -= counts_[arm];
        counts_[arm] = sums_[arm] = old_mean_[arm] = rise_[arm] = fall_[arm] = 0;
    }

    /// Two of the k places may draw the same arm; one exploration is then lost.
    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        means_.fill(index, xi * std::log(std::max(1.0, all_)));
        for (std::size_t place = 0; place < k; ++place)
            if (rng.uniform() < explore_) index[rng.below(arms())] = kUntried;
    }

    void keep(StateIO& io) override {
        io("counts", counts_)("sums", sums_)("old_mean", old_mean_);
        io("rise", rise_)("fall", fall_)("all", all_);
    }

    double threshold_ = 1, explore_ = 0;
    std::vector<double> counts_, sums_;           ///< pulls, sum of rewards since the arm was last forgotten
    MeansAndCounts means_;                        ///< made from counts_ and sums_
    std::vector<double> old_mean_, rise_, fall_;  ///< u, g⁺, g⁻
    double all_ = 0;                              ///< Σ counts
};

}  // namespace

extern const PolicyEntry cusum_ucb =
    entry<CusumUcb>("cusum_ucb", "UCB that forgets an arm when its mean has changed");

}  // namespace reboost::bandits
