#include "learners/kernels/gradient_grid.hpp"

#include "learners/kernels/gradient_simd.hpp"

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

/// Values of the rows asked for, a vector at a time: where all rows are, they lie side by side.
struct EveryRow {
    template <class V>
    [[gnu::always_inline]] void load(std::span<const double> values, std::size_t i,
                                     typename V::Double& out) const {
        out = *reinterpret_cast<const typename V::LooseDouble*>(values.data() + i);
    }
    std::size_t at(std::size_t i) const { return i; }
};
struct SomeRows {
    std::span<const std::uint32_t> rows;
    template <class V>
    [[gnu::always_inline]] void load(std::span<const double> values, std::size_t i,
                                     typename V::Double& out) const {
        for (std::size_t lane = 0; lane < V::kLanes; ++lane)
            out[lane] = values[rows[i + lane]];
    }
    std::size_t at(std::size_t i) const { return rows[i]; }
};

template <class V, class Rows>
[[gnu::always_inline]] inline void largest_body(const Rows& rows, std::size_t count,
                                                std::span<const double> values, double& largest) {
    using Double = typename V::Double;
    Double most{};
    std::size_t i = 0;
    for (; i + V::kLanes <= count; i += V::kLanes) {
        Double x;
        rows.template load<V>(values, i, x);
        const Double minus = -x;
        most = x > most ? x : most;
        most = minus > most ? minus : most;
    }
    largest = 0;
    for (std::size_t lane = 0; lane < V::kLanes; ++lane)
        largest = std::max(largest, most[lane]);
    for (; i < count; ++i)
        largest = std::max(largest, std::abs(values[rows.at(i)]));
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

/// What place() is asked for.
struct Placing {
    std::span<const double> gradient, weight;  ///< weight empty: each row weighs 1
    double to_gradient = 1, to_weight = 1;
    std::uint64_t one_row = 0;  ///< added to each weight
    GradientPair* pairs = nullptr;
};

/// pairs[i] of row i of `rows`, from lane i on: gradients and weights in turn.
template <class V>
[[gnu::always_inline]] inline void store(EveryRow, GradientPair* pairs, std::size_t i,
                                         const typename V::Word& gradient, const typename V::Word& weight) {
    using LooseWord = typename V::LooseWord;
    LooseWord* const to = reinterpret_cast<LooseWord*>(pairs + i);  // auto would forget the alignment
    to[0] = __builtin_shuffle(gradient, weight, V::kLow);
    to[1] = __builtin_shuffle(gradient, weight, V::kHigh);
}
template <class V>
[[gnu::always_inline]] inline void store(const SomeRows& rows, GradientPair* pairs, std::size_t i,
                                         const typename V::Word& gradient, const typename V::Word& weight) {
    for (std::size_t lane = 0; lane < V::kLanes; ++lane)
        pairs[rows.at(i + lane)] = {static_cast<std::int64_t>(gradient[lane]), weight[lane]};
}

/// Puts rows i … i + V::kLanes − 1 of the list on the grid.
template <class V, class Rows>
[[gnu::always_inline]] inline void place_vector(const Rows& rows, std::size_t i, const Placing& asked,
                                                typename V::Word& gradient_sum,
                                                typename V::Word& weight_sum) {
    using Word = typename V::Word;
    typename V::Double x;
    Word gradient, weight = Word{} + 1;
    rows.template load<V>(asked.gradient, i, x);
    rounded<V>(x, asked.to_gradient, -std::numeric_limits<double>::infinity(), gradient);
    if (!asked.weight.empty()) {
        rows.template load<V>(asked.weight, i, x);
        rounded<V>(x, asked.to_weight, 1, weight);
        weight += asked.one_row;
    }
    gradient_sum += gradient;
    weight_sum += weight;
    store<V>(rows, asked.pairs, i, gradient, weight);
}

template <class V, class Rows>
[[gnu::always_inline]] inline void place_body(const Rows& rows, std::size_t count, const Placing& asked,
                                              GradientPair& total) {
    typename V::Word gradient_sum{}, weight_sum{};
    std::size_t i = 0;
    for (; i + V::kLanes <= count; i += V::kLanes)
        place_vector<V>(rows, i, asked, gradient_sum, weight_sum);
    total = {};
    for (std::size_t lane = 0; lane < V::kLanes; ++lane)
        total += {static_cast<std::int64_t>(gradient_sum[lane]), weight_sum[lane]};
    for (; i < count; ++i) {
        const std::size_t row = rows.at(i);
        GradientPair& pair = asked.pairs[row];
        pair = {rounded(asked.gradient[row] * asked.to_gradient), 1};
        if (!asked.weight.empty())
            pair.weight = static_cast<std::uint64_t>(
                              std::max<std::int64_t>(rounded(asked.weight[row] * asked.to_weight), 1)) +
                          asked.one_row;
        total += pair;
    }
}

template <class Rows>
[[gnu::target("avx512f,avx512dq,avx512vl")]] void place_avx512(const Rows& rows, std::size_t count,
                                                               const Placing& asked, GradientPair& total) {
    place_body<Eight>(rows, count, asked, total);
}
template <class Rows>
[[gnu::target("avx2")]] void place_avx2(const Rows& rows, std::size_t count, const Placing& asked,
                                        GradientPair& total) {
    place_body<Four>(rows, count, asked, total);
}
template <class Rows>
GradientPair place(const Rows& rows, std::size_t count, const Placing& asked) {
    GradientPair total;
    switch (best_isa()) {
        case Isa::avx512:
            place_avx512(rows, count, asked, total);
            break;
        case Isa::avx2:
            place_avx2(rows, count, asked, total);
            break;
        case Isa::portable:
            place_body<Two>(rows, count, asked, total);
    }
    return total;
}

template <class Rows>
[[gnu::target("avx512f,avx512dq,avx512vl")]] void largest_avx512(const Rows& rows, std::size_t count,
                                                                 std::span<const double> values,
                                                                 double& largest) {
    largest_body<Eight>(rows, count, values, largest);
}
template <class Rows>
[[gnu::target("avx2")]] void largest_avx2(const Rows& rows, std::size_t count, std::span<const double> values,
                                          double& largest) {
    largest_body<Four>(rows, count, values, largest);
}
/// The largest absolute value.
template <class Rows>
double largest_of(const Rows& rows, std::size_t count, std::span<const double> values) {
    double largest = 0;
    switch (best_isa()) {
        case Isa::avx512:
            largest_avx512(rows, count, values, largest);
            break;
        case Isa::avx2:
            largest_avx2(rows, count, values, largest);
            break;
        case Isa::portable:
            largest_body<Two>(rows, count, values, largest);
    }
    return largest;
}

template <class Rows>
GradientGrid round_rows(const Rows& rows, std::size_t count, Placing asked, RowCounts counts) {
    GradientGrid grid;
    grid.gradient_unit = grid_unit(largest_of(rows, count, asked.gradient), count, kSumBits);
    asked.to_gradient = 1 / grid.gradient_unit;
    if (asked.weight.empty()) {
        grid.total = place(rows, count, asked);
        return grid;
    }
    int bits = kSumBits;
    if (counts == RowCounts::packed) {
        bits = std::min(kSumBits, 64 - static_cast<int>(std::bit_width(count)));
        grid.count_shift = bits;
        asked.one_row = std::uint64_t{1} << bits;
    }
    grid.weight_unit = grid_unit(largest_of(rows, count, asked.weight), count, bits);
    for (;; grid.weight_unit *= 2) {
        asked.to_weight = 1 / grid.weight_unit;
        grid.total = place(rows, count, asked);
        // Rounding up may lift the sum by a unit a row: rarely, one more halving is needed.
        if ((grid.total.weight - count * asked.one_row) >> bits == 0) return grid;
    }
}

}  // namespace

GradientGrid round_to_grid(std::span<const std::uint32_t> rows, std::span<const double> gradient,
                           std::span<const double> weight, RowCounts counts, std::span<GradientPair> pairs) {
    Placing asked;
    asked.gradient = gradient;
    asked.weight = weight;
    asked.pairs = pairs.data();
    if (rows.size() == pairs.size()) return round_rows(EveryRow{}, rows.size(), asked, counts);
    return round_rows(SomeRows{rows}, rows.size(), asked, counts);
}

}  // namespace reboost::learners
