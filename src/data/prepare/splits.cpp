#include "data/prepare/splits.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <cmath>

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

RowSplit stratified_rows(const std::vector<std::int32_t>& class_of_row, double first_share,
                         std::uint64_t seed, std::string_view purpose) {
    Rng rng(seed, purpose);
    std::vector<bool> is_first(class_of_row.size(), false);
    const std::int32_t last =
        class_of_row.empty() ? -1 : *std::max_element(class_of_row.begin(), class_of_row.end());
    for (std::int32_t c = 0; c <= last; ++c) {
        std::vector<std::uint32_t> members;
        for (std::size_t i = 0; i < class_of_row.size(); ++i)
            if (class_of_row[i] == c) members.push_back(static_cast<std::uint32_t>(i));
        rng.shuffle(std::span<std::uint32_t>(members));
        const auto take =
            static_cast<std::size_t>(std::floor(first_share * static_cast<double>(members.size()) + 0.5));
        for (std::size_t m = 0; m < take; ++m)
            is_first[members[m]] = true;
    }
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
    std::sort(split.first.begin(), split.first.end());
    std::sort(split.second.begin(), split.second.end());
    return split;
}

Split split_dataset(const Dataset& dataset, const RowSplit& rows) {
    Split split;
    split.train = dataset.subset(rows.first);
    split.test = dataset.subset(rows.second);
    return split;
}

Split validation_split(const Split& split, double share, ValidationRows rule, std::uint64_t seed) {
    if (!(share > 0 && share < 1))
        throw UsageError(fmt::format("validation share {} is not in (0,1)", share));
    const Labels& labels = split.train.labels;
    const bool stratify = rule == ValidationRows::stratified && !labels.class_of_row.empty();
    const auto held = static_cast<std::size_t>(std::floor(share * static_cast<double>(labels.rows) + 0.5));
    const RowSplit rows = stratify ? stratified_rows(labels.class_of_row, 1 - share, seed, "validation")
                                   : random_rows(labels.rows, labels.rows - held, seed, "validation");
    Split parts = split_dataset(split.train, rows);
    parts.provenance = split.provenance;
    return parts;
}

}  // namespace reboost::data
