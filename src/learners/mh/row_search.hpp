#pragma once
/// Scores stumps on rows that a query chooses: the heaviest rows of a decision, or rows drawn by mass.
#include "core/order.hpp"
#include "core/rng.hpp"
#include "learners/feature_selector.hpp"
#include "learners/mh/stump_scanner.hpp"
#include "learners/mh/weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace reboost::learners {

struct StumpChoice {
    std::uint32_t feature = 0;
    ThresholdScore score;  ///< threshold 0: no feature could be split
    bool found() const { return score.threshold > 0; }
};

/// Scans queries that name only some of the rows. Costs nothing if every query names all rows.
class RowSearch {
  public:
    /// `nodes` per tree, for rounding(): more than 1 if an exhaustive search derives histograms by
    /// subtraction.
    explicit RowSearch(const ScanColumns& columns, std::size_t nodes = 1)
        : columns_(columns), nodes_(nodes), scanner_(columns), totals_(columns.stride()) {}

    /// Must be called if the weights have changed in more than their signs.
    void begin_round() { masses_known_ = false; }
    std::span<const std::uint32_t> all_rows() {
        if (all_rows_.empty()) all_rows_ = indices<std::uint32_t>(columns_.rows());
        return all_rows_;
    }

    /// Scores the query's features on the rows that it chooses among the rows of `decision` (ascending).
    Report scan(const Query& query, std::span<const std::uint32_t> decision, const ScanWeights& weights,
                std::span<ThresholdScore> scores) {
        measure_masses(weights.values);
        const double mass = mass_of(decision);
        const bool drawn = query.rows.kind == RowChoice::Kind::drawn;
        if (drawn)
            choose_drawn(query.rows, decision, mass, weights.values);
        else
            choose_heaviest(query.rows.share, decision, mass);
        const float* const values = drawn ? multiplied_.data() : weights.values;
        const ScanWeights chosen{values, sum_rows(chosen_, values)};
        for (std::size_t i = 0; i < scores.size(); ++i)
            scores[i] = scanner_.scan(query.features[i], chosen_, chosen);
        double held = mass_of(chosen_);
        Report report;
        report.left_out = std::max(mass - held, 0.0);
        report.constant_edge = edge_of_sums(chosen.totals);
        if (drawn) {
            held = 0;
            for (const std::uint32_t row : chosen_)
                held += mass_[row] * multipliers_[row];
        }
        report.share = mass > 0 ? held / mass : 1;
        report.mass = mass;
        report.rows = decision.size();
        report.row_share = static_cast<double>(chosen_.size()) /
                           static_cast<double>(std::max<std::size_t>(decision.size(), 1));
        report.rounding = rounding();
        return report;
    }
    /// The edge of a stump on all of the decision's rows, whose class sums are `weights.totals`.
    double edge_on(const StumpChoice& stump, std::span<const std::uint32_t> decision,
                   const ScanWeights& weights) {
        const ScanColumn& column = columns_[stump.feature];
        std::size_t others = 0;
        chosen_.clear();
        std::visit(
            [&](const auto& codes) {
                for (const std::uint32_t row : decision) {
                    others += codes[row] != column.pivot;
                    if (codes[row] >= stump.score.threshold) chosen_.push_back(row);
                }
            },
            columns_.codes().columns[stump.feature].codes);
        work_ += column.entries_of(decision.size(), others);
        const std::span<const double> above = sum_rows(chosen_, weights.values);
        double edge = 0;
        for (std::size_t l = 0; l < above.size(); ++l)
            edge += std::abs(2 * above[l] - weights.totals[l]);
        return edge;
    }

    std::uint64_t work() const { return work_ + scanner_.work(); }

  private:
    void measure_masses(const float* weights) {
        if (std::exchange(masses_known_, true)) return;
        const std::size_t stride = columns_.stride();
        mass_.resize(columns_.rows());
        for (std::size_t i = 0; i < mass_.size(); ++i) {
            const float* const row = weights + i * stride;
            double sums[4] = {};  // four partial sums: additions to one sum wait for each other
            for (std::size_t l = 0; l < stride; ++l)
                sums[l % 4] += static_cast<double>(std::abs(row[l]));
            mass_[i] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        }
        total_mass_ = std::accumulate(mass_.begin(), mass_.end(), 0.0);
    }
    /// Chooses the fewest heaviest rows that hold `share` of the mass; of rows of equal mass, the first.
    void choose_heaviest(double share, std::span<const std::uint32_t> decision, double mass) {
        const auto heavier = [this](std::uint32_t a, std::uint32_t b) {
            return mass_[a] != mass_[b] ? mass_[a] > mass_[b] : a < b;
        };
        order_.assign(decision.begin(), decision.end());
        // Quickselect from the light end. The library orders the sums, and so perhaps decides which row is
        // kept last.
        double may_go = (1 - share) * mass;
        std::size_t kept = 0, end = order_.size();
        while (kept < end) {
            const std::size_t middle = kept + (end - kept) / 2;
            const std::span<std::uint32_t> open = std::span(order_).subspan(kept, end - kept);
            std::nth_element(open.begin(), open.subspan(middle - kept).begin(), open.end(), heavier);
            const double lighter = mass_of(std::span(order_).subspan(middle, end - middle));
            if (lighter <= may_go) {
                may_go -= lighter;
                end = middle;
            } else {
                kept = middle + 1;
            }
        }
        chosen_.clear();
        if (kept == 0) return;
        const std::uint32_t lightest = order_[kept - 1];
        std::ranges::copy_if(decision, std::back_inserter(chosen_),
                             [&](std::uint32_t row) { return !heavier(lightest, row); });
    }
    void choose_drawn(const RowChoice& choice, std::span<const std::uint32_t> decision, double mass,
                      const float* weights) {
        const std::size_t stride = columns_.stride();
        cumulated_.clear();
        double sum = 0;
        for (const std::uint32_t row : decision)
            cumulated_.push_back(sum += mass_[row]);
        multipliers_.assign(columns_.rows(), 0);
        multiplied_.resize(columns_.rows() * stride);
        Rng rng(choice.seed, "rows");
        chosen_.clear();
        if (!(sum > 0)) return;
        for (std::size_t draw = 0; draw < choice.draws; ++draw) {
            const double at = rng.uniform() * sum;
            const auto place = std::ranges::upper_bound(cumulated_, at) - cumulated_.begin();
            const std::uint32_t row =
                decision[std::min(static_cast<std::size_t>(place), decision.size() - 1)];
            multipliers_[row] += 1;
        }
        const double stands_for = mass / static_cast<double>(choice.draws);
        for (const std::uint32_t row : decision) {
            if (multipliers_[row] == 0) continue;
            chosen_.push_back(row);
            multipliers_[row] *= stands_for / mass_[row];
            const auto multiplier = static_cast<float>(multipliers_[row]);
            for (std::size_t l = row * stride; l < (row + 1) * stride; ++l)
                multiplied_[l] = weights[l] * multiplier;
        }
    }
    double mass_of(std::span<const std::uint32_t> rows) const {
        double mass = 0;
        for (const std::uint32_t row : rows)
            mass += mass_[row];
        return mass;
    }
    /// Returns a bound on the rounding error of any edge that a search computes, for any column and rows.
    ///
    /// A float sum of m terms has an error of at most m·u times the sum of absolute terms, u = 2⁻²⁴ (Higham
    /// 2002, §4.2). A histogram bin sums at most the rows of the fullest bin of any column, except pivots. A
    /// histogram made by subtraction has the errors of all histograms behind it; their weights sum to at most
    /// twice the total. An edge takes each bin twice, in blocks of 64 bins, adds the blocks, then the
    /// classes.
    double rounding() {
        if (rounding_ >= 0) return rounding_ * total_mass_;
        std::size_t fullest = 0, most_bins = 1;
        std::vector<std::size_t> counts;
        for (std::size_t j = 0; j < columns_.features(); ++j) {
            const ScanColumn& column = columns_[j];
            counts.assign(column.bins, 0);
            const data::BinnedColumn& codes = columns_.codes().columns[j];
            for (std::size_t row = 0; row < columns_.rows(); ++row)
                ++counts[codes.at(row)];
            if (column.pivot < counts.size()) counts[column.pivot] = 0;
            fullest = std::max(fullest, std::ranges::max(counts));
            most_bins =
                std::max({most_bins, counts.size(), column.form == ColumnForm::sorted ? column.entries : 0});
        }
        const bool doubles = columns_.kernels().width == 1;
        const double u = doubles ? 0x1p-53 : 0x1p-24;
        const auto summed = static_cast<double>(fullest) * (nodes_ > 1 ? 2 : 1) + static_cast<double>(nodes_);
        const double taken = (doubles ? 3 : 3.0 / 64) * static_cast<double>(most_bins) + 4 * 64;
        rounding_ = 1.01 * u * (2 * summed + taken + 3 * static_cast<double>(columns_.stride()) + 16);
        return rounding_ * total_mass_;
    }
    std::span<const double> sum_rows(std::span<const std::uint32_t> rows, const float* weights) {
        for_class_chunks(columns_.stride(), [&](std::size_t offset) {
            columns_.kernels().row_sums(weights + offset, columns_.stride(), rows.data(), rows.size(),
                                        totals_.data() + offset);
        });
        return totals_;
    }

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

}  // namespace reboost::learners
