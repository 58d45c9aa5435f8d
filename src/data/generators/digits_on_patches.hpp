#pragma once
/// What stands in for M-Image (MNIST with background images, Larochelle et al., ICML 2007): MNIST's own
/// digits on patches of synthetic natural images.
#include "data/dataset.hpp"

#include <cstdint>

namespace reboost::data {

/// Counts changes of the rule.
inline constexpr int kDigitsOnPatchesRevision = 1;

/// Draws `rows` + `test_rows` different images of `mnist` (its parts put together; 28×28 byte columns), in
/// random order, and lays each over a patch of its own: a pixel is ink + (1 − ink)·background, ink =
/// grey/255, kept with 256 levels in [0,1]. Training and test patches come from the same twenty images, as in
/// the original. Throws UsageError where MNIST has fewer images than asked for.
Split draw_digits_on_patches(const Split& mnist, std::size_t rows, std::size_t test_rows, std::uint64_t seed);

}  // namespace reboost::data
