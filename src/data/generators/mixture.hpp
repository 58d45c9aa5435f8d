#pragma once
/// Multi-class Gaussian mixtures on a grid: what stands in for a benchmark set that cannot be had.
#include "core/rng.hpp"
#include "data/dataset.hpp"

#include <cstdint>

namespace reboost::data {

/// The shape that is imitated: features, classes, the grid of the values, and how sparse they are.
struct MixtureShape {
    std::size_t features = 16;
    std::size_t classes = 10;
    double low = 0, high = 100;  ///< range of the values
    double step = 1;             ///< distance of neighbouring values; 0: not quantised
    double zero_share = 0;  ///< share of values below the floor, which are set to `low` (images' background)
    std::size_t factors = 8;  ///< hidden dimensions in which the classes lie
    std::size_t clouds = 3;   ///< normal clouds per class
    double spread = 0.45;     ///< deviation inside a cloud, in units of the distance between clouds' centres
};

/// Rows of one problem, whose centres and loadings `problem` seeds for both parts; `rng` draws the rows.
Dataset draw_mixture(const MixtureShape& shape, std::size_t rows, std::uint64_t problem, Rng& rng);

}  // namespace reboost::data
