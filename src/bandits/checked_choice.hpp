#pragma once
#include "bandits/policy.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::bandits {

/// Lets policies choose, and refuses what they may not give: an index that is NaN ends as such an arm.
class CheckedChoice {
  public:
    /// As policy.select. Throws TrainingError where an arm is missing, does not exist or is given twice.
    void select(Policy& policy, std::span<std::uint32_t> out, Rng& rng);

  private:
    std::vector<std::uint64_t> given_;  ///< by arm: the last choice that gave it
    std::uint64_t choices_ = 0;
};

}  // namespace reboost::bandits
