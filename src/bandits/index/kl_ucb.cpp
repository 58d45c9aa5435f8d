#include "bandits/options/kl_ucb.hpp"

#include "bandits/parts/bernoulli_kl.hpp"
#include "bandits/parts/index_policy.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// Newton's method runs only for arms that reach the k-th best index so far, which is seen without a
/// logarithm per arm.
class KlUcb final : public IndexPolicy {
  public:
    explicit KlUcb(const KlUcbOptions& options) : options_(options) {}

  private:
    void restart() override { entropy_.assign(arms(), 0); }
    void learn(std::uint32_t arm, double) override { entropy_[arm] = negative_entropy(mean_of(arm)); }
    void load_more(const Archive&) override {
        for (std::uint32_t arm = 0; arm < arms(); ++arm)
            learn(arm, 0);
    }

    void fill(std::span<double> index, std::size_t k, Rng&) override {
        const double log_time = std::log(static_cast<double>(time()));
        const double level = log_time + (log_time > 1 ? options_.c * std::log(log_time) : 0);
        for (std::size_t arm = 0; arm < index.size(); ++arm)
            index[arm] = tried(arm) ? kl_upper_bound(mean_of(arm), level / pulls_of(arm)) : kUntried;
        KlThreshold limit;
        refine(
            index, k,
            [&](std::uint32_t arm, double q) {
                return limit.reached(q, mean_of(arm), entropy_[arm], level / pulls_of(arm));
            },
            [&](std::uint32_t arm) { return kl_upper(mean_of(arm), level / pulls_of(arm)); });
    }

    KlUcbOptions options_;
    std::vector<double> entropy_;  ///< r̄ ln r̄ + (1−r̄) ln(1−r̄)
};

}  // namespace

std::unique_ptr<Policy> make(const KlUcbOptions& options) {
    return std::make_unique<KlUcb>(options);
}

}  // namespace reboost::bandits
