#pragma once
/// The k largest of M values, best first; among equal values the lower index comes first.
#include "core/rng.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::bandits {

/// The extreme value, in one pass that the compiler vectorises. `values` is not empty and holds no NaN.
double largest(std::span<const double> values);
double least(std::span<const double> values);

/// Index of the first largest value; values.size() where that is NaN.
std::uint32_t first_best(std::span<const double> values);

class BestArms {
  public:
    /// Fills `out`, 1 ≤ out.size() ≤ values.size(). O(M) for small k, O(M + k log k) beyond.
    void select(std::span<const double> values, std::span<std::uint32_t> out);

    /// As `select`, but equal values are in random order as far as it decides which arms are taken. Draws
    /// random numbers only where there is a tie for the last place.
    void select_breaking_ties(std::span<const double> values, std::span<std::uint32_t> out, Rng& rng);

  private:
    std::vector<std::uint32_t> order_;
};

}  // namespace reboost::bandits
