#include "learners/regression/kernels/quantiser.hpp"

#include "simd/double_vectors.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace reboost::learners {
namespace REBOOST_ISA {

using namespace simd::REBOOST_ISA;

/// All rows of a tile, a SIMD vector at a time.
struct EveryRow {
    std::size_t count;
    [[gnu::always_inline]] Double load(const double* values, std::size_t i) const {
        return *reinterpret_cast<const UnalignedDouble*>(values + i);
    }
    std::size_t at(std::size_t i) const { return i; }
    /// Stores gradient and weight, interleaved, of rows i … i + kLanes − 1; `words` are the tile's.
    [[gnu::always_inline]] void store(std::uint64_t* words, std::size_t i, Word gradient, Word weight) const {
        UnalignedWord* const to = reinterpret_cast<UnalignedWord*>(words + 2 * i);
        to[0] = __builtin_shuffle(gradient, weight, kLow);
        to[1] = __builtin_shuffle(gradient, weight, kHigh);
    }
    /// Stores one word per row, of rows i … i + kLanes − 1.
    [[gnu::always_inline]] void store(std::uint64_t* words, std::size_t i, Word word) const {
        *reinterpret_cast<UnalignedWord*>(words + i) = word;
    }
};
struct SomeRows : TileRows {
    [[gnu::always_inline]] Double load(const double* values, std::size_t i) const {
        Double out;
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            out[lane] = values[at(i + lane)];
        return out;
    }
    std::size_t at(std::size_t i) const { return rows[i] - begin; }
    [[gnu::always_inline]] void store(std::uint64_t* words, std::size_t i, Word gradient, Word weight) const {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            words[2 * at(i + lane)] = gradient[lane];
            words[2 * at(i + lane) + 1] = weight[lane];
        }
    }
    [[gnu::always_inline]] void store(std::uint64_t* words, std::size_t i, Word word) const {
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            words[at(i + lane)] = word[lane];
    }
};

template <class Rows>
void measure_rows(const Rows& rows, const double* gradient, const double* weight, TargetExtent& extent) {
    constexpr std::size_t kVectors = 8 / kLanes;
    UnalignedDouble* const squares = reinterpret_cast<UnalignedDouble*>(extent.squares.data());
    Double most{}, heaviest{}, sizes{};
    std::size_t i = 0;
    for (; i + 8 <= rows.count; i += 8)
        for (std::size_t v = 0; v < kVectors; ++v) {
            const Double g = rows.load(gradient, i + v * kLanes);
            const Double w = weight ? rows.load(weight, i + v * kLanes) : Double{} + 1.0;
            const Double minus = -g, size = g > minus ? g : minus;
            most = size > most ? size : most;
            sizes += size;
            heaviest = w > heaviest ? w : heaviest;
            squares[v] += weight ? g * g / w : g * g;
        }
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        extent.gradient = std::max(extent.gradient, static_cast<double>(most[lane]));
        extent.weight = std::max(extent.weight, static_cast<double>(heaviest[lane]));
        extent.gradient_sum += sizes[lane];
    }
    for (std::size_t lane = 0; i < rows.count; ++i, ++lane) {
        const double g = gradient[rows.at(i)], w = weight ? weight[rows.at(i)] : 1.0;
        extent.gradient = std::max(extent.gradient, std::abs(g));
        extent.weight = std::max(extent.weight, w);
        extent.gradient_sum += std::abs(g);
        extent.squares[lane] += g * g / w;
    }
}

inline std::int64_t rounded(double x) {
    return static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(x + kRoundingOffset) - kRoundingBits);
}
/// max(least, x · to_units), rounded to the nearest integer; `least` = −∞: no bound.
[[gnu::always_inline]] inline Word rounded(Double x, double to_units, double least) {
    const Double bound = Double{} + (kRoundingOffset + least);
    const Double sum = x * to_units + kRoundingOffset;
    return reinterpret_cast<Word>(sum > bound ? sum : bound) - kRoundingBits;
}

/// Quantises a tile's rows into `words` and adds them to `total`. `weight` null: 1 per row.
template <bool kOneWord, class Rows>
void quantise_rows(const Rows& rows, const double* gradient, const double* weight,
                   const QuantiserScale& scale, std::uint64_t* words, GradientHessian& total) {
    Word gradient_sum{}, weight_sum{};
    std::size_t i = 0;
    for (; i + kLanes <= rows.count; i += kLanes) {
        const Word g =
            rounded(rows.load(gradient, i), scale.to_gradient, -std::numeric_limits<double>::infinity());
        Word w = weight ? rounded(rows.load(weight, i), scale.to_weight, 1) : Word{} + 1;
        if constexpr (kOneWord) rows.store(words, i, g << scale.weight_bits | w);
        w += scale.one_row;
        gradient_sum += g;
        weight_sum += w;
        if constexpr (!kOneWord) rows.store(words, i, g, w);
    }
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        total += {static_cast<std::int64_t>(gradient_sum[lane]), weight_sum[lane]};
    for (; i < rows.count; ++i) {
        const std::size_t row = rows.at(i);
        const std::int64_t g = rounded(gradient[row] * scale.to_gradient);
        std::uint64_t w = 1;
        if (weight)
            w = static_cast<std::uint64_t>(std::max<std::int64_t>(rounded(weight[row] * scale.to_weight), 1));
        const auto above = static_cast<std::uint64_t>(g);
        if (kOneWord) {
            words[row] = above << scale.weight_bits | w;
        } else {
            words[2 * row] = above;
            words[2 * row + 1] = w + scale.one_row;
        }
        total += {g, w + scale.one_row};
    }
}

template <class Use>
void with_rows(const TileRows& rows, const Use& use) {
    rows.rows ? use(SomeRows{rows}) : use(EveryRow{rows.count});
}

static void measure(const TileRows& rows, const double* gradient, const double* weight,
                    TargetExtent& extent) {
    with_rows(rows, [&](const auto& own) { measure_rows(own, gradient, weight, extent); });
}

template <bool kOneWord>
void quantise_tile(const TileRows& rows, const double* gradient, const double* weight,
                   const QuantiserScale& scale, std::uint64_t* words, GradientHessian& total) {
    with_rows(rows,
              [&](const auto& own) { quantise_rows<kOneWord>(own, gradient, weight, scale, words, total); });
}

}  // namespace REBOOST_ISA

const QuantiserKernels QuantiserKernels::REBOOST_ISA = {
    REBOOST_ISA::measure, REBOOST_ISA::quantise_tile<true>, REBOOST_ISA::quantise_tile<false>};

}  // namespace reboost::learners
