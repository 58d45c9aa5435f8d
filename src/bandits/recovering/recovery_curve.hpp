#pragma once
#include "core/log_bins.hpp"
#include "core/state.hpp"

#include <cstdint>
#include <numeric>
#include <vector>

namespace reboost::bandits {

/// The share c(z) of its level that an arm pays z ≥ 1 decisions after its last pull; one curve for all arms.
/// c is Σ rewards / Σ levels of the pulls whose z lies in one bin (four bins per octave), made monotone by
/// pooling adjacent bins (Ayer et al. 1955), divided by the last bin's ratio.
class RecoveryCurve {
  public:
    /// prior > 0: each bin begins with so many pulls of mean reward and mean level.
    void reset(double prior) {
        prior_ = prior;
        pulls_ = 0;
        rewards_.clear(), levels_.clear(), shares_.clear();
    }
    /// Adds a pull of an arm of this level, z decisions after its last pull, that paid `reward`.
    void add(std::uint64_t z, double level, double reward) {
        const std::size_t bin = bin_of(z);
        if (bin >= rewards_.size()) {
            rewards_.resize(bin + 1, 0);
            levels_.resize(bin + 1, 0);
        }
        rewards_[bin] += reward;
        levels_[bin] += level;
        ++pulls_;
        fit();
    }
    /// Returns c(z) in [0,1]; 1 before the first `add`, and for z beyond the last bin.
    double share(std::uint64_t z) const {
        const std::size_t bin = bin_of(z);
        return bin < shares_.size() ? shares_[bin] : 1;
    }

    /// Number of pulls added.
    std::uint64_t pulls() const { return pulls_; }

    /// Saves or loads the arrays "curve_...".
    void state(StateIO& io) {
        io("curve_pulls", pulls_).any_size("curve_rewards", rewards_);
        io("curve_levels", levels_, rewards_.size());
        if (!io.loading() || rewards_.empty()) return;
        if (pulls_ == 0) throw DataError("a saved recovery curve is of no pulls");
        fit();
    }

  private:
    static std::size_t bin_of(std::uint64_t z) {
        using Bins = LogBins<2>;
        return Bins::of(static_cast<double>(z)) - Bins::of(1);
    }
    void fit() {
        struct Block {
            double rewards, levels;
            std::size_t bins;
            /// Whether the block pays a larger share than the other; both have levels.
            bool above(const Block& other) const { return rewards * other.levels > other.rewards * levels; }
        };
        const double each = prior_ / static_cast<double>(pulls_);
        const double reward = each * std::accumulate(rewards_.begin(), rewards_.end(), 0.0),
                     level = each * std::accumulate(levels_.begin(), levels_.end(), 0.0);
        std::vector<Block> blocks;
        for (std::size_t bin = 0; bin < rewards_.size(); ++bin) {
            Block block{rewards_[bin] + reward, levels_[bin] + level, 1};
            while (!blocks.empty() && blocks.back().above(block)) {
                const Block& last = blocks.back();
                block = {block.rewards + last.rewards, block.levels + last.levels, block.bins + last.bins};
                blocks.pop_back();
            }
            blocks.push_back(block);
        }
        const Block& last = blocks.back();
        shares_.clear();
        for (const Block& block : blocks)
            shares_.insert(
                shares_.end(), block.bins,
                last.above(block) ? block.rewards * last.levels / (block.levels * last.rewards) : 1);
    }

    double prior_ = 1;
    std::uint64_t pulls_ = 0;
    std::vector<double> rewards_, levels_;  ///< sums per bin, up to the largest z
    std::vector<double> shares_;            ///< c per bin
};

}  // namespace reboost::bandits
