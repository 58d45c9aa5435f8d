/// A policy that gives what it may not is told so, before anybody uses it.
#include "bandits/parts/best_arms.hpp"
#include "bandits/policy.hpp"
#include "core/error.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <catch2/catch.hpp>

using Catch::Contains;
using namespace reboost;
using namespace reboost::bandits;

namespace {

/// Gives what the test says, of four arms; what it does not write stays.
class Dictated final : public Policy {
  public:
    std::vector<std::uint32_t> next;
    void select(std::span<std::uint32_t> out, Rng&) override { std::ranges::copy(next, out.begin()); }
};

}  // namespace

TEST_CASE("A policy's choice is taken where its arms exist and differ, and refused else") {
    Dictated policy;
    policy.reset(4, 1);
    CheckedChoice choice;
    Rng rng(1);
    std::array<std::uint32_t, 2> out{};
    const auto chosen = [&](std::vector<std::uint32_t> arms) {
        policy.next = std::move(arms);
        choice.select(policy, out, rng);
        return out;
    };
    CHECK(chosen({0, 3}) == std::array<std::uint32_t, 2>{0, 3});
    CHECK(chosen({3, 0}) == std::array<std::uint32_t, 2>{3, 0});  // again, in another decision
    CHECK_THROWS_AS(chosen({1, 4}), TrainingError);
    CHECK_THROWS_WITH(chosen({1, 4}), Contains("arm 4, of arms 0 to 3"));
    CHECK_THROWS_WITH(chosen({2, 2}), Contains("arm 2 twice"));
    CHECK_THROWS_WITH(chosen({2}), Contains("fewer arms"));
    CHECK_THROWS_WITH(chosen({}), Contains("fewer arms"));
    CHECK(chosen({1, 2}) == std::array<std::uint32_t, 2>{1, 2});
}

TEST_CASE("An index of NaN alone chooses an arm that does not exist, and reads none") {
    BestArms best;
    Rng rng(1);
    std::array<std::uint32_t, 1> out{};
    const std::vector<double> indices(3, std::numeric_limits<double>::quiet_NaN());
    best.select_breaking_ties(indices, out, rng);
    CHECK(out[0] == 3);
}
