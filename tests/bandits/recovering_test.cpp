/// Policies for arms that recover: the curve by hand, what they earn, and that they know no scale.
#include "bandits/policy.hpp"
#include "bandits/problems.hpp"
#include "bandits/recovering/recovery_curve.hpp"
#include "bandits/trial/trial.hpp"
#include "core/fields.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;

namespace {

constexpr double kHardlyAnyPrior = 1e-9;

/// What `steps` pulls of arms that recover earn, in units of `size`, the mean over seeds. Rewards vary by
/// half.
double earned(const PolicyOptions& options, const std::vector<double>& levels, double pause, double size) {
    constexpr std::uint64_t kSeeds = 10;
    constexpr std::size_t kSteps = 3000;
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        RecoveringArms arms(levels, pause);
        const auto policy = options.make();
        policy->reset(levels.size(), kSteps);
        Rng environment(seed, "environment"), choices(seed, "choices");
        std::uint32_t arm = 0;
        for (std::size_t t = 0; t < kSteps; ++t) {
            policy->select({&arm, 1}, choices);
            sum += arms.mean(arm) / kSeeds;
            policy->reward(arm, size * arms.mean(arm) * environment.uniform(0.5, 1.5));
            policy->end_decision();
            arms.pull(arm);
        }
    }
    return sum;
}

double lost(const PolicyOptions& options, std::size_t problem) {
    constexpr std::uint64_t kSeeds = 20;
    double sum = 0;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
        sum += standard_problems()[problem].play(*options.make(), 5000, seed) / kSeeds;
    return sum;
}

}  // namespace

TEST_CASE("a recovery curve is the share of the last bin's that each bin pays") {
    RecoveryCurve curve;
    curve.reset(kHardlyAnyPrior);
    CHECK(curve.share(1) == 1);
    curve.add(1, 1, 0.2);
    CHECK(curve.share(1) == 1);  // nothing longer to compare it with
    curve.add(1, 2, 0.4);
    curve.add(20, 0.5, 0.4);
    CHECK(curve.share(1) == Approx(0.2 / 0.8));
    CHECK(curve.share(20) == 1);
    CHECK(curve.share(23) == 1);  // of its bin, 20 to 23
    CHECK(curve.share(1'000'000) == 1);
}

TEST_CASE("bins of a recovery curve that fall are pooled") {
    RecoveryCurve curve;
    curve.reset(kHardlyAnyPrior);
    curve.add(1, 1, 0.1);
    curve.add(2, 1, 0.5);
    curve.add(3, 3, 0.3);  // less than two decisions after a pull: together 0.8 of 4
    curve.add(4, 1, 0.4);
    CHECK(curve.share(1) == Approx(0.1 / 0.4));
    CHECK(curve.share(2) == Approx(0.2 / 0.4));
    CHECK(curve.share(3) == Approx(0.2 / 0.4));
    CHECK(curve.share(4) == 1);
}

TEST_CASE("a recovery curve begins with pulls that pay the mean share in each bin") {
    RecoveryCurve curve;
    curve.reset(2);
    curve.add(1, 1, 0.2);
    curve.add(4, 1, 0.6);
    // Two more pulls of level 1 and reward 0.4 in each: 1.0 of 3 and 1.4 of 3.
    CHECK(curve.share(1) == Approx(1.0 / 1.4));
    CHECK(curve.share(2) == Approx(0.4 / (1.4 / 3)));
    curve.reset(1);
    curve.add(5, 0, 0);
    CHECK(curve.share(5) == 1);
}

TEST_CASE("recovering policies earn more than others where arms recover") {
    for (const PolicyOptions& options : {PolicyOptions("recovering"), PolicyOptions("recovering_ucb")})
        for (const PolicyOptions& rival :
             {PolicyOptions("uniform"), PolicyOptions("round_robin"), PolicyOptions("ucb"),
              PolicyOptions("ucb", {{"exploration", 0.02}})}) {
            const double own = lost(options, 4), of_rival = lost(rival, 4);
            INFO(name_of(options) << " loses " << own << ", " << name_of(rival) << " " << of_rival);
            CHECK(own < 0.7 * of_rival);
        }
}

TEST_CASE("recovering policies earn more than others where rewards are as small as edges are") {
    std::vector<double> levels;
    for (int arm = 0; arm < 60; ++arm)
        levels.push_back(std::pow(0.95, arm));
    const auto earns = [&](const PolicyOptions& options) { return earned(options, levels, 5, 0.03); };
    for (const PolicyOptions& options : {PolicyOptions("recovering"), PolicyOptions("recovering_ucb")})
        for (const PolicyOptions& rival :
             {PolicyOptions("uniform"), PolicyOptions("round_robin"), PolicyOptions("ucb"),
              PolicyOptions("ucb", {{"exploration", 0.02}})}) {
            const double own = earns(options), of_rival = earns(rival);
            INFO(name_of(options) << " earns " << own << ", " << name_of(rival) << " " << of_rival);
            CHECK(own > 1.3 * of_rival);
        }
}

TEST_CASE("recovering policies lose less than a uniform draw where nothing wears out") {
    for (const PolicyOptions& options : {PolicyOptions("recovering"), PolicyOptions("recovering_ucb")}) {
        const double own = lost(options, 0), uniform = lost(PolicyOptions("uniform"), 0);
        INFO(name_of(options) << " loses " << own << ", uniform " << uniform);
        CHECK(own < 0.5 * uniform);
    }
}
