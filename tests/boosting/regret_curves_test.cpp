#include "boosting/regret.hpp"
#include "core/error.hpp"

#include <array>
#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using boosting::RegretCurves;

TEST_CASE("Regret curves of two sequences, by hand") {
    RegretCurves curves(2);
    curves.add(0, 10, 10, 3, std::array<double, 2>{5, 1});
    curves.end_sequence();
    Archive half;
    save_state(curves, half);
    RegretCurves resumed(2);
    load_state(resumed, half);
    resumed.add(0, 10, 10, 4, std::array<double, 2>{4, 9});
    resumed.end_sequence();
    Archive saved;
    resumed.save_curves(saved);
    CHECK(saved.get<double>("regret/expected") == std::vector<double>{3.5});     // (2 + 5) / 2
    CHECK(saved.get<double>("regret/pseudo") == std::vector<double>{1.5});       // the second arm: 5 − 3.5
    CHECK(saved.get<double>("regret/pseudo_sd")[0] == Approx(std::sqrt(24.5)));  // of −2 and 5
    RegretCurves other(3);
    CHECK_THROWS_AS(load_state(other, half), DataError);
}

TEST_CASE("One sequence has no deviation") {
    RegretCurves curves(1);
    curves.add(0, 1, 1, 0, std::array<double, 1>{1});
    curves.end_sequence();
    Archive saved;
    curves.save_curves(saved);
    CHECK(!saved.contains("regret/pseudo_sd"));
}
