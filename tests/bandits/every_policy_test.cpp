/// What holds for every policy of the catalogue, in both variants: a new one is tested the moment it is
/// listed.
#include "bandits/options.hpp"
#include "core/error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <type_traits>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;

namespace {

struct Case {
    std::string name;
    std::unique_ptr<Policy> policy;
};

std::unique_ptr<Policy> fresh(const PolicyEntry& entry, Variant variant, std::size_t arms,
                              std::size_t horizon = 1000) {
    auto policy = PolicyOptions(entry.name()).make(variant);
    policy->reset(arms, horizon);
    return policy;
}

template <class Check>
void for_each_policy(Check check) {
    for (const PolicyEntry& entry : policies())
        for (const Variant variant : {Variant::literature, Variant::multiboost}) {
            if (!entry.self_contained) continue;
            if (variant == Variant::multiboost && !PolicyOptions(entry.name()).has_multiboost_form())
                continue;
            INFO(entry.name() << (variant == Variant::multiboost ? " multiboost" : ""));
            const auto make = [&](std::size_t arms, std::size_t horizon = 1000) {
                return fresh(entry, variant, arms, horizon);
            };
            if constexpr (std::is_invocable_v<Check, decltype(make), const PolicyEntry&, Variant>)
                check(make, entry, variant);
            else if constexpr (std::is_invocable_v<Check, decltype(make), const PolicyEntry&>)
                check(make, entry);
            else
                check(make);
        }
}

bool ignores_rewards(const PolicyEntry& entry) {
    return entry.name() == "uniform" || entry.name() == "round_robin";
}

/// A reward that differs between arms and over time.
double reward_at(std::uint32_t arm, std::size_t t) {
    return static_cast<double>((arm * 7 + t * 3) % 11) / 10;
}

/// `rounds` decisions of k arms; returns all selections.
std::vector<std::uint32_t> drive(Policy& policy, std::size_t k, std::size_t first, std::size_t rounds,
                                 Rng& rng) {
    std::vector<std::uint32_t> all;
    std::vector<std::uint32_t> out(k);
    for (std::size_t t = first; t < first + rounds; ++t) {
        policy.select(out, rng);
        for (const std::uint32_t arm : out)
            policy.reward(arm, reward_at(arm, t));
        policy.end_decision();
        all.insert(all.end(), out.begin(), out.end());
    }
    return all;
}

}  // namespace

TEST_CASE("every policy selects distinct arms within range, for every k") {
    for_each_policy([](const auto& make) {
        for (const std::size_t arms : {1U, 2U, 7U, 100U})
            for (const std::size_t k : {std::size_t{1}, arms / 2, arms - 1, arms}) {
                if (k == 0) continue;
                const auto policy = make(arms);
                Rng rng(5);
                for (int round = 0; round < 30; ++round) {
                    auto out = drive(*policy, k, static_cast<std::size_t>(round), 1, rng);
                    std::ranges::sort(out);
                    REQUIRE(std::ranges::adjacent_find(out) == out.end());
                    REQUIRE(out.back() < arms);
                }
            }
    });
}

TEST_CASE("a policy draws random numbers if and only if its options say so") {
    for_each_policy([](const auto& make, const PolicyEntry& entry) {
        const auto policy = make(9);
        Rng rng(7);
        const auto before = rng.state();
        drive(*policy, 2, 0, 100, rng);
        CHECK((rng.state() != before) == PolicyOptions(entry.name()).draws());
    });
}

TEST_CASE("every policy counts pulls and mean rewards") {
    for_each_policy([](const auto& make) {
        const auto policy = make(9);
        Rng rng(6);
        std::vector<std::uint64_t> pulls(9, 0);
        std::vector<double> sums(9, 0);
        for (std::size_t t = 0; t < 200; ++t)
            for (const std::uint32_t arm : drive(*policy, 3, t, 1, rng)) {
                ++pulls[arm];
                sums[arm] += reward_at(arm, t);
            }
        CHECK(std::ranges::equal(policy->pulls(), pulls));
        for (std::size_t arm = 0; arm < 9; ++arm)
            CHECK(policy->mean_rewards()[arm] ==
                  Approx(pulls[arm] == 0 ? 0 : sums[arm] / static_cast<double>(pulls[arm])));
    });
}

TEST_CASE("every policy goes on bit for bit from a saved state") {
    for_each_policy([](const auto& make) {
        for (const std::size_t k : {1U, 4U})
            for (const std::size_t before : {0U, 3U, 100U}) {
                const auto straight = make(20);
                Rng rng(8);
                drive(*straight, k, 0, before, rng);
                Archive state;
                straight->save(state);
                Rng resumed_rng = rng;
                const auto resumed = make(20);
                resumed->load(state);
                CHECK(drive(*straight, k, before, 100, rng) == drive(*resumed, k, before, 100, resumed_rng));
                Archive end;
                Archive resumed_end;
                straight->save(end);
                resumed->save(resumed_end);
                CHECK(end == resumed_end);
            }
    });
}

TEST_CASE("every policy refuses the state of another number of arms") {
    for_each_policy([](const auto& make) {
        Archive state;
        make(5)->save(state);
        CHECK_THROWS_AS(make(6)->load(state), DataError);
    });
}

TEST_CASE("a reset policy is as new") {
    for_each_policy([](const auto& make) {
        const auto policy = make(12);
        Rng rng(9);
        drive(*policy, 2, 0, 80, rng);
        policy->reset(15, 1000);
        Rng first(3);
        Rng second(3);
        CHECK(drive(*policy, 2, 0, 60, first) == drive(*make(15), 2, 0, 60, second));
    });
}

TEST_CASE("a policy chooses by the horizon if and only if its options say so") {
    for_each_policy([](const auto& make, const PolicyEntry& entry, Variant variant) {
        const auto choices = [&](std::size_t horizon) {
            Rng rng(5);
            return drive(*make(12, horizon), 2, 0, 1500, rng);
        };
        // The authors' program knows no horizon.
        const bool needed = variant == Variant::literature && PolicyOptions(entry.name()).needs_horizon();
        CHECK((choices(20) != choices(100'000)) == needed);
    });
}

TEST_CASE("every policy survives rewards that are all 0 and all 1") {
    for_each_policy([](const auto& make) {
        for (const double reward : {0.0, 1.0}) {
            const auto policy = make(6);
            Rng rng(4);
            std::vector<std::uint32_t> out(2);
            for (int t = 0; t < 3000; ++t) {
                policy->select(out, rng);
                REQUIRE(out[0] != out[1]);
                for (const std::uint32_t arm : out)
                    policy->reward(arm, reward);
                policy->end_decision();
            }
            const auto pulls = policy->pulls();
            CHECK(std::accumulate(pulls.begin(), pulls.end(), std::uint64_t{0}) == 6000);
        }
    });
}

TEST_CASE("every policy accepts a first pull of every arm") {
    for_each_policy([](const auto& make) {
        const auto policy = make(5);
        policy->warm_start(std::vector<double>{0.1, 0.5, 0.2, 1, 0});
        CHECK(std::ranges::all_of(policy->pulls(), [](std::uint64_t pulls) { return pulls == 1; }));
        CHECK(policy->mean_rewards()[3] == 1);
        Rng rng(1);
        CHECK(drive(*policy, 2, 0, 50, rng).size() == 100);
    });
}

TEST_CASE("every policy refuses rewards outside [0,1]") {
    for_each_policy([](const auto& make) {
        for (const double reward : {-0.01, 1.01, std::nan("")}) {
            const auto policy = make(3);
            Rng rng(1);
            std::uint32_t arm = 0;
            policy->select({&arm, 1}, rng);
            CHECK_THROWS_AS(policy->reward(arm, reward), TrainingError);
        }
    });
}

TEST_CASE("every learning policy comes to prefer an arm that always pays") {
    for_each_policy([](const auto& make, const PolicyEntry& entry) {
        if (ignores_rewards(entry)) return;
        const auto policy = make(4);
        Rng rng(12);
        std::uint32_t arm = 0;
        for (int t = 0; t < 20000; ++t) {
            policy->select({&arm, 1}, rng);
            policy->reward(arm, arm == 2 ? 1 : 0);
            policy->end_decision();
        }
        CHECK(policy->pulls()[2] > 10000);
    });
}

TEST_CASE("every policy chooses the same under the same seed") {
    for_each_policy([](const auto& make) {
        Rng first(21), second(21);
        CHECK(drive(*make(30), 4, 0, 150, first) == drive(*make(30), 4, 0, 150, second));
    });
}

TEST_CASE("every policy works with a hundred thousand arms, and with one") {
    for_each_policy([](const auto& make) {
        for (const std::size_t k : {1U, 20U}) {
            const auto policy = make(100'000);
            Rng rng(22);
            auto out = drive(*policy, k, 0, 4, rng);
            CHECK(out.size() == 4 * k);
            for (std::size_t first = 0; first < out.size(); first += k) {
                const auto chosen = std::span(out).subspan(first, k);
                std::ranges::sort(chosen);
                CHECK(std::ranges::adjacent_find(chosen) == chosen.end());
                CHECK(chosen.back() < 100'000);
            }
        }
        Rng rng(23);
        CHECK(drive(*make(1), 1, 0, 500, rng) == std::vector<std::uint32_t>(500, 0));
    });
}

TEST_CASE("no policy holds a NaN after a million pulls, and each goes on from there bit for bit") {
    for_each_policy([](const auto& make) {
        const auto policy = make(20);
        Rng rng(24), rewards(25);
        std::vector<std::uint32_t> out(10);
        const auto play = [&](Policy& player, int decisions, Rng& choices, Rng& noise) {
            std::vector<std::uint32_t> all;
            for (int t = 0; t < decisions; ++t) {
                player.select(out, choices);
                for (const std::uint32_t arm : out)
                    player.reward(arm, arm < 3 ? static_cast<double>(arm / 2) : noise.uniform());
                player.end_decision();
                all.insert(all.end(), out.begin(), out.end());
            }
            return all;
        };
        play(*policy, 100'000, rng, rewards);
        Archive state;
        policy->save(state);
        for (const auto& [name, array] : state.arrays())
            if (const auto* values = std::get_if<std::vector<double>>(&array.values)) {
                INFO(name);
                CHECK(std::ranges::none_of(*values, [](double value) { return std::isnan(value); }));
            }
        const auto resumed = make(20);
        resumed->load(state);
        Rng same_rng = rng, same_rewards = rewards;
        CHECK(play(*policy, 50, rng, rewards) == play(*resumed, 50, same_rng, same_rewards));
    });
}

TEST_CASE("every policy may be given rewards of some of its arms only, and twice of one selection") {
    for_each_policy([](const auto& make) {
        const auto policy = make(12);
        Rng rng(26);
        std::vector<std::uint32_t> out(4);
        for (int t = 0; t < 200; ++t) {
            policy->select(out, rng);
            for (int use = 0; use < 2; ++use) {
                policy->reward(out[static_cast<std::size_t>(t) % 4], 0.3);
                policy->end_decision();
            }
        }
        Archive state;
        policy->save(state);
        const auto resumed = make(12);
        resumed->load(state);
        Rng same = rng;
        CHECK(drive(*policy, 4, 0, 50, rng) == drive(*resumed, 4, 0, 50, same));
    });
}

TEST_CASE("a policy without a multiboost variant says which have one") {
    CHECK_THROWS_WITH(PolicyOptions("eps_greedy").make(Variant::multiboost),
                      Catch::Contains("eps_greedy") && Catch::Contains("ucb_v"));
}

TEST_CASE("a window of wSWA that no memory holds is refused, in a saved state, too") {
    const auto policy = PolicyOptions("wswa", {{"alpha", 1e6}, {"sigma", 1e6}}).make(Variant::literature);
    CHECK_THROWS_WITH(policy->reset(16, 1000000), Catch::Contains("lower alpha, sigma or horizon"));
    const auto usual = PolicyOptions("wswa").make(Variant::literature);
    usual->reset(16, 1000);
    Archive state;
    usual->save(state);
    state.put("epoch", std::vector<double>{1e15, 1e15});
    CHECK_THROWS_AS(usual->load(state), DataError);
}
