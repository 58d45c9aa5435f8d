#pragma once
/// Which robots the published training files of the MONK's problems hold (Thrun et al. 1991; UCI
/// monks-problems).
#include <vector>

namespace reboost::data {

struct MonksTraining {
    std::vector<int> numbers;  ///< of the 432 robots, counted from 1 in the order of their attributes
    std::vector<int> flipped;  ///< those whose label is the opposite of the rule's
};

/// Throws UsageError unless problem is 1, 2 or 3.
const MonksTraining& monks_training(int problem);

}  // namespace reboost::data
