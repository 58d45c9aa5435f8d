#include "selectors/random.hpp"

#include <algorithm>
#include <numeric>

namespace reboost::selectors {

RandomSelector::RandomSelector(std::size_t features, std::size_t k, std::uint64_t seed)
    : OneQuerySelector(features),
      deck_(features),
      swaps_(k),
      drawn_(k),
      pulls_(features, 0),
      rng_(seed, "selector") {
    std::iota(deck_.begin(), deck_.end(), 0U);
}

learners::Query RandomSelector::ask(const learners::Decision&) {
    draw();
    return {drawn_};
}

/// The first k steps of a Fisher–Yates shuffle: O(k log k), independent of d.
void RandomSelector::draw() {
    const auto k = static_cast<std::uint32_t>(drawn_.size());
    for (std::uint32_t i = 0; i < k; ++i) {
        swaps_[i] = i + static_cast<std::uint32_t>(rng_.below(deck_.size() - i));
        std::swap(deck_[i], deck_[swaps_[i]]);
        drawn_[i] = deck_[i];
    }
    for (std::uint32_t i = k; i-- > 0;)
        std::swap(deck_[i], deck_[swaps_[i]]);
    std::ranges::sort(drawn_);
}

void RandomSelector::report(const learners::Decision&, const learners::Report& report) {
    for (const learners::FeatureScore& score : report.scores)
        ++pulls_[score.feature];
}

void RandomSelector::state(StateIO& io) {
    io("pulls", pulls_);
    counts_.state(io);
    io("rng", rng_);
    if (io.loading()) begin_round(1);
}

void RandomSelector::summarise(Archive& archive) const {
    archive.put("pulls", pulls_, "decisions", "decisions at which this feature was searched");
    counts_.summarise(archive);
}

}  // namespace reboost::selectors
