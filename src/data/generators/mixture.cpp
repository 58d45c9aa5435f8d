#include "data/generators/mixture.hpp"

#include "data/generators/float_table.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::data {
namespace {

using Point = std::vector<double>;

/// Width of the uniform noise of each feature; its variance is 0.1.
constexpr double kNoise = 1.0954451150103321;

Point normal_point(std::size_t dimensions, Rng& rng) {
    Point point(dimensions);
    for (double& x : point)
        x = rng.normal();
    return point;
}

std::vector<Point> normal_points(std::size_t count, std::size_t dimensions, Rng& rng) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < count; ++i)
        points.push_back(normal_point(dimensions, rng));
    return points;
}

/// Brings a standard normal score to the shape's range and grid.
double to_grid(const MixtureShape& shape, double score, double floor) {
    if (score < floor) return shape.low;
    // Three deviations above the floor (or around 0) fill the range.
    const double lowest = shape.zero_share > 0 ? floor : -3.0;
    const double share = std::clamp((score - lowest) / (3.0 - lowest), 0.0, 1.0);
    const double value = shape.low + share * (shape.high - shape.low);
    return shape.step > 0 ? shape.low + std::round((value - shape.low) / shape.step) * shape.step : value;
}

/// z with Φ(z) = share, by bisection.
double normal_quantile(double share) {
    double low = -8, high = 8;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (0.5 * std::erfc(-middle / std::sqrt(2.0)) < share ? low : high) = middle;
    }
    return low;
}

}  // namespace

Dataset draw_mixture(const MixtureShape& shape, std::size_t rows, std::uint64_t problem, Rng& rng) {
    Rng frame(problem, "mixture");
    const std::vector<Point> loadings = normal_points(shape.features, shape.factors, frame);
    const std::vector<Point> centres = normal_points(shape.classes * shape.clouds, shape.factors, frame);
    const double floor = shape.zero_share > 0 ? normal_quantile(shape.zero_share) : -8;
    // Deviation of one feature's score: loadings are N(0, I), scores are scaled back to deviation 1.
    const double scale =
        1 / std::sqrt(static_cast<double>(shape.factors) * (1 + shape.spread * shape.spread) + 0.1);
    const std::vector<std::string> names = digit_names(static_cast<int>(shape.classes));
    return float_table(rows, shape.features, names, [&](std::size_t, std::span<double> x) {
        const std::size_t c = rng.below(shape.classes);
        Point hidden = centres[c * shape.clouds + rng.below(shape.clouds)];
        for (double& h : hidden)
            h += shape.spread * rng.normal();
        for (std::size_t j = 0; j < shape.features; ++j) {
            double score = kNoise * (rng.uniform() - 0.5);
            for (std::size_t f = 0; f < shape.factors; ++f)
                score += loadings[j][f] * hidden[f];
            x[j] = to_grid(shape, score * scale, floor);
        }
        return static_cast<std::int32_t>(c);
    });
}

}  // namespace reboost::data
