#include "selectors/bases.hpp"

#include <numeric>

namespace reboost::selectors {

StagedSelector::StagedSelector(std::size_t features)
    : all_(features), counts_(features), pulls_(features, 0) {
    std::iota(all_.begin(), all_.end(), 0U);
}

learners::Query StagedSelector::next_query(const learners::Decision& decision) {
    if (!running_ || decision.step != step_) {
        running_ = true;
        step_ = decision.step;
        begin(decision);
    }
    return ask();
}

void StagedSelector::count_pulls(std::span<const learners::FeatureScore> scores) {
    for (const learners::FeatureScore& score : scores)
        ++pulls_[score.feature];
}

void StagedSelector::state(StateIO& io) {
    io("pulls", pulls_);
    counts_.state(io);
    if (io.loading()) running_ = false;
}

void StagedSelector::summarise(Archive& archive) const {
    archive.put("pulls", pulls_, "decisions", "decisions at which this feature was searched on all rows");
    counts_.summarise(archive);
}

}  // namespace reboost::selectors
