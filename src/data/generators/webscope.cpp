#include "data/generators/webscope.hpp"

#include "data/generators/float_table.hpp"

#include <cmath>

#include <fmt/format.h>

namespace reboost::data {
namespace {

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
    Dataset dataset = float_table(rows, features.size(), {"irrelevant", "relevant"}, fill);
    for (std::size_t j = 0; j < features.size(); ++j)
        dataset.columns[j].name = fmt::format("x{}@{}", j + 1, kWebscopeTiers[features[j].tier].cost);
    return dataset;
}

}  // namespace reboost::data
