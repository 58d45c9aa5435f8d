#pragma once
/// Vectors and sets made from the elements of a range.
#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
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

/// The same as a vector of the results' type.
template <class Range, class Of>
auto mapped(const Range& range, Of of) {
    using Result = std::decay_t<std::invoke_result_t<Of&, decltype(*std::begin(range))>>;
    return mapped_to<std::vector<Result>>(range, std::move(of));
}

/// The value at each of the indices.
template <class T, class Indices>
std::vector<T> picked(const std::vector<T>& values, const Indices& indices) {
    return mapped_to<std::vector<T>>(indices, [&](std::size_t index) { return values[index]; });
}

}  // namespace reboost
