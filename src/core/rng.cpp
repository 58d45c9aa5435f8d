#include "core/rng.hpp"

#include <cmath>
#include <numeric>

namespace reboost {
namespace {

/// SplitMix64 (Steele, Lea & Flood 2014) fills the state from a seed.
std::uint64_t split_mix(std::uint64_t& x) {
    x += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = x;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/// The 64-bit FNV-1a hash of a text.
std::uint64_t hash_purpose(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash;
}

}  // namespace

Rng::Rng(std::uint64_t seed, std::string_view purpose) : state_{} {
    std::uint64_t x = seed;
    x = split_mix(x) ^ hash_purpose(purpose);
    for (std::uint64_t& word : state_)
        word = split_mix(x);
}

std::uint64_t Rng::below_again(Wide product, std::uint64_t bound) {
    const std::uint64_t threshold = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < threshold)
        product = static_cast<Wide>(next()) * bound;
    return static_cast<std::uint64_t>(product >> 64);
}

double Rng::normal() {
    for (;;) {
        const double x = 2 * uniform() - 1;
        const double y = 2 * uniform() - 1;
        const double square = x * x + y * y;
        if (square > 0 && square < 1) return x * std::sqrt(-2 * std::log(square) / square);
    }
}

std::size_t Rng::discrete(std::span<const double> weights) {
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    double left = uniform() * total;
    std::size_t last_positive = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] <= 0) continue;
        last_positive = i;
        left -= weights[i];
        if (left < 0) return i;
    }
    return last_positive;
}

std::vector<std::uint32_t> Rng::sample(std::uint32_t population, std::uint32_t count) {
    std::vector<std::uint32_t> all(population);
    std::iota(all.begin(), all.end(), 0U);
    for (std::uint32_t i = 0; i < count; ++i)
        std::swap(all[i], all[i + below(population - i)]);
    all.resize(count);
    return all;
}

double draw_gamma(double shape, Rng& rng) {
    if (shape == 1) return -std::log(1 - rng.uniform());
    if (shape < 1) {
        const double larger = draw_gamma(shape + 1, rng);
        return larger * std::pow(1 - rng.uniform(), 1 / shape);
    }
    const double d = shape - 1.0 / 3;
    const double c = 1 / std::sqrt(9 * d);
    for (;;) {
        const double x = rng.normal();
        const double root = 1 + c * x;
        if (root <= 0) continue;
        const double v = root * root * root;
        const double u = 1 - rng.uniform();
        if (u < 1 - 0.0331 * x * x * x * x) return d * v;
        if (std::log(u) < x * x / 2 + d * (1 - v + std::log(v))) return d * v;
    }
}

double draw_beta(double alpha, double beta, Rng& rng) {
    const double x = draw_gamma(alpha, rng);
    const double y = draw_gamma(beta, rng);
    return x + y > 0 ? x / (x + y) : alpha / (alpha + beta);
}

}  // namespace reboost
