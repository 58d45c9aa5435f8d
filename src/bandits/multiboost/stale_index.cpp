/// UCB(k) and UCB-V as the authors' program has them: time starts at 2 and grows by one per reward, and only
/// the index of the arm just pulled is computed anew. Arms are kept in a stable order by descending index
/// (equal indices keep their places); a decision takes the first k arms. Both policies are deterministic. The
/// literature's forms state the options' meaning and bounds.
#include "bandits/policy.hpp"
#include "core/order.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace reboost::bandits {
namespace multiboost {
namespace {

class StaleIndex : public Policy {
  public:
    bool draws() const override { return false; }
    /// Gives each arm its first pull, all at time 2. Without this call an arm never pulled has the index +∞.
    void warm_start(std::span<const double> rewards) override {
        for (std::uint32_t arm = 0; arm < rewards.size(); ++arm) {
            count(arm, rewards[arm]);
            renew(arm, rewards[arm]);
            refresh(arm);
        }
        std::ranges::stable_sort(order_, std::greater(), [this](std::uint32_t arm) { return index_[arm]; });
    }
    void select(std::span<std::uint32_t> out, Rng&) override {
        std::copy_n(order_.begin(), out.size(), out.begin());
    }

  protected:
    /// Returns Σ (r − r̄)² of the arm, divided by its pulls.
    double variance(std::size_t arm) const { return std::max(0.0, deviations_[arm]) / pulls_of(arm); }
    /// Returns the index of an arm pulled at least once.
    virtual double index(std::size_t arm, double log_time) const = 0;

  private:
    void restart() override {
        fill_arms(0, deviations_, old_means_);
        index_.assign(arms(), std::numeric_limits<double>::infinity());
        order_ = indices<std::uint32_t>(arms());
        program_time_ = 2;
    }
    void learn(std::uint32_t arm, double reward) override {
        ++program_time_;
        renew(arm, reward);
        move_to_place(arm);
    }
    void refresh(std::uint32_t arm) override { old_means_[arm] = mean_of(arm); }
    void keep(StateIO& io) override {
        io("deviations", deviations_)("index", index_)("order", order_)("program_time", program_time_);
        if (!io.loading()) return;
        std::vector<std::uint32_t> each = order_;
        std::ranges::sort(each);
        if (each != indices<std::uint32_t>(arms()))
            throw DataError("a saved order of arms has not each of them");
    }

    /// Recomputes the arm's index after a reward that its pulls and mean include.
    void renew(std::uint32_t arm, double reward) {
        deviations_[arm] += (reward - old_means_[arm]) * (reward - mean_of(arm));
        index_[arm] = index(arm, std::log(static_cast<double>(program_time_)));
    }
    /// Restores the stable order after one index changed, in O(M): equal indices do not swap.
    void move_to_place(std::uint32_t arm) {
        auto place = std::ranges::find(order_, arm);
        for (; place != order_.begin() && index_[arm] > index_[*(place - 1)]; --place)
            *place = *(place - 1);
        for (; place + 1 != order_.end() && index_[*(place + 1)] > index_[arm]; ++place)
            *place = *(place + 1);
        *place = arm;
    }

    std::vector<double> deviations_, old_means_, index_;
    std::vector<std::uint32_t> order_;
    std::uint64_t program_time_ = 2;
};

/// The index is r̄ + √(e ln t / T).
class Ucb final : public StaleIndex {
    double exploration = 2;
    void fields(Fields& field) override { field("exploration", exploration); }

    double index(std::size_t arm, double log_time) const override {
        return mean_of(arm) + std::sqrt(exploration * log_time / pulls_of(arm));
    }
};

/// The index is r̄ + √(2 ξ v ln t / T) + c·3 b ξ ln t / T, v the empirical variance.
class UcbV final : public StaleIndex {
    double xi = 1, c = 1.0 / 3.0, b = 1;
    void fields(Fields& field) override {
        field("xi", xi);
        field("c", c);
        field("b", b);
    }

    double index(std::size_t arm, double log_time) const override {
        const double pulled = pulls_of(arm);
        return mean_of(arm) + std::sqrt(2 * xi * variance(arm) * log_time / pulled) +
               c * (3 * b * xi * log_time / pulled);
    }
};

}  // namespace
}  // namespace multiboost

extern const PolicyEntry multiboost_ucb = entry<multiboost::Ucb>("ucb");
extern const PolicyEntry multiboost_ucb_v = entry<multiboost::UcbV>("ucb_v");

}  // namespace reboost::bandits
