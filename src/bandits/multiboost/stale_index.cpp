/// UCB(k) and UCB-V as the authors' program has them: time starts at 2 and grows by one per reward, and only
/// the index of the arm just pulled is computed anew; all others keep the index of their own last pull. Arms
/// stand in a stable order of their indices (equal ones keep their places), of which a decision takes the
/// first k. Deterministic. Their options are set by name from those of the literature's forms, which state
/// meaning and bounds.
#include "bandits/parts/counted_policy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace reboost::bandits {
namespace multiboost {
namespace {

class StaleIndex : public Policy {
  public:
    bool draws() const override { return false; }
    void reset(std::size_t arms, std::size_t) override {
        statistics_.reset(arms);
        deviations_.assign(arms, 0);
        index_.assign(arms, std::numeric_limits<double>::infinity());
        order_.resize(arms);
        std::iota(order_.begin(), order_.end(), 0U);
        time_ = 2;
    }
    /// Each arm's first pull, all at time 2. Without it an arm never pulled has an infinite index.
    void warm_start(std::span<const double> rewards) override {
        const double log_time = std::log(static_cast<double>(time_));
        for (std::uint32_t arm = 0; arm < rewards.size(); ++arm) {
            add(arm, rewards[arm]);
            index_[arm] = index(arm, log_time);
        }
        std::ranges::stable_sort(order_,
                                 [this](std::uint32_t a, std::uint32_t b) { return index_[a] > index_[b]; });
    }
    void select(std::span<std::uint32_t> out, Rng&) override {
        std::copy_n(order_.begin(), out.size(), out.begin());
    }
    /// O(M) at worst: the arm moves to its new place.
    void reward(std::uint32_t arm, double reward) override {
        add(arm, reward);
        ++time_;
        index_[arm] = index(arm, std::log(static_cast<double>(time_)));
        move_to_place(arm);
    }
    void state(StateIO& io) override {
        statistics_.state(io);
        io("deviations", deviations_);
        io("index", index_);
        io("order", order_);
        io("time", time_);
        if (!io.loading()) return;
        std::vector<std::uint32_t> each = order_;
        std::ranges::sort(each);
        for (std::uint32_t arm = 0; arm < each.size(); ++arm)
            if (each[arm] != arm) throw DataError("a saved order of arms has not each of them");
    }
    std::size_t arms() const override { return statistics_.arms(); }
    std::span<const std::uint64_t> pulls() const override { return statistics_.pulls(); }
    std::span<const double> mean_rewards() const override { return statistics_.means(); }

  protected:
    /// Σ (r − r̄)² of the arm, divided by its pulls.
    double variance(std::size_t arm) const {
        return std::max(0.0, deviations_[arm]) / static_cast<double>(statistics_.pulls()[arm]);
    }
    /// The index of an arm pulled at least once.
    virtual double index(std::size_t arm, double log_time) const = 0;

    ArmStatistics statistics_;

  private:
    void add(std::uint32_t arm, double reward) {
        const double old_mean = statistics_.means()[arm];
        statistics_.add(arm, reward);
        deviations_[arm] += (reward - old_mean) * (reward - statistics_.means()[arm]);
    }
    /// What a stable sort does when one element has changed: it passes only those that are strictly better or
    /// worse.
    void move_to_place(std::uint32_t arm) {
        auto place = std::ranges::find(order_, arm);
        for (; place != order_.begin() && index_[arm] > index_[*(place - 1)]; --place)
            *place = *(place - 1);
        for (; place + 1 != order_.end() && index_[*(place + 1)] > index_[arm]; ++place)
            *place = *(place + 1);
        *place = arm;
    }

    std::vector<double> deviations_;
    std::vector<double> index_;
    std::vector<std::uint32_t> order_;
    std::uint64_t time_ = 2;
};

/// Index r̄ + √(e ln t / T).
class Ucb final : public StaleIndex {
    double exploration = 2;
    void fields(Fields& field) override { field("exploration", exploration); }

    double index(std::size_t arm, double log_time) const override {
        const auto pulled = static_cast<double>(statistics_.pulls()[arm]);
        return statistics_.means()[arm] + std::sqrt(exploration * log_time / pulled);
    }
};

/// Index r̄ + √(2 ξ v ln t / T) + c·3 b ξ ln t / T.
class UcbV final : public StaleIndex {
    double xi = 1, c = 1.0 / 3.0, b = 1;
    void fields(Fields& field) override {
        field("xi", xi);
        field("c", c);
        field("b", b);
    }

    double index(std::size_t arm, double log_time) const override {
        const auto pulled = static_cast<double>(statistics_.pulls()[arm]);
        return statistics_.means()[arm] + std::sqrt(2 * xi * variance(arm) * log_time / pulled) +
               c * (3 * b * xi * log_time / pulled);
    }
};

}  // namespace
}  // namespace multiboost

extern const PolicyEntry multiboost_ucb = entry<multiboost::Ucb>("ucb", "ucb as the authors' program has it");

extern const PolicyEntry multiboost_ucb_v =
    entry<multiboost::UcbV>("ucb_v", "ucb_v as the authors' program has it");

}  // namespace reboost::bandits
