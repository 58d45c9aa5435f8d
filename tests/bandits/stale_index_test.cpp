/// The multiboost UCB and UCB-V against all rewards kept, with sums and squares taken anew.
#include "bandits/policy.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;

namespace {

constexpr std::size_t kStaleArms = 12;

using Index = std::function<double(const std::vector<double>& rewards, double log_time)>;

double mean_of(const std::vector<double>& rewards) {
    return std::accumulate(rewards.begin(), rewards.end(), 0.0) / static_cast<double>(rewards.size());
}

double variance_of(const std::vector<double>& rewards) {
    const double mean = mean_of(rewards);
    double squares = 0;
    for (const double reward : rewards)
        squares += (reward - mean) * (reward - mean);
    return squares / static_cast<double>(rewards.size());
}

/// Noise around means that differ, so that no two indices tie.
double reward_of(std::size_t arm, Rng& rng) {
    return std::clamp(0.3 + 0.03 * static_cast<double>(arm) + 0.3 * (rng.uniform() - 0.5), 0.0, 1.0);
}

/// Plays 600 decisions of three arms; the order of all arms must be that of the indices at all times.
void check_against_plain(const PolicyOptions& options, const Index& index) {
    const auto policy = options.make(Variant::multiboost);
    Rng rng(7, "stale index"), unused(0);
    std::vector<std::vector<double>> rewards(kStaleArms);
    std::vector<double> first(kStaleArms), indices(kStaleArms);
    for (std::size_t arm = 0; arm < kStaleArms; ++arm) {
        rewards[arm].push_back(first[arm] = reward_of(arm, rng));
        indices[arm] = index(rewards[arm], std::log(2.0));
    }
    policy->reset(kStaleArms, 1000);
    policy->warm_start(first);
    std::uint64_t time = 2;
    for (int decision = 0; decision < 600; ++decision) {
        std::vector<std::uint32_t> order(kStaleArms), expected(kStaleArms);
        policy->select(order, unused);
        std::iota(expected.begin(), expected.end(), 0U);
        std::ranges::sort(expected, std::greater{}, [&](std::uint32_t arm) { return indices[arm]; });
        INFO("decision " << decision);
        REQUIRE(order == expected);
        for (const std::uint32_t arm : {order[0], order[1], order[2]}) {
            rewards[arm].push_back(reward_of(arm, rng));
            policy->reward(arm, rewards[arm].back());
            indices[arm] = index(rewards[arm], std::log(static_cast<double>(++time)));
        }
        policy->end_decision();
    }
}

}  // namespace

TEST_CASE("the multiboost UCB's index is the mean plus sqrt(e ln t/T)") {
    for (const double exploration : {2.0, 0.5})
        check_against_plain(PolicyOptions("ucb", {{"exploration", exploration}}),
                            [=](const std::vector<double>& rewards, double log_time) {
                                return mean_of(rewards) + std::sqrt(exploration * log_time /
                                                                    static_cast<double>(rewards.size()));
                            });
}

TEST_CASE("the multiboost UCB-V's index is the mean plus sqrt(2 xi var ln t/T) plus 3 c b xi ln t/T") {
    struct Parameters {
        double xi = 1, c = 1.0 / 3, b = 1;
    };
    for (const Parameters& o : {Parameters{}, Parameters{.xi = 0.7, .c = 0.2, .b = 0.5}})
        check_against_plain(PolicyOptions("ucb_v", {{"xi", o.xi}, {"c", o.c}, {"b", o.b}}),
                            [=](const std::vector<double>& rewards, double log_time) {
                                const double share = log_time / static_cast<double>(rewards.size());
                                return mean_of(rewards) + std::sqrt(2 * o.xi * variance_of(rewards) * share) +
                                       3 * o.c * o.b * o.xi * share;
                            });
}
