#pragma once
/// Reusable arrays for the histograms of a tree's nodes.
#include "core/matrix.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace reboost::learners {

/// Hands out the most recently used free array first: most of it is still in a cache.
class HistogramPool {
  public:
    using Sums = PageAlignedVector<std::uint64_t>;

    /// The index of an array of at least `words` words with any content; it is reserved until released.
    int acquire(std::size_t words) {
        if (free_.empty()) {
            free_.push_back(static_cast<int>(arrays_.size()));
            arrays_.emplace_back();
        }
        const auto latest =
            std::ranges::max_element(free_, {}, [&](int index) { return at(index).last_use; });
        std::swap(*latest, free_.back());
        const int index = free_.back();
        free_.pop_back();
        Sums& sums = use(index);
        sums.resize(std::max(sums.size(), words));
        return index;
    }
    void release(int index) { free_.push_back(index); }
    /// The array; marks it as used now.
    Sums& use(int index) {
        at(index).last_use = ++uses_;
        return at(index).sums;
    }

  private:
    struct Array {
        Sums sums;
        std::uint64_t last_use = 0;
    };
    Array& at(int index) { return arrays_[static_cast<std::size_t>(index)]; }

    std::vector<Array> arrays_;
    std::vector<int> free_;
    std::uint64_t uses_ = 0;
};

}  // namespace reboost::learners
