#include "bandits/options/sampling.hpp"
#include "bandits/parts/index_policy.hpp"
#include "bandits/parts/pending_rewards.hpp"
#include "core/gamma_draw.hpp"

namespace reboost::bandits {
namespace {

/// The k arms with the largest draws from their posteriors.
class TsBeta final : public IndexPolicy {
    void restart() override {
        successes_.assign(arms(), 0);
        failures_.assign(arms(), 0);
        pending_.reset(arms());
    }
    void learn(std::uint32_t arm, double reward) override { pending_.add(arm, reward); }

    void fill(std::span<double> index, std::size_t, Rng& rng) override {
        pending_.settle(
            rng, [this](std::uint32_t arm, bool success) { ++(success ? successes_ : failures_)[arm]; });
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = draw_beta(1 + static_cast<double>(successes_[arm]),
                                   1 + static_cast<double>(failures_[arm]), rng);
    }

    void save_more(Archive& archive) const override {
        archive.put("successes", successes_);
        archive.put("failures", failures_);
        pending_.save(archive);
    }
    void load_more(const Archive& archive) override {
        successes_ = load_sized<std::uint64_t>(archive, "successes", arms());
        failures_ = load_sized<std::uint64_t>(archive, "failures", arms());
        pending_.load(archive, arms());
    }

    std::vector<std::uint64_t> successes_, failures_;
    PendingRewards pending_;
};

}  // namespace

std::unique_ptr<Policy> make(const TsBetaOptions&) {
    return std::make_unique<TsBeta>();
}

}  // namespace reboost::bandits
