/// Every policy of the catalogue against a plain implementation of its paper: the same arms where both draw
/// the same random numbers or none, the same regret within Monte-Carlo error on four kinds of problems.
#include "bandits/policy.hpp"
#include "support/plain_players.hpp"

#include <array>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;
namespace plain = reboost::test::plain;

namespace {

constexpr std::size_t kArms = 4;
constexpr std::size_t kGoldenSteps = 200;
constexpr std::uint64_t kPlays = 50;

/// Mean reward of an arm at time t that was pulled so often; u ∈ [0, 1) makes a reward of it.
struct Game {
    const char* name;
    double (*mean)(std::uint32_t arm, std::size_t t, std::size_t pulls);
    bool coins;  ///< rewards 0 and 1; else between
};
double bernoulli(std::uint32_t arm, std::size_t, std::size_t) {
    constexpr std::array<double, kArms> kMeans{0.3, 0.8, 0.5, 0.4};
    return kMeans[arm];
}
double switching(std::uint32_t arm, std::size_t t, std::size_t) {
    return (arm + t / 80) % kArms == 0 ? 0.8 : 0.3;
}
double rotting(std::uint32_t arm, std::size_t, std::size_t pulls) {
    return arm == 1 && pulls >= 60 ? 0.1 : arm == 1 ? 0.9 : 0.4 + 0.05 * arm;
}
/// In turns of 7 and 13 the arm that paid best pays nothing: no arm's mean tells of it.
double adversarial(std::uint32_t arm, std::size_t t, std::size_t) {
    return (t / 7 + arm) % 2 == 0 ? 0.9 - 0.1 * arm : t % 13 == arm ? 1.0 : 0.1;
}
constexpr std::array<Game, 4> kGames{{{"Bernoulli", bernoulli, true},
                                      {"switching", switching, false},
                                      {"rotting", rotting, true},
                                      {"adversarial", adversarial, false}}};

double reward_of(const Game& game, double mean, double u) {
    return game.coins ? (u < mean ? 1.0 : 0.0) : std::clamp(mean + 0.2 * (u - 0.5), 0.0, 1.0);
}

/// Plays `choose(history, t)` and tells it what it earned; the regret against the best mean of each step.
template <class Choose, class Hear>
double play(const Game& game, std::uint64_t seed, Choose choose, Hear hear, plain::History& history) {
    Rng noise(seed, "noise");
    std::array<std::size_t, kArms> pulls{};
    double regret = 0;
    for (std::size_t t = 1; t <= kGoldenSteps; ++t) {
        const std::uint32_t arm = choose(history, t);
        double best = 0;
        for (std::uint32_t other = 0; other < kArms; ++other)
            best = std::max(best, game.mean(other, t, pulls[other]));
        const double own = game.mean(arm, t, pulls[arm]);
        regret += best - own;
        ++pulls[arm];
        const double reward = reward_of(game, own, noise.uniform());
        hear(arm, reward);
        history.push_back({t, arm, reward});
    }
    return regret;
}

double play_policy(const PolicyEntry& entry, const Game& game, std::uint64_t seed, plain::History& history) {
    const auto policy = entry.make();
    policy->reset(kArms, kGoldenSteps);
    Rng choices(seed, "choices");
    const auto choose = [&](const plain::History&, std::size_t) {
        std::uint32_t arm = 0;
        policy->select({&arm, 1}, choices);
        return arm;
    };
    const auto hear = [&](std::uint32_t arm, double reward) {
        policy->reward(arm, reward);
        policy->end_decision();
    };
    return play(game, seed, choose, hear, history);
}

double play_plain(const plain::PlayerMaker& maker, const Game& game, std::uint64_t seed, const char* purpose,
                  plain::History& history) {
    const plain::Player player = maker();
    Rng choices(seed, purpose);
    return play(
        game, seed,
        [&](const plain::History& past, std::size_t t) {
            return player(past, t, kArms, kGoldenSteps, choices);
        },
        [](std::uint32_t, double) {}, history);
}

struct Sample {
    double sum = 0, squares = 0;
    void add(double value) { sum += value, squares += value * value; }
    double mean() const { return sum / static_cast<double>(kPlays); }
    double variance_of_mean() const {
        const double n = static_cast<double>(kPlays);
        return std::max(0.0, squares / n - mean() * mean()) / (n - 1);
    }
};

/// How many standard errors the mean regrets of the two are apart.
double departure(const PolicyEntry& entry, const plain::PlayerMaker& maker, const Game& game) {
    Sample fast, slow;
    for (std::uint64_t seed = 1; seed <= kPlays; ++seed) {
        plain::History a, b;
        fast.add(play_policy(entry, game, seed, a));
        slow.add(play_plain(maker, game, 1000 + seed, "others", b));
    }
    const double error = std::sqrt(fast.variance_of_mean() + slow.variance_of_mean());
    const double apart = std::abs(fast.mean() - slow.mean());
    INFO(fast.mean() << " against " << slow.mean());
    return apart < 1e-6 ? 0 : apart / std::max(error, 1e-9);
}

}  // namespace

TEST_CASE("the policies that come with ReBoost have plain implementations", "[golden]") {
    const auto players = plain::players();
    CHECK(players.size() >= 35);
    for (const auto& [name, maker] : players) {
        INFO(name);
        CHECK(std::ranges::count(Policy::entries(), name, &PolicyEntry::name) == 1);
    }
    // A policy of one's own needs none to be tried; one that is to stay should have one.
    for (const PolicyEntry& entry : Policy::entries())
        if (entry.make()->program() == nullptr && !players.contains(std::string(entry.name())))
            WARN(entry.name() << " has no plain implementation in tests/support/plain_players.hpp");
}

TEST_CASE("policies that draw no numbers, or the same ones, pull the arms of the plain ones", "[golden]") {
    const auto players = plain::players();
    // Rewards between 0 and 1: no ties, which each would break in its own way.
    const Game game{"noisy", switching, false};
    for (const char* name :
         {"round_robin", "successive_elimination", "ucb", "ucb_v", "eps_greedy", "proportional", "uniform"}) {
        INFO(name);
        const auto entry = std::ranges::find(Policy::entries(), name, &PolicyEntry::name);
        REQUIRE(entry != Policy::entries().end());
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            plain::History fast, slow;
            play_policy(*entry, game, seed, fast);
            play_plain(players.at(name), game, seed, "choices", slow);
            std::size_t first = 0;
            while (first < kGoldenSteps && fast[first].arm == slow[first].arm)
                ++first;
            INFO("seed " << seed);
            CHECK(first == kGoldenSteps);
        }
    }
}

TEST_CASE("every policy loses what its plain implementation loses", "[golden]") {
    const auto players = plain::players();
    for (const PolicyEntry& entry : Policy::entries()) {
        const auto player = players.find(std::string(entry.name()));
        if (player == players.end()) continue;
        for (const Game& game : kGames) {
            INFO(entry.name() << " on " << game.name);
            // 140 comparisons: 4.5 standard errors are passed by chance once in a thousand such tests.
            CHECK(departure(entry, player->second, game) < 4.5);
        }
    }
}
