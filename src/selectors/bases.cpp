#include "selectors/bases.hpp"

namespace reboost::selectors {

Selector make_selector(const SelectorOptions& options, std::size_t features, std::size_t horizon,
                       std::uint64_t seed) {
    return std::visit([&](const auto& o) { return make(o, {features, horizon, seed}); }, options);
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
    CountingSelector::state(io);
    if (io.loading()) running_ = false;
}

void StagedSelector::summarise(Archive& archive) const {
    archive.put("pulls", pulls_, "decisions", "decisions at which this feature was searched on all rows");
    CountingSelector::summarise(archive);
}

}  // namespace reboost::selectors
