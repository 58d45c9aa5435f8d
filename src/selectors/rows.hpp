#pragma once
/// Which rows the stumps of a base classifier are searched on, each way described once.
#include "core/fields.hpp"
#include "learners/feature_selector.hpp"

#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>

namespace reboost::selectors {

/// Every row, every time.
struct AllRowsOptions {
    static constexpr std::string_view kName = "all";
};
void describe(Fields& field, AllRowsOptions& o);

/// Without the rows of the smallest weights, whose mass is at most 1 − theta (Friedman, Hastie & Tibshirani,
/// Annals of Statistics 2000, §9).
struct WeightTrimmingOptions {
    static constexpr std::string_view kName = "weight_trimming";
    static constexpr ShortLabel kLabel{{"theta"}};
    double theta = 0.99;
};
void describe(Fields& field, WeightTrimmingOptions& o);

using RowOptions = std::variant<AllRowsOptions, WeightTrimmingOptions>;

/// Weight trimming (Friedman, Hastie & Tibshirani 2000, §9): each query of another selector is searched on
/// the heaviest rows that hold a share θ of the decision's mass, and again on all rows where none of its
/// features has an edge there. The other selector receives the last of the two reports only; a bandit's
/// rewards are edges on the trimmed rows.
///
/// Trees and products trim each decision's own rows, not the round's once: a node never runs out of rows. All
/// rows are updated, and votes, α and the edges that nodes are compared by are those of all rows.
class WeightTrimming final : public learners::FeatureSelector {
  public:
    /// 0 < theta < 1.
    WeightTrimming(std::unique_ptr<learners::FeatureSelector> features, double theta);

    void begin_round(std::size_t round) override;
    learners::Query next_query(const learners::Decision& decision) override;
    void report(const learners::Decision& decision, const learners::Report& report) override;
    void accept(const learners::Decision& decision, std::uint32_t feature) override;
    void note_work(std::uint64_t values) override { features_->note_work(values); }
    void end_round(double edge) override { features_->end_round(edge); }
    /// All rows are searched before a decision ends without a stump.
    bool conclusive() const override { return features_->conclusive(); }
    bool skips_pure_nodes() const override { return features_->skips_pure_nodes(); }
    void state(StateIO& io) override;
    /// What the other selector saves; "rows/queries", how many there were, "rows/searched_again", how many of
    /// them found nothing on the trimmed rows, and "rows/mean_share" of the mass that these held.
    void summarise(Archive& archive) const override;

  private:
    std::unique_ptr<learners::FeatureSelector> features_;
    double theta_;
    learners::Query query_;  ///< the other selector's
    enum class Stage { ask, trimmed, again, all } stage_ = Stage::ask;
    std::uint64_t queries_ = 0, searched_again_ = 0;
    double share_sum_ = 0;
};

/// The ways to restrict rows.
///
/// Adding one:
///  1. its options struct with `kName` and `describe` in options.hpp, and its place in `RowOptions`;
///  2. one file: a FeatureSelector that asks another one for features and adds the rows to its queries;
///  3. one line in catalogue.cpp.

/// The selector whose features are those of `features`, searched on the rows of the options. Where these are
/// all rows it is `features` itself.
std::unique_ptr<learners::FeatureSelector> restrict_rows(std::unique_ptr<learners::FeatureSelector> features,
                                                         const RowOptions& options);

}  // namespace reboost::selectors
