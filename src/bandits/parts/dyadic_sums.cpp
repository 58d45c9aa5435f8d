#include "bandits/parts/dyadic_sums.hpp"

#include <limits>

namespace reboost::bandits {
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

std::vector<double> joined(const std::vector<std::vector<double>>& levels) {
    std::vector<double> all;
    for (const std::vector<double>& level : levels)
        all.insert(all.end(), level.begin(), level.end());
    return all;
}

std::vector<std::vector<double>> split(const std::vector<double>& all, std::size_t levels, std::size_t arms) {
    std::vector<std::vector<double>> result;
    for (std::size_t level = 0; level < levels; ++level) {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(level * arms);
        result.emplace_back(first, first + static_cast<std::ptrdiff_t>(arms));
    }
    return result;
}

}  // namespace

void DyadicSums::reset(std::size_t arms) {
    counts_.assign(arms, 0);
    totals_.assign(arms, 0);
    blocks_.clear();
    since_.clear();
}

void DyadicSums::add_level() {
    blocks_.emplace_back(counts_.size(), kNone);
    since_.emplace_back(counts_.size(), 0.0);
}

void DyadicSums::add(std::uint32_t arm, double reward) {
    const std::uint64_t count = ++counts_[arm];
    totals_[arm] += reward;
    for (std::size_t level = 0; (std::uint64_t{1} << level) <= count; ++level) {
        if (level == levels()) add_level();
        const std::uint64_t length = std::uint64_t{1} << level;
        if (count == length) {
            blocks_[level][arm] = totals_[arm];
            since_[level][arm] = 0;
        } else if (count % length == 0) {
            blocks_[level][arm] = since_[level][arm] + reward;
            since_[level][arm] = 0;
        } else {
            since_[level][arm] += reward;
        }
    }
}

void DyadicSums::forget(std::uint32_t arm) {
    counts_[arm] = 0;
    totals_[arm] = 0;
    for (std::size_t level = 0; level < levels(); ++level) {
        blocks_[level][arm] = kNone;
        since_[level][arm] = 0;
    }
}

void DyadicSums::state(StateIO& io) {
    io("window_counts", counts_);
    io("window_totals", totals_);
    std::vector<double> blocks = joined(blocks_), since = joined(since_);
    io.any_size("window_blocks", blocks);
    since.resize(blocks.size());
    io("window_since", since);
    if (!io.loading()) return;
    const std::size_t arms = counts_.size(), levels_saved = blocks.size() / arms;
    if (blocks.size() != levels_saved * arms) throw DataError("a saved window has not a block of each arm");
    blocks_ = split(blocks, levels_saved, arms);
    since_ = split(since, levels_saved, arms);
    for (const std::uint64_t count : counts_)
        if (levels_saved < 64 && count >> levels_saved != 0)
            throw DataError("saved windows do not reach as far back as their counts");
}

}  // namespace reboost::bandits
