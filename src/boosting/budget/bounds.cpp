#include "boosting/budget/bounds.hpp"

#include "boosting/evaluation_schedule.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace reboost::boosting {
namespace {

constexpr std::array<double, 6> kThetas{0, 0.05, 0.1, 0.2, 0.4, 0.8};
constexpr double kPointsPerDecade = 10;
/// Edges and margins are rounded: a margin that sums to θ up to this counts as above it.
constexpr double kMarginSlack = 1e-9;

double share_at_most(const std::vector<double>& margins, double norm, double theta) {
    const auto count =
        std::ranges::count_if(margins, [&](double m) { return m <= theta * norm - kMarginSlack * norm; });
    return static_cast<double>(count) / static_cast<double>(margins.size());
}

}  // namespace

BoundRatios measure_bounds(const learners::Ensemble& ensemble, std::span<const double> edges,
                           const data::BinnedMatrix& rows, const data::Labels& labels) {
    BoundRatios ratios;
    std::vector<double> margins(rows.rows, 0);  // y_i Σ α h(x_i)
    std::vector<std::uint16_t> cells(rows.rows);
    std::array<double, kThetas.size()> log_bounds{};
    double log_z = 0, norm = 0;
    for (std::size_t t = 0; t < edges.size(); ++t) {
        const auto view = ensemble[t];
        const double gamma = edges[t], alpha = 0.5 * std::log((1 + gamma) / (1 - gamma));
        if (!(gamma < 1) || std::abs(alpha - view.alpha) > 1e-9 * alpha) break;
        learners::assign_cells(view.splits, view.children, rows, 0, rows.rows, cells);
        for (std::size_t i = 0; i < rows.rows; ++i) {
            const bool positive = (view.votes[cells[i]] & 1U) != 0;
            margins[i] += (positive == (labels.y[i] > 0)) ? view.alpha : -view.alpha;
        }
        norm += view.alpha;
        log_z += 0.5 * std::log1p(-gamma * gamma);
        for (std::size_t k = 0; k < kThetas.size(); ++k)
            log_bounds[k] +=
                0.5 * ((1 + kThetas[k]) * std::log1p(gamma) + (1 - kThetas[k]) * std::log1p(-gamma));
        if (!is_log_spaced(t + 1, edges.size(), kPointsPerDecade)) continue;
        ratios.training_error =
            std::max(ratios.training_error, share_at_most(margins, norm, 0) / std::exp(log_z));
        for (std::size_t k = 0; k < kThetas.size(); ++k)
            ratios.margin =
                std::max(ratios.margin, share_at_most(margins, norm, kThetas[k]) / std::exp(log_bounds[k]));
    }
    return ratios;
}

}  // namespace reboost::boosting
