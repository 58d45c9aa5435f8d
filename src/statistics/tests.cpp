#include "statistics/tests.hpp"

#include "core/order.hpp"
#include "statistics/distributions.hpp"
#include "statistics/ranks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace reboost::statistics {

std::vector<double> holm(std::span<const double> p_values) {
    const std::vector<std::size_t> order =
        order_by(p_values.size(), [p_values](std::size_t i) { return p_values[i]; });
    std::vector<double> corrected(p_values.size());
    double largest = 0;
    for (std::size_t place = 0; place < order.size(); ++place) {
        const auto left = static_cast<double>(order.size() - place);
        largest = std::max(largest, std::min(1.0, left * p_values[order[place]]));
        corrected[order[place]] = largest;
    }
    return corrected;
}

double sign_test(std::size_t wins, std::size_t losses) {
    const auto coins = static_cast<double>(wins + losses);
    double tail = 0;
    for (std::size_t k = 0; k <= std::min(wins, losses); ++k) {
        const auto heads = static_cast<double>(k);
        // Logarithms: 2^-n is no double for many coins.
        tail += std::exp(std::lgamma(coins + 1) - std::lgamma(heads + 1) - std::lgamma(coins - heads + 1) -
                         coins * std::log(2.0));
    }
    return std::min(1.0, 2 * tail);
}

namespace {

constexpr std::size_t kExactUpTo = 25;

/// Two-sided p of `positive` over all signs of `ranks`. Midranks are multiples of 1/2, so twice a rank is an
/// integer and the sums of ranks can be counted one by one.
double exact_p(std::span<const double> ranks, double positive) {
    std::vector<double> ways{1};  // ways[s]: sets of ranks whose doubled sum is s
    for (const double rank : ranks) {
        const auto step = static_cast<std::size_t>(std::lround(2 * rank));
        ways.resize(ways.size() + step, 0);
        for (std::size_t s = ways.size(); s-- > step;)
            ways[s] += ways[s - step];
    }
    const auto seen = static_cast<std::size_t>(std::lround(2 * positive));
    double below = 0, above = 0;
    for (std::size_t s = 0; s < ways.size(); ++s) {
        if (s <= seen) below += ways[s];
        if (s >= seen) above += ways[s];
    }
    return std::min(1.0, 2 * std::min(below, above) * std::exp2(-static_cast<double>(ranks.size())));
}

double normal_p(std::span<const double> ranks, double positive, double negative) {
    double squares = 0;
    for (const double rank : ranks)
        squares += rank * rank;
    const double distance = std::max(0.0, std::abs(positive - negative) / 2 - 0.5);
    return std::min(1.0, 2 * normal_cdf(-distance / std::sqrt(squares / 4)));
}

}  // namespace

WilcoxonResult wilcoxon_signed_rank(std::span<const double> differences) {
    std::vector<double> magnitudes(differences.size());
    std::ranges::transform(differences, magnitudes.begin(), [](double d) { return std::abs(d); });
    const MidRanks all = midranks(magnitudes);
    WilcoxonResult result;
    std::vector<double> ranks;
    for (std::size_t i = 0; i < differences.size(); ++i) {
        if (differences[i] == 0) continue;
        ranks.push_back(all.ranks[i]);
        (differences[i] > 0 ? result.positive : result.negative) += all.ranks[i];
    }
    result.exact = ranks.size() <= kExactUpTo;
    result.p =
        result.exact ? exact_p(ranks, result.positive) : normal_p(ranks, result.positive, result.negative);
    return result;
}

}  // namespace reboost::statistics
