#include "selectors/rows.hpp"

#include <algorithm>

namespace reboost::selectors {

void describe(Fields&, AllRowsOptions&) {}

void describe(Fields& field, WeightTrimmingOptions& o) {
    field("theta", o.theta,
          {"θ: share of a decision's mass that is searched, by its heaviest rows; 1: all rows", 1e-6, 1});
}

WeightTrimming::WeightTrimming(std::unique_ptr<learners::FeatureSelector> features, double theta)
    : features_(std::move(features)), theta_(theta) {}

void WeightTrimming::begin_round(std::size_t round) {
    stage_ = Stage::ask;
    features_->begin_round(round);
}

learners::Query WeightTrimming::next_query(const learners::Decision& decision) {
    if (stage_ == Stage::again) {
        stage_ = Stage::all;
        return query_;
    }
    query_ = features_->next_query(decision);
    stage_ = Stage::trimmed;
    learners::Query trimmed = query_;
    trimmed.rows = learners::RowChoice::heaviest(theta_);
    return trimmed;
}

void WeightTrimming::report(const learners::Decision& decision, const learners::Report& report) {
    if (stage_ == Stage::trimmed) {
        ++queries_;
        share_sum_ += report.share;
        const bool nothing =
            std::ranges::none_of(report.scores, [](const auto& score) { return score.edge > 0; });
        if (nothing && report.share < 1) {
            ++searched_again_;
            stage_ = Stage::again;
            return;
        }
    }
    stage_ = Stage::ask;
    features_->report(decision, report);
}

void WeightTrimming::accept(const learners::Decision& decision, std::uint32_t feature) {
    features_->accept(decision, feature);
}

void WeightTrimming::state(StateIO& io) {
    io.part("features", *features_);
    io("queries", queries_);
    io("searched_again", searched_again_);
    io("share_sum", share_sum_);
    if (io.loading()) stage_ = Stage::ask;
}

void WeightTrimming::summarise(Archive& archive) const {
    features_->summarise(archive);
    archive.put_scalar("rows/queries", queries_);
    archive.put_scalar("rows/searched_again", searched_again_);
    archive.put_scalar("rows/mean_share", queries_ > 0 ? share_sum_ / static_cast<double>(queries_) : 1.0);
}

namespace {

using Selector = std::unique_ptr<learners::FeatureSelector>;

struct Maker {
    Selector features;

    Selector operator()(const AllRowsOptions&) { return std::move(features); }
    Selector operator()(const WeightTrimmingOptions& o) {
        if (o.theta >= 1) return std::move(features);
        return std::make_unique<WeightTrimming>(std::move(features), o.theta);
    }
};

}  // namespace

Selector restrict_rows(Selector features, const RowOptions& options) {
    return std::visit(Maker{std::move(features)}, options);
}

}  // namespace reboost::selectors
