#pragma once
#include "selectors/bases.hpp"
#include "selectors/options.hpp"

#include <vector>

namespace reboost::selectors {

/// Laminating (Dubout & Fleuret, "Adaptive sampling for large scale boosting", JMLR 2014, §4.2): from many
/// features on few rows to one feature on many. Each step searches the features left on rows drawn in
/// proportion to their weight, keeps the better half, and doubles the draws; the last one is searched on all
/// rows.
///
/// Our addition: when a sample names half of the rows, what is left is searched on all of them at once.
class LaminatingSelector final : public DrawingSelector {
  public:
    LaminatingSelector(const LaminatingOptions& options, std::size_t features, std::uint64_t seed);

    void report(const learners::Decision& decision, const learners::Report& report) override;

  private:
    void begin(const learners::Decision& decision) override;
    learners::Query ask() override;

    std::size_t first_features_, first_draws_, draws_ = 0;
    std::vector<std::uint32_t> left_;
    std::vector<learners::FeatureScore> ranked_;
    bool many_rows_ = false, over_ = true;
};

}  // namespace reboost::selectors
