#pragma once
/// Vectors and sets made from the elements of a range; `mapped` is in core/order.hpp.
#include "core/order.hpp"

#include <cstddef>
#include <functional>
#include <iterator>
#include <vector>

namespace reboost {

/// of(element) of each element of a range, in order, as a `Container`: a vector or a set.
template <class Container, class Range, class Of = std::identity>
Container mapped_to(const Range& range, Of of = {}) {
    Container all;
    if constexpr (requires { all.reserve(std::size(range)); }) all.reserve(std::size(range));
    for (const auto& element : range)
        all.insert(all.end(), typename Container::value_type(std::invoke(of, element)));
    return all;
}

/// The value at each of the indices.
template <class T, class Indices>
std::vector<T> picked(const std::vector<T>& values, const Indices& indices) {
    return mapped_to<std::vector<T>>(indices, [&](std::size_t index) { return values[index]; });
}

}  // namespace reboost
