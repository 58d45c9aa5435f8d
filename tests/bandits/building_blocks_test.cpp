#include "bandits/parts/best_arms.hpp"
#include "bandits/parts/deviates.hpp"
#include "bandits/parts/drawn_policy.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;

TEST_CASE("the best arms are those of a stable sort, for every size and k") {
    Rng rng(2);
    BestArms best;
    for (const std::size_t arms : {1U, 2U, 7U, 8U, 9U, 16U, 31U, 300U})
        for (const std::size_t k : {std::size_t{1}, std::size_t{2}, std::size_t{10}, std::size_t{70}, arms}) {
            if (k > arms) continue;
            for (int trial = 0; trial < 20; ++trial) {
                std::vector<double> values(arms);
                for (double& value : values)
                    value = static_cast<double>(rng.below(5 + arms / 2)) - 3;
                std::vector<std::uint32_t> expected(arms);
                std::iota(expected.begin(), expected.end(), 0U);
                std::ranges::stable_sort(expected, [&](auto a, auto b) { return values[a] > values[b]; });
                expected.resize(k);
                std::vector<std::uint32_t> out(k);
                best.select(values, out);
                REQUIRE(out == expected);
            }
        }
}

TEST_CASE("the largest and the least of any number of values") {
    Rng rng(5);
    for (std::size_t size = 1; size < 40; ++size) {
        std::vector<double> values(size);
        for (double& value : values)
            value = rng.normal();
        CHECK(largest(values) == *std::ranges::max_element(values));
        CHECK(least(values) == *std::ranges::min_element(values));
        CHECK(values[first_best(values)] == largest(values));
    }
}

TEST_CASE("lazy draws are those of the generator, never above their bounds, which are reached") {
    constexpr std::size_t kArms = 20'000;
    Rng rng(6), same(6);
    double gumbel_gap = 10, normal_gap = 10;
    for (std::size_t arm = 0; arm < kArms; ++arm) {
        const double u = Gumbel::uniform(rng);
        REQUIRE(Gumbel::exact(u) == -std::log(-std::log(same.uniform() + 0x1.0p-54)));
        REQUIRE(Gumbel::exact(u) <= Gumbel::bound(u));
        gumbel_gap = std::min(gumbel_gap, Gumbel::bound(u) - Gumbel::exact(u));
    }
    for (std::size_t arm = 0; arm < kArms; ++arm) {
        const double u = Normal::uniform(rng), tail = std::max(same.uniform(), 0x1.0p-54);
        REQUIRE(0.5 * std::erfc(Normal::exact(u) / std::numbers::sqrt2) == Approx(tail).epsilon(1e-12));
        REQUIRE(Normal::exact(u) <= Normal::bound(u));
        normal_gap = std::min(normal_gap, Normal::bound(u) - Normal::exact(u));
    }
    CHECK(gumbel_gap < 0.01);
    CHECK(normal_gap < 0.01);
    CHECK(rng.next() == same.next());
}

TEST_CASE("draws from a beta distribution's tails have the conditional distribution") {
    struct Case {
        double alpha, beta, level, middle;
    };
    // In turn: flat, falling steeply, a level within the bulk, rising to the end, falling slowly, far out.
    for (const auto& [alpha, beta, level, middle] : {Case{1, 1, 0.9, 0.95},
                                                     {3, 50, 0.2, 0.23},
                                                     {40, 30, 0.5, 0.6},
                                                     {5, 1.0001, 0.99, 0.995},
                                                     {1.2, 1.3, 0.9, 0.93},
                                                     {2, 400, 0.05, 0.051}}) {
        CAPTURE(alpha, beta, level);
        const double tail = beta_tail(alpha, beta, level);
        const double above = beta_tail(alpha, beta, middle) / tail;
        const double lower = level * 0.8;
        const double below = (1 - beta_tail(alpha, beta, lower)) / (1 - tail);
        constexpr int kDraws = 20'000;
        Rng rng(8);
        int higher = 0, lowest = 0;
        for (int i = 0; i < kDraws; ++i) {
            const double x = draw_beta_above(alpha, beta, level, tail, rng);
            const double y = draw_beta_below(alpha, beta, level, tail, rng);
            REQUIRE((x > level && x < 1 && y > 0 && y <= level));
            higher += x > middle;
            lowest += y <= lower;
        }
        const auto margin = [](double p) { return 5 * std::sqrt(p * (1 - p) / kDraws) + 1e-9; };
        CHECK(static_cast<double>(higher) / kDraws == Approx(above).margin(margin(above)));
        CHECK(static_cast<double>(lowest) / kDraws == Approx(below).margin(margin(below)));
    }
    CHECK(beta_tail(1, 1, 0.9) == Approx(0.1).epsilon(1e-14));
    CHECK(beta_tail(2, 1, 0.9) == Approx(1 - 0.81).epsilon(1e-14));
}

TEST_CASE("no share of the evidence has a tail above its bound, and the bound is near") {
    constexpr double kShare = 0.85;
    Rng rng(9);
    for (int i = 0; i < 2000; ++i) {
        const double successes = i % 5 == 0 ? 0 : std::exp(rng.uniform(-5, 7));
        const double failures = i % 7 == 0 ? 0 : std::exp(rng.uniform(-5, 9)),
                     level = rng.uniform(0.01, 0.99);
        const double growth = evidence_growth(successes, failures, kShare);
        const double bound = growth * beta_tail(1 + kShare * successes, 1 + kShare * failures, level);
        for (const double share : {0.85, 0.88, 0.92, 0.96, 1.0})
            REQUIRE(beta_tail(1 + share * successes, 1 + share * failures, level) <= bound * (1 + 1e-9));
        REQUIRE(growth < 1 / kShare + 1e-9);
    }
}

TEST_CASE("exponentials agree with the library and never overflow") {
    Rng rng(3);
    std::vector<double> logs(1001);
    for (double& value : logs)
        value = rng.uniform(-600, 0);
    logs[17] = 0;
    logs[18] = -1e-17;
    std::vector<double> out(logs.size());
    double sum = exponentials(logs, out);
    for (std::size_t j = 0; j < logs.size(); ++j)
        REQUIRE(out[j] == Approx(std::exp(logs[j])).epsilon(1e-14));
    CHECK(sum == Approx(std::accumulate(out.begin(), out.end(), 0.0)).epsilon(1e-14));
    CHECK(out[17] == 1);
    for (double& value : logs)
        value = 1e15 + value * 1e12;
    sum = exponentials(logs, out);
    CHECK(std::isfinite(sum));
    CHECK(*std::ranges::max_element(out) == 1);
}

TEST_CASE("inclusion probabilities are capped at 1 and sum to k") {
    std::vector<double> p{0.7, 0.1, 0.1, 0.05, 0.05};
    cap_inclusion(p, 2);
    CHECK(p[0] == 1);
    CHECK(p[1] == Approx(1.0 / 3));
    CHECK(p[4] == Approx(0.5 / 3));
    std::vector<double> all{0.9, 0.05, 0.05};
    cap_inclusion(all, 3);
    CHECK(all == std::vector<double>{1, 1, 1});
}

TEST_CASE("inclusion probabilities are numbers where one arm has all but nothing of the mass") {
    for (const double rest : {1e-20, 0.0}) {
        std::vector<double> p{1 - rest, rest, 0, 0};
        cap_inclusion(p, 2);
        CHECK(p[0] == 1);
        CHECK(std::accumulate(p.begin() + 1, p.end(), 0.0) == Approx(1));
        for (const double one : p)
            CHECK((one >= 0 && one <= 1));
    }
}

TEST_CASE("a systematic draw has its inclusion probabilities and never repeats an arm") {
    Rng rng(7);
    const std::vector<double> inclusion{1, 0.5, 0.25, 0.75, 0.5};
    std::vector<int> counts(5, 0);
    std::vector<std::uint32_t> out(3);
    for (int trial = 0; trial < 20000; ++trial) {
        draw_systematic(inclusion, out, rng);
        REQUIRE(out[0] < out[1]);
        REQUIRE(out[1] < out[2]);
        for (const auto arm : out)
            ++counts[arm];
    }
    for (std::size_t j = 0; j < 5; ++j)
        CHECK(std::abs(counts[j] / 20000.0 - inclusion[j]) < 0.02);
}

TEST_CASE("a systematic draw is complete where rounding leaves the sum below k") {
    Rng rng(7);
    const std::vector<double> inclusion{0.3, 0.3, 0.3};
    std::vector<std::uint32_t> out(2);
    for (int trial = 0; trial < 200; ++trial) {
        draw_systematic(inclusion, out, rng);
        REQUIRE(out[0] != out[1]);
        REQUIRE(std::max(out[0], out[1]) < 3);
    }
}

TEST_CASE("a proportional draw follows the weights and falls back to uniform") {
    Rng rng(8);
    std::vector<int> counts(3, 0);
    std::uint32_t arm = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        std::vector<double> weights{1, 0, 3};
        draw_proportional(weights, {&arm, 1}, 0, rng);
        ++counts[arm];
    }
    CHECK(counts[1] == 0);
    CHECK(std::abs(counts[2] - 15000) < 400);
    std::vector<double> weights{0, 1, 0, 0};
    std::vector<std::uint32_t> out(4);
    draw_proportional(weights, out, 0, rng);
    CHECK(out[0] == 1);
    std::ranges::sort(out);
    CHECK(out == std::vector<std::uint32_t>{0, 1, 2, 3});
}
