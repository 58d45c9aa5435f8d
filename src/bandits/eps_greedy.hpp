#pragma once
#include "bandits/arm_statistics.hpp"
#include "bandits/best_arms.hpp"
#include "bandits/options/eps_greedy.hpp"
#include "bandits/policy.hpp"

namespace reboost::bandits {

/// ε-greedy (zhao2019 §2). Each of the k places goes with probability ε to a uniform arm not yet chosen,
/// otherwise to the arm with the best mean not yet chosen (ties: the lower arm). An arm never pulled has the
/// mean 0: there is no first pass.
class EpsGreedy final : public Policy {
  public:
    explicit EpsGreedy(const EpsGreedyOptions& options) : options_(options) {}

    void reset(std::size_t arms, std::size_t horizon) override;
    void select(std::span<std::uint32_t> out, Rng& rng) override;
    void reward(std::uint32_t arm, double reward) override { statistics_.add(arm, reward); }
    void save(Archive& archive) const override { statistics_.save(archive); }
    void load(const Archive& archive) override { statistics_.load(archive); }
    std::size_t arms() const override { return statistics_.arms(); }
    std::span<const std::uint64_t> pulls() const override { return statistics_.pulls(); }
    std::span<const double> mean_rewards() const override { return statistics_.means(); }

  private:
    EpsGreedyOptions options_;
    ArmStatistics statistics_;
    BestArms best_;
    std::vector<std::uint32_t> ranking_;  ///< the k best, of which exploration may take some
    std::vector<std::uint8_t> chosen_;    ///< a flag an arm, all 0 between selections
};

}  // namespace reboost::bandits
