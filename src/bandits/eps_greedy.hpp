#pragma once
#include "bandits/best_arms.hpp"
#include "bandits/options/eps_greedy.hpp"
#include "bandits/parts/counted_policy.hpp"

namespace reboost::bandits {

/// ε-greedy (zhao2019 §2). Each of the k places goes with probability ε to a uniform arm not yet chosen,
/// otherwise to the arm with the best mean not yet chosen (ties: the lower arm). An arm never pulled has the
/// mean 0: there is no first pass.
class EpsGreedy final : public CountedPolicy {
  public:
    explicit EpsGreedy(const EpsGreedyOptions& options) : options_(options) {}
    void select(std::span<std::uint32_t> out, Rng& rng) override;

  private:
    void restart() override;
    void learn(std::uint32_t, double) override {}

    EpsGreedyOptions options_;
    BestArms best_;
    std::vector<std::uint32_t> ranking_;  ///< the k best, of which exploration may take some
    std::vector<std::uint8_t> chosen_;    ///< one flag per arm, all 0 between selections
};

}  // namespace reboost::bandits
