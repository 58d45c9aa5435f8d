#include "bandits/recovering/recovery_curve.hpp"

#include <numeric>

namespace reboost::bandits {

void RecoveryCurve::reset(double prior) {
    prior_ = prior;
    pulls_ = 0;
    for (std::vector<double>* values : {&rewards_, &levels_, &shares_})
        values->clear();
}

void RecoveryCurve::add(std::uint64_t z, double level, double reward) {
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

void RecoveryCurve::fit() {
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
        shares_.insert(shares_.end(), block.bins,
                       last.above(block) ? block.rewards * last.levels / (block.levels * last.rewards) : 1);
}

void RecoveryCurve::state(StateIO& io) {
    io("curve_pulls", pulls_);
    io.any_size("curve_rewards", rewards_);
    levels_.resize(rewards_.size());
    io("curve_levels", levels_);
    if (!io.loading() || rewards_.empty()) return;
    if (pulls_ == 0) throw DataError("a saved recovery curve is of no pulls");
    fit();
}

}  // namespace reboost::bandits
