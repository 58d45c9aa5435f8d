#include "bandits/options/sampling.hpp"
#include "bandits/parts/index_policy.hpp"
#include "bandits/parts/lazy_draws.hpp"

namespace reboost::bandits {
namespace {

/// k draws without replacement, each in proportion to exp(r̄_j/τ) among the arms left, as the k largest of
/// r̄_j/τ plus Gumbel noise: nothing overflows at any τ.
class Softmax final : public IndexPolicy {
  public:
    explicit Softmax(const SoftmaxOptions& options) : options_(options) {}

  private:
    void restart() override {
        draws_.reset(arms());
        centre_.assign(arms(), kUntried);
    }
    void refresh(std::uint32_t arm) override { centre_[arm] = mean_of(arm) / options_.temperature; }

    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        for (std::size_t arm = 0; arm < index.size(); ++arm) {
            if (tried(arm)) draws_.draw(arm, rng);
            index[arm] = centre_[arm] + draws_.bound(arm);
        }
        refine(index, k, [this](std::uint32_t arm) { return centre_[arm] + draws_.exact(arm); });
    }

    SoftmaxOptions options_;
    GumbelDraws draws_;
    std::vector<double> centre_;  ///< r̄_j/τ, +∞ before the first pull
};

}  // namespace

std::unique_ptr<Policy> make(const SoftmaxOptions& options) {
    return std::make_unique<Softmax>(options);
}

}  // namespace reboost::bandits
