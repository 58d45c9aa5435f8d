#pragma once
/// The probabilities with which the exponential policies draw, as their papers have them, from all steps so
/// far.
#include "support/plain_policies.hpp"

#include <numbers>

namespace reboost::test::plain {

/// A policy with a probability per arm, from the probabilities and rewards so far: `probability(steps, t,
/// arms, horizon)`.
struct Drawn {
    std::uint32_t arm;
    double reward;
    Indices probability;
};
using Distribution =
    std::function<Indices(const std::vector<Drawn>&, double t, std::size_t arms, double horizon)>;

inline Indices shares(const Indices& logs) {
    Indices p;
    double sum = 0;
    for (const double log : logs)
        sum += p.emplace_back(std::exp(log - *std::ranges::max_element(logs)));
    for (double& one : p)
        one /= sum;
    return p;
}

inline Indices mixed(Indices p, double gamma) {
    for (double& one : p)
        one = (1 - gamma) * one + gamma / static_cast<double>(p.size());
    return p;
}

/// Auer et al. 2002b, Figure 1, γ = 0.01.
inline Indices exp3(const std::vector<Drawn>& steps, double, std::size_t arms, double) {
    Indices logs(arms, 0);
    for (const Drawn& step : steps)
        logs[step.arm] += 0.01 / static_cast<double>(arms) * step.reward / step.probability[step.arm];
    return mixed(shares(logs), 0.01);
}

/// Auer et al. 2002b, Figure 4 with Theorem 6.3's parameters for δ = 0.1.
inline Indices exp3_p(const std::vector<Drawn>& steps, double, std::size_t arms, double horizon) {
    const auto m = static_cast<double>(arms);
    const double alpha = 2 * std::sqrt(std::log(m * horizon / 0.1));
    const double gamma = std::min(0.6, 2 * std::sqrt(3 * m * std::log(m) / (5 * horizon)));
    Indices logs(arms, 0);
    for (const Drawn& step : steps)
        for (std::size_t arm = 0; arm < arms; ++arm) {
            const double p = step.probability[arm], estimate = step.arm == arm ? step.reward / p : 0;
            logs[arm] += gamma / (3 * m) * (estimate + alpha / (p * std::sqrt(m * horizon)));
        }
    return mixed(shares(logs), gamma);
}

/// Neu 2015: η = √(2 ln M/(M T)), γ = η/2.
inline Indices exp3_ix(const std::vector<Drawn>& steps, double, std::size_t arms, double horizon) {
    const auto m = static_cast<double>(arms);
    const double eta = std::sqrt(2 * std::log(m) / (m * horizon));
    Indices logs(arms, 0);
    for (const Drawn& step : steps)
        logs[step.arm] -= eta * (1 - step.reward) / (step.probability[step.arm] + eta / 2);
    return shares(logs);
}

/// Auer et al. 2002b, §8: γ = √(M ln(MT)/T), α = 1/T.
inline Indices exp3_s(const std::vector<Drawn>& steps, double, std::size_t arms, double horizon) {
    const auto m = static_cast<double>(arms);
    const double gamma = std::min(1.0, std::sqrt(m * std::log(m * horizon) / horizon));
    Indices weights(arms, 1);
    for (const Drawn& step : steps) {
        const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
        weights[step.arm] *= std::exp(gamma / m * step.reward / step.probability[step.arm]);
        for (double& weight : weights)
            weight = (weight + std::numbers::e / (horizon * m) * sum) / sum;
    }
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights)
        weight /= sum;
    return mixed(weights, gamma);
}

/// Seldin & Lugosi 2017 with α = 3, β = 256.
inline Indices exp3_pp(const std::vector<Drawn>& steps, double t, std::size_t arms, double) {
    const auto m = static_cast<double>(arms);
    const double eta = 0.5 * std::sqrt(std::log(m) / (m * t));
    Indices logs(arms, 0), losses(arms, 0), pulls(arms, 0), lower(arms, 0), upper(arms, 1);
    for (const Drawn& step : steps) {
        logs[step.arm] -= eta * (1 - step.reward) / step.probability[step.arm];
        losses[step.arm] += 1 - step.reward;
        ++pulls[step.arm];
    }
    for (std::size_t arm = 0; arm < arms; ++arm) {
        if (pulls[arm] == 0) continue;
        const double width = std::sqrt((3 * std::log(t) + std::log(m)) / (2 * pulls[arm]));
        lower[arm] = std::max(0.0, losses[arm] / pulls[arm] - width);
        upper[arm] = std::min(1.0, losses[arm] / pulls[arm] + width);
    }
    Indices p = shares(logs), epsilon;
    for (std::size_t arm = 0; arm < arms; ++arm) {
        const double gap = std::max(0.0, lower[arm] - *std::ranges::min_element(upper));
        epsilon.push_back(
            std::min({0.5 / m, eta, gap > 0 ? 256 * std::log(t) / (t * gap * gap) : kInfinity}));
    }
    const double explored = std::accumulate(epsilon.begin(), epsilon.end(), 0.0);
    for (std::size_t arm = 0; arm < arms; ++arm)
        p[arm] = (1 - explored) * p[arm] + epsilon[arm];
    return p;
}

/// Zimmert & Seldin 2021, α = ½, η = 4/√t, with the estimator of reduced variance; the normaliser by
/// bisection.
inline Indices tsallis_inf(const std::vector<Drawn>& steps, double t, std::size_t arms, double) {
    Indices sums(arms, 0);
    for (std::size_t s = 0; s < steps.size(); ++s)
        for (std::uint32_t arm = 0; arm < arms; ++arm) {
            const double p = steps[s].probability[arm];
            const double baseline = p >= 16 / static_cast<double>(s + 1) ? 0.5 : 0;
            sums[arm] += baseline;
            if (steps[s].arm == arm) sums[arm] += (1 - steps[s].reward - baseline) / p;
        }
    const double eta = 4 / std::sqrt(t);
    const auto weights = [&](double x) {
        Indices p;
        for (const double sum : sums)
            p.push_back(4 / std::pow(eta * (sum - x), 2));
        return p;
    };
    double low = *std::ranges::min_element(sums) - 1e4, high = *std::ranges::min_element(sums);
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        const Indices p = weights(middle);
        (std::accumulate(p.begin(), p.end(), 0.0) < 1 ? low : high) = middle;
    }
    return weights(low);
}

}  // namespace reboost::test::plain
