#include "bandits/parts/index_policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// MOSS (Audibert & Bubeck 2009): r̄_j + √(e max(0, ln(T/(M T_j)))/T_j), e = 1; only a pull changes it.
class Moss final : public IndexPolicy {
    double exploration = 1;
    void fields(Fields& field) override {
        field("exploration", exploration, {"e, the factor under the root", 0, 1e6});
        field("horizon", horizon, kHorizonField);
    }
    bool needs_horizon() const override { return horizon == 0; }

    void restart() override { current_.assign(arms(), kUntried); }
    void refresh(std::uint32_t arm) override {
        const double n = pulls_of(arm);
        const double log_share = std::log(planned() / (static_cast<double>(arms()) * n));
        current_[arm] = mean_of(arm) + std::sqrt(exploration * std::max(0.0, log_share) / n);
    }
    void fill(std::span<double> index, std::size_t, Rng&) override {
        std::ranges::copy(current_, index.begin());
    }

    std::vector<double> current_;
};

/// MOSS-anytime (Degenne & Perchet 2016): r̄_j + √(e (1+α)/2 · max(0, ln(t/(M T_j)))/T_j), e = 1.
class MossAnytime final : public IndexPolicy {
    double exploration = 1, alpha = 1.35;
    void fields(Fields& field) override {
        field("exploration", exploration, {"e, the factor under the root", 0, 1e6});
        field("alpha", alpha, {"α", 0, 1e6});
    }

    void restart() override {
        means_.assign(arms(), kUntried);
        counts_.assign(arms(), 1);
        log_pulls_.assign(arms(), 0);
    }
    void refresh(std::uint32_t arm) override {
        means_[arm] = mean_of(arm);
        counts_[arm] = pulls_of(arm);
        log_pulls_[arm] = std::log(static_cast<double>(arms()) * pulls_of(arm));
    }

    void fill(std::span<double> index, std::size_t, Rng&) override {
        const double log_time = std::log(static_cast<double>(time()));
        const double factor = exploration * (1 + alpha) / 2;
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] =
                means_[arm] + std::sqrt(factor * std::max(0.0, log_time - log_pulls_[arm]) / counts_[arm]);
    }

    std::vector<double> means_, counts_;  ///< r̄_j, T_j; +∞, 1 before the first pull
    std::vector<double> log_pulls_;       ///< ln(M T_j)
};

}  // namespace

extern const PolicyEntry moss =
    entry<Moss>("moss", "minimax-optimal upper confidence bound; needs the horizon");
extern const PolicyEntry moss_anytime = entry<MossAnytime>("moss_anytime", "MOSS without the horizon");

}  // namespace reboost::bandits
