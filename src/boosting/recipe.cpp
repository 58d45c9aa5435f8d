#include "boosting/recipe.hpp"

#include <variant>

namespace reboost::boosting {

data::BinningOptions binning_of(const learners::LearnerOptions& learner) {
    return std::visit([](const auto& options) { return options.binning; }, learner);
}

}  // namespace reboost::boosting
