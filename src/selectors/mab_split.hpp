#pragma once
#include "selectors/bases.hpp"
#include "selectors/options.hpp"

#include <vector>

namespace reboost::selectors {

/// MABSplit (Tiwari, Kang, Lee, Mayclin, Thrun, Shomorony & Zhang, NeurIPS 2022, Algorithm 1): successive
/// elimination of features on growing samples of rows.
///
/// Rows are drawn in proportion to their weight: what a draw adds to the edge of a cut, in units of the
/// decision's mass, then lies in [−1, 1]. With n draws the true edge lies within
///  - hoeffding: √(2 ln(2/δ')/n) of the estimate (Hoeffding 1963, Theorem 2);
///  - bernstein: √(2 (1 − γ̂²) ln(3/δ')/n) + 6 ln(3/δ')/n (Audibert, Munos & Szepesvári 2009, eq. 2; 1 − γ̂²
///    bounds the variance of what lies in [−1, 1] and has the mean γ̂),
/// where δ' shares δ among the features and the looks. A feature goes when its interval ends below where the
/// best one's begins. What is left is searched on all rows as soon as one is left, or the next sample
/// would draw as many rows as there are; the first is drawn whatever the number of rows.
///
/// Differences: the paper's arms are pairs of feature and threshold and its δ is each pair's; here a feature
/// goes with all its cuts and δ is for all features together, but for one cut each. Samples double instead
/// of growing by batches, and are searched whole again.
class MabSplitSelector final : public DrawingSelector {
  public:
    MabSplitSelector(const MabSplitOptions& options, std::size_t features, std::uint64_t seed)
        : DrawingSelector(features, seed), options_(options) {}

    void report(const learners::Decision& decision, const learners::Report& report) override;

  private:
    void begin(const learners::Decision& decision) override;
    learners::Query ask() override;
    /// Half of the interval's length at an estimate, in units of the decision's mass.
    double radius(double estimate) const;

    MabSplitOptions options_;
    std::vector<std::uint32_t> left_;
    std::vector<double> estimates_;  ///< of those left
    std::size_t draws_ = 0, looks_ = 0;
    std::uint64_t sample_ = 0;
    enum class Stage { sample, all, over } stage_ = Stage::over;
};

}  // namespace reboost::selectors
