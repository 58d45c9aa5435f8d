#include "boosting/gradient/kernels/softmax.hpp"

#include "simd/double_vectors.hpp"

#include <algorithm>
#include <limits>

namespace reboost::boosting {
namespace REBOOST_ISA {

using namespace simd::REBOOST_ISA;

/// Returns ln(1 + q) for q ≥ 0, to full relative precision: ln u + (q − (u − 1))/u with u = 1 + q rounded
/// (Kahan's correction); ln u = e ln 2 + 2 artanh((m − 1)/(m + 1)), m in [√½, √2].
[[gnu::always_inline]] inline Double log1p_of(Double q) {
    const Double u = 1.0 + q;
    const Double correction = (q - (u - 1.0)) / u;
    const Int bits = reinterpret_cast<Int>(u);
    constexpr std::int64_t kTwo52 = 0x4330000000000000, kMantissa = 0x000FFFFFFFFFFFFF,
                           kOne = 0x3FF0000000000000;
    Double exponent = reinterpret_cast<Double>((bits >> 52) | kTwo52) - (4503599627370496.0 + 1023.0);
    Double m = reinterpret_cast<Double>((bits & kMantissa) | kOne);
    const Double sqrt2 = Double{} + 1.4142135623730951;
    const Double half = m * 0.5, next = exponent + 1.0;
    exponent = m > sqrt2 ? next : exponent;
    m = m > sqrt2 ? half : m;
    const Double s = (m - 1.0) / (m + 1.0), square = s * s;
    Double sum = Double{} + 1.0 / 23;
    for (int odd = 21; odd >= 1; odd -= 2)
        sum = sum * square + 1.0 / odd;
    return (exponent * kLn2High + 2.0 * s * sum) + (exponent * kLn2Low + correction);
}

/// Loads the true (or likeliest) classes of kLanes rows.
[[gnu::always_inline]] inline Int load_classes(const std::int32_t* class_of_row, std::size_t row) {
    return __builtin_convertvector(*reinterpret_cast<const UnalignedInt32*>(class_of_row + row), Int);
}

struct Largest {
    Double score;
    Int at;  ///< class of that score
};
/// Returns the largest score of each lane among K vectors.
[[gnu::always_inline]] inline Largest find_largest(const Double* f, std::size_t step, std::size_t classes) {
    Largest largest{f[0], Int{}};
    for (std::size_t k = 1; k < classes; ++k) {
        const Double value = f[k * step];
        largest.at = value > largest.score ? (Int{} + static_cast<std::int64_t>(k)) : largest.at;
        largest.score = value > largest.score ? value : largest.score;
    }
    return largest;
}

[[gnu::always_inline]] inline Double exponential_below(Double value, Double largest) {
    const Double least = Double{} + kLeastExponent, x = value - largest;
    return exponential(x > least ? x : least);
}

static void probabilities(const ClassRows& rows, const double* scores, const ClassProbabilities& out,
                          double* loss_by_class) {
    const std::size_t step = rows.stride / kLanes;
    for (std::size_t row = rows.begin; row < rows.end; row += kLanes) {
        const auto* f = reinterpret_cast<const Double*>(scores + row);
        auto* p = reinterpret_cast<Double*>(out.probability + row);
        const Int truth = load_classes(rows.true_class, row);
        const Largest largest = find_largest(f, step, rows.classes);
        const Double zero{};
        Double rest{}, own{};
        for (std::size_t k = 0; k < rows.classes; ++k) {
            const Int kth = Int{} + static_cast<std::int64_t>(k);
            const Double e = exponential_below(f[k * step], largest.score);
            p[k * step] = e;
            rest += largest.at == kth ? zero : e;
            own = truth == kth ? f[k * step] : own;
        }
        const Double scale = 1.0 / (1.0 + rest);
        for (std::size_t k = 0; k < rows.classes; ++k)
            p[k * step] *= scale;
        *reinterpret_cast<Double*>(out.rest + row) = rest * scale;
        *reinterpret_cast<UnalignedInt32*>(out.likeliest + row) =
            __builtin_convertvector(largest.at, UnalignedInt32);
        const Double loss = log1p_of(rest) + (largest.score - own);
        for (std::size_t lane = 0; lane < kLanes && row + lane < rows.end; ++lane)
            loss_by_class[truth[lane]] += loss[lane];
    }
}

/// Prefetch distance in rows: the next tile, which is read after the other classes of this tile.
constexpr std::size_t kAhead = 128;

static void derivatives(const ClassRows& rows, const KnownProbabilities& known, std::size_t k,
                        double* residual, double* curvature) {
    const Int kth = Int{} + static_cast<std::int64_t>(k);
    const double* const probability = known.probability + k * rows.stride;
    const double* const rest = known.rest;
    const std::int32_t *const likeliest = known.likeliest, *const true_class = rows.true_class;
    const std::size_t begin = rows.begin, end = rows.end;
    for (std::size_t row = begin; row < end; row += kLanes) {
        __builtin_prefetch(probability + row + kAhead);
        __builtin_prefetch(rest + row + kAhead);
        const Int at = load_classes(likeliest, row), truth = load_classes(true_class, row);
        const Double p = *reinterpret_cast<const Double*>(probability + row);
        const Double of_likeliest = *reinterpret_cast<const Double*>(rest + row);
        const Double of_other = 1.0 - p, wrong = -p;
        const Double complement = at == kth ? of_likeliest : of_other;
        *reinterpret_cast<Double*>(residual + row - begin) = truth == kth ? complement : wrong;
        *reinterpret_cast<Double*>(curvature + row - begin) = p * complement;
    }
}

static void pair_derivatives(std::size_t count, const ClassTile& of_class, const ClassTile& of_base,
                             double* gradient, double* hessian) {
    const auto at = [](const double* values, std::size_t i) {
        return reinterpret_cast<const Double*>(values + i);
    };
    for (std::size_t i = 0; i < count; i += kLanes) {
        const Double product = *at(of_base.probability, i) * *at(of_class.probability, i);
        *reinterpret_cast<Double*>(gradient + i) = *at(of_class.residual, i) - *at(of_base.residual, i);
        *reinterpret_cast<Double*>(hessian + i) =
            (*at(of_base.curvature, i) + *at(of_class.curvature, i)) + 2 * product;
    }
}

/// Returns table[index[lane]] in each lane.
[[gnu::always_inline]] inline Double look_up(const double* table, const std::uint16_t* index) {
    Double values;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        values[lane] = table[index[lane]];
    return values;
}

/// Writes the scores of kLanes rows after the step to `f`, K vectors.
[[gnu::always_inline]] inline void step_scores(const ClassRows& rows, const double* scores,
                                               const ClassStep* steps, std::size_t base, std::size_t row,
                                               Double* f) {
    Double sum{};
    for (std::size_t k = 0; k < rows.classes; ++k) {
        if (k == base) continue;
        f[k] = *reinterpret_cast<const Double*>(scores + k * rows.stride + row);
        if (steps[k].node_of_row)
            f[k] += steps[k].sign * look_up(steps[k].value_of_node, steps[k].node_of_row + row);
        sum += f[k];
    }
    if (base != kNoBaseClass) f[base] = -sum;
}

static double after_step(const ClassRows& rows, const double* scores, const ClassStep* steps,
                         std::size_t base, double* buffer) {
    auto* const f = reinterpret_cast<Double*>(buffer);
    double total = 0;
    for (std::size_t row = rows.begin; row < rows.end; row += kLanes) {
        step_scores(rows, scores, steps, base, row, f);
        const Int truth = load_classes(rows.true_class, row);
        const Largest largest = find_largest(f, 1, rows.classes);
        const Double zero{};
        Double rest{}, own{};
        for (std::size_t k = 0; k < rows.classes; ++k) {
            const Int kth = Int{} + static_cast<std::int64_t>(k);
            const Double e = exponential_below(f[k], largest.score);
            rest += largest.at == kth ? zero : e;
            own = truth == kth ? f[k] : own;
        }
        const Double loss = log1p_of(rest) + (largest.score - own);
        for (std::size_t lane = 0; lane < kLanes && row + lane < rows.end; ++lane)
            total += loss[lane];
    }
    return total;
}

/// If a true class has a smaller probability, after_step computes the loss.
constexpr double kLeastLikely = 1e-80;

/// Rows whose odds are computed before their logarithms: long chains of operations, several of which overlap.
constexpr std::size_t kOddsRows = 512;

/// Per lane: odds = (1 − p)/p of the row's true class after the step; likely = p before the step.
[[gnu::always_inline]] inline void odds_after(const ClassRows& rows, const double* probability,
                                              const ClassStep* steps, std::size_t base, std::size_t row,
                                              Double& odds, Double& likely) {
    const auto at = [&](std::size_t k) {
        return reinterpret_cast<const Double*>(probability + k * rows.stride + row);
    };
    Double product = Double{} + 1.0, others{}, own{};
    const Double zero{};
    const Int truth = load_classes(rows.true_class, row);
    for (std::size_t k = 0; k < rows.classes; ++k) {
        const auto own_class = truth == Int{} + static_cast<std::int64_t>(k);
        Double p = *at(k);
        likely = own_class ? p : likely;
        if (k == base) continue;
        if (steps[k].node_of_row) {
            const Double factor = look_up(steps[k].factor_of_node, steps[k].node_of_row + row);
            product *= factor;
            p *= factor;
        }
        own = own_class ? p : own;
        others += own_class ? zero : p;
    }
    const auto own_class = truth == Int{} + static_cast<std::int64_t>(base);
    const Double p = *at(base) / product;
    own = own_class ? p : own;
    others += own_class ? zero : p;
    odds = others / own;
}

static double after_factors(const ClassRows& rows, const double* probability, const ClassStep* steps,
                            std::size_t base) {
    Double losses[kOddsRows / kLanes], least = Double{} + 1.0;
    double total = 0;
    for (std::size_t first = rows.begin; first < rows.end; first += kOddsRows) {
        const std::size_t count = std::min(kOddsRows, rows.end - first);
        for (std::size_t i = 0; i < count; i += kLanes) {
            Double likely = Double{} + 1.0;
            odds_after(rows, probability, steps, base, first + i, losses[i / kLanes], likely);
            least = likely < least ? likely : least;  // padding rows have p = 1/K
        }
        for (std::size_t i = 0; i < count; i += kLanes)
            losses[i / kLanes] = log1p_of(losses[i / kLanes]);
        for (std::size_t i = 0; i < count; ++i)
            total += losses[i / kLanes][i % kLanes];
    }
    bool unlikely = false;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        unlikely = unlikely || least[lane] < kLeastLikely;
    return unlikely ? std::numeric_limits<double>::quiet_NaN() : total;
}

static void exponentials(const double* values, std::size_t count, double* factors) {
    for (std::size_t i = 0; i < count; ++i)
        factors[i] = exponential(Double{} + values[i])[0];
}

}  // namespace REBOOST_ISA

const SoftmaxKernels SoftmaxKernels::REBOOST_ISA = {REBOOST_ISA::probabilities,    REBOOST_ISA::derivatives,
                                                    REBOOST_ISA::pair_derivatives, REBOOST_ISA::after_step,
                                                    REBOOST_ISA::after_factors,    REBOOST_ISA::exponentials};

}  // namespace reboost::boosting
