#pragma once
/// The k largest of M values, best first; among equal values the lower index comes first.
#include "core/rng.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::bandits {

/// Returns the largest or the least value, in one vectorised pass. `values` is not empty and holds no NaN.
double largest(std::span<const double> values);
double least(std::span<const double> values);

/// Returns the index of the first largest value; values.size() if the largest value is NaN.
std::uint32_t first_best(std::span<const double> values);

class BestArms {
  public:
    /// Fills `out` with indices, 1 ≤ out.size() ≤ values.size(). O(M) for small k, O(M + k log k) beyond.
    void select(std::span<const double> values, std::span<std::uint32_t> out);

    /// As `select`, but draws at random which of the arms tied for the last place are taken. Draws random
    /// numbers only if there is such a tie.
    void select_breaking_ties(std::span<const double> values, std::span<std::uint32_t> out, Rng& rng);

  private:
    std::vector<std::uint32_t> order_;
};

}  // namespace reboost::bandits
