#include "core/matrix.hpp"
#include "core/rng.hpp"
#include "learners/mh/weights.hpp"
#include "simd/flush_to_zero.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;
using namespace reboost::simd;

namespace {

/// One row of `width` weights under votes that all say plus: +1 labels agree, −1 labels oppose.
struct OneRow {
    std::size_t width;
    Isa isa;
    AlignedVector<float> w;
    std::vector<double> sums, masses;
    BlockFading block;
    std::int64_t spent = 0;

    OneRow(std::size_t width_, Isa isa_, float weight, std::size_t lane = 0)
        : width(width_), isa(isa_), w(width_ == 1 ? 1 : width_, 0.0F), sums(width_), masses(width_) {
        w[lane] = weight;
    }
    void update(float agree, float disagree) {
        const FlushToZero mode;
        const std::uint16_t cell = 0;
        const std::vector<std::uint32_t> signs(width, 0);
        const WeightFactors by = weight_factors(agree, disagree);
        spent += steps_spent(by);
        kernels_for(width, isa)
            .update(w.data(), width, 1, &cell, signs.data(), by, {&block, spent}, sums.data(), masses.data());
    }
};

}  // namespace

TEST_CASE("a factor's steps are its log2 in units of 1/1024", "[fading]") {
    const WeightFactors by = weight_factors(2, 0.125F);
    CHECK(by.agree_steps == 1024);
    CHECK(by.disagree_steps == -3072);
    CHECK(steps_spent(by) == 3073);
    CHECK(weight_factors(std::sqrt(2.0F), 1).agree_steps == 512);
    CHECK(weight_factors(0, 1).agree_steps == -126 * 1024);  // the least normal float
    CHECK(weight_factors(std::numeric_limits<float>::infinity(), 1).agree_steps == 128 * 1024);
}

TEST_CASE("A weight that fell far below the smallest float comes back to where it was",
          "[learners][kernels]") {
    for (const std::size_t width : {1, 4, 16, 64})
        for (const Isa isa : {Isa::portable, best_isa()})
            for (const float label : {1.0F, -1.0F}) {
                INFO("width " << width << ", label " << label);
                OneRow row(width, isa, 0.3F * label);
                // Each round halves the weight of what the vote gets right; a negative label is opposed.
                for (int round = 0; round < 500; ++round)
                    row.update(0.5F, 0.5F);
                CHECK(row.masses[0] == 0);
                CHECK(std::signbit(row.w[0]) == (label < 0));
                for (int round = 0; round < 500; ++round)
                    row.update(2.0F, 2.0F);
                CHECK(row.w[0] == Approx(0.3F * label).epsilon(0.1));
                CHECK(row.masses[0] == Approx(0.3).epsilon(0.1));
            }
}

TEST_CASE("A weight comes back whatever its class, alone in its row") {
    for (const std::size_t width : kKernelWidths)
        for (const Isa isa : {Isa::portable, Isa::avx2, Isa::avx512})
            for (std::size_t lane = 0; lane < width && isa <= best_isa(); ++lane) {
                CAPTURE(width, isa, lane);
                OneRow row(width, isa, 0.3F, lane);
                for (int round = 0; round < 140; ++round)
                    row.update(0.5F, 0.5F);
                CHECK(row.masses[lane] == 0);
                for (int round = 0; round < 140; ++round)
                    row.update(2.0F, 2.0F);
                CHECK(row.masses[lane] == Approx(0.3).epsilon(0.1));
            }
}

TEST_CASE("Faded weights count levels in both directions like exact products", "[learners][kernels]") {
    OneRow row(16, best_isa(), 1e-30F);
    double octaves = std::log2(1e-30);
    for (int round = 0; round < 3000; ++round) {
        const bool down = round % 7 != 0;
        const float factor = down ? 0.93F : 1.31F;
        row.update(factor, 1.0F);
        octaves += std::log2(static_cast<double>(factor));
    }
    REQUIRE(octaves < -126 - 10);
    while (octaves < -100) {
        row.update(1.5F, 1.0F);
        octaves += std::log2(1.5);
    }
    // 1/2048 octave a step at most, at random signs, and 0.09 at each crossing.
    CHECK(std::log2(static_cast<double>(row.w[0])) == Approx(octaves).margin(1.0));
}

TEST_CASE("A zero weight stays zero, whatever it is multiplied by", "[learners][kernels]") {
    OneRow row(16, best_isa(), 0.5F);
    for (int round = 0; round < 300; ++round)
        row.update(0.5F, 0.5F);
    for (int round = 0; round < 10; ++round)
        row.update(8.0F, 8.0F);
    for (std::size_t l = 1; l < 16; ++l) {
        std::uint32_t bits = 1;
        std::memcpy(&bits, &row.w[l], sizeof bits);
        CHECK(bits == 0);
    }
}

TEST_CASE("Below the deepest level a weight waits there", "[learners][kernels]") {
    OneRow row(16, best_isa(), 1.0F);
    for (int round = 0; round < 2000; ++round)
        row.update(1e-3F, 1.0F);  // 19,931 octaves
    int back = 0;
    while (row.masses[0] == 0 && back < 10000) {
        row.update(1024.0F, 1.0F);
        ++back;
    }
    CHECK(back * 10 == Approx(8192).margin(150));
}

TEST_CASE("What is remembered of a block changes no bit", "[learners][kernels]") {
    // Rows of ±1 labels under votes that differ by cell; `fresh` forgets everything before each round.
    static constexpr std::size_t kRows = 3 * kFadingBlock + 5;
    const float scale = GENERATE(0.02F, 1.0F, 60.0F);  // of α: slow drift, jumps, down to the least level
    const std::size_t width = GENERATE(4, 16, 64);
    const Isa isa = GENERATE(Isa::portable, best_isa());
    INFO("width " << width << ", factors of e^±" << scale);
    const FlushToZero mode;
    Rng rng(7);
    AlignedVector<float> kept(kRows * width), fresh;
    for (std::size_t i = 0; i < kept.size(); ++i)
        kept[i] = i % width + 1 == width ? 0.0F
                  : rng.uniform() < 0.3  ? 2e-38F
                                         : -2e-38F;  // the last is padding
    fresh = kept;
    std::vector<BlockFading> blocks(kRows / kFadingBlock + 1);
    std::int64_t spent = 0;
    std::vector<double> sums(width), masses(width), fresh_sums(width), fresh_masses(width);
    std::int64_t deepest_seen = 0;
    for (int round = 0; round < 3000; ++round) {
        std::vector<std::uint16_t> cells(kRows);
        std::vector<std::uint32_t> signs(2 * width);
        for (std::size_t i = 0; i < kRows; ++i)
            cells[i] = rng.uniform() < 0.5 ? 0 : 1;
        for (auto& sign : signs)
            sign = rng.uniform() < 0.5 ? 0 : 0x80000000;
        const float alpha = scale * static_cast<float>(rng.uniform());
        // First down, then up again, so that weights fade and return; none above 1.
        const float drift = round % 1000 < 500 ? -0.4F : 0.4F;
        const bool down = std::any_of(masses.begin(), masses.end(), [](double mass) { return mass > 1; });
        const WeightFactors by = weight_factors(std::exp(alpha * (down ? -1.4F : drift - 1)),
                                                std::exp(alpha * (down ? -1.4F : drift + 1)));
        spent += steps_spent(by);
        std::vector<BlockFading> unknown(blocks.size());
        const std::int64_t deepest = deepest_faded(fresh) + steps_spent(by);
        kernels_for(width, isa)
            .update(kept.data(), width, kRows, cells.data(), signs.data(), by, {blocks.data(), spent},
                    sums.data(), masses.data());
        kernels_for(width, isa)
            .update(fresh.data(), width, kRows, cells.data(), signs.data(), by, {unknown.data(), deepest},
                    fresh_sums.data(), fresh_masses.data());
        REQUIRE(std::memcmp(kept.data(), fresh.data(), kept.size() * sizeof(float)) == 0);
        REQUIRE(sums == fresh_sums);
        REQUIRE(masses == fresh_masses);
        deepest_seen = std::max(deepest_seen, deepest);
    }
    CHECK(deepest_seen > (scale > 1 ? 0x7f0000 : 10));
}
