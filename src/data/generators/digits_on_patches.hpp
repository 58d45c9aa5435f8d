#pragma once
/// What stands in for M-Image (MNIST with background images, Larochelle et al., ICML 2007): MNIST's own
/// digits on patches of synthetic natural images, which are dead leaves (Lee, Mumford & Huang, Occlusion
/// models for natural images, IJCV 2001): discs of uniform grey fall on each other, their radii with density
/// r⁻³. They have edges and occlusion as in photographs, and a power spectrum near 1/f².
#include "core/rng.hpp"
#include "data/dataset.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace reboost::data {

/// A square image, row by row, values in [0,1].
struct GreyImage {
    std::size_t side = 0;
    std::vector<float> pixels;
    float at(std::size_t row, std::size_t column) const { return pixels[row * side + column]; }
};

/// One image. Radii lie between 2 and side/2; about ten discs cover each pixel, the last one is seen. A
/// grey ramp of random slope lies on each disc. `side` ≥ 8.
GreyImage draw_dead_leaves(std::size_t side, Rng& rng);

/// Counts changes of draw_digits_on_patches.
inline constexpr int kDigitsOnPatchesRevision = 1;
/// Draws `rows` + `test_rows` different images of `mnist` (its parts put together; 28×28 byte columns), in
/// random order, and lays each over a patch of its own: a pixel is ink + (1 − ink)·background, ink =
/// grey/255, kept with 256 levels in [0,1]. Training and test patches come from the same twenty images, as in
/// the original. Throws UsageError where MNIST has fewer images than asked for.
Split draw_digits_on_patches(const Split& mnist, std::size_t rows, std::size_t test_rows, std::uint64_t seed);

}  // namespace reboost::data
