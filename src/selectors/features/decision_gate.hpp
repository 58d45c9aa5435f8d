#pragma once
#include "learners/feature_selector.hpp"

#include <cstdint>

namespace reboost::selectors {

/// Lets a decision ask once: the second `next_query` of the same step is answered with nothing.
class DecisionGate {
  public:
    void begin_round() { asked_ = false; }
    /// True for the first query of this decision.
    bool opens(const learners::Decision& decision) {
        if (asked_ && decision.step == step_) return false;
        asked_ = true;
        step_ = decision.step;
        return true;
    }
    /// The same decision may ask once more.
    void reopen() { asked_ = false; }

  private:
    std::uint32_t step_ = 0;
    bool asked_ = false;
};

}  // namespace reboost::selectors
