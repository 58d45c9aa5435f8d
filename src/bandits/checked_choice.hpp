#pragma once
#include "bandits/policy.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::bandits {

/// Lets policies choose and checks what they give. The commonest fault is an index that is NaN (0/0 for an
/// arm never tried): the best of the indices is then no arm.
class CheckedChoice {
  public:
    /// As policy.select. Throws TrainingError where an arm is missing, does not exist or is given twice.
    void select(Policy& policy, std::span<std::uint32_t> out, Rng& rng);

  private:
    std::vector<std::uint64_t> given_;  ///< by arm: the last choice that gave it
    std::uint64_t choices_ = 0;
};

}  // namespace reboost::bandits
