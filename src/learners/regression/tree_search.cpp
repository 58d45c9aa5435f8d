#include "learners/regression/tree_search.hpp"

#include <algorithm>

namespace reboost::learners {
namespace {

/// How many rows ahead gradients are prefetched: a node's rows are scattered in memory.
constexpr std::size_t kAhead = 16;

GradientHessian total_of(std::span<const std::uint32_t> rows, const RowGradients& gradients) {
    return gradients.read([&](const auto& reader) {
        simd::Word2 total{};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            __builtin_prefetch(reader.at(rows[std::min(i + kAhead, rows.size() - 1)]));
            total += reader[rows[i]];
        }
        return GradientHessian{static_cast<std::int64_t>(total[0]), total[1]};
    });
}

}  // namespace

void sum_children(const SearchNode& parent, SearchNode& left, SearchNode& right,
                  const RowGradients& gradients) {
    const auto [light, heavy] = light_and_heavy(left, right);
    light.total = total_of(light.rows, gradients);
    heavy.total = parent.total - light.total;
}

std::uint32_t middle_threshold(const data::BinCuts* cuts, std::uint32_t below, std::uint32_t above) {
    if (!cuts) return below + (above - below + 1) / 2;
    if (above > cuts->cuts.size()) return above;
    // Code threshold t stands for "x >= cuts[t − 1]".
    const auto first = cuts->cuts.begin() + below, last = cuts->cuts.begin() + (above - 1);
    const double middle = (static_cast<double>(*first) + static_cast<double>(*last)) / 2;
    const auto at = std::lower_bound(first, last, middle);
    const bool nearer_below =
        at != first && middle - static_cast<double>(*(at - 1)) < static_cast<double>(*at) - middle;
    return static_cast<std::uint32_t>(at - cuts->cuts.begin()) + (nearer_below ? 0U : 1U);
}

}  // namespace reboost::learners
