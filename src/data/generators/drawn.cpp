/// Generators that draw independent rows.
#include "data/generators/generators.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <fmt/format.h>

namespace reboost::data {
namespace {

constexpr std::size_t kDimensions = 20;

/// Distribution of a row's features, given its class: a mean of even and of odd features, plus
/// `deviation`·N(0,1).
struct Normal {
    double even, odd, deviation = 1;
};

Dataset draw_normals(std::size_t rows, Rng& rng, const std::function<Normal(std::int32_t)>& of_class) {
    return float_table(
        rows, numbered(kDimensions, "x", 1), {"0", "1"}, [&](std::size_t, std::span<double> x) {
            const auto of_row = static_cast<std::int32_t>(rng.below(2));
            const Normal normal = of_class(of_row);
            for (std::size_t j = 0; j < kDimensions; ++j)
                x[j] = (j % 2 == 0 ? normal.even : normal.odd) + normal.deviation * rng.normal();
            return of_row;
        });
}

/// Returns the height at position i = 1 … 21 of the triangular wave around `centre`.
double wave(int i, int centre) {
    return std::max(6 - std::abs(i - centre), 0);
}

using Point = std::vector<double>;

/// Width of the uniform noise added to each feature, so that the noise has variance 0.1.
constexpr double kNoise = 1.0954451150103321;

std::vector<Point> normal_points(std::size_t count, std::size_t dimensions, Rng& rng) {
    std::vector<Point> points(count, Point(dimensions));
    for (Point& point : points)
        std::ranges::generate(point, [&] { return rng.normal(); });
    return points;
}

/// Maps a standard normal score to the range and grid of `shape`.
double to_grid(const MixtureShape& shape, double score, double floor) {
    if (score < floor) return shape.low;
    // The range covers the scores from the floor (or −3, if there are no zeros) to 3 standard deviations.
    const double lowest = shape.zero_share > 0 ? floor : -3.0;
    const double share = std::clamp((score - lowest) / (3.0 - lowest), 0.0, 1.0);
    const double value = shape.low + share * (shape.high - shape.low);
    return shape.step > 0 ? shape.low + std::round((value - shape.low) / shape.step) * shape.step : value;
}

/// Returns z with Φ(z) = share, by bisection.
double normal_quantile(double share) {
    double low = -8, high = 8;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (0.5 * std::erfc(-middle / std::sqrt(2.0)) < share ? low : high) = middle;
    }
    return low;
}

/// The costs are those of Webscope, where one feature costs 20. The other numbers of features are our choice.
struct CostTier {
    double cost;
    std::size_t features;
    double signal;  ///< largest correlation of such a feature with the row's hidden relevance
};
constexpr std::array<CostTier, 8> kWebscopeTiers{{{0.1, 40, 0.15},
                                                  {0.5, 60, 0.20},
                                                  {1, 180, 0.30},
                                                  {2, 100, 0.40},
                                                  {5, 80, 0.50},
                                                  {10, 40, 0.55},
                                                  {15, 18, 0.60},
                                                  {20, 1, 0.80}}};

struct Feature {
    std::size_t tier;
    double signal;
    bool often_zero;
};

std::vector<Feature> features_of(std::uint64_t problem) {
    Rng rng(problem, "webscope features");
    std::vector<Feature> features;
    for (std::size_t tier = 0; tier < kWebscopeTiers.size(); ++tier)
        for (std::size_t j = 0; j < kWebscopeTiers[tier].features; ++j) {
            const bool only = kWebscopeTiers[tier].features == 1;
            const double share = only ? 1 : rng.uniform(0.2, 1.0);
            features.push_back(
                {tier, share * kWebscopeTiers[tier].signal, kWebscopeTiers[tier].cost <= 2 && j % 3 == 0});
        }
    return features;
}

}  // namespace

Dataset draw_parity(std::size_t rows, Rng& rng) {
    return float_table(rows, numbered(10, "x", 1), {"-1", "+1"}, [&](std::size_t, std::span<double> x) {
        for (double& value : x)
            value = rng.uniform(0, 10);
        return static_cast<std::int32_t>(std::floor(static_cast<float>(x[0]))) % 2;
    });
}

Dataset draw_twonorm(std::size_t rows, Rng& rng) {
    const double a = 2 / std::sqrt(static_cast<double>(kDimensions));
    return draw_normals(rows, rng, [&](std::int32_t c) { return c == 0 ? Normal{a, a} : Normal{-a, -a}; });
}

Dataset draw_threenorm(std::size_t rows, Rng& rng) {
    const double a = 2 / std::sqrt(static_cast<double>(kDimensions));
    return draw_normals(rows, rng, [&](std::int32_t c) {
        if (c == 1) return Normal{a, -a};
        return rng.below(2) == 0 ? Normal{a, a} : Normal{-a, -a};
    });
}

Dataset draw_ringnorm(std::size_t rows, Rng& rng) {
    const double a = 1 / std::sqrt(static_cast<double>(kDimensions));
    return draw_normals(rows, rng, [&](std::int32_t c) { return c == 0 ? Normal{0, 0, 2} : Normal{a, a}; });
}

Dataset draw_waveform(std::size_t rows, Rng& rng) {
    constexpr std::size_t kPositions = 21;
    constexpr std::array<std::array<int, 2>, 3> kCentres{{{7, 15}, {7, 11}, {15, 11}}};
    return float_table(
        rows, numbered(kPositions, "x", 1), numbered(3), [&](std::size_t, std::span<double> x) {
            const std::size_t of_row = rng.below(3);
            const auto& [first, second] = kCentres[of_row];
            const double u = rng.uniform();
            for (std::size_t j = 0; j < kPositions; ++j) {
                const int position = static_cast<int>(j) + 1;
                x[j] = u * wave(position, first) + (1 - u) * wave(position, second) + rng.normal();
            }
            return static_cast<std::int32_t>(of_row);
        });
}

Dataset draw_mixture(const MixtureShape& shape, std::size_t rows, std::uint64_t problem, Rng& rng) {
    Rng frame(problem, "mixture");
    const auto factors = static_cast<std::size_t>(shape.factors);
    const std::vector<Point> loadings = normal_points(shape.features, factors, frame);
    const std::vector<Point> centres = normal_points(shape.classes * shape.clouds, factors, frame);
    const double floor = shape.zero_share > 0 ? normal_quantile(shape.zero_share) : -8;
    // Factor that brings a score to standard deviation 1; the loadings are N(0, I).
    const double scale =
        1 / std::sqrt(static_cast<double>(shape.factors) * (1 + shape.spread * shape.spread) + 0.1);
    const auto names = numbered(shape.features, "x", 1), classes = numbered(shape.classes);
    return float_table(rows, names, classes, [&](std::size_t, std::span<double> x) {
        const std::size_t c = rng.below(shape.classes);
        Point hidden = centres[c * shape.clouds + rng.below(shape.clouds)];
        for (double& h : hidden)
            h += shape.spread * rng.normal();
        for (std::size_t j = 0; j < shape.features; ++j) {
            double score = kNoise * (rng.uniform() - 0.5);
            for (std::size_t f = 0; f < factors; ++f)
                score += loadings[j][f] * hidden[f];
            x[j] = to_grid(shape, score * scale, floor);
        }
        return static_cast<std::int32_t>(c);
    });
}

Dataset draw_webscope(std::size_t rows, std::uint64_t problem, Rng& rng) {
    const std::vector<Feature> features = features_of(problem);
    std::array<double, kWebscopeTiers.size()> shared{};
    const auto fill = [&](std::size_t, std::span<double> x) {
        const double relevance = rng.normal();
        const bool is_relevant = relevance + 0.4 * rng.normal() > -0.25;
        for (double& noise : shared)
            noise = rng.normal();
        for (std::size_t j = 0; j < features.size(); ++j) {
            const Feature& f = features[j];
            const double noise = std::sqrt(0.5) * (shared[f.tier] + rng.normal());
            const double score = f.signal * relevance + std::sqrt(1 - f.signal * f.signal) * noise;
            const bool zero = f.often_zero && score < 0;
            x[j] = zero ? 0 : std::round(255 * 0.5 * std::erfc(-score / std::sqrt(2.0)));
        }
        return is_relevant ? 1 : 0;
    };
    std::vector<std::string> names;
    for (const Feature& f : features)
        names.push_back(fmt::format("x{}@{}", names.size() + 1, kWebscopeTiers[f.tier].cost));
    return float_table(rows, names, {"irrelevant", "relevant"}, fill);
}

}  // namespace reboost::data
