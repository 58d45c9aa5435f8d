#include "bandits/parts/dyadic_sums.hpp"
#include "bandits/parts/index_policy.hpp"
#include "bandits/policy_entry.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// RAW-UCB with efficient statistics (Seznec et al. 2020): the smallest over windows h = 1, 2, 4 … of mean +
/// √(2 σ² α ln t/h). O(log T) per pull; a decision takes one vectorised pass over the arms per window.
class RawUcb final : public IndexPolicy {
    double alpha = 1.4, sigma = 0.5;
    void fields(Fields& field) override {
        field("alpha", alpha,
              {"α: confidence 1/t^α; 1.4 in the paper's experiments, 4 in its proof", 0, 1e6});
        field("sigma", sigma, {"σ, the rewards are subgaussian with it", 0, 1e6});
    }

    void restart() override { sums_.reset(arms()); }
    void learn(std::uint32_t arm, double reward) override { sums_.add(arm, reward); }

    void fill(std::span<double> index, std::size_t, Rng&) override {
        const double factor = sigma * std::sqrt(2 * alpha * std::log(static_cast<double>(time())));
        std::ranges::fill(index, kUntried);
        for (std::size_t level = 0; level < sums_.levels(); ++level) {
            const double share = std::ldexp(1.0, -static_cast<int>(level));
            const double width = factor * std::sqrt(share);
            const std::span<const double> blocks = sums_.blocks(level);
            for (std::size_t arm = 0; arm < index.size(); ++arm) {
                const double bound = blocks[arm] * share + width;
                index[arm] = bound < index[arm] ? bound : index[arm];
            }
        }
    }

    void keep(StateIO& io) override { sums_.state(io); }

    DyadicSums sums_;
};

}  // namespace

PolicyEntry raw_ucb() {
    return entry<RawUcb>("raw_ucb", "rotting rewards: the smallest upper bound over all windows");
}

}  // namespace reboost::bandits
