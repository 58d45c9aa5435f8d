#pragma once
/// Synthetic natural images: dead leaves (Lee, Mumford & Huang, Occlusion models for natural images, IJCV
/// 2001). Discs of uniform grey fall on each other, their radii with density r⁻³: edges and occlusion as in
/// photographs, and a power spectrum near 1/f².
#include "core/rng.hpp"

#include <cstddef>
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

/// Patches of `side`×`side` pixels cut at random from a set of images, those of low deviation left out
/// (Larochelle et al. 2007: patches with little texture were ignored).
class PatchSource {
  public:
    /// `count` images of `image_side` pixels.
    PatchSource(std::size_t count, std::size_t image_side, Rng& rng);
    /// A patch, row by row, with a standard deviation of at least 0.1 (full range 1).
    std::vector<float> draw(std::size_t side, Rng& rng) const;

  private:
    std::vector<GreyImage> images_;
};

}  // namespace reboost::data
