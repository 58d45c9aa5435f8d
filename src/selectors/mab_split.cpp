#include "selectors/mab_split.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::selectors {

void MabSplitSelector::begin(const learners::Decision&) {
    left_.assign(all().begin(), all().end());
    draws_ = static_cast<std::size_t>(options_.sample);
    looks_ = 0;
    sample_ = rng_.next();
    stage_ = left_.size() > 1 ? Stage::sample : Stage::all;
}

learners::Query MabSplitSelector::ask() {
    switch (stage_) {
        case Stage::sample:
            return {left_, learners::RowChoice::drawn(draws_, sample_), false};
        case Stage::all:
            return {left_};
        case Stage::over:
            break;
    }
    return {};
}

double MabSplitSelector::radius(double estimate) const {
    const auto n = static_cast<double>(draws_), look = static_cast<double>(looks_);
    // Σ 1/(l (l + 1)) over all looks is 1.
    const double delta = options_.delta / (static_cast<double>(all().size()) * look * (look + 1));
    if (options_.interval == SampleInterval::hoeffding) return std::sqrt(2 * std::log(2 / delta) / n);
    const double variance = std::max(0.0, 1 - estimate * estimate);
    return std::sqrt(2 * variance * std::log(3 / delta) / n) + 6 * std::log(3 / delta) / n;
}

void MabSplitSelector::report(const learners::Decision&, const learners::Report& report) {
    if (stage_ == Stage::all) {
        count_pulls(report.scores);
        stage_ = Stage::over;
        return;
    }
    ++looks_;
    estimates_.clear();
    double reached = 0;
    for (const learners::FeatureScore& score : report.scores) {
        const double edge = std::max(score.edge, report.constant_edge);
        estimates_.push_back(report.mass > 0 ? std::min(1.0, edge / report.mass) : 0);
        reached = std::max(reached, estimates_.back() - radius(estimates_.back()));
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < left_.size(); ++i)
        if (estimates_[i] + radius(estimates_[i]) >= reached) left_[kept++] = left_[i];
    left_.resize(kept);
    draws_ *= 2;
    if (left_.size() == 1 || draws_ >= report.rows) stage_ = Stage::all;
}

}  // namespace reboost::selectors
