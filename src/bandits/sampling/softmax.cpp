#include "bandits/options/sampling.hpp"
#include "bandits/parts/gumbel.hpp"
#include "bandits/parts/index_policy.hpp"

namespace reboost::bandits {
namespace {

/// k draws without replacement, each in proportion to exp(r̄_j/τ) among the arms left, as the k largest of
/// r̄_j/τ plus Gumbel noise: nothing overflows at any τ.
class Softmax final : public IndexPolicy {
  public:
    explicit Softmax(const SoftmaxOptions& options) : options_(options) {}

  private:
    void fill(std::span<double> index, std::size_t, Rng& rng) override {
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = tried(arm) ? mean_of(arm) / options_.temperature + draw_gumbel(rng) : kUntried;
    }

    SoftmaxOptions options_;
};

}  // namespace

std::unique_ptr<Policy> make(const SoftmaxOptions& options) {
    return std::make_unique<Softmax>(options);
}

}  // namespace reboost::bandits
