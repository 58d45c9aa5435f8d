/// Every kernel of every width gives the same bits on every instruction set, and what its description says.
#include "core/matrix.hpp"
#include "core/rng.hpp"
#include "learners/mh/weights.hpp"
#include "simd/flush_to_zero.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;
using namespace reboost::simd;

namespace {

constexpr std::size_t kRows = 333, kBins = 19, kPivot = 5, kCells = 7;

std::vector<Isa> instruction_sets() {
    std::vector<Isa> sets{Isa::portable};
    if (__builtin_cpu_supports("avx2")) sets.push_back(Isa::avx2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        sets.push_back(Isa::avx512);
    return sets;
}

/// Random weights, codes, lists, cells and votes for one width.
struct Inputs {
    std::size_t width;
    AlignedVector<float> weights;
    std::vector<std::uint8_t> codes8[4];
    std::vector<std::uint16_t> codes16, sorted_rows16, cells, parity;
    std::vector<std::uint32_t> codes32, sorted_rows32, node_rows, signs;
    std::vector<BinGroup> groups;  ///< of sorted_rows16
    std::size_t left = 0;
    std::vector<double> totals;

    explicit Inputs(std::size_t w) : width(w), weights(kRows * w), signs(kCells * w), totals(w, 0.0) {
        Rng rng(w, "kernels");
        for (float& weight : weights)
            weight = static_cast<float>(std::exp(3 * rng.normal()) * (rng.below(2) == 0 ? 1 : -1) / 1000);
        for (std::size_t i = 0; i < kRows; ++i) {
            for (auto& codes : codes8)
                codes.push_back(static_cast<std::uint8_t>(rng.uniform() < 0.4 ? kPivot : rng.below(kBins)));
            codes16.push_back(codes8[0].back());
            codes32.push_back(codes8[0].back());
            cells.push_back(static_cast<std::uint16_t>(rng.below(kCells)));
            parity.push_back(static_cast<std::uint16_t>(rng.below(2)));
            if (rng.below(3) > 0) node_rows.push_back(static_cast<std::uint32_t>(i));
        }
        for (std::uint32_t& sign : signs)
            sign = rng.below(2) == 0 ? 0 : 0x80000000U;
        for (std::uint16_t code = 0; code < kBins; ++code) {
            if (code == kPivot) left = sorted_rows16.size();
            const std::size_t before = sorted_rows16.size();
            for (std::size_t i = 0; i < kRows && code != kPivot; ++i) {
                if (codes16[i] != code) continue;
                sorted_rows16.push_back(static_cast<std::uint16_t>(i));
            }
            groups.push_back({code, static_cast<std::uint16_t>(sorted_rows16.size() - before)});
        }
        sorted_rows32.assign(sorted_rows16.begin(), sorted_rows16.end());
        for (std::size_t i = 0; i < kRows; ++i)
            for (std::size_t l = 0; l < width; ++l)
                totals[l] += static_cast<double>(weights[i * width + l]);
    }
};

/// Accumulators of one histogram: doubles where the width is 1, else floats.
struct Histogram {
    std::size_t width;
    AlignedVector<std::byte> bytes;
    explicit Histogram(std::size_t w) : width(w), bytes(kBins * w * (w == 1 ? 8 : 4)) {}
    double at(std::size_t bin, std::size_t l) const {
        if (width == 1) return reinterpret_cast<const double*>(bytes.data())[bin];
        return static_cast<double>(reinterpret_cast<const float*>(bytes.data())[bin * width + l]);
    }
};

void append(std::string& out, const void* bytes, std::size_t size) {
    out.append(static_cast<const char*>(bytes), size);
}
void append(std::string& out, const std::vector<double>& values) {
    append(out, values.data(), 8 * values.size());
}
void append(std::string& out, const ThresholdScore& score) {
    append(out, &score.edge, sizeof score.edge);
    append(out, &score.threshold, sizeof score.threshold);
}

std::vector<Histogram> all_histograms(const Kernels& k, const Inputs& in) {
    std::vector<Histogram> hists(12, Histogram(in.width));
    const float* w = in.weights.data();
    const std::uint8_t* const four[4] = {in.codes8[0].data(), in.codes8[1].data(), in.codes8[2].data(),
                                         in.codes8[3].data()};
    void* const first_four[4] = {hists[8].bytes.data(), hists[9].bytes.data(), hists[10].bytes.data(),
                                 hists[11].bytes.data()};
    std::vector<Histogram> node(4, Histogram(in.width));
    void* const node_four[4] = {node[0].bytes.data(), node[1].bytes.data(), node[2].bytes.data(),
                                node[3].bytes.data()};
    const ScannedRows all(0, kRows), some(in.node_rows);
    const void* const codes[3] = {four[0], in.codes16.data(), in.codes32.data()};
    for (std::size_t type = 0; type < 3; ++type) {
        k.histogram[type](w, in.width, codes[type], all, hists[type].bytes.data());
        k.histogram[type](w, in.width, codes[type], some, hists[4 + type].bytes.data());
    }
    k.histogram_list(w, in.width, in.sorted_rows16.data(), in.groups.data(), in.groups.size(),
                     hists[3].bytes.data(), nullptr, 0);
    k.four_histograms(w, in.width, four, all, first_four);
    k.four_histograms(w, in.width, four, some, node_four);
    hists[7] = node[0];
    hists.insert(hists.end(), node.begin() + 1, node.end());
    return hists;
}

/// All results of a kernel table, as bytes.
std::string all_results(const Kernels& k, const Inputs& in) {
    std::string out;
    std::vector<Histogram> hists = all_histograms(k, in);
    const std::size_t width = in.width;
    for (const Histogram& hist : hists)
        append(out, hist.bytes.data(), hist.bytes.size());
    append(out, k.best_threshold(hists[0].bytes.data(), kBins, kPivot, in.totals.data(), 0));
    std::vector<double> edges(kBins, 0.0), sums(width), masses(width);
    k.add_edges(hists[0].bytes.data(), kBins, kPivot, in.totals.data(), edges.data());
    append(out, edges);
    k.subtract(hists[0].bytes.data(), hists[4].bytes.data(), kBins);
    append(out, hists[0].bytes.data(), hists[0].bytes.size());
    k.add(hists[0].bytes.data(), hists[4].bytes.data(), kBins);
    append(out, hists[0].bytes.data(), hists[0].bytes.size());
    const auto scan = [&](const Numbers& rows, const Numbers& codes) {
        return k.scan_sorted(in.weights.data(), width, {rows, codes, in.left, in.sorted_rows32.size()},
                             in.totals.data(), 0);
    };
    for (const Numbers& codes : {Numbers{in.codes16.data(), 2}, Numbers{in.codes32.data(), 4}}) {
        const ThresholdScore wide = scan({in.sorted_rows32.data(), 4}, codes);
        const ThresholdScore narrow = scan({in.sorted_rows16.data(), 2}, codes);
        CHECK(std::pair(narrow.edge, narrow.threshold) == std::pair(wide.edge, wide.threshold));
        append(out, wide);
    }
    k.signed_sums(in.weights.data(), width, kRows, in.parity.data(), in.signs.data(), sums.data());
    append(out, sums);
    AlignedVector<float> copy(in.weights.size());
    k.signed_copy(in.weights.data(), width, kRows, in.parity.data(), in.signs.data(), copy.data(),
                  sums.data());
    append(out, sums);
    append(out, copy.data(), 4 * copy.size());
    k.row_sums(in.weights.data(), width, in.node_rows.data(), in.node_rows.size(), sums.data());
    append(out, sums);
    copy = in.weights;
    std::vector<BlockFading> blocks(kRows / kFadingBlock + 1);
    // Two cells as for stumps, then many as for trees.
    k.update(copy.data(), width, kRows, in.parity.data(), in.signs.data(), weight_factors(0.7F, 1.9F),
             {blocks.data(), 1000}, sums.data(), masses.data());
    k.update(copy.data(), width, kRows, in.cells.data(), in.signs.data(), weight_factors(0.8F, 1.7F),
             {blocks.data(), 2000}, sums.data(), masses.data());
    append(out, sums);
    append(out, masses);
    append(out, copy.data(), 4 * copy.size());
    return out;
}

}  // namespace

TEST_CASE("Every kernel gives the same bits on every instruction set", "[learners][kernels]") {
    for (const std::size_t width : {1, 4, 8, 16, 32, 48, 64}) {
        const Inputs inputs(width);
        const std::string portable = all_results(kernels_for(width, Isa::portable), inputs);
        for (const Isa isa : instruction_sets()) {
            INFO("width " << width << ", instruction set " << static_cast<int>(isa));
            CHECK(kernels_for(width, isa).width == width);
            CHECK((all_results(kernels_for(width, isa), inputs) == portable));
        }
    }
}

TEST_CASE("Histograms hold the sums of their rows, however the rows are given", "[learners][kernels]") {
    for (const std::size_t width : {1, 4, 16, 48}) {
        const Inputs in(width);
        const auto hists = all_histograms(kernels_for(width), in);
        std::vector<double> all(kBins * width, 0.0), node(kBins * width, 0.0);
        for (std::size_t i = 0; i < kRows; ++i)
            for (std::size_t l = 0; l < width; ++l)
                all[in.codes16[i] * width + l] += static_cast<double>(in.weights[i * width + l]);
        for (const std::uint32_t i : in.node_rows)
            for (std::size_t l = 0; l < width; ++l)
                node[in.codes16[i] * width + l] += static_cast<double>(in.weights[i * width + l]);
        for (std::size_t bin = 0; bin < kBins; ++bin)
            for (std::size_t l = 0; l < width; ++l) {
                const double expected = all[bin * width + l];
                for (const std::size_t h : {0, 1, 2, 8})
                    CHECK(hists[h].at(bin, l) == Approx(expected).margin(1e-5));
                CHECK(hists[3].at(bin, l) == Approx(bin == kPivot ? 0 : expected).margin(1e-5));
                for (const std::size_t h : {4, 5, 6, 7})
                    CHECK(hists[h].at(bin, l) == Approx(node[bin * width + l]).margin(1e-5));
            }
    }
}

TEST_CASE("The update multiplies agreeing weights by one value, the others by the other",
          "[learners][kernels]") {
    for (const std::size_t width : {1, 4, 16, 64}) {
        const Inputs in(width);
        AlignedVector<float> updated = in.weights;
        std::vector<BlockFading> blocks(kRows / kFadingBlock + 1);
        std::vector<double> sums(width), masses(width), expected_sums(width, 0.0),
            expected_masses(width, 0.0);
        kernels_for(width).update(updated.data(), width, kRows, in.cells.data(), in.signs.data(),
                                  weight_factors(0.5F, 2.0F), {blocks.data(), 2000}, sums.data(),
                                  masses.data());
        for (std::size_t i = 0; i < kRows; ++i)
            for (std::size_t l = 0; l < width; ++l) {
                const float before = in.weights[i * width + l];
                const bool votes_minus = in.signs[in.cells[i] * width + l] != 0;
                const float after = before * (votes_minus == (before < 0) ? 0.5F : 2.0F);
                REQUIRE(updated[i * width + l] == after);
                expected_sums[l] += static_cast<double>(after);
                expected_masses[l] += std::abs(static_cast<double>(after));
            }
        for (std::size_t l = 0; l < width; ++l) {
            CHECK(sums[l] == Approx(expected_sums[l]).margin(1e-5));
            CHECK(masses[l] == Approx(expected_masses[l]).epsilon(1e-6));
        }
    }
}

TEST_CASE("Classes are padded to the next kernel width, beyond 64 to its multiples", "[learners][kernels]") {
    const std::pair<std::size_t, std::size_t> kPadded[] = {
        {1, 1}, {2, 4}, {4, 4}, {5, 8}, {10, 16}, {17, 32}, {33, 48}, {49, 64}, {65, 128}, {130, 192}};
    for (const auto& [classes, padded] : kPadded)
        CHECK(padded_classes(classes) == padded);
    CHECK(kernels_for(192, Isa::portable).width == 64);
}

#if defined(__SSE__)
TEST_CASE("Denormals are flushed within the guard's life, and the mode is restored", "[learners][kernels]") {
    volatile float small = std::numeric_limits<float>::min(), half = 0.5F;
    CHECK(small * half > 0);
    {
        const FlushToZero flush;
        CHECK(small * half == 0);
        volatile float negative = -small * half;
        CHECK(std::signbit(static_cast<float>(negative)));  // the label survives in the sign
        {
            const FlushToZero inner;
            CHECK(small * half == 0);
        }
        CHECK(small * half == 0);
    }
    CHECK(small * half > 0);
}
#endif
