#include "bandits/parts/index_policy.hpp"
#include "bandits/parts/lazy_draws.hpp"
#include "bandits/policy_entry.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// Thompson sampling with Gaussian posteriors (Agrawal & Goyal 2013): the k arms with the largest draws from
/// N(S_j/(T_j + 1), e/(T_j + 1)), e = 1.
class TsGauss final : public IndexPolicy {
    double exploration = 1;
    void fields(Fields& field) override {
        field("exploration", exploration,
              {"e, the variance of a reward: a posterior's is e/(T_j + 1)", 0, 1e6});
    }

    void restart() override {
        draws_.reset(arms());
        centre_.assign(arms(), 0);
        deviation_.assign(arms(), std::sqrt(exploration));
    }
    void refresh(std::uint32_t arm) override {
        const double n = pulls_of(arm);
        centre_[arm] = mean_of(arm) * n / (n + 1);
        deviation_[arm] = std::sqrt(exploration) / std::sqrt(n + 1);
    }

    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        draws_.draw(rng);
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = centre_[arm] + deviation_[arm] * draws_.bound(arm);
        refine(index, k,
               [this](std::uint32_t arm) { return centre_[arm] + deviation_[arm] * draws_.exact(arm); });
    }

    NormalDraws draws_;
    std::vector<double> centre_, deviation_;
};

}  // namespace

PolicyEntry ts_gauss() {
    return entry<TsGauss>("ts_gauss", "Thompson sampling with Gaussian posteriors");
}

}  // namespace reboost::bandits
