#include "bandits/parts/drawn_policy.hpp"

#include "bandits/kernels/arm_weights.hpp"
#include "bandits/parts/best_arms.hpp"
#include "simd/isa.hpp"

#include <algorithm>
#include <array>

namespace reboost::bandits {

double sum(std::span<const double> values) {
    std::array<double, 4> lanes{};
    const std::size_t whole = values.size() / 4 * 4;
    for (std::size_t j = 0; j < whole; j += 4)
        for (std::size_t lane = 0; lane < 4; ++lane)
            lanes[lane] += values[j + lane];
    double total = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
    for (std::size_t j = whole; j < values.size(); ++j)
        total += values[j];
    return total;
}

double exponentials(std::span<const double> logs, std::span<double> out) {
    simd::kernels<ArmWeightKernels>().exponentials_below(logs.data(), out.size(), largest(logs), out.data());
    return sum(out);
}

namespace {

constexpr double kDigitsKept = 1e-6;  ///< a smaller free mass is summed anew: subtractions spoilt it

/// Returns the mass of the arms that are not included for certain (p ≥ 0). If it is 0, each gets p = 1.
double mass_left(std::span<double> probabilities) {
    double mass = 0;
    for (const double p : probabilities)
        mass += std::max(0.0, p);
    if (mass > 0) return mass;
    for (double& p : probabilities)
        if (p >= 0) mass += p = 1;
    return mass;
}

}  // namespace

void cap_inclusion(std::span<double> probabilities, std::size_t k) {
    if (k == 1) return;
    std::size_t capped = 0;
    double free_mass = sum(probabilities);
    double factor = static_cast<double>(k) / free_mass;
    // Capping the largest raises the factor for the others: at most k passes, mostly one or two.
    for (bool changed = true; changed && capped < k;) {
        changed = false;
        for (double& p : probabilities) {
            if (p <= 0 || p * factor < 1) continue;
            free_mass -= p;
            p = -1;  // marks the arm as included for certain
            ++capped;
            changed = true;
        }
        if (!changed || capped == k) continue;
        if (free_mass < kDigitsKept) free_mass = mass_left(probabilities);
        factor = static_cast<double>(k - capped) / free_mass;
    }
    for (double& p : probabilities)
        p = p < 0 ? 1 : (capped < k ? p * factor : 0);
}

void draw_systematic(std::span<const double> inclusion, std::span<std::uint32_t> out, Rng& rng) {
    double next = rng.uniform();
    double cumulative = 0;
    std::size_t drawn = 0;
    for (std::size_t j = 0; j < inclusion.size() && drawn < out.size(); ++j) {
        cumulative += inclusion[j];
        if (cumulative <= next) continue;
        out[drawn++] = static_cast<std::uint32_t>(j);
        next += 1;
    }
    // Rounding may leave the sum just below k: the last arms not yet drawn fill the places left.
    for (std::size_t j = inclusion.size(); drawn < out.size();) {
        --j;
        const auto taken = out.first(drawn);
        if (std::ranges::find(taken, j) == taken.end()) out[drawn++] = static_cast<std::uint32_t>(j);
    }
}

void draw_proportional(std::span<double> weights, std::span<std::uint32_t> out, std::size_t done, Rng& rng) {
    for (const std::uint32_t arm : out.first(done))
        weights[arm] = 0;
    for (std::size_t place = done; place < out.size(); ++place) {
        const auto drawn = out.first(place);
        std::size_t arm = 0;
        if (sum(weights) > 0) {
            arm = rng.discrete(weights);
        } else {
            do
                arm = rng.below(weights.size());
            while (std::ranges::find(drawn, arm) != drawn.end());
        }
        out[place] = static_cast<std::uint32_t>(arm);
        weights[arm] = 0;
    }
}

void DrawnPolicy::restart() {
    probability_.assign(arms(), 1 / static_cast<double>(arms()));
    restart_weights();
}

void DrawnPolicy::select(std::span<std::uint32_t> out, Rng& rng) {
    constexpr double kFloor = 1e-9;
    distribution(probability_);
    if (out.size() > 1 && !is_mixed())
        for (double& p : probability_)
            p = (1 - kFloor) * p + kFloor / static_cast<double>(arms());
    cap_inclusion(probability_, out.size());
    draw_systematic(probability_, out, rng);
}

void DrawnPolicy::keep(StateIO& io) {
    io("probability", probability_);
    keep_weights(io);
}

}  // namespace reboost::bandits
