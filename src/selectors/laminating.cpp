#include "selectors/laminating.hpp"

#include <algorithm>

namespace reboost::selectors {
namespace {

constexpr double kEnoughRows = 0.5;

}  // namespace

LaminatingSelector::LaminatingSelector(const LaminatingOptions& options, std::size_t features,
                                       std::uint64_t seed)
    : DrawingSelector(features, seed),
      first_features_(options.features == 0 ? features
                                            : std::min(features, static_cast<std::size_t>(options.features))),
      first_draws_(static_cast<std::size_t>(options.sample)) {}

void LaminatingSelector::begin(const learners::Decision&) {
    if (first_features_ < all().size()) {
        left_ = rng_.sample(static_cast<std::uint32_t>(all().size()),
                            static_cast<std::uint32_t>(first_features_));
        std::ranges::sort(left_);
    } else {
        left_.assign(all().begin(), all().end());
    }
    draws_ = first_draws_;
    many_rows_ = over_ = false;
}

learners::Query LaminatingSelector::ask() {
    if (over_) return {};
    if (left_.size() == 1 || many_rows_) return {left_};
    return {left_, learners::RowChoice::drawn(draws_, rng_.next()), false};
}

void LaminatingSelector::report(const learners::Decision&, const learners::Report& report) {
    if (left_.size() == 1 || many_rows_) {
        count_pulls(report.scores);
        over_ = true;
        return;
    }
    ranked_.assign(report.scores.begin(), report.scores.end());
    std::ranges::stable_sort(ranked_, [](const auto& a, const auto& b) { return a.edge > b.edge; });
    left_.clear();
    for (const learners::FeatureScore& score : std::span(ranked_).first((ranked_.size() + 1) / 2))
        left_.push_back(score.feature);
    std::ranges::sort(left_);
    draws_ *= 2;
    many_rows_ = report.row_share >= kEnoughRows;
}

}  // namespace reboost::selectors
