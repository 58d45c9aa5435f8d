#include "bandits/options/sampling.hpp"
#include "bandits/parts/index_policy.hpp"
#include "bandits/parts/lazy_draws.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// The k arms with the largest draws from their posteriors.
class TsGauss final : public IndexPolicy {
  public:
    explicit TsGauss(const TsGaussOptions& options) : options_(options) {}

  private:
    void restart() override {
        draws_.reset(arms());
        centre_.assign(arms(), 0);
        deviation_.assign(arms(), std::sqrt(options_.exploration));
    }
    void refresh(std::uint32_t arm) override {
        const double n = pulls_of(arm);
        centre_[arm] = mean_of(arm) * n / (n + 1);
        deviation_[arm] = std::sqrt(options_.exploration) / std::sqrt(n + 1);
    }

    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        draws_.draw(rng);
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = centre_[arm] + deviation_[arm] * draws_.bound(arm);
        refine(index, k,
               [this](std::uint32_t arm) { return centre_[arm] + deviation_[arm] * draws_.exact(arm); });
    }

    TsGaussOptions options_;
    NormalDraws draws_;
    std::vector<double> centre_, deviation_;
};

}  // namespace

std::unique_ptr<Policy> make(const TsGaussOptions& options) {
    return std::make_unique<TsGauss>(options);
}

}  // namespace reboost::bandits
