/// The factor of exploration: which makes a policy for rewards in [0,1] one for small rewards.
#include "bandits/policy.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;

namespace {

constexpr std::size_t kExploredArms = 5, kExploredSteps = 2000;
constexpr double kSmall = 0x1.0p-6;

/// The arms pulled where arm j pays about `size`·(j + 1)/kArms.
std::vector<std::uint32_t> pulled(const PolicyOptions& options, double size) {
    const auto policy = options.make();
    policy->reset(kExploredArms, kExploredSteps);
    Rng choices(1), noise(2);
    std::vector<std::uint32_t> arms;
    std::uint32_t arm = 0;
    for (std::size_t t = 0; t < kExploredSteps; ++t) {
        policy->select({&arm, 1}, choices);
        policy->reward(arm, size * (arm + noise.uniform()) / kExploredArms);
        policy->end_decision();
        arms.push_back(arm);
    }
    return arms;
}

auto pulls_of_best(const PolicyOptions& options) {
    return std::ranges::count(pulled(options, kSmall), kExploredArms - 1);
}

}  // namespace

TEST_CASE("a bonus times s chooses among rewards times s as the bonus among the rewards") {
    constexpr double kSquare = kSmall * kSmall;
    const auto check = [](std::string_view name, double scaled) {
        INFO(name);
        const auto usual = pulled(name, 1);
        CHECK(pulled(name, kSmall) != usual);
        CHECK(pulled({name, {{"exploration", scaled}}}, kSmall) == usual);
    };
    check("ucb", 2 * kSquare);
    check("moss", kSquare);
    check("moss_anytime", kSquare);
    check("ts_gauss", kSquare);
    check("successive_elimination", kSquare);
}

TEST_CASE("with less exploration the best of small rewards is pulled more often") {
    const auto check = [](std::string_view name) {
        const auto usual = pulls_of_best(name);
        const auto less = pulls_of_best({name, {{"exploration", 0.05}}});
        INFO(name << ": " << usual << ", with less exploration " << less);
        CHECK(less > usual + static_cast<std::ptrdiff_t>(kExploredSteps / 20));
    };
    check("ucb1_tuned");
    check("kl_ucb");
    check("bayes_ucb");
    check("imed");
    check("glr_klucb");
}

TEST_CASE("recovering policies know no scale: smaller rewards change no choice") {
    for (const PolicyOptions& options : {PolicyOptions("recovering"), PolicyOptions("recovering_ucb")})
        CHECK(pulled(options, 1) == pulled(options, kSmall));
}
