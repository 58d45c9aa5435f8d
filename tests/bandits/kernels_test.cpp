#include "bandits/kernels/arm_weights.hpp"
#include "core/rng.hpp"
#include "simd/isa.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::bandits;
using simd::Isa;

namespace {

/// Lengths around those of a vector and of a block.
const std::vector<std::size_t> kCounts{1, 2, 3, 7, 8, 9, 15, 16, 17, 33, 100, 784};

std::vector<double> random_values(Rng& rng, std::size_t count, double low, double high) {
    std::vector<double> values(count);
    for (double& value : values)
        value = rng.uniform(low, high);
    return values;
}

std::vector<Isa> sets_of_this_machine() {
    std::vector<Isa> sets;
    for (const Isa isa : {Isa::portable, Isa::avx2, Isa::avx512})
        if (isa <= simd::best_isa()) sets.push_back(isa);
    return sets;
}

/// A table of kernels that says which one it is.
struct Named {
    const char* name;
    static const Named portable, avx2, avx512;
};
const Named Named::portable{"portable"}, Named::avx2{"avx2"}, Named::avx512{"avx512"};

}  // namespace

TEST_CASE("the instruction set is the best that the processor has and the user allows") {
    CHECK(simd::best_isa("avx512", true, true) == Isa::avx512);
    CHECK(simd::best_isa("avx512", true, false) == Isa::avx2);
    CHECK(simd::best_isa("avx512", false, false) == Isa::portable);
    CHECK(simd::best_isa("avx2", true, true) == Isa::avx2);
    CHECK(simd::best_isa("avx2", false, false) == Isa::portable);
    CHECK(simd::best_isa("portable", true, true) == Isa::portable);
}

TEST_CASE("an instruction set's kernels are those of its name") {
    CHECK(simd::kernels<Named>(Isa::portable).name == std::string("portable"));
    CHECK(simd::kernels<Named>(Isa::avx2).name == std::string("avx2"));
    CHECK(simd::kernels<Named>(Isa::avx512).name == std::string("avx512"));
}

TEST_CASE("exponentials are the same bits under every instruction set, in place or not") {
    Rng rng(5);
    for (const std::size_t count : kCounts) {
        const std::vector<double> logs = random_values(rng, count, -900, 0);
        std::vector<double> expected(count);
        simd::kernels<ArmWeightKernels>(Isa::portable)
            .exponentials_below(logs.data(), count, 0.25, expected.data());
        for (const Isa isa : sets_of_this_machine()) {
            std::vector<double> values = logs;
            simd::kernels<ArmWeightKernels>(isa).exponentials_below(values.data(), count, 0.25,
                                                                    values.data());
            REQUIRE(values == expected);
        }
    }
}

TEST_CASE("weights of Tsallis-INF and their sums are the same bits under every instruction set") {
    Rng rng(6);
    for (const std::size_t count : kCounts) {
        const std::vector<double> losses = random_values(rng, count, 3, 500);
        const TsallisArms arms{losses.data(), count, 3, 7.5, 0.3};
        std::vector<double> expected(count);
        double weight = 0, slope = 0;
        for (std::size_t arm = 0; arm < count; ++arm) {
            const double gap = losses[arm] - 3 + 7.5, root = 2 / (0.3 * gap);
            expected[arm] = root * root;
            weight += expected[arm];
            slope += expected[arm] / gap;
        }
        for (const Isa isa : sets_of_this_machine()) {
            const auto& kernels = simd::kernels<ArmWeightKernels>(isa);
            std::vector<double> weights(count);
            REQUIRE(kernels.tsallis_weights(arms, weights.data()) == weight);
            REQUIRE(weights == expected);
            const TsallisSums sums = kernels.tsallis_sums(arms);
            REQUIRE(sums.weight == weight);
            REQUIRE(sums.slope == slope);
            kernels.divide(weights.data(), count, weight);
            for (std::size_t arm = 0; arm < count; ++arm)
                REQUIRE(weights[arm] == expected[arm] / weight);
        }
    }
}
