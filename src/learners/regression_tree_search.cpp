#include "learners/regression_tree_search.hpp"

#include <algorithm>

namespace reboost::learners {

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
