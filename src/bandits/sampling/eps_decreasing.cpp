#include "bandits/parts/index_policy.hpp"
#include "bandits/policy_entry.hpp"

namespace reboost::bandits {
namespace {

/// ε_t-greedy with ε_t = min(1, c·M/t) (Auer et al. 2002a, §2, ε_n-GREEDY; their c/d² is c here). Each of the
/// k places goes with probability ε_t to a uniform arm not drawn yet; the best means take the others.
class EpsDecreasing final : public IndexPolicy {
    double c = 1;
    void fields(Fields& field) override {
        field("c", c, {"c: explores with probability min(1, c M / t)", 0, 1e6});
    }

    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        const double epsilon = std::min(1.0, c * static_cast<double>(arms()) / static_cast<double>(time()));
        std::ranges::copy(mean_rewards(), index.begin());
        for (std::size_t place = 0; place < k; ++place) {
            if (rng.uniform() >= epsilon) continue;
            std::size_t arm = rng.below(arms());
            while (index[arm] == kDrawn)
                arm = rng.below(arms());
            index[arm] = kDrawn;
        }
    }

    static constexpr double kDrawn = std::numeric_limits<double>::infinity();
};

}  // namespace

PolicyEntry eps_decreasing() {
    return entry<EpsDecreasing>("eps_decreasing", "epsilon-greedy whose exploration falls like 1/t");
}

}  // namespace reboost::bandits
