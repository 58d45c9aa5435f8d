#include "statistics/tests.hpp"

#include "core/order.hpp"
#include "statistics/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace reboost::statistics {

double mean(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<double> midranks(std::span<const double> values) {
    std::vector<double> ranks(values.size());
    const std::vector<std::size_t> order =
        order_by(values.size(), [values](std::size_t i) { return values[i]; });
    for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
        while (end < order.size() && values[order[end]] == values[order[first]])
            ++end;
        for (std::size_t place = first; place < end; ++place)
            ranks[order[place]] = static_cast<double>(first + 1 + end) / 2;
    }
    return ranks;
}

double rank_correlation(std::span<const double> x, std::span<const double> y) {
    const std::vector<double> a = midranks(x), b = midranks(y);
    const double middle = (static_cast<double>(x.size()) + 1) / 2;
    double both = 0, of_a = 0, of_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        both += (a[i] - middle) * (b[i] - middle);
        of_a += (a[i] - middle) * (a[i] - middle);
        of_b += (b[i] - middle) * (b[i] - middle);
    }
    return both / std::sqrt(of_a * of_b);
}

double median(std::span<const double> values) {
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    const std::size_t upper = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[upper] : (sorted[upper - 1] + sorted[upper]) / 2;
}

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
        // Logarithms, because 2^-n underflows for large n.
        tail += std::exp(std::lgamma(coins + 1) - std::lgamma(heads + 1) - std::lgamma(coins - heads + 1) -
                         coins * std::log(2.0));
    }
    return std::min(1.0, 2 * tail);
}

namespace {

constexpr std::size_t kExactUpTo = 25;

/// Two-sided p-value of `positive` over all signs of `ranks`. Counts sums: doubled midranks are integers.
double exact_p(std::span<const double> ranks, double positive) {
    std::vector<double> ways{1};  // ways[s]: number of sets of ranks whose doubled sum is s
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
    return 2 * normal_cdf(-distance / std::sqrt(squares / 4));
}

}  // namespace

WilcoxonResult wilcoxon_signed_rank(std::span<const double> differences) {
    std::vector<double> magnitudes(differences.size());
    std::ranges::transform(differences, magnitudes.begin(), [](double d) { return std::abs(d); });
    const std::vector<double> all = midranks(magnitudes);
    WilcoxonResult result;
    std::vector<double> ranks;
    for (std::size_t i = 0; i < differences.size(); ++i) {
        if (differences[i] == 0) continue;
        ranks.push_back(all[i]);
        (differences[i] > 0 ? result.positive : result.negative) += all[i];
    }
    result.exact = ranks.size() <= kExactUpTo;
    result.p =
        result.exact ? exact_p(ranks, result.positive) : normal_p(ranks, result.positive, result.negative);
    return result;
}

std::string p_text(double p) {
    return p < 0.001 ? "< 0.001" : fmt::format("{:.3f}", p);
}

}  // namespace reboost::statistics
