#include "bandits/parts/dyadic_sums.hpp"

#include <limits>

namespace reboost::bandits {
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

}  // namespace

void DyadicSums::reset(std::size_t arms) {
    counts_.assign(arms, 0);
    totals_.assign(arms, 0);
    blocks_.clear();
    since_.clear();
}

void DyadicSums::add(std::uint32_t arm, double reward) {
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

void DyadicSums::forget(std::uint32_t arm) {
    counts_[arm] = 0;
    totals_[arm] = 0;
    for (std::size_t at = arm; at < blocks_.size(); at += counts_.size()) {
        blocks_[at] = kNone;
        since_[at] = 0;
    }
}

void DyadicSums::state(StateIO& io) {
    io("window_counts", counts_);
    io("window_totals", totals_);
    io.any_size("window_blocks", blocks_);
    since_.resize(blocks_.size());
    io("window_since", since_);
    if (!io.loading()) return;
    if (blocks_.size() % counts_.size() != 0) throw DataError("a saved window has not a block of each arm");
    for (const std::uint64_t count : counts_)
        if (levels() < 64 && count >> levels() != 0)
            throw DataError("saved windows do not reach as far back as their counts");
}

}  // namespace reboost::bandits
