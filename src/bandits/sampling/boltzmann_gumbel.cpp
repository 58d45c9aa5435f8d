#include "bandits/options/sampling.hpp"
#include "bandits/parts/index_policy.hpp"
#include "bandits/parts/lazy_draws.hpp"

namespace reboost::bandits {
namespace {

class BoltzmannGumbel final : public IndexPolicy {
  public:
    explicit BoltzmannGumbel(const BoltzmannGumbelOptions& options) : options_(options) {}

  private:
    void restart() override {
        draws_.reset(arms());
        centre_.assign(arms(), kUntried);
        scale_.assign(arms(), 0);
    }
    void refresh(std::uint32_t arm) override {
        centre_[arm] = mean_of(arm);
        scale_[arm] = options_.c / std::sqrt(pulls_of(arm));
    }

    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        for (std::size_t arm = 0; arm < index.size(); ++arm) {
            if (tried(arm)) draws_.draw(arm, rng);
            index[arm] = centre_[arm] + scale_[arm] * draws_.bound(arm);
        }
        refine(index, k,
               [this](std::uint32_t arm) { return centre_[arm] + scale_[arm] * draws_.exact(arm); });
    }

    BoltzmannGumbelOptions options_;
    GumbelDraws draws_;
    std::vector<double> centre_;  ///< r̄_j, +∞ before the first pull
    std::vector<double> scale_;   ///< C/√T_j
};

}  // namespace

std::unique_ptr<Policy> make(const BoltzmannGumbelOptions& options) {
    return std::make_unique<BoltzmannGumbel>(options);
}

}  // namespace reboost::bandits
