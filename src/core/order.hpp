#pragma once
/// Indices of a sequence, ascending or ordered by a key.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

namespace reboost {

/// 0, 1, …, size - 1.
template <class Index = std::size_t>
std::vector<Index> indices(std::size_t size) {
    std::vector<Index> all(size);
    std::iota(all.begin(), all.end(), Index{0});
    return all;
}

/// 0, …, size - 1 ordered by `key(index)`, the least first (or by `before`); indices of equal keys ascend.
template <class Key, class Before = std::ranges::less>
std::vector<std::size_t> order_by(std::size_t size, Key key, Before before = {}) {
    std::vector<std::size_t> order = indices(size);
    std::ranges::stable_sort(order, before, key);
    return order;
}

}  // namespace reboost
