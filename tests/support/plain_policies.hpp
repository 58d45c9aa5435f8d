#pragma once
/// Policies written down as their papers have them, from the whole history at each decision: to check the
/// fast ones by.
#include "bandits/parts/bernoulli_kl.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include <boost/math/distributions/beta.hpp>

namespace reboost::test::plain {

struct Pull {
    std::size_t decision;  ///< from 1
    std::uint32_t arm;
    double reward;
};
using History = std::vector<Pull>;
using Indices = std::vector<double>;
/// One index per arm for decision t ≥ 1 of `arms` arms and horizon `horizon`; the largest is chosen.
using Index = std::function<Indices(const History&, std::size_t t, std::size_t arms, double horizon)>;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline std::vector<double> rewards_of(const History& history, std::uint32_t arm) {
    std::vector<double> rewards;
    for (const Pull& pull : history)
        if (pull.arm == arm) rewards.push_back(pull.reward);
    return rewards;
}

inline double mean(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// An index of each arm's own rewards; +∞ without any.
template <class OfRewards>
Index by_rewards(OfRewards of_rewards) {
    return [of_rewards](const History& history, std::size_t t, std::size_t arms, double horizon) {
        Indices indices;
        for (std::uint32_t arm = 0; arm < arms; ++arm) {
            const auto rewards = rewards_of(history, arm);
            indices.push_back(rewards.empty() ? kInfinity
                                              : of_rewards(rewards, static_cast<double>(t),
                                                           static_cast<double>(arms), horizon));
        }
        return indices;
    };
}

/// By bisection.
inline double kl_upper(double p, double d) {
    double low = p, high = 1;
    for (int step = 0; step < 200; ++step) {
        const double middle = (low + high) / 2;
        (bandits::bernoulli_kl(p, middle) <= d ? low : high) = middle;
    }
    return low;
}

inline Index ucb1_tuned() {
    return by_rewards([](const auto& rewards, double t, double, double) {
        const auto n = static_cast<double>(rewards.size());
        const double centre = mean(rewards);
        double variance = 0;
        for (const double reward : rewards)
            variance += (reward - centre) * (reward - centre) / n;
        return centre +
               std::sqrt(std::log(t) / n * std::min(0.25, variance + std::sqrt(2 * std::log(t) / n)));
    });
}

inline Index kl_ucb() {
    return by_rewards([](const auto& rewards, double t, double, double) {
        return kl_upper(std::min(1.0, mean(rewards)), std::log(t) / static_cast<double>(rewards.size()));
    });
}

inline Index moss() {
    return by_rewards([](const auto& rewards, double, double arms, double horizon) {
        const auto n = static_cast<double>(rewards.size());
        return mean(rewards) + std::sqrt(std::max(0.0, std::log(horizon / (arms * n))) / n);
    });
}

inline Index moss_anytime() {
    return by_rewards([](const auto& rewards, double t, double arms, double) {
        const auto n = static_cast<double>(rewards.size());
        return mean(rewards) + std::sqrt(1.175 * std::max(0.0, std::log(t / (arms * n))) / n);
    });
}

inline Index bayes_ucb() {
    return by_rewards([](const auto& rewards, double t, double, double) {
        const auto n = static_cast<double>(rewards.size());
        const double successes = std::accumulate(rewards.begin(), rewards.end(), 0.0);
        if (t == 1) return 0.0;
        const boost::math::beta_distribution<double> posterior(1 + successes, 1 + n - successes);
        return boost::math::quantile(boost::math::complement(posterior, 1 / t));
    });
}

inline Indices imed(const History& history, std::size_t, std::size_t arms, double) {
    double best = 0;
    for (std::uint32_t arm = 0; arm < arms; ++arm)
        if (const auto rewards = rewards_of(history, arm); !rewards.empty())
            best = std::max(best, mean(rewards));
    return by_rewards([best](const auto& rewards, double, double, double) {
        const auto n = static_cast<double>(rewards.size());
        return -(n * bandits::bernoulli_kl(mean(rewards), best) + std::log(n));
    })(history, 1, arms, 1);
}

inline Index sw_ucb(std::size_t window) {
    return [window](const History& history, std::size_t t, std::size_t arms, double horizon) {
        History recent;
        for (const Pull& pull : history)
            if (pull.decision + window >= t) recent.push_back(pull);
        return by_rewards([window](const auto& rewards, double now, double, double) {
            const double seen = std::min(now, static_cast<double>(window));
            return mean(rewards) + std::sqrt(0.6 * std::log(seen) / static_cast<double>(rewards.size()));
        })(recent, t, arms, horizon);
    };
}

inline Index d_ucb(double discount) {
    return [discount](const History& history, std::size_t t, std::size_t arms, double) {
        std::vector<double> pulls(arms, 0), sums(arms, 0);
        for (const Pull& pull : history) {
            const double weight = std::pow(discount, static_cast<double>(t - 1 - pull.decision));
            pulls[pull.arm] += weight;
            sums[pull.arm] += weight * pull.reward;
        }
        const double all = std::accumulate(pulls.begin(), pulls.end(), 0.0);
        Indices indices;
        for (std::size_t arm = 0; arm < arms; ++arm)
            indices.push_back(pulls[arm] == 0
                                  ? kInfinity
                                  : sums[arm] / pulls[arm] +
                                        2 * std::sqrt(0.6 * std::max(0.0, std::log(all)) / pulls[arm]));
        return indices;
    };
}

/// The arm's rewards since the last alarm of a two-sided cumulative sum.
inline std::vector<double> since_cusum(const std::vector<double>& rewards, double drift, std::size_t samples,
                                       double threshold) {
    std::vector<double> kept;
    double rise = 0, fall = 0;
    for (const double reward : rewards) {
        kept.push_back(reward);
        if (kept.size() <= samples) continue;
        const double old = mean(std::span(kept).first(samples));
        rise = std::max(0.0, rise + reward - old - drift);
        fall = std::max(0.0, fall + old - reward - drift);
        if (rise <= threshold && fall <= threshold) continue;
        kept.clear();
        rise = fall = 0;
    }
    return kept;
}

inline Index cusum_ucb(double drift, std::size_t samples, double threshold) {
    return [=](const History& history, std::size_t, std::size_t arms, double) {
        std::vector<std::vector<double>> kept;
        double all = 0;
        for (std::uint32_t arm = 0; arm < arms; ++arm) {
            kept.push_back(since_cusum(rewards_of(history, arm), drift, samples, threshold));
            all += static_cast<double>(kept.back().size());
        }
        Indices indices;
        for (const auto& rewards : kept)
            indices.push_back(rewards.empty()
                                  ? kInfinity
                                  : mean(rewards) +
                                        std::sqrt(std::log(all) / static_cast<double>(rewards.size())));
        return indices;
    };
}

/// A change among `rewards`, looked for at splits whose newer part has 2^l + (n mod 2^l) rewards.
inline bool glr_change(std::span<const double> rewards, double delta) {
    const std::size_t n = rewards.size();
    const auto count = static_cast<double>(n);
    for (std::size_t length = 1; 2 * length <= n; length *= 2) {
        const std::size_t newer = length + n % length;
        if (newer >= n) continue;
        const double older_mean = mean(rewards.first(n - newer)), newer_mean = mean(rewards.last(newer));
        const double ratio =
            static_cast<double>(n - newer) * bandits::bernoulli_kl(older_mean, mean(rewards)) +
            static_cast<double>(newer) * bandits::bernoulli_kl(newer_mean, mean(rewards));
        if (ratio >= std::log(3 * std::pow(count, 1.5) / delta)) return true;
    }
    return false;
}

inline Index glr_klucb(double delta, double explore) {
    return [=](const History& history, std::size_t t, std::size_t arms, double) {
        std::vector<std::vector<double>> kept(arms);
        std::vector<std::size_t> restarted(arms, 0);
        for (const Pull& pull : history) {
            kept[pull.arm].push_back(pull.reward);
            if (!glr_change(kept[pull.arm], delta)) continue;
            kept[pull.arm].clear();
            restarted[pull.arm] = pull.decision;
        }
        Indices indices;
        for (std::size_t arm = 0; arm < arms; ++arm)
            indices.push_back(kept[arm].empty() ? kInfinity
                                                : kl_upper(std::min(1.0, mean(kept[arm])),
                                                           std::log(static_cast<double>(t - restarted[arm])) /
                                                               static_cast<double>(kept[arm].size())));
        const auto period = static_cast<std::size_t>(std::ceil(static_cast<double>(arms) / explore));
        if ((t - 1) % period < arms) indices[(t - 1) % period] = kInfinity;
        return indices;
    };
}

/// The mean of the arm's last complete block of `length` rewards; blocks are counted from the first reward.
inline double block_mean(const std::vector<double>& rewards, std::size_t length) {
    const std::size_t end = rewards.size() / length * length;
    return mean(std::span(rewards).subspan(end - length, length));
}

inline Index raw_ucb() {
    return by_rewards([](const auto& rewards, double t, double, double) {
        double least = kInfinity;
        for (std::size_t h = 1; h <= rewards.size(); h *= 2)
            least = std::min(least, block_mean(rewards, h) +
                                        std::sqrt(2 * 0.25 * 1.4 * std::log(t) / static_cast<double>(h)));
        return least;
    });
}

/// As an index: the arms of the last filter by fewest pulls (1, ½, ⅓ …), all others below.
inline Indices fewa(const History& history, std::size_t t, std::size_t arms, double) {
    std::vector<std::vector<double>> rewards;
    for (std::uint32_t arm = 0; arm < arms; ++arm)
        rewards.push_back(rewards_of(history, arm));
    Indices indices(arms, 1);
    for (std::size_t h = 1;; h *= 2) {
        double best = -1;
        bool short_of_pulls = false;
        for (std::size_t arm = 0; arm < arms; ++arm)
            if (indices[arm] > 0) short_of_pulls = short_of_pulls || rewards[arm].size() < h;
        if (short_of_pulls) break;
        for (std::size_t arm = 0; arm < arms; ++arm)
            if (indices[arm] > 0) best = std::max(best, block_mean(rewards[arm], h));
        const double width =
            std::sqrt(2 * 0.25 * 0.06 * std::log(static_cast<double>(t)) / static_cast<double>(h));
        for (std::size_t arm = 0; arm < arms; ++arm)
            if (indices[arm] > 0 && block_mean(rewards[arm], h) < best - 2 * width) indices[arm] = 0;
    }
    for (std::size_t arm = 0; arm < arms; ++arm)
        if (indices[arm] > 0) indices[arm] = 1 / (1 + static_cast<double>(rewards[arm].size()));
    return indices;
}

/// One epoch of SWA.
inline Index wswa() {
    return [](const History& history, std::size_t, std::size_t arms, double horizon) {
        const double k = static_cast<double>(arms);
        const double size = 0.2 * std::pow(4.0, 2.0 / 3) * std::pow(0.5, 2.0 / 3) * std::pow(k, -2.0 / 3) *
                            std::pow(horizon, 2.0 / 3) *
                            std::pow(std::log(std::sqrt(2.0) * horizon), 1.0 / 3);
        const auto window = static_cast<std::size_t>(std::ceil(size));
        return by_rewards([window](const auto& rewards, double, double, double) {
            if (rewards.size() < window) return kInfinity;
            return mean(std::span(rewards).last(window));
        })(history, 1, arms, horizon);
    };
}

}  // namespace reboost::test::plain
