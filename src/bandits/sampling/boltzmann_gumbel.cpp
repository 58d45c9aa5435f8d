#include "bandits/options/sampling.hpp"
#include "bandits/parts/gumbel.hpp"
#include "bandits/parts/index_policy.hpp"

namespace reboost::bandits {
namespace {

class BoltzmannGumbel final : public IndexPolicy {
  public:
    explicit BoltzmannGumbel(const BoltzmannGumbelOptions& options) : options_(options) {}

  private:
    void restart() override { scale_.assign(arms(), 0); }
    void refresh(std::uint32_t arm) override { scale_[arm] = options_.c / std::sqrt(pulls_of(arm)); }

    void fill(std::span<double> index, std::size_t, Rng& rng) override {
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = tried(arm) ? mean_of(arm) + scale_[arm] * draw_gumbel(rng) : kUntried;
    }

    BoltzmannGumbelOptions options_;
    std::vector<double> scale_;  ///< C/√T_j
};

}  // namespace

std::unique_ptr<Policy> make(const BoltzmannGumbelOptions& options) {
    return std::make_unique<BoltzmannGumbel>(options);
}

}  // namespace reboost::bandits
