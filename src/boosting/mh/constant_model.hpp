#pragma once
/// What is predicted before anything was paid: the class that most training rows have (the positive one of
/// two equally frequent ones). It costs nothing.
#include "data/dataset.hpp"
#include "learners/mh/base_classifier.hpp"

namespace reboost::boosting {

/// +1 or −1 for a binary problem.
int majority_class(const data::Labels& labels);
/// One hypothesis without a split, with weight 1.
learners::Ensemble constant_model(int prediction);

}  // namespace reboost::boosting
