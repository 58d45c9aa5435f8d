#include "bandits/parts/index_policy.hpp"

namespace reboost::bandits {
namespace {

/// `places` times, with probability ε, sets the index of a uniform arm not yet `taken` to `taken`.
void explore(std::span<double> index, double taken, std::size_t places, double epsilon, Rng& rng) {
    for (; places > 0; --places) {
        if (rng.uniform() >= epsilon) continue;
        std::size_t arm = rng.below(index.size());
        while (index[arm] == taken)
            arm = rng.below(index.size());
        index[arm] = taken;
    }
}

/// ε-greedy (zhao2019 §2). Arms never pulled take a decision's places first. Each place left goes with
/// probability ε to a uniform arm not drawn yet; the best means take the others. Ties are broken at random.
class EpsGreedy final : public IndexPolicy {
    double epsilon = 0.1;
    void fields(Fields& field) override {
        field("epsilon", epsilon, {"probability of a uniformly drawn arm", 0, 1});
    }

    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        std::size_t untried = 0;
        for (std::size_t arm = 0; arm < index.size(); ++arm) {
            index[arm] = tried(arm) ? mean_of(arm) : kUntried;
            untried += !tried(arm);
        }
        explore(index, kUntried, k - std::min(k, untried), epsilon, rng);
    }
};

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
        explore(index, kUntried, k, epsilon, rng);
    }
};

}  // namespace

extern const PolicyEntry eps_greedy =
    entry<EpsGreedy>("eps_greedy", "the best mean reward, a uniform arm with probability epsilon");
extern const PolicyEntry eps_decreasing =
    entry<EpsDecreasing>("eps_decreasing", "epsilon-greedy whose exploration falls like 1/t");

}  // namespace reboost::bandits
