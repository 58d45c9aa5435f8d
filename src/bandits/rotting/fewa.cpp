#include "bandits/parts/best_arms.hpp"
#include "bandits/parts/dyadic_sums.hpp"
#include "bandits/parts/index_policy.hpp"

#include <cmath>
#include <limits>
#include <numeric>

namespace reboost::bandits {
namespace {

/// Keeps sums of each arm's rewards over windows of 1, 2, 4 … pulls.
class WindowIndex : public IndexPolicy {
    void restart() override { sums_.reset(arms()); }
    void learn(std::uint32_t arm, double reward) override { sums_.add(arm, reward); }
    void keep(StateIO& io) override { sums_.state(io); }

  protected:
    DyadicSums sums_;
};

/// FEWA with efficient statistics (Seznec et al. 2019): filters the arms by means over windows of 1, 2, 4 …
/// pulls, ending with an arm of few pulls. All arms enter window 1; an arm stays for the next window while
/// its mean is within 2 c(h) of the best, c(h) = √(2 σ² α ln t/h). The filter ends at the first window for
/// which a remaining arm has too few pulls; the remaining arm with the fewest pulls is taken. k > 1 takes the
/// remaining arms, then those dropped last, each by fewest pulls.
class Fewa final : public WindowIndex {
    double alpha = 0.06, sigma = 0.5;
    void fields(Fields& field) override {
        field("alpha", alpha,
              {"α: confidence 1/t^α; 0.06 in the paper's experiments, above 4 in its proof", 0, 1e6});
        field("sigma", sigma, {"σ, the rewards are subgaussian with it", 0, 1e6});
    }

    void fill(std::span<double> index, std::size_t, Rng&) override {
        left_.resize(arms());
        std::iota(left_.begin(), left_.end(), 0U);
        std::size_t level = 0;
        while (keeps_all(level))
            ++level;
        for (; all_have(level); ++level)
            filter(index, level);
        for (const std::uint32_t arm : left_)
            index[arm] = place(arm, level);
    }

    /// Returns an arm's index: a higher level reached wins, then fewer pulls.
    double place(std::uint32_t arm, std::size_t level) const {
        constexpr double kAbovePulls = 1e13;
        return static_cast<double>(level) * kAbovePulls - pulls_of(arm);
    }

    bool all_have(std::size_t level) const {
        return std::ranges::all_of(
            left_, [&](std::uint32_t arm) { return sums_.counts()[arm] >= std::uint64_t{1} << level; });
    }

    /// Whether all arms have the window's pulls and stay: two passes without a list test this usual case.
    bool keeps_all(std::size_t level) const {
        if (level >= sums_.levels()) return false;
        const std::span<const double> blocks = sums_.blocks(level);
        const double best = largest(blocks);
        return best < std::numeric_limits<double>::infinity() && least(blocks) >= threshold(best, level);
    }

    /// Returns the least sum over the window with which an arm stays if the best sum is `best`.
    double threshold(double best, std::size_t level) const {
        const double h = std::ldexp(1.0, static_cast<int>(level));
        const double log_time = std::log(static_cast<double>(time()));
        const double width = sigma * std::sqrt(2 * alpha * log_time / h);
        return (best / h - 2 * width) * h;  // exact, as h is a power of two
    }

    void filter(std::span<double> index, std::size_t level) {
        const std::span<const double> blocks = sums_.blocks(level);
        double best = blocks[left_.front()];
        for (const std::uint32_t arm : left_)
            best = std::max(best, blocks[arm]);
        const double least = threshold(best, level);
        std::size_t kept = 0;
        for (const std::uint32_t arm : left_) {
            if (blocks[arm] >= least)
                left_[kept++] = arm;
            else
                index[arm] = place(arm, level);
        }
        left_.resize(kept);
    }

    std::vector<std::uint32_t> left_;  ///< arms still in the filter of one selection
};

/// RAW-UCB with efficient statistics (Seznec et al. 2020): an index is the least mean + √(2 σ² α ln t/h) over
/// windows of h = 1, 2, 4 … pulls. O(log T) per pull; a decision takes one vectorised pass per window.
class RawUcb final : public WindowIndex {
    double alpha = 1.4, sigma = 0.5;
    void fields(Fields& field) override {
        field("alpha", alpha,
              {"α: confidence 1/t^α; 1.4 in the paper's experiments, 4 in its proof", 0, 1e6});
        field("sigma", sigma, {"σ, the rewards are subgaussian with it", 0, 1e6});
    }

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
};

}  // namespace

extern const PolicyEntry fewa =
    entry<Fewa>("fewa", "rotting rewards: filters arms on windows of growing length");
extern const PolicyEntry raw_ucb =
    entry<RawUcb>("raw_ucb", "rotting rewards: the smallest upper bound over all windows");

}  // namespace reboost::bandits
