#include "bandits/parts/index_policy.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::bandits {
namespace {

/// Order of the arms' first pulls: by arm number, or random.
enum class FirstPass { index, random };
constexpr FieldInfo kFirstPassField{"order of the arms' first pulls; random: it draws"};

/// Deterministic except for a random first pass; ties go to the lower arm. If fewer than k arms are left in
/// the first pass, the best of the other arms fill the decision's places.
class DeterministicIndex : public IndexPolicy {
  public:
    bool draws() const final { return first_pass == FirstPass::random; }

  protected:
    FirstPass first_pass = FirstPass::index;

  private:
    bool breaks_ties(std::span<const double> index, std::size_t k) const final {
        return draws() && std::cmp_greater_equal(std::ranges::count(index, kUntried), k);
    }
};

/// UCB(k): r̄_j + √(e ln t / T_j), e = 2 (opt2009 §3.1; Auer et al. 2002a for k = 1).
class Ucb final : public DeterministicIndex {
    double exploration = 2;
    void fields(Fields& field) override {
        field("exploration", exploration,
              {"the factor under the root: sqrt(exploration ln t / T_j)", 0, 1e6});
        field("first_pass", first_pass, kFirstPassField);
    }

    void restart() override {
        base_.assign(arms(), kUntried);
        width_.assign(arms(), 0);
    }
    void refresh(std::uint32_t arm) override {
        base_[arm] = mean_of(arm);
        width_[arm] = 1 / std::sqrt(pulls_of(arm));
    }
    void fill(std::span<double> index, std::size_t, Rng&) override {
        const double factor = std::sqrt(exploration * std::log(static_cast<double>(time())));
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = base_[arm] + factor * width_[arm];
    }

    std::vector<double> base_;   ///< r̄_j, +∞ before the first pull
    std::vector<double> width_;  ///< 1/√T_j: the index is base + √(e ln t)·width
};

/// UCB-V (Audibert, Munos & Szepesvári 2009): r̄_j + √(2 ξ v_j ln t / T_j) + c·3 b ξ ln t / T_j, v_j the
/// empirical variance (divided by T_j).
class UcbV final : public DeterministicIndex {
    double xi = 1, c = 1.0 / 3.0, b = 1;
    void fields(Fields& field) override {
        field("xi", xi, {"ξ", 0, 1e6});
        field("c", c, {"c", 0, 1e6});
        field("b", b, {"b, the range of the rewards", 0, 1e6});
        field("first_pass", first_pass, kFirstPassField);
    }

    void restart() override {
        base_.assign(arms(), kUntried);
        fill_arms(0, deviations_, spread_, scarcity_);
    }
    void learn(std::uint32_t arm, double reward) override {
        const double old_mean = pulls_of(arm) > 1 ? base_[arm] : 0;
        deviations_[arm] += (reward - old_mean) * (reward - mean_of(arm));
    }
    void keep(StateIO& io) override { io("deviations", deviations_); }
    void refresh(std::uint32_t arm) override {
        const double pulled = pulls_of(arm);
        const double variance = std::max(0.0, deviations_[arm]) / pulled;
        base_[arm] = mean_of(arm);
        spread_[arm] = std::sqrt(variance / pulled);
        scarcity_[arm] = 1 / pulled;
    }
    void fill(std::span<double> index, std::size_t, Rng&) override {
        const double log_time = std::log(static_cast<double>(time()));
        const double wide = std::sqrt(2 * xi * log_time);
        const double narrow = c * 3 * b * xi * log_time;
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = base_[arm] + wide * spread_[arm] + narrow * scarcity_[arm];
    }

    std::vector<double> deviations_;  ///< Σ (r − r̄)², by Welford's recurrence
    std::vector<double> base_;        ///< r̄_j, +∞ before the first pull
    std::vector<double> spread_;      ///< √(v_j/T_j)
    std::vector<double> scarcity_;    ///< 1/T_j
};

/// UCB1-Tuned (Auer et al. 2002a, §4): r̄_j + √(e ln t/T_j · min(1/4, v_j + √(2 e ln t/T_j))), v_j the
/// empirical variance, e = 1.
class Ucb1Tuned final : public IndexPolicy {
    double exploration = 1;
    void fields(Fields& field) override {
        field("exploration", exploration, {"e, the factor of ln t", 0, 1e6});
    }

    void restart() override {
        fill_arms(0, squares_, variances_);
        means_.assign(arms(), kUntried);
        counts_.assign(arms(), 1);
    }
    void learn(std::uint32_t arm, double reward) override { squares_[arm] += reward * reward; }
    void refresh(std::uint32_t arm) override {
        means_[arm] = mean_of(arm);
        counts_[arm] = pulls_of(arm);
        variances_[arm] = std::max(0.0, squares_[arm] / counts_[arm] - means_[arm] * means_[arm]);
    }

    void fill(std::span<double> index, std::size_t, Rng&) override {
        const double log_time = exploration * std::log(static_cast<double>(time()));
        for (std::size_t arm = 0; arm < index.size(); ++arm) {
            const double n = counts_[arm], bound = variances_[arm] + std::sqrt(2 * log_time / n);
            index[arm] = means_[arm] + std::sqrt(log_time / n * std::min(0.25, bound));
        }
    }

    void keep(StateIO& io) override { io("squares", squares_); }

    std::vector<double> squares_;                     ///< Σ r²
    std::vector<double> means_, counts_, variances_;  ///< r̄_j, T_j, v_j; never pulled: +∞, 1, 0
};

}  // namespace

extern const PolicyEntry ucb =
    entry<Ucb>("ucb", "upper confidence bound: mean reward + sqrt(2 ln t / pulls); deterministic");
extern const PolicyEntry ucb_v =
    entry<UcbV>("ucb_v", "upper confidence bound with each arm's empirical variance; deterministic");
extern const PolicyEntry ucb1_tuned =
    entry<Ucb1Tuned>("ucb1_tuned", "UCB1 with the empirical variance inside the bonus");

}  // namespace reboost::bandits
