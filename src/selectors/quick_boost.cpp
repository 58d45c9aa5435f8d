#include "selectors/quick_boost.hpp"

#include <algorithm>

namespace reboost::selectors {
namespace {

constexpr int kMostPrefixes = 3;
constexpr std::size_t kFew = 8;  ///< features that are not worth another prefix
constexpr double kMostRowShare = 0.6;
constexpr std::size_t kTogether = 4;  ///< features that a scan takes side by side
constexpr std::uint64_t kLongestPause = 255;

}  // namespace

void QuickBoostSelector::begin_round(std::size_t round) {
    StagedSelector::begin_round(round);
    full_ = full_rounds_ > 0;
    decisions_ = 0;
}

void QuickBoostSelector::note_work(std::uint64_t values) {
    if (decisions_ == 0) return;
    const double cost = static_cast<double>(values) / static_cast<double>(decisions_);
    if (full_) {
        full_cost_ = cost;
        --full_rounds_;
        return;
    }
    last_pause_ = cost < full_cost_ ? 0 : std::min(2 * last_pause_ + 1, kLongestPause);
    full_rounds_ = last_pause_;
}

void QuickBoostSelector::begin(const learners::Decision& decision) {
    ++decisions_;
    kind_ = decision.root() ? 0 : 1;
    candidates_.clear();
    for (const std::uint32_t feature : all())
        candidates_.push_back({feature, 0});
    prefixes_ = 0;
    best_ = mass_ = rounding_ = 0;
    left_ = std::clamp(last_edge_[kind_] / 2, 1e-4, 0.5);
    stage_ = full_ ? Stage::rest : Stage::prefix;
}

learners::Query QuickBoostSelector::ask() {
    if (stage_ == Stage::over) return {};
    if (candidates_.empty()) {
        conclude();
        return {};
    }
    switch (stage_) {
        case Stage::prefix:
            return ask_prefix();
        case Stage::probe:
            return complete(1);
        default:
            // Without bounds there is nothing to drop.
            return complete(prefixes_ == 0 ? candidates_.size() : kTogether);
    }
}

learners::Query QuickBoostSelector::ask_prefix() {
    asked_.clear();
    for (const Candidate& candidate : candidates_)
        asked_.push_back(candidate.feature);
    on_prefix_ = true;
    return {asked_, learners::RowChoice::heaviest(1 - left_), false};
}

learners::Query QuickBoostSelector::complete(std::size_t count) {
    count = std::min(count, candidates_.size());
    const auto first = [](const Candidate& a, const Candidate& b) {
        return a.bound != b.bound ? a.bound > b.bound : a.feature < b.feature;
    };
    const auto middle = candidates_.begin() + static_cast<std::ptrdiff_t>(count);
    std::ranges::partial_sort(candidates_, middle, first);
    asked_.clear();
    for (std::size_t i = 0; i < count; ++i)
        asked_.push_back(candidates_[i].feature);
    candidates_.erase(candidates_.begin(), middle);
    std::ranges::sort(asked_);
    on_prefix_ = false;
    return {asked_};
}

void QuickBoostSelector::report(const learners::Decision&, const learners::Report& report) {
    if (on_prefix_)
        take_prefix(report);
    else
        take_complete(report);
}

void QuickBoostSelector::take_prefix(const learners::Report& report) {
    for (std::size_t i = 0; i < candidates_.size(); ++i)
        candidates_[i].bound = std::max(report.scores[i].edge, report.constant_edge) + report.left_out;
    mass_ = report.mass;
    rounding_ = report.rounding;
    row_share_ = report.row_share;
    ++prefixes_;
    left_ /= 4;
    drop();
    stage_ = Stage::probe;
}

void QuickBoostSelector::take_complete(const learners::Report& report) {
    count_pulls(report.scores);
    for (const learners::FeatureScore& score : report.scores)
        best_ = std::max(best_, score.edge);
    drop();
    const bool narrow = prefixes_ < kMostPrefixes && candidates_.size() > kFew && row_share_ < kMostRowShare;
    stage_ = stage_ == Stage::probe && narrow ? Stage::prefix : Stage::rest;
}

/// A feature whose true edge is the bound is computed to have no more than bound + rounding, and its bound
/// may itself be computed too small by as much.
void QuickBoostSelector::drop() {
    if (prefixes_ == 0) return;
    std::erase_if(candidates_, [this](const Candidate& c) { return c.bound + 2 * rounding_ < best_; });
}

void QuickBoostSelector::conclude() {
    stage_ = Stage::over;
    if (mass_ > 0) last_edge_[kind_] = best_ / mass_;
}

void QuickBoostSelector::state(StateIO& io) {
    StagedSelector::state(io);
    io("last_edge", last_edge_);
    io("full_cost", full_cost_);
    io("full_rounds", full_rounds_);
    io("last_pause", last_pause_);
}

}  // namespace reboost::selectors
