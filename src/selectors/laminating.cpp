#include "selectors/bases.hpp"

#include <algorithm>

namespace reboost::selectors {
namespace {

/// Laminating (Dubout & Fleuret, "Adaptive sampling for large scale boosting", JMLR 2014, §4.2). Each step
/// searches the features left on rows drawn in proportion to their weight, keeps the better half, and doubles
/// the draws; the last feature is searched on all rows.
///
/// Our addition: once a sample holds half of the rows, the features left are searched on all rows.
class LaminatingSelector final : public DrawingSelector {
    void fields(Fields& field) override {
        field("sample", sample, {"rows drawn for the first step, in proportion to their weight", 1, 1e9});
        field("features", first_features, {"features of the first step, drawn anew; 0: all", 0, 1e9});
    }

    void begin(const learners::Decision&) override {
        left_ = every_feature();
        if (first_features > 0 && std::cmp_less(first_features, left_.size())) {
            left_ = rng_.sample(static_cast<std::uint32_t>(left_.size()),
                                static_cast<std::uint32_t>(first_features));
            std::ranges::sort(left_);
        }
        draws_ = static_cast<std::size_t>(sample);
        stage_ = left_.size() > 1 ? Stage::sample : Stage::all;
    }
    learners::Query sample_rows() override {
        return {left_, learners::RowChoice::drawn(draws_, rng_.next()), false};
    }
    void narrow(const learners::Report& report) override {
        ranked_.assign(report.scores.begin(), report.scores.end());
        std::ranges::stable_sort(ranked_, [](const auto& a, const auto& b) { return a.edge > b.edge; });
        left_.clear();
        for (const learners::FeatureScore& score : std::span(ranked_).first((ranked_.size() + 1) / 2))
            left_.push_back(score.feature);
        std::ranges::sort(left_);
        draws_ *= 2;
        if (left_.size() == 1 || report.row_share >= 0.5) stage_ = Stage::all;
    }

    std::int64_t sample = 100, first_features = 0;
    std::size_t draws_ = 0;
    std::vector<learners::FeatureScore> ranked_;
};

}  // namespace

extern const Entry<Selector> laminating = entry_of<LaminatingSelector, Selector>("laminating", {{"sample"}});

}  // namespace reboost::selectors
