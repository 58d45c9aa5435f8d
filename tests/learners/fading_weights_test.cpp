#include "core/matrix.hpp"
#include "learners/kernels/flush_to_zero.hpp"
#include "learners/kernels/kernel_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

namespace {

/// One row of `width` weights under votes that all say plus: +1 labels agree, −1 labels oppose.
struct OneRow {
    std::size_t width;
    Isa isa;
    AlignedVector<float> w;
    std::vector<double> sums, masses;
    std::int64_t limit = kNoLimit, spent = 0;

    OneRow(std::size_t width_, Isa isa_, float first)
        : width(width_), isa(isa_), w(width_ == 1 ? 1 : width_, 0.0F), sums(width_), masses(width_) {
        w[0] = first;
    }
    void update(float agree, float disagree) {
        const FlushToZero mode;
        const std::uint16_t cell = 0;
        const std::vector<std::uint32_t> signs(width, 0);
        const WeightFactors by = weight_factors(agree, disagree);
        spent += std::max(0, -std::min(by.agree_steps, by.disagree_steps)) + 1;
        kernels_for(width, isa)
            .update(w.data(), width, 1, &cell, signs.data(), by, {&limit, spent}, sums.data(), masses.data());
    }
};

}  // namespace

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
