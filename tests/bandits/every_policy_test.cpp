/// What holds for every policy of the catalogue, in both variants: a new one is tested the moment it is
/// listed.
#include "bandits/policy.hpp"
#include "bandits/trial/trial.hpp"
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

std::unique_ptr<Policy> fresh(const PolicyEntry& entry, Variant variant, std::size_t arms,
                              std::size_t horizon = 1000) {
    auto policy = PolicyOptions(entry.name()).make(variant);
    policy->reset(arms, horizon);
    return policy;
}

template <class Check>
void for_each_policy(Check check) {
    for (const PolicyEntry& entry : Policy::entries())
        for (const Variant variant : {Variant::literature, Variant::multiboost}) {
            if (entry.make()->program() != nullptr) continue;
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

TEST_CASE("every policy of the catalogue conforms, in both variants") {
    for_each_policy([](const auto&, const PolicyEntry& entry, Variant variant) {
        const bool draws = PolicyOptions(entry.name()).draws();
        const auto fresh = [&] { return PolicyOptions(entry.name()).make(variant); };
        for (const std::string& failure : conformance_failures(fresh, {.draws = draws}))
            FAIL_CHECK(failure);
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

TEST_CASE("of what a policy did before it loads a state nothing is left") {
    for_each_policy([](const auto& make) {
        const auto policy = make(12), used = make(12);
        Rng rng(27), other(28);
        drive(*policy, 4, 0, 60, rng);
        drive(*used, 3, 0, 90, other);
        Archive state;
        policy->save(state);
        used->load(state);
        Archive again;
        used->save(again);
        CHECK(again == state);
        Rng same = rng;
        CHECK(drive(*policy, 4, 0, 50, rng) == drive(*used, 4, 0, 50, same));
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
    state.put_scalar("epoch", 1e15);
    CHECK_THROWS_AS(usual->load(state), DataError);
}
