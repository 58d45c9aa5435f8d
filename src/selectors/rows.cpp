#include "selectors/rows.hpp"

#include <algorithm>
#include <cstdint>

namespace reboost::selectors {
namespace {

/// Weight trimming (Friedman, Hastie & Tibshirani 2000, §9): each query of another selector is searched on
/// the heaviest rows that hold a share θ of the decision's mass, and again on all rows if none of its
/// features has an edge on the heaviest rows. The other selector receives only the last report; a bandit's
/// rewards come from edges on the trimmed rows.
///
/// Trees and products trim each decision's own rows, not the round's rows once: a node never runs out of
/// rows. Weight updates, votes, α and the edges that compare nodes use all rows.
class WeightTrimming final : public learners::FeatureSelector {
  public:
    /// 0 < theta < 1.
    WeightTrimming(std::unique_ptr<learners::FeatureSelector> features, double theta)
        : features_(std::move(features)), theta_(theta) {}

    void begin_round(std::size_t round) override {
        stage_ = Stage::ask;
        features_->begin_round(round);
    }
    learners::Query next_query(const learners::Decision& decision) override {
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
    void report(const learners::Decision& decision, const learners::Report& report) override {
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
    void accept(const learners::Decision& decision, std::uint32_t feature) override {
        features_->accept(decision, feature);
    }
    void note_work(std::uint64_t values) override { features_->note_work(values); }
    void end_round(double edge) override { features_->end_round(edge); }
    /// If the trimmed rows yield no stump, all rows are searched before the decision ends.
    bool conclusive() const override { return features_->conclusive(); }
    bool skips_pure_nodes() const override { return features_->skips_pure_nodes(); }
    void state(StateIO& io) override {
        io.part("features", *features_);
        io("queries", queries_)("searched_again", searched_again_)("share_sum", share_sum_);
    }
    /// Saves what the other selector saves; "rows/queries", the number of queries, "rows/searched_again",
    /// those without an edge on the trimmed rows, and "rows/mean_share", the mean mass share of trimmed rows.
    void summarise(Archive& archive) const override {
        features_->summarise(archive);
        archive.put_scalar("rows/queries", queries_);
        archive.put_scalar("rows/searched_again", searched_again_);
        archive.put_scalar("rows/mean_share",
                           queries_ > 0 ? share_sum_ / static_cast<double>(queries_) : 1.0);
    }

  private:
    std::unique_ptr<learners::FeatureSelector> features_;
    double theta_;
    learners::Query query_;  ///< the other selector's current query
    enum class Stage { ask, trimmed, again, all } stage_ = Stage::ask;
    std::uint64_t queries_ = 0, searched_again_ = 0;
    double share_sum_ = 0;
};

}  // namespace

void describe(Fields& field, WeightTrimmingOptions& o) {
    field("theta", o.theta,
          {"θ: share of a decision's mass that is searched, by its heaviest rows; 1: all rows", 1e-6, 1});
}

std::unique_ptr<learners::FeatureSelector> restrict_rows(std::unique_ptr<learners::FeatureSelector> features,
                                                         const RowOptions& options) {
    const auto* trimming = std::get_if<WeightTrimmingOptions>(&options);
    if (trimming == nullptr || trimming->theta >= 1) return features;
    return std::make_unique<WeightTrimming>(std::move(features), trimming->theta);
}

}  // namespace reboost::selectors
