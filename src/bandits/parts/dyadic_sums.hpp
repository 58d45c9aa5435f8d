#pragma once
#include "core/state.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace reboost::bandits {

/// Sums of each arm's latest rewards over windows of 1, 2, 4 … pulls in O(log T) per pull and per arm, after
/// the efficient statistics of Seznec et al. 2019, §5. After n pulls, level l holds the last complete block
/// of 2^l rewards, which is n mod 2^l pulls old, and the sum of the rewards since this block. (Seznec's own
/// program renews level l every 2^(l−1) pulls, so that its windows are at most half as old.)
class DyadicSums {
  public:
    void reset(std::size_t arms) {
        counts_.assign(arms, 0);
        totals_.assign(arms, 0);
        blocks_.clear();
        since_.clear();
    }
    void add(std::uint32_t arm, double reward) {
        const std::uint64_t count = ++counts_[arm];
        totals_[arm] += reward;
        for (std::size_t level = 0, at = arm; (std::uint64_t{1} << level) <= count;
             ++level, at += counts_.size()) {
            if (level == levels()) {
                blocks_.resize(blocks_.size() + counts_.size(), kNone);
                since_.resize(blocks_.size(), 0);
            }
            const std::uint64_t length = std::uint64_t{1} << level;
            since_[at] += reward;
            if (count % length != 0) continue;
            blocks_[at] = count == length ? totals_[arm] : since_[at];
            since_[at] = 0;
        }
    }
    /// Forgets all rewards of the arm.
    void forget(std::uint32_t arm) {
        counts_[arm] = 0;
        totals_[arm] = 0;
        for (std::size_t at = arm; at < blocks_.size(); at += counts_.size()) {
            blocks_[at] = kNone;
            since_[at] = 0;
        }
    }

    /// Number of levels in use: level l exists once some arm has 2^l pulls. Each takes one allocation.
    std::size_t levels() const { return counts_.empty() ? 0 : blocks_.size() / counts_.size(); }
    std::span<const std::uint64_t> counts() const { return counts_; }
    double total(std::size_t arm) const { return totals_[arm]; }
    /// Sum of the block of 2^level rewards of each arm; +∞ if the arm has fewer.
    std::span<const double> blocks(std::size_t level) const { return of_level(blocks_, level); }
    /// Sum of each arm's rewards since that block.
    std::span<const double> since(std::size_t level) const { return of_level(since_, level); }

    /// Saves or loads the arrays "window_...".
    void state(StateIO& io) {
        io("window_counts", counts_)("window_totals", totals_);
        io.any_size("window_blocks", blocks_)("window_since", since_, blocks_.size());
        if (!io.loading()) return;
        if (blocks_.size() % counts_.size() != 0)
            throw DataError("a saved window has not a block of each arm");
        for (const std::uint64_t count : counts_)
            if (levels() < 64 && count >> levels() != 0)
                throw DataError("saved windows do not reach as far back as their counts");
    }

  private:
    static constexpr double kNone = std::numeric_limits<double>::infinity();
    std::span<const double> of_level(const std::vector<double>& sums, std::size_t level) const {
        return std::span(sums).subspan(level * counts_.size(), counts_.size());
    }

    std::vector<std::uint64_t> counts_;
    std::vector<double> totals_;
    std::vector<double> blocks_, since_;  ///< level by level, one element per arm
};

}  // namespace reboost::bandits
