#include "core/rng.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <catch2/catch.hpp>

using namespace reboost;

TEST_CASE("The generator's numbers are pinned: a change would change every result", "[core]") {
    // The first four by a second implementation of xoshiro256++, SplitMix64 and FNV-1a.
    Rng rng(1, "a");
    CHECK(rng.next() == 0xb99b80d0f59d83c4ULL);
    CHECK(rng.next() == 0x4b2d5d20e577c4faULL);
    CHECK(rng.next() == 0x048e5e2cf599f57eULL);
    CHECK(rng.next() == 0xdc4203ddceaad339ULL);
    Rng zero(0);
    CHECK(zero.next() == 0x96bb3c9cab98ed3fULL);
    CHECK(zero.next() == 0x65b64fbc9a770e81ULL);
}

TEST_CASE("The distributions' numbers are pinned", "[core]") {
    Rng rng(42, "u");
    CHECK(rng.uniform() == 0.95455808321769153);
    CHECK(rng.uniform() == 0.435407113080996);
    CHECK(rng.uniform() == 0.23295910988341773);
    std::vector<std::uint64_t> below;
    for (int i = 0; i < 5; ++i)
        below.push_back(rng.below(10));
    CHECK(below == std::vector<std::uint64_t>{7, 0, 3, 9, 7});
    // Above 2^63 about half of the numbers are drawn again. By a second implementation.
    Rng large(1, "a");
    const std::uint64_t bound = (std::uint64_t{1} << 63) + 1;
    for (const std::uint64_t expected :
         {6687212576684556770U, 5164414067066736405U, 3258725411785722222U, 3544845346479786433U})
        CHECK(large.below(bound) == expected);
    CHECK(large.next() == 0x061ace2fd14e3397ULL);
    CHECK(rng.normal() == Approx(-1.3045759456166002).epsilon(1e-14));
    CHECK(rng.normal() == Approx(1.1895410526296952).epsilon(1e-14));
    Rng sampler(7);
    CHECK(sampler.sample(10, 4) == std::vector<std::uint32_t>{5, 6, 0, 4});
    const double weights[] = {1, 0, 3};
    std::vector<std::size_t> drawn;
    for (int i = 0; i < 6; ++i)
        drawn.push_back(sampler.discrete(weights));
    CHECK(drawn == std::vector<std::size_t>{2, 2, 2, 0, 2, 0});
    std::vector<int> items{0, 1, 2, 3, 4, 5};
    sampler.shuffle(std::span<int>(items));
    CHECK(items == std::vector<int>{2, 4, 3, 0, 1, 5});
}

TEST_CASE("Streams of different seeds or purposes differ, and a state resumes", "[core]") {
    CHECK(Rng(1, "a").next() != Rng(1, "b").next());
    CHECK(Rng(1, "a").next() != Rng(2, "a").next());
    CHECK(Rng(1, "a").next() != Rng(1).next());
    Rng rng(5);
    rng.next();
    Rng other(6);
    other.set_state(rng.state());
    for (int i = 0; i < 10; ++i)
        CHECK(rng.next() == other.next());
}

TEST_CASE("Draws have the moments of their distributions", "[core]") {
    Rng rng(3);
    const int n = 100'000;
    double uniform = 0, normal = 0, square = 0, fourth = 0;
    std::vector<int> counts(7, 0), discrete(3, 0);
    const double weights[] = {0.2, 0, 0.6};
    for (int i = 0; i < n; ++i) {
        uniform += rng.uniform(2, 4);
        const double z = rng.normal();
        normal += z;
        square += z * z;
        fourth += z * z * z * z;
        ++counts[rng.below(7)];
        ++discrete[rng.discrete(weights)];
    }
    // Within five standard errors.
    const double root = std::sqrt(static_cast<double>(n));
    CHECK(uniform / n == Approx(3).margin(5 * 0.58 / root));
    CHECK(normal / n == Approx(0).margin(5 / root));
    CHECK(square / n == Approx(1).margin(5 * 1.42 / root));
    CHECK(fourth / n == Approx(3).margin(5 * 9.8 / root));
    for (const int count : counts)
        CHECK(count == Approx(n / 7.0).margin(5 * std::sqrt(n / 7.0)));
    CHECK(discrete[1] == 0);
    CHECK(discrete[2] == Approx(0.75 * n).margin(5 * std::sqrt(n * 0.19)));
}

TEST_CASE("A sample holds distinct numbers, a full one all of them", "[core]") {
    Rng rng(9);
    auto all = rng.sample(50, 50);
    std::sort(all.begin(), all.end());
    std::vector<std::uint32_t> expected(50);
    std::iota(expected.begin(), expected.end(), 0U);
    CHECK(all == expected);
    CHECK(rng.sample(5, 0).empty());
    CHECK(rng.below(1) == 0);
}
