#pragma once
/// Each policy of the catalogue once more, as its paper has it: from the whole history it says which one arm
/// is pulled next. Parameters are the defaults of the catalogue; arms are few and times short.
#include "core/rng.hpp"
#include "support/plain_distributions.hpp"

#include <array>
#include <map>
#include <random>
#include <string>

namespace reboost::test::plain {

/// The arm of decision t ≥ 1. A player may keep what it drew; it is made anew for each play.
using Player =
    std::function<std::uint32_t(const History&, std::size_t t, std::size_t arms, double horizon, Rng&)>;
using PlayerMaker = std::function<Player()>;

/// A largest element, ties at random; numbers are drawn for ties alone.
inline std::uint32_t largest(const Indices& indices, Rng& rng) {
    std::vector<std::uint32_t> best;
    for (std::uint32_t arm = 0; arm < indices.size(); ++arm) {
        if (!best.empty() && indices[arm] < indices[best.front()]) continue;
        if (!best.empty() && indices[arm] > indices[best.front()]) best.clear();
        best.push_back(arm);
    }
    return best.size() == 1 ? best.front() : best[rng.below(best.size())];
}

/// Ties to the lowest arm where `lowest`, else at random.
inline PlayerMaker by_index(const Index& index, bool lowest = false) {
    return [index, lowest] {
        return Player([index, lowest](const History& history, std::size_t t, std::size_t arms, double horizon,
                                      Rng& rng) {
            const Indices indices = index(history, t, arms, horizon);
            if (!lowest) return largest(indices, rng);
            return static_cast<std::uint32_t>(std::ranges::max_element(indices) - indices.begin());
        });
    };
}

inline Index ucb1() {
    return by_rewards([](const auto& rewards, double t, double, double) {
        return mean(rewards) + std::sqrt(2 * std::log(t) / static_cast<double>(rewards.size()));
    });
}

/// Audibert, Munos & Szepesvári 2009, ζ = 1, c = 1/3.
inline Index ucb_v() {
    return by_rewards([](const auto& rewards, double t, double, double) {
        const auto n = static_cast<double>(rewards.size());
        double variance = 0;
        for (const double reward : rewards)
            variance += (reward - mean(rewards)) * (reward - mean(rewards)) / n;
        return mean(rewards) + std::sqrt(2 * variance * std::log(t) / n) + std::log(t) / n;
    });
}

inline Indices means(const History& history, std::size_t arms) {
    Indices indices;
    for (std::uint32_t arm = 0; arm < arms; ++arm) {
        const auto rewards = rewards_of(history, arm);
        indices.push_back(rewards.empty() ? 0 : mean(rewards));
    }
    return indices;
}

/// ε of time t and M arms; the best mean otherwise, ties at random. `first_pass`: untried arms first; else
/// their mean is 0.
inline PlayerMaker eps_greedy(std::function<double(double t, double arms)> epsilon, bool first_pass) {
    return [epsilon, first_pass] {
        return Player(
            [epsilon, first_pass](const History& history, std::size_t t, std::size_t arms, double, Rng& rng) {
                Indices untried;
                for (std::uint32_t arm = 0; arm < arms; ++arm)
                    untried.push_back(rewards_of(history, arm).empty() ? 1 : 0);
                if (first_pass && std::ranges::count(untried, 1) > 0) return largest(untried, rng);
                if (rng.uniform() < epsilon(static_cast<double>(t), static_cast<double>(arms)))
                    return static_cast<std::uint32_t>(rng.below(arms));
                return largest(means(history, arms), rng);
            });
    };
}

/// Untried arms first; then the largest of `perturbed(mean, pulls)`.
inline PlayerMaker perturbed(std::function<double(double mean, double pulls, Rng&)> perturb) {
    return [perturb] {
        return Player([perturb](const History& history, std::size_t, std::size_t arms, double, Rng& rng) {
            Indices indices;
            for (std::uint32_t arm = 0; arm < arms; ++arm) {
                const auto rewards = rewards_of(history, arm);
                indices.push_back(rewards.empty()
                                      ? kInfinity
                                      : perturb(mean(rewards), static_cast<double>(rewards.size()), rng));
            }
            return largest(indices, rng);
        });
    };
}

inline double gumbel(Rng& rng) {
    return -std::log(-std::log(rng.uniform() + 1e-300));
}

/// A beta variate as a ratio of sums of exponentials (whole a and b) or of gamma variates.
inline double beta_variate(double a, double b, Rng& rng) {
    std::mt19937_64 engine(rng.next());
    const double x = std::gamma_distribution<double>(a)(engine),
                 y = std::gamma_distribution<double>(b)(engine);
    return x / (x + y);
}

/// Rewards drawn to successes (Agrawal & Goyal 2012), each once, as the decisions after them see them.
struct Coins {
    std::vector<bool> success;
    void toss(const History& history, Rng& rng) {
        while (success.size() < history.size())
            success.push_back(rng.uniform() < history[success.size()].reward);
    }
};

/// Thompson sampling with memory: a success d decisions ago counts discount^d. 1: plain.
inline PlayerMaker thompson(std::function<double(double horizon, double arms)> discount) {
    return [discount] {
        return Player([discount, coins = Coins()](const History& history, std::size_t t, std::size_t arms,
                                                  double horizon, Rng& rng) mutable {
            coins.toss(history, rng);
            std::vector<double> a(arms, 1), b(arms, 1);
            for (std::size_t i = 0; i < history.size(); ++i)
                (coins.success[i] ? a : b)[history[i].arm] +=
                    std::pow(discount(horizon, static_cast<double>(arms)),
                             static_cast<double>(t - 1 - history[i].decision));
            Indices indices;
            for (std::size_t arm = 0; arm < arms; ++arm)
                indices.push_back(beta_variate(a[arm], b[arm], rng));
            return largest(indices, rng);
        });
    };
}

inline std::uint32_t ts_gauss(const History& history, std::size_t, std::size_t arms, double, Rng& rng) {
    Indices indices;
    for (std::uint32_t arm = 0; arm < arms; ++arm) {
        const auto rewards = rewards_of(history, arm);
        const double n = static_cast<double>(rewards.size());
        indices.push_back(std::accumulate(rewards.begin(), rewards.end(), 0.0) / (n + 1) +
                          rng.normal() / std::sqrt(n + 1));
    }
    return largest(indices, rng);
}

/// Baransi, Maillard & Mannor 2014: a knock-out of all arms in random order; the arm with more rewards is
/// judged by as many of them, drawn without replacement, as the other has.
inline PlayerMaker besa() {
    return [] {
        return Player([coins = Coins()](const History& history, std::size_t, std::size_t arms, double,
                                        Rng& rng) mutable {
            coins.toss(history, rng);
            std::vector<std::vector<double>> seen(arms);
            for (std::size_t i = 0; i < history.size(); ++i)
                seen[history[i].arm].push_back(coins.success[i] ? 1 : 0);
            std::vector<std::uint32_t> order(arms);
            std::iota(order.begin(), order.end(), 0U);
            rng.shuffle(std::span<std::uint32_t>(order));
            std::uint32_t best = order[0];
            for (std::size_t i = 1; i < arms; ++i) {
                const std::uint32_t other = order[i];
                const std::size_t size = std::min(seen[best].size(), seen[other].size());
                const auto score = [&](std::uint32_t arm) {
                    std::vector<double> rewards = seen[arm];
                    rng.shuffle(std::span<double>(rewards));
                    return std::accumulate(rewards.begin(),
                                           rewards.begin() + static_cast<std::ptrdiff_t>(size), 0.0);
                };
                const double a = score(best), b = score(other);
                const bool fewer = seen[other].size() < seen[best].size(),
                           equal = seen[other].size() == seen[best].size();
                if (b > a || (a == b && (fewer || (equal && rng.below(2) == 0)))) best = other;
            }
            return best;
        });
    };
}

/// Even-Dar, Mannor & Mansour 2006, Algorithm 3: whole passes over the arms left; those go whose mean + α is
/// below the best mean − α, α = √(ln(c M n²/δ)/n), c = 5, δ = 0.1.
inline std::uint32_t successive_elimination(const History& history, std::size_t, std::size_t arms, double,
                                            Rng&) {
    std::vector<bool> active(arms, true);
    std::vector<std::vector<double>> rewards(arms);
    std::size_t next = 0;
    for (;;) {
        for (std::uint32_t arm = 0; arm < arms; ++arm) {
            if (!active[arm]) continue;
            if (next == history.size()) return arm;
            rewards[arm].push_back(history[next++].reward);
        }
        const auto radius = [&](std::size_t arm) {
            const auto n = static_cast<double>(rewards[arm].size());
            return std::sqrt(std::log(5 * static_cast<double>(arms) * n * n / 0.1) / n);
        };
        double lower = -1;
        for (std::size_t arm = 0; arm < arms; ++arm)
            if (active[arm]) lower = std::max(lower, mean(rewards[arm]) - radius(arm));
        for (std::size_t arm = 0; arm < arms; ++arm)
            if (active[arm] && mean(rewards[arm]) + radius(arm) < lower) active[arm] = false;
    }
}

/// Every arm once in order, then in proportion to the means.
inline std::uint32_t proportional(const History& history, std::size_t t, std::size_t arms, double, Rng& rng) {
    if (t <= arms) return static_cast<std::uint32_t>(t - 1);
    const Indices weights = means(history, arms);
    if (std::accumulate(weights.begin(), weights.end(), 0.0) == 0)
        return static_cast<std::uint32_t>(rng.below(arms));
    return static_cast<std::uint32_t>(rng.discrete(weights));
}

inline PlayerMaker by_distribution(Distribution distribution) {
    return [distribution] {
        return Player([distribution, steps = std::vector<Drawn>()](const History& history, std::size_t t,
                                                                   std::size_t arms, double horizon,
                                                                   Rng& rng) mutable {
            if (!history.empty()) steps.back().reward = history.back().reward;
            Indices p = distribution(steps, static_cast<double>(t), arms, horizon);
            const auto arm = static_cast<std::uint32_t>(rng.discrete(p));
            steps.push_back({arm, 0, std::move(p)});
            return arm;
        });
    };
}

/// A policy that at each decision pulls a uniform arm with a probability, else what its index says.
inline PlayerMaker exploring(Index index, std::function<double(double horizon)> probability) {
    return [index, probability] {
        return Player([index, probability](const History& history, std::size_t t, std::size_t arms,
                                           double horizon, Rng& rng) {
            if (rng.uniform() < probability(horizon)) return static_cast<std::uint32_t>(rng.below(arms));
            return largest(index(history, t, arms, horizon), rng);
        });
    };
}

/// The share c(z) that arms pay z decisions after their last pull: isotonic regression of rewards on levels
/// over bins of z, by the formula of largest least averages.
struct PlainCurve {
    std::vector<std::array<double, 3>> pulls;  ///< z, level, reward
    static std::size_t bin(double z) {
        const double octave = std::floor(std::log2(z));
        return static_cast<std::size_t>(4 * octave + std::floor(4 * (z / std::exp2(octave) - 1)));
    }
    /// Before the first pull and beyond the longest z: 1.
    std::vector<double> shares() const {
        std::vector<double> levels, rewards, shares;
        double level = 0, reward = 0;
        for (const auto& [z, of_level, of_reward] : pulls) {
            levels.resize(std::max(levels.size(), bin(z) + 1), 0);
            rewards.resize(levels.size(), 0);
            levels[bin(z)] += of_level, rewards[bin(z)] += of_reward;
            level += of_level / static_cast<double>(pulls.size());
            reward += of_reward / static_cast<double>(pulls.size());
        }
        for (std::size_t i = 0; i < levels.size(); ++i)
            levels[i] += level, rewards[i] += reward;
        for (std::size_t i = 0; i < levels.size(); ++i) {
            double most = 0;
            for (std::size_t from = 0; from <= i; ++from) {
                double least = kInfinity, sum = 0, of = 0;
                for (std::size_t to = from; to < levels.size(); ++to) {
                    sum += rewards[to], of += levels[to];
                    if (to >= i && of > 0) least = std::min(least, sum / of);
                }
                most = std::max(most, least);
            }
            shares.push_back(most);
        }
        const double last = shares.empty() ? 1 : shares.back();
        for (double& share : shares)
            share = last > 0 ? share / last : 1;
        return shares;
    }
    static double at(const std::vector<double>& shares, double z) {
        return bin(z) < shares.size() ? shares[bin(z)] : 1;
    }
};

/// An arm's level times its share now, and a bonus e s² ln t/n under the root; a prior of one mean pull.
inline PlayerMaker recovering(double discount, double epsilon, double exploration) {
    struct Arm {
        double last = 0;
        std::vector<double> rewards, shares;
    };
    return [=] {
        return Player([=, pulled = std::vector<Arm>(), curve = PlainCurve(), error = 0.0](
                          const History& history, std::size_t t, std::size_t arms, double, Rng& rng) mutable {
            pulled.resize(arms);
            double all_rewards = 0, all_shares = 0;
            const auto sum = [discount](const std::vector<double>& values) {
                double total = 0;
                for (const double value : values)
                    total = discount * total + value;
                return total;
            };
            const auto totals = [&] {
                all_rewards = all_shares = 0;
                for (const Arm& arm : pulled) {
                    all_rewards += std::accumulate(arm.rewards.begin(), arm.rewards.end(), 0.0);
                    all_shares += std::accumulate(arm.shares.begin(), arm.shares.end(), 0.0);
                }
            };
            const auto level = [&](const Arm& arm) {
                return (sum(arm.rewards) + all_rewards / all_shares) / (sum(arm.shares) + 1);
            };
            if (t > 1) {
                const Pull& pull = history.back();
                Arm& arm = pulled[pull.arm];
                const double z = static_cast<double>(pull.decision) - arm.last;
                double share = 1;
                if (!arm.rewards.empty()) {
                    totals();
                    share = PlainCurve::at(curve.shares(), z);
                    error += std::pow(pull.reward - level(arm) * share, 2);
                    curve.pulls.push_back({z, level(arm), pull.reward});
                }
                arm.rewards.push_back(pull.reward);
                arm.shares.push_back(share);
                arm.last = static_cast<double>(pull.decision);
            }
            totals();
            const auto now = static_cast<double>(t);
            const auto shares = curve.shares();
            Indices indices;
            for (const Arm& arm : pulled) {
                if (arm.rewards.empty()) {
                    indices.push_back(kInfinity);
                    continue;
                }
                const double spread =
                    error / std::max(1.0, static_cast<double>(curve.pulls.size())) / (sum(arm.shares) + 1);
                indices.push_back(PlainCurve::at(shares, now - arm.last) *
                                  (level(arm) + std::sqrt(exploration * spread * std::log(now))));
            }
            if (rng.uniform() < epsilon) {
                double& drawn = indices[rng.below(arms)];
                drawn = std::max(drawn, 1e300);
            }
            return largest(indices, rng);
        });
    };
}

/// Every policy of the catalogue by name, with the catalogue's defaults.
inline std::map<std::string, PlayerMaker> players() {
    const auto forgetting = [](double horizon, double arms) {
        return 1 - 1 / (4 * std::max(std::sqrt(horizon), arms));
    };
    const auto fixed = [](auto player) { return [player] { return Player(player); }; };
    // Defaults that depend on the horizon.
    const Index sliding = [](const History& h, std::size_t t, std::size_t arms, double horizon) {
        const double window =
            std::max(std::ceil(2 * std::sqrt(horizon * std::log(horizon))), 4 * static_cast<double>(arms));
        return sw_ucb(static_cast<std::size_t>(window))(h, t, arms, horizon);
    };
    const Index discounted = [forgetting](const History& h, std::size_t t, std::size_t arms, double horizon) {
        return d_ucb(forgetting(horizon, static_cast<double>(arms)))(h, t, arms, horizon);
    };
    const Index cusum = [](const History& h, std::size_t t, std::size_t arms, double horizon) {
        return cusum_ucb(0.1, 50, std::log(horizon))(h, t, arms, horizon);
    };
    const Index glr = [](const History& h, std::size_t t, std::size_t arms, double horizon) {
        return glr_klucb(1 / std::sqrt(horizon), 0.05 * std::sqrt(std::log(horizon) / horizon))(h, t, arms,
                                                                                                horizon);
    };
    return {
        {"uniform", fixed([](const History&, std::size_t, std::size_t arms, double, Rng& rng) {
             return static_cast<std::uint32_t>(rng.below(arms));
         })},
        {"round_robin", fixed([](const History&, std::size_t t, std::size_t arms, double, Rng&) {
             return static_cast<std::uint32_t>((t - 1) % arms);
         })},
        {"eps_greedy", eps_greedy([](double, double) { return 0.1; }, true)},
        {"eps_decreasing", eps_greedy([](double t, double m) { return std::min(1.0, m / t); }, false)},
        {"softmax", perturbed([](double r, double, Rng& rng) { return r / 0.1 + gumbel(rng); })},
        {"boltzmann_gumbel",
         perturbed([](double r, double n, Rng& rng) { return r + 0.5 / std::sqrt(n) * gumbel(rng); })},
        {"proportional", fixed(proportional)},
        {"successive_elimination", fixed(successive_elimination)},
        {"ucb", by_index(ucb1(), true)},
        {"ucb_v", by_index(ucb_v(), true)},
        {"ucb1_tuned", by_index(ucb1_tuned())},
        {"kl_ucb", by_index(kl_ucb())},
        {"moss", by_index(moss())},
        {"moss_anytime", by_index(moss_anytime())},
        {"bayes_ucb", by_index(bayes_ucb())},
        {"imed", by_index(imed)},
        {"besa", besa()},
        {"ts_beta", thompson([](double, double) { return 1.0; })},
        {"ts_gauss", fixed(ts_gauss)},
        {"d_ts", thompson(forgetting)},
        {"sw_ucb", by_index(sliding)},
        {"d_ucb", by_index(discounted)},
        {"cusum_ucb",
         exploring(cusum,
                   [](double horizon) { return std::min(1.0, std::sqrt(std::log(horizon) / horizon)); })},
        {"glr_klucb", by_index(glr)},
        {"wswa", by_index(wswa())},
        {"fewa", by_index(fewa)},
        {"raw_ucb", by_index(raw_ucb())},
        {"recovering", recovering(0.8, 0.05, 0)},
        {"recovering_ucb", recovering(0.8, 0, 0.1)},
        {"exp3", by_distribution(exp3)},
        {"exp3_p", by_distribution(exp3_p)},
        {"exp3_ix", by_distribution(exp3_ix)},
        {"exp3_s", by_distribution(exp3_s)},
        {"exp3_pp", by_distribution(exp3_pp)},
        {"tsallis_inf", by_distribution(tsallis_inf)},
    };
}

}  // namespace reboost::test::plain
