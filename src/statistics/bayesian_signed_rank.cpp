#include "statistics/bayesian_signed_rank.hpp"

#include "core/gamma_draw.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace reboost::statistics {
namespace {

/// For each place of the sorted differences, the first place whose sum with it is above `bound`
/// (`or_equal`: at least `bound`).
std::vector<std::size_t> first_above(std::span<const double> sorted, double bound, bool or_equal) {
    std::vector<std::size_t> firsts;
    for (const double z : sorted)
        firsts.push_back(static_cast<std::size_t>(
            std::ranges::partition_point(
                sorted, [&](double other) { return or_equal ? z + other < bound : z + other <= bound; }) -
            sorted.begin()));
    return firsts;
}

}  // namespace

BayesianSignedRank bayesian_signed_rank(std::span<const double> differences, Rng& rng,
                                        const BayesianSignedRankOptions& options) {
    std::vector<double> z(differences.begin(), differences.end());
    z.push_back(0);  // the prior's pseudo-observation
    std::ranges::sort(z);
    const auto prior = static_cast<std::size_t>(std::ranges::find(z, 0.0) - z.begin());
    const std::vector<std::size_t> nil_from = first_above(z, -2 * options.rope, true);
    const std::vector<std::size_t> right_from = first_above(z, 2 * options.rope, false);
    std::vector<double> upto(z.size() + 1, 0);  // sums of the first weights
    std::array<std::size_t, 3> wins{};
    for (std::size_t draw = 0; draw < options.draws; ++draw) {
        for (std::size_t i = 0; i < z.size(); ++i)
            upto[i + 1] = upto[i] + draw_gamma(i == prior ? options.prior_strength : 1, rng);
        std::array<double, 3> mass{};  // the weights need not sum to 1 to be compared
        for (std::size_t i = 0; i < z.size(); ++i) {
            const double weight = upto[i + 1] - upto[i];
            mass[0] += weight * upto[nil_from[i]];
            mass[1] += weight * (upto[right_from[i]] - upto[nil_from[i]]);
            mass[2] += weight * (upto.back() - upto[right_from[i]]);
        }
        ++wins[static_cast<std::size_t>(std::ranges::max_element(mass) - mass.begin())];
    }
    const auto share = [&](std::size_t which) {
        return static_cast<double>(wins[which]) / static_cast<double>(options.draws);
    };
    return {share(0), share(1), share(2)};
}

}  // namespace reboost::statistics
