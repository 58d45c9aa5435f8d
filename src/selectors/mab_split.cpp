#include "selectors/bases.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::selectors {
namespace {

/// Confidence interval about an edge estimated on drawn rows.
enum class SampleInterval { bernstein, hoeffding };

/// MABSplit (Tiwari et al., NeurIPS 2022, Algorithm 1): features eliminated on growing samples of rows.
///
/// Rows are drawn in proportion to their weight: each draw then contributes a value in [−1, 1] to a cut's
/// edge, in units of the decision's mass. With n draws the true edge lies within
///  - hoeffding: √(2 ln(2/δ')/n) of the estimate (Hoeffding 1963, Theorem 2);
///  - bernstein: √(2 (1 − γ̂²) ln(3/δ')/n) + 6 ln(3/δ')/n (Audibert, Munos & Szepesvári 2009, eq. 2; 1 − γ̂²
///    bounds the variance of values in [−1, 1] with mean γ̂),
/// where δ' is the share of δ for one feature and one sample. A feature is dropped if its interval ends below
/// the start of the best feature's interval. The features left are searched on all rows once one is left, or
/// the next sample would draw as many rows as there are; the first sample is always drawn.
///
/// Differences: the paper's arms are pairs of feature and threshold, each with its own δ; here a feature is
/// dropped with all its cuts, and δ covers all features together, with one cut each. Samples double instead
/// of growing by batches, and each sample is searched from its start.
class MabSplitSelector final : public DrawingSelector {
    void fields(Fields& field) override {
        field("sample", sample,
              {"rows drawn at first, in proportion to their weight; then twice as many, and so on", 1, 1e9});
        field("delta", delta,
              {"δ: chance that some interval of a decision misses the edge of its cut", 1e-300, 1});
        field("interval", interval, {"about the edges estimated: bernstein or hoeffding"});
    }

    void begin(const learners::Decision&) override {
        left_ = every_feature();
        draws_ = static_cast<std::size_t>(sample);
        looks_ = 0;
        seed_ = rng_.next();
        stage_ = left_.size() > 1 ? Stage::sample : Stage::all;
    }
    learners::Query sample_rows() override {
        return {left_, learners::RowChoice::drawn(draws_, seed_), false};
    }
    void narrow(const learners::Report& report) override {
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
    /// Half of the interval's length at an estimate, in units of the decision's mass.
    double radius(double estimate) const {
        const auto n = static_cast<double>(draws_), look = static_cast<double>(looks_);
        // Σ 1/(l (l + 1)) over all looks is 1.
        const double of_look = delta / (static_cast<double>(features()) * look * (look + 1));
        if (interval == SampleInterval::hoeffding) return std::sqrt(2 * std::log(2 / of_look) / n);
        const double variance = std::max(0.0, 1 - estimate * estimate);
        return std::sqrt(2 * variance * std::log(3 / of_look) / n) + 6 * std::log(3 / of_look) / n;
    }

    std::int64_t sample = 500;
    double delta = 0.01;
    SampleInterval interval = SampleInterval::bernstein;
    std::vector<double> estimates_;  ///< estimated edges of the features left
    std::size_t draws_ = 0, looks_ = 0;
    std::uint64_t seed_ = 0;
};

}  // namespace

extern const Entry<Selector> mab_split = entry_of<MabSplitSelector, Selector>("mab_split", {{"sample"}});

}  // namespace reboost::selectors
