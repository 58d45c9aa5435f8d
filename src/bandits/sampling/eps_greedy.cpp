#include "bandits/parts/index_policy.hpp"
#include "bandits/policy_entry.hpp"

namespace reboost::bandits {
namespace {

/// ε-greedy (zhao2019 §2), every arm once first. Arms without a pull take places of a decision first. Each
/// place left goes with probability ε to a uniform arm not drawn yet. The best means take the others. Ties at
/// random.
class EpsGreedy final : public IndexPolicy {
    double epsilon = 0.1;
    void fields(Fields& field) override {
        field("epsilon", epsilon, {"probability of a uniformly drawn arm", 0, 1});
    }

    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        std::size_t taken = 0;
        for (std::size_t arm = 0; arm < index.size(); ++arm) {
            index[arm] = tried(arm) ? mean_of(arm) : kUntried;
            taken += !tried(arm);
        }
        for (; taken < k; ++taken) {
            if (rng.uniform() >= epsilon) continue;
            std::size_t arm = rng.below(arms());
            while (index[arm] == kTaken)
                arm = rng.below(arms());
            index[arm] = kTaken;
        }
    }

    static constexpr double kTaken = kUntried;
};

}  // namespace

PolicyEntry eps_greedy() {
    return entry<EpsGreedy>("eps_greedy", "the best mean reward, a uniform arm with probability epsilon");
}

}  // namespace reboost::bandits
