#include "bandits/options/changing.hpp"
#include "bandits/parts/forgetting_defaults.hpp"
#include "bandits/parts/index_policy.hpp"
#include "bandits/parts/pending_rewards.hpp"
#include "core/gamma_draw.hpp"

namespace reboost::bandits {
namespace {

/// The k arms with the largest draws from Beta(1 + S_j, 1 + F_j). Rewards are drawn to successes and failures
/// as in ts_beta, and enter with weight 1 at the next selection.
class DTs final : public IndexPolicy {
  public:
    explicit DTs(const DTsOptions& options) : options_(options) {}

  private:
    void restart() override {
        discount_ = options_.discount > 0 ? options_.discount
                                          : default_discount(horizon_or(options_.horizon), arms());
        successes_.assign(arms(), 0);
        failures_.assign(arms(), 0);
        pending_.reset(arms());
    }
    void learn(std::uint32_t arm, double reward) override { pending_.add(arm, reward); }
    void close() override {
        for (double& count : successes_)
            count *= discount_;
        for (double& count : failures_)
            count *= discount_;
    }

    void fill(std::span<double> index, std::size_t, Rng& rng) override {
        pending_.settle(
            rng, [this](std::uint32_t arm, bool success) { (success ? successes_ : failures_)[arm] += 1; });
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = draw_beta(1 + successes_[arm], 1 + failures_[arm], rng);
    }

    void save_more(Archive& archive) const override {
        archive.put("successes", successes_);
        archive.put("failures", failures_);
        pending_.save(archive);
    }
    void load_more(const Archive& archive) override {
        successes_ = load_sized<double>(archive, "successes", arms());
        failures_ = load_sized<double>(archive, "failures", arms());
        pending_.load(archive, arms());
    }

    DTsOptions options_;
    double discount_ = 1;
    std::vector<double> successes_, failures_;  ///< discounted
    PendingRewards pending_;
};

}  // namespace

std::unique_ptr<Policy> make(const DTsOptions& options) {
    return std::make_unique<DTs>(options);
}

}  // namespace reboost::bandits
