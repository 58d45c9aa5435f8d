#pragma once
/// UCB(k) and UCB-V as the authors' program has them: time starts at 2 and grows by one per reward, and only
/// the index of the arm just pulled is computed anew; all others keep the index of their own last pull. Arms
/// stand in a stable order of their indices (equal ones keep their places), of which a decision takes the
/// first k. Deterministic.
#include "bandits/arm_statistics.hpp"
#include "bandits/options/ucb.hpp"
#include "bandits/options/ucb_v.hpp"
#include "bandits/policy.hpp"

namespace reboost::bandits::multiboost {

class StaleIndex : public Policy {
  public:
    void reset(std::size_t arms, std::size_t horizon) override;
    /// Each arm's first pull, all at time 2. Without it an arm never pulled has an infinite index.
    void warm_start(std::span<const double> rewards) override;
    void select(std::span<std::uint32_t> out, Rng& rng) override;
    /// O(M) at worst: the arm moves to its new place.
    void reward(std::uint32_t arm, double reward) override;
    void save(Archive& archive) const override;
    void load(const Archive& archive) override;
    std::size_t arms() const override { return statistics_.arms(); }
    std::span<const std::uint64_t> pulls() const override { return statistics_.pulls(); }
    std::span<const double> mean_rewards() const override { return statistics_.means(); }

  protected:
    /// Σ (r − r̄)² of the arm, divided by its pulls.
    double variance(std::size_t arm) const;
    /// The index of an arm pulled at least once.
    virtual double index(std::size_t arm, double log_time) const = 0;

    ArmStatistics statistics_;

  private:
    void add(std::uint32_t arm, double reward);
    void move_to_place(std::uint32_t arm);

    std::vector<double> deviations_;
    std::vector<double> index_;
    std::vector<std::uint32_t> order_;
    std::uint64_t time_ = 2;
};

/// Index r̄ + √(e ln t / T).
class Ucb final : public StaleIndex {
  public:
    explicit Ucb(const UcbOptions& options) : options_(options) {}

  protected:
    double index(std::size_t arm, double log_time) const override;

  private:
    UcbOptions options_;
};

/// Index r̄ + √(2 ξ v ln t / T) + c·3 b ξ ln t / T.
class UcbV final : public StaleIndex {
  public:
    explicit UcbV(const UcbVOptions& options) : options_(options) {}

  protected:
    double index(std::size_t arm, double log_time) const override;

  private:
    UcbVOptions options_;
};

}  // namespace reboost::bandits::multiboost
