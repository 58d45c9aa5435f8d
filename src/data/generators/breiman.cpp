#include "data/generators/breiman.hpp"

#include "data/generators/float_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace reboost::data {
namespace {

constexpr std::size_t kDimensions = 20;

/// The shared frame: an even class, then `mean(j)` + `deviation`·N(0,1) for each feature.
struct Normal {
    std::function<double(std::size_t)> mean;
    double deviation = 1;
};

Dataset draw_normals(std::size_t rows, Rng& rng, const std::function<Normal(std::int32_t)>& of_class) {
    return float_table(rows, kDimensions, {"0", "1"}, [&](std::size_t, std::span<double> x) {
        const auto of_row = static_cast<std::int32_t>(rng.below(2));
        const Normal normal = of_class(of_row);
        for (std::size_t j = 0; j < kDimensions; ++j)
            x[j] = normal.mean(j) + normal.deviation * rng.normal();
        return of_row;
    });
}

std::function<double(std::size_t)> constant(double value) {
    return [value](std::size_t) { return value; };
}

/// Height at position i = 1 … 21 of the triangle around `centre`.
double wave(int i, int centre) {
    return std::max(6 - std::abs(i - centre), 0);
}

}  // namespace

Dataset draw_parity(std::size_t rows, Rng& rng) {
    return float_table(rows, 10, {"-1", "+1"}, [&](std::size_t, std::span<double> x) {
        for (double& value : x)
            value = rng.uniform(0, 10);
        return static_cast<std::int32_t>(std::floor(static_cast<float>(x[0]))) % 2;
    });
}

Dataset draw_twonorm(std::size_t rows, Rng& rng) {
    const double a = 2 / std::sqrt(static_cast<double>(kDimensions));
    return draw_normals(rows, rng, [&](std::int32_t c) { return Normal{constant(c == 0 ? a : -a)}; });
}

Dataset draw_threenorm(std::size_t rows, Rng& rng) {
    const double a = 2 / std::sqrt(static_cast<double>(kDimensions));
    return draw_normals(rows, rng, [&](std::int32_t c) {
        if (c == 0) return Normal{constant(rng.below(2) == 0 ? a : -a)};
        return Normal{[a](std::size_t j) { return j % 2 == 0 ? a : -a; }};
    });
}

Dataset draw_ringnorm(std::size_t rows, Rng& rng) {
    const double a = 1 / std::sqrt(static_cast<double>(kDimensions));
    return draw_normals(rows, rng, [&](std::int32_t c) {
        return c == 0 ? Normal{constant(0), 2} : Normal{constant(a), 1};
    });
}

Dataset draw_waveform(std::size_t rows, Rng& rng) {
    constexpr std::size_t kPositions = 21;
    constexpr std::array<std::array<int, 2>, 3> kCentres{{{7, 15}, {7, 11}, {15, 11}}};
    return float_table(rows, kPositions, {"0", "1", "2"}, [&](std::size_t, std::span<double> x) {
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

}  // namespace reboost::data
