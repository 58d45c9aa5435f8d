#include "bandits/options/changing.hpp"
#include "bandits/parts/bernoulli_kl.hpp"
#include "bandits/parts/dyadic_sums.hpp"
#include "bandits/parts/index_policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// After each pull the arm's n rewards since its last restart are split into older and newer ones; the arm is
/// forgotten where s kl(μ_old, μ) + (n−s) kl(μ_new, μ) ≥ ln(3 n √n/δ) at some split s. The paper tries all of
/// them, or every tenth; here the newer part has 2^l + (n mod 2^l) rewards for l = 0, 1, 2 …: O(log n) per
/// pull, and a split at most a factor two away from any. In every ⌈M/α⌉ decisions each arm is forced once.
class GlrKlucb final : public IndexPolicy {
  public:
    explicit GlrKlucb(const GlrKlucbOptions& options) : options_(options) {}

  private:
    void restart() override {
        const double horizon = horizon_or(options_.horizon);
        const double explore = options_.explore > 0
                                   ? options_.explore
                                   : 0.05 * std::sqrt(std::log(std::max(2.0, horizon)) / horizon);
        log_delta_ = std::log(options_.delta > 0 ? options_.delta : 1 / std::sqrt(horizon));
        period_ = static_cast<std::uint64_t>(std::ceil(static_cast<double>(arms()) / explore));
        sums_.reset(arms());
        since_.assign(arms(), 0);
        means_.assign(arms(), 0);
        entropy_.assign(arms(), 0);
        levels_.assign(arms(), 0);
    }

    void learn(std::uint32_t arm, double reward) override {
        sums_.add(arm, reward);
        if (!changed(arm)) return;
        sums_.forget(arm);
        since_[arm] = time();
    }
    void refresh(std::uint32_t arm) override {
        if (sums_.counts()[arm] == 0) return;
        means_[arm] = std::min(1.0, sums_.total(arm) / static_cast<double>(sums_.counts()[arm]));
        entropy_[arm] = negative_entropy(means_[arm]);
    }

    bool changed(std::uint32_t arm) const {
        const std::uint64_t count = sums_.counts()[arm];
        const auto n = static_cast<double>(count);
        const double limit = std::log(3 * n * std::sqrt(n)) - log_delta_, mean = sums_.total(arm) / n;
        for (std::size_t level = 0; (std::uint64_t{2} << level) <= count; ++level) {
            const std::uint64_t length = std::uint64_t{1} << level;
            const auto newer = static_cast<double>(length + count % length);
            const double newer_sum = sums_.blocks(level)[arm] + sums_.since(level)[arm];
            const double older = n - newer;
            if (older <= 0) continue;
            const double older_mean = std::clamp((sums_.total(arm) - newer_sum) / older, 0.0, 1.0);
            const double newer_mean = std::min(1.0, newer_sum / newer);
            if (older * bernoulli_kl(older_mean, mean) + newer * bernoulli_kl(newer_mean, mean) >= limit)
                return true;
        }
        return false;
    }

    void fill(std::span<double> index, std::size_t k, Rng&) override {
        find_levels();
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = kl_upper_bound(means_[arm], levels_[arm]);
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            if (sums_.counts()[arm] == 0) index[arm] = kUntried;
        KlThreshold limit;
        refine(
            index, k,
            [&](std::uint32_t arm, double q) {
                return limit.reached(q, means_[arm], entropy_[arm], levels_[arm]);
            },
            [&](std::uint32_t arm) { return kl_upper(means_[arm], levels_[arm]); });
        const std::uint64_t turn = decisions() % period_;
        if (turn < index.size()) index[turn] = kUntried;
    }
    /// ln(t − τ_j)/n_j of each arm that has rewards; most arms share τ_j.
    void find_levels() {
        std::uint64_t restarted = 0;
        double log_time = 0;
        for (std::size_t arm = 0; arm < levels_.size(); ++arm) {
            if (arm == 0 || since_[arm] != restarted) {
                restarted = since_[arm];
                log_time = std::log(time() > restarted ? static_cast<double>(time() - restarted) : 1);
            }
            const auto n = static_cast<double>(std::max<std::uint64_t>(1, sums_.counts()[arm]));
            levels_[arm] = log_time / n;
        }
    }

    void save_more(Archive& archive) const override {
        sums_.save(archive);
        archive.put("restarted", since_);
    }
    void load_more(const Archive& archive) override {
        sums_.load(archive);
        since_ = load_sized<std::uint64_t>(archive, "restarted", arms());
    }

    GlrKlucbOptions options_;
    double log_delta_ = 0;
    std::uint64_t period_ = 1;
    DyadicSums sums_;
    std::vector<std::uint64_t> since_;     ///< τ_j: the time of the arm's last restart
    std::vector<double> means_, entropy_;  ///< since then: p and p ln p + (1−p) ln(1−p)
    std::vector<double> levels_;           ///< of one selection
};

}  // namespace

std::unique_ptr<Policy> make(const GlrKlucbOptions& options) {
    return std::make_unique<GlrKlucb>(options);
}

}  // namespace reboost::bandits
