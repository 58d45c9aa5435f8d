#pragma once
#include "selectors/bases.hpp"
#include "selectors/options.hpp"

#include <vector>

namespace reboost::selectors {

/// Tasting (Dubout & Fleuret, "Boosting with maximum adaptive sampling", NIPS 2011; JMLR 2014, §4.3,
/// "Tasting 1.Q"): which family of features pays is read off a few tasted features of each.
///
/// A family is `group` neighbouring columns; `tasted` of each are drawn once for the run. Each decision
///  1. searches the tasted features, on rows drawn in proportion to their weight;
///  2. takes the family of the largest expected best edge of k features drawn from it, with replacement:
///     Σ_r γ_(r) ((r/R)^k − ((r − 1)/R)^k), γ_(1) ≤ … ≤ γ_(R) the tasted edges;
///  3. searches k of its features, drawn without replacement, on all rows.
/// Families tie to the first. The paper's families are kinds of image features; columns have no kinds.
class TastingSelector final : public DrawingSelector {
  public:
    TastingSelector(const TastingOptions& options, std::size_t features, std::uint64_t seed);

    void report(const learners::Decision& decision, const learners::Report& report) override;

  private:
    void begin(const learners::Decision& decision) override;
    learners::Query ask() override;
    void choose_family(std::span<const learners::FeatureScore> tasted);

    TastingOptions options_;
    std::size_t group_;
    std::vector<std::uint32_t> tasted_, drawn_;  ///< both ascending
    std::vector<double> edges_;                  ///< of one family, ascending
    enum class Stage { taste, search, over } stage_ = Stage::over;
};

/// The expected best of k draws, with replacement, from values given in ascending order. k ≥ 1.
double expected_best(std::span<const double> ascending, double k);

}  // namespace reboost::selectors
