#include "learners/regression/kernels/quantiser.hpp"

#include "simd/double_vectors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

namespace reboost::learners {

namespace {

constexpr int kSumBits = 50;

/// The power of two u for which count · largest / u < 2^bits.
double grid_unit(double largest, std::size_t count, int bits) {
    if (!(largest > 0)) return 1;
    int exponent = 0;
    std::frexp(largest * static_cast<double>(std::max<std::size_t>(count, 2)), &exponent);
    return std::ldexp(1.0, exponent - bits);
}

// Pointers to loose vectors are never `auto`: it would forget the alignment.

/// A tile's rows asked for, a vector at a time: where all rows are, they lie side by side.
struct EveryRow {
    std::size_t count;
    template <class V>
    [[gnu::always_inline]] void load(const double* values, std::size_t i, typename V::Double& out) const {
        out = *reinterpret_cast<const typename V::LooseDouble*>(values + i);
    }
    std::size_t at(std::size_t i) const { return i; }
};
struct SomeRows {
    std::size_t count;
    const std::uint32_t* rows;
    std::size_t begin;  ///< the tile's first row
    template <class V>
    [[gnu::always_inline]] void load(const double* values, std::size_t i, typename V::Double& out) const {
        for (std::size_t lane = 0; lane < V::kLanes; ++lane)
            out[lane] = values[at(i + lane)];
    }
    std::size_t at(std::size_t i) const { return rows[i] - begin; }
};

template <class V, class Rows>
[[gnu::always_inline]] inline void measure_body(const Rows& rows, const double* gradient,
                                                const double* weight, TargetExtent& extent) {
    using Double = typename V::Double;
    constexpr std::size_t kVectors = 8 / V::kLanes;
    using LooseDouble = typename V::LooseDouble;
    LooseDouble* const squares = reinterpret_cast<LooseDouble*>(extent.squares.data());
    Double most{}, heaviest{}, sizes{};
    std::size_t i = 0;
    for (; i + 8 <= rows.count; i += 8)
        for (std::size_t v = 0; v < kVectors; ++v) {
            Double g, w = Double{} + 1.0;
            rows.template load<V>(gradient, i + v * V::kLanes, g);
            const Double minus = -g, size = g > minus ? g : minus;
            most = size > most ? size : most;
            sizes += size;
            if (weight) rows.template load<V>(weight, i + v * V::kLanes, w);
            heaviest = w > heaviest ? w : heaviest;
            squares[v] += weight ? g * g / w : g * g;
        }
    for (std::size_t lane = 0; lane < V::kLanes; ++lane) {
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

std::int64_t rounded(double x) {
    return static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(x + kRoundingOffset) - kRoundingBits);
}
/// max(least, x · to_units), rounded; without a bound where `least` is −∞.
template <class V>
[[gnu::always_inline]] inline void rounded(const typename V::Double& x, double to_units, double least,
                                           typename V::Word& out) {
    using Double = typename V::Double;
    const Double bound = Double{} + (kRoundingOffset + least);
    Double sum = x * to_units + kRoundingOffset;
    sum = sum > bound ? sum : bound;
    out = reinterpret_cast<const typename V::Word&>(sum) - kRoundingBits;
}

/// How a tree's rows become pairs.
struct Placing {
    double to_gradient = 1, to_weight = 1;
    std::uint64_t one_row = 0;  ///< added to each weight
    int weight_bits = 0;        ///< of pairs in one word
};

/// Stores the pairs of V::kLanes rows from the i-th on, `words` those of the tile: gradients and weights in
/// turn.
template <class V>
[[gnu::always_inline]] inline void store(const EveryRow&, std::uint64_t* words, std::size_t i,
                                         const typename V::Word& gradient, const typename V::Word& weight) {
    using LooseWord = typename V::LooseWord;
    LooseWord* const to = reinterpret_cast<LooseWord*>(words + 2 * i);
    to[0] = __builtin_shuffle(gradient, weight, V::kLow);
    to[1] = __builtin_shuffle(gradient, weight, V::kHigh);
}
template <class V>
[[gnu::always_inline]] inline void store(const SomeRows& rows, std::uint64_t* words, std::size_t i,
                                         const typename V::Word& gradient, const typename V::Word& weight) {
    for (std::size_t lane = 0; lane < V::kLanes; ++lane) {
        words[2 * rows.at(i + lane)] = gradient[lane];
        words[2 * rows.at(i + lane) + 1] = weight[lane];
    }
}
/// The same, a word a row.
template <class V>
[[gnu::always_inline]] inline void store_one_word(const EveryRow&, std::uint64_t* words, std::size_t i,
                                                  const typename V::Word& word) {
    using LooseWord = typename V::LooseWord;
    *reinterpret_cast<LooseWord*>(words + i) = word;
}
template <class V>
[[gnu::always_inline]] inline void store_one_word(const SomeRows& rows, std::uint64_t* words, std::size_t i,
                                                  const typename V::Word& word) {
    for (std::size_t lane = 0; lane < V::kLanes; ++lane)
        words[rows.at(i + lane)] = word[lane];
}

/// Puts a tile's rows on the grid, `words` its own; `weight` null: each row weighs 1. Adds the pairs to
/// `total`.
template <class V, class Rows, bool kOneWord>
[[gnu::always_inline]] inline void place_body(const Rows& rows, const double* gradient, const double* weight,
                                              const Placing& placing, std::uint64_t* words,
                                              GradientPair& total) {
    using Word = typename V::Word;
    Word gradient_sum{}, weight_sum{};
    std::size_t i = 0;
    for (; i + V::kLanes <= rows.count; i += V::kLanes) {
        typename V::Double x;
        Word g, w = Word{} + 1;
        rows.template load<V>(gradient, i, x);
        rounded<V>(x, placing.to_gradient, -std::numeric_limits<double>::infinity(), g);
        if (weight) {
            rows.template load<V>(weight, i, x);
            rounded<V>(x, placing.to_weight, 1, w);
        }
        if constexpr (kOneWord) store_one_word<V>(rows, words, i, g << placing.weight_bits | w);
        w += placing.one_row;
        gradient_sum += g;
        weight_sum += w;
        if constexpr (!kOneWord) store<V>(rows, words, i, g, w);
    }
    for (std::size_t lane = 0; lane < V::kLanes; ++lane)
        total += {static_cast<std::int64_t>(gradient_sum[lane]), weight_sum[lane]};
    for (; i < rows.count; ++i) {
        const std::size_t row = rows.at(i);
        const std::int64_t g = rounded(gradient[row] * placing.to_gradient);
        std::uint64_t w = 1;
        if (weight)
            w = static_cast<std::uint64_t>(
                std::max<std::int64_t>(rounded(weight[row] * placing.to_weight), 1));
        const auto above = static_cast<std::uint64_t>(g);
        if (kOneWord) {
            words[row] = above << placing.weight_bits | w;
        } else {
            words[2 * row] = above;
            words[2 * row + 1] = w + placing.one_row;
        }
        total += {g, w + placing.one_row};
    }
}

template <class Rows>
[[gnu::target("avx512f,avx512dq,avx512vl")]] void measure_avx512(const Rows& rows, const double* gradient,
                                                                 const double* weight, TargetExtent& extent) {
    measure_body<Eight>(rows, gradient, weight, extent);
}
template <class Rows>
[[gnu::target("avx2")]] void measure_avx2(const Rows& rows, const double* gradient, const double* weight,
                                          TargetExtent& extent) {
    measure_body<Four>(rows, gradient, weight, extent);
}
template <class Rows>
void measure(const Rows& rows, const double* gradient, const double* weight, TargetExtent& extent) {
    switch (best_isa()) {
        case Isa::avx512:
            return measure_avx512(rows, gradient, weight, extent);
        case Isa::avx2:
            return measure_avx2(rows, gradient, weight, extent);
        case Isa::portable:
            return measure_body<Two>(rows, gradient, weight, extent);
    }
}

template <class Rows, bool kOneWord>
[[gnu::target("avx512f,avx512dq,avx512vl")]] void place_avx512(const Rows& rows, const double* gradient,
                                                               const double* weight, const Placing& placing,
                                                               std::uint64_t* words, GradientPair& total) {
    place_body<Eight, Rows, kOneWord>(rows, gradient, weight, placing, words, total);
}
template <class Rows, bool kOneWord>
[[gnu::target("avx2")]] void place_avx2(const Rows& rows, const double* gradient, const double* weight,
                                        const Placing& placing, std::uint64_t* words, GradientPair& total) {
    place_body<Four, Rows, kOneWord>(rows, gradient, weight, placing, words, total);
}
template <bool kOneWord, class Rows>
void place(const Rows& rows, const double* gradient, const double* weight, const Placing& placing,
           std::uint64_t* words, GradientPair& total) {
    switch (best_isa()) {
        case Isa::avx512:
            return place_avx512<Rows, kOneWord>(rows, gradient, weight, placing, words, total);
        case Isa::avx2:
            return place_avx2<Rows, kOneWord>(rows, gradient, weight, placing, words, total);
        case Isa::portable:
            return place_body<Two, Rows, kOneWord>(rows, gradient, weight, placing, words, total);
    }
}

/// Calls use(t, rows, gradient, weight, first row of the tile) for each tree and tile.
template <class Use>
void for_each_part(const TreeTargets& targets, std::span<const std::uint32_t> rows, std::size_t matrix_rows,
                   GridWeights weights, TargetTile& tile, const Use& use) {
    for_each_tile(targets, rows, matrix_rows, tile, [&](std::span<const std::uint32_t> asked) {
        for (std::size_t t = 0; t < targets.trees(); ++t) {
            const TreeTargets::Values values = targets.of_tree(t, tile);
            const double* const weight = weights == GridWeights::hessians ? values.hessian : nullptr;
            if (asked.size() == tile.count)
                use(t, EveryRow{tile.count}, values.gradient, weight, tile.begin);
            else
                use(t, SomeRows{asked.size(), asked.data(), tile.begin}, values.gradient, weight, tile.begin);
        }
    });
}

/// Below so many rows their pairs stay in the cache, however they are kept.
constexpr std::size_t kManyRows = 1 << 17;

/// `bits`: of a sum of weights; 0: rows weigh one.
PairFormat one_word_format(std::size_t rows, int bits, std::uint64_t one_row) {
    if (rows < kManyRows) return {};
    const auto bits_of = [rows](int sum_bits) {
        return static_cast<int>(std::bit_width((std::uint64_t{1} << sum_bits) / rows + 1));
    };
    const int weight_bits = bits > 0 ? bits_of(bits) : 1, sign = 1;
    if (bits_of(kSumBits) + sign + weight_bits > 64) return {};
    return {weight_bits, one_row, false};
}

/// Rows weigh one. Joined where no sum over some of the rows, of any of the trees, leaves its bits.
PairFormat joined_format(std::size_t rows, std::span<const TargetExtent> extents) {
    if (rows == 0) return {};
    const int weight_bits = static_cast<int>(std::bit_width(rows));
    const double limit = std::ldexp(1.0, 63 - weight_bits);
    for (const TargetExtent& extent : extents) {
        const double units = extent.gradient_sum / grid_unit(extent.gradient, rows, kSumBits);
        // Rounding moves each row by half a unit, at most; what the sum itself is rounded by is far less.
        if (!(units + static_cast<double>(rows) < limit)) return {};
    }
    return {weight_bits, 0, true};
}

PairFormat pair_format(const GridRule& rule, std::span<const TargetExtent> extents, std::size_t rows,
                       int bits, std::uint64_t one_row) {
    const bool weighted = rule.weights == GridWeights::hessians;
    switch (rule.form) {
        case PairForm::one_word_if_it_fits:
            return one_word_format(rows, weighted ? bits : 0, one_row);
        case PairForm::joined_if_sums_fit:
            return weighted ? PairFormat{} : joined_format(rows, extents);
        case PairForm::two_words:
            break;
    }
    return {};
}

}  // namespace

std::vector<TargetExtent> measure_targets(const TreeTargets& targets, std::span<const std::uint32_t> rows,
                                          std::size_t matrix_rows, GridWeights weights, TargetTile& tile) {
    std::vector<TargetExtent> extents(targets.trees());
    for_each_part(targets, rows, matrix_rows, weights, tile,
                  [&](std::size_t t, const auto& part, const double* gradient, const double* weight,
                      std::size_t) { measure(part, gradient, weight, extents[t]); });
    return extents;
}

std::vector<GradientGrid> round_to_grid(const TreeTargets& targets, std::span<const TargetExtent> extents,
                                        std::span<const std::uint32_t> rows, std::size_t matrix_rows,
                                        const GridRule& rule, std::span<PairStore* const> pairs,
                                        TargetTile& tile) {
    const std::size_t count = rows.size();
    const bool weighted = rule.weights == GridWeights::hessians;
    const bool packed = weighted && rule.counts == RowCounts::packed;
    const int bits = packed ? std::min(kSumBits, 64 - static_cast<int>(std::bit_width(count))) : kSumBits;
    const std::uint64_t one_row = packed ? std::uint64_t{1} << bits : 0;
    const PairFormat format = pair_format(rule, extents, count, bits, one_row);
    for (PairStore* const store : pairs)
        store->reset(matrix_rows, format);
    const std::size_t words = format.row_words();
    std::vector<GradientGrid> grids(targets.trees());
    for (std::size_t t = 0; t < grids.size(); ++t) {
        grids[t].gradient_unit = grid_unit(extents[t].gradient, count, kSumBits);
        if (weighted) grids[t].weight_unit = grid_unit(extents[t].weight, count, bits);
        if (packed) grids[t].count_shift = bits;
        for (const double part : extents[t].squares)
            grids[t].square_sum += part;
    }
    for (bool fits = false; !fits;) {
        for (GradientGrid& grid : grids)
            grid.total = {};
        for_each_part(targets, rows, matrix_rows, rule.weights, tile,
                      [&](std::size_t t, const auto& part, const double* gradient, const double* weight,
                          std::size_t begin) {
                          GradientGrid& grid = grids[t];
                          const Placing placing{1 / grid.gradient_unit, 1 / grid.weight_unit, one_row,
                                                format.weight_bits};
                          std::uint64_t* const to = pairs[t]->words() + words * begin;
                          if (words == 1)
                              place<true>(part, gradient, weight, placing, to, grid.total);
                          else
                              place<false>(part, gradient, weight, placing, to, grid.total);
                      });
        fits = true;
        // Rounding up may lift the sum by a unit a row: rarely, one more halving is needed.
        for (GradientGrid& grid : grids) {
            if (!weighted || (grid.total.weight - count * one_row) >> bits == 0) continue;
            grid.weight_unit *= 2;
            fits = false;
        }
    }
    return grids;
}

}  // namespace reboost::learners
