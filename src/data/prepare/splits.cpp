#include "data/prepare/splits.hpp"

#include "core/error.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace reboost::data {
namespace {

RowSplit from_flags(const std::vector<bool>& is_first) {
    RowSplit split;
    for (std::size_t i = 0; i < is_first.size(); ++i)
        (is_first[i] ? split.first : split.second).push_back(static_cast<std::uint32_t>(i));
    return split;
}

}  // namespace

RowSplit random_rows(std::size_t rows, std::size_t first_rows, std::uint64_t seed, std::string_view purpose) {
    if (first_rows > rows) throw UsageError(fmt::format("cannot draw {} rows of {}", first_rows, rows));
    Rng rng(seed, purpose);
    std::vector<bool> is_first(rows, false);
    for (const std::uint32_t i :
         rng.sample(static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(first_rows)))
        is_first[i] = true;
    return from_flags(is_first);
}

RowSplit draw_rows(std::size_t rows, std::size_t first_rows, std::size_t second_rows, Rng& rng) {
    const std::size_t both = first_rows + second_rows;
    if (both > rows) throw UsageError(fmt::format("cannot draw {} rows of {}", both, rows));
    RowSplit split;
    split.first = rng.sample(static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(both));
    const auto middle = split.first.begin() + static_cast<std::ptrdiff_t>(first_rows);
    split.second.assign(middle, split.first.end());
    split.first.erase(middle, split.first.end());
    std::ranges::sort(split.first);
    std::ranges::sort(split.second);
    return split;
}

Split split_dataset(const Dataset& dataset, const RowSplit& rows) {
    Split split;
    split.train = dataset.subset(rows.first);
    split.test = dataset.subset(rows.second);
    return split;
}

}  // namespace reboost::data
