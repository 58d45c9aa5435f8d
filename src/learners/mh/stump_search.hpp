#pragma once
/// One decision: asks the selector for features, scans them, keeps the best stump. Shared by all learners.
#include "learners/feature_selector.hpp"
#include "learners/mh/stump_scanner.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

struct StumpChoice {
    std::uint32_t feature = 0;
    ThresholdScore score;  ///< threshold 0: no feature could be split
    bool found() const { return score.threshold > 0; }
};

/// The scores that this selector needs: an exhaustive selector learns nothing from scores below the best.
inline Wanted wanted_by(const FeatureSelector& selector) {
    return selector.exhaustive() ? Wanted::best_score : Wanted::every_score;
}

/// `scan(query, scores)` fills one score per feature and returns the report without scores. Ties: the lowest
/// feature.
template <class Scan>
StumpChoice search_stump(const Decision& decision, FeatureSelector& selector,
                         std::vector<ThresholdScore>& scores, std::vector<FeatureScore>& reports,
                         Scan&& scan) {
    StumpChoice best;
    for (Query query = selector.next_query(decision); !query.features.empty();
         query = selector.next_query(decision)) {
        const std::span<const std::uint32_t> features = query.features;
        scores.resize(features.size());
        reports.resize(features.size());
        Report report = scan(query, std::span<ThresholdScore>(scores));
        for (std::size_t i = 0; i < features.size(); ++i) {
            reports[i] = {features[i], scores[i].edge};
            const bool better = scores[i].edge > best.score.edge ||
                                (scores[i].edge == best.score.edge && features[i] < best.feature);
            if (query.choosable && scores[i].threshold > 0 && (better || !best.found()))
                best = {features[i], scores[i]};
        }
        report.scores = reports;
        selector.report(decision, report);
    }
    return best;
}

/// Scans queries that name only some of the rows. Costs nothing if every query names all rows.
class RowSearch {
  public:
    /// `nodes` per tree, for rounding(): more than 1 if an exhaustive search derives histograms by
    /// subtraction.
    explicit RowSearch(const ScanColumns& columns, std::size_t nodes = 1)
        : columns_(columns), nodes_(nodes), scanner_(columns), totals_(columns.stride()) {}

    /// Must be called if the weights have changed in more than their signs.
    void begin_round() { masses_known_ = false; }
    std::span<const std::uint32_t> all_rows();

    /// Scores the query's features on the rows that it chooses among the rows of `decision` (ascending).
    Report scan(const Query& query, std::span<const std::uint32_t> decision, const ScanWeights& weights,
                std::span<ThresholdScore> scores);
    /// The edge of a stump on all of the decision's rows, whose class sums are `weights.totals`.
    double edge_on(const StumpChoice& stump, std::span<const std::uint32_t> decision,
                   const ScanWeights& weights);

    std::uint64_t work() const { return work_ + scanner_.work(); }

  private:
    void measure_masses(const float* weights);
    /// Chooses the fewest heaviest rows that hold `share` of the mass; of rows of equal mass, the first.
    void choose_heaviest(double share, std::span<const std::uint32_t> decision, double mass);
    void choose_drawn(const RowChoice& choice, std::span<const std::uint32_t> decision, double mass,
                      const float* weights);
    double mass_of(std::span<const std::uint32_t> rows) const;
    /// Returns a bound on the rounding error of any edge that a search computes, for any column and rows.
    double rounding();
    std::span<const double> sum_rows(std::span<const std::uint32_t> rows, const float* weights);

    const ScanColumns& columns_;
    std::size_t nodes_;
    GatheredScanner scanner_;
    bool masses_known_ = false;
    std::vector<double> mass_;  ///< Σ_l |w| of each training row
    double total_mass_ = 0;
    double rounding_ = -1;               ///< the bound per unit of mass; −1: not computed yet
    std::vector<std::uint32_t> chosen_;  ///< chosen rows, ascending
    std::vector<std::uint32_t> order_, all_rows_;
    std::vector<double> multipliers_, cumulated_;  ///< multipliers by row number
    AlignedVector<float> multiplied_;              ///< weights times multipliers, at the sampled rows
    std::vector<double> totals_;
    std::uint64_t work_ = 0;
};

/// Finds the stump of one decision on all training rows, or on the rows that the queries choose.
class StumpSearch {
  public:
    StumpSearch(const ScanColumns& columns, parallel::Team& team)
        : scanner_(columns, team), row_search_(columns) {}

    void begin_round() { row_search_.begin_round(); }
    StumpChoice search(const Decision& decision, FeatureSelector& selector, const ScanWeights& weights);

    std::uint64_t work() const { return scanner_.work() + row_search_.work(); }

  private:
    StumpScanner scanner_;
    RowSearch row_search_;
    std::vector<ThresholdScore> scores_;
    std::vector<FeatureScore> reports_;
};

}  // namespace reboost::learners
