#pragma once
/// A ranking set of the shape and cost structure of Yahoo! Webscope data set 2 as ijcai2015 uses it: 519
/// features with costs {.1, .5, 1, 2, 5, 10, 15, 20}, labels relevant or not.
#include "core/rng.hpp"
#include "data/dataset.hpp"

#include <array>
#include <cstddef>

namespace reboost::data {

/// The costs, and how many of the features have each: one feature costs 20. The counts are ours.
struct CostTier {
    double cost;
    std::size_t features;
    double signal;  ///< the largest correlation of such a feature with the hidden relevance
};
inline constexpr std::array<CostTier, 8> kWebscopeTiers{{{0.1, 40, 0.15},
                                                         {0.5, 60, 0.20},
                                                         {1, 180, 0.30},
                                                         {2, 100, 0.40},
                                                         {5, 80, 0.50},
                                                         {10, 40, 0.55},
                                                         {15, 18, 0.60},
                                                         {20, 1, 0.80}}};

/// The relevance model: each row has a hidden relevance z ~ N(0,1) and is relevant if z + 0.4 N(0,1) > −0.25
/// (about 59% of the rows). Feature j of a tier sees z with correlation signal·u_j, u_j uniform in (0.2, 1)
/// (1 for the feature of cost 20), the rest of it half shared by all features of its tier and half its own;
/// then squeezed by Φ and rounded to 0 … 255. A third of the features of cost 2 and less are 0 in
/// half of the rows. `problem` seeds what belongs to features, `rng` the rows. Columns are named
/// "x<number>@<cost>".
Dataset draw_webscope(std::size_t rows, std::uint64_t problem, Rng& rng);

}  // namespace reboost::data
