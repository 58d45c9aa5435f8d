#include "boosting/mh/constant_model.hpp"

#include <algorithm>

namespace reboost::boosting {

int majority_class(const data::Labels& labels) {
    const auto positive = static_cast<std::size_t>(std::ranges::count(labels.y, std::int8_t{1}));
    return 2 * positive >= labels.y.size() ? 1 : -1;
}

learners::Ensemble constant_model(int prediction) {
    learners::BaseClassifier constant;
    constant.alpha = 1;
    const std::uint64_t vote = prediction > 0 ? 1 : 0;
    constant.votes = {vote, vote};  // both cells
    learners::Ensemble model(1);
    model.append(constant);
    return model;
}

}  // namespace reboost::boosting
