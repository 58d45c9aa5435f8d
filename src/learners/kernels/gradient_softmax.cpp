#include "learners/kernels/gradient_softmax.hpp"

#include "learners/kernels/gradient_simd.hpp"

#include <algorithm>
#include <limits>

namespace reboost::learners {

namespace {

constexpr double kLog2E = 1.4426950408889634074;
constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;

/// e^x for |x| ≤ 200: 2^n · e^r, |r| ≤ ½ ln 2, Taylor to r^13 (error below 2^-53).
template <class V>
[[gnu::always_inline]] inline void exponential(const typename V::Double& x, typename V::Double& result) {
    using Double = typename V::Double;
    using Int = typename V::Int;
    const Double shifted = x * kLog2E + kRoundingOffset;
    const Double n = shifted - kRoundingOffset;
    const Double r = (x - n * kLn2High) - n * kLn2Low;
    constexpr double kTaylor[] = {1.0 / 6227020800,
                                  1.0 / 479001600,
                                  1.0 / 39916800,
                                  1.0 / 3628800,
                                  1.0 / 362880,
                                  1.0 / 40320,
                                  1.0 / 5040,
                                  1.0 / 720,
                                  1.0 / 120,
                                  1.0 / 24,
                                  1.0 / 6,
                                  0.5,
                                  1.0,
                                  1.0};
    Double sum = Double{} + kTaylor[0];
    for (int i = 1; i < 14; ++i)
        sum = sum * r + kTaylor[i];
    // The low bits of `shifted` are n; moved up they add n to the exponent.
    result = reinterpret_cast<Double>(reinterpret_cast<Int>(sum) + (reinterpret_cast<Int>(shifted) << 52));
}

/// ln(1 + q) for q ≥ 0, to full relative precision: ln u + (q − (u − 1))/u with u = 1 + q rounded (Kahan's
/// correction); ln u = e ln 2 + 2 artanh((m − 1)/(m + 1)), m in [√½, √2].
template <class V>
[[gnu::always_inline]] inline void log1p_of(const typename V::Double& q, typename V::Double& result) {
    using Double = typename V::Double;
    using Int = typename V::Int;
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
    result = (exponent * kLn2High + 2.0 * s * sum) + (exponent * kLn2Low + correction);
}

template <class V>
[[gnu::always_inline]] inline void load_classes(const std::int32_t* true_class, std::size_t row,
                                                typename V::Int& classes) {
    for (std::size_t lane = 0; lane < V::kLanes; ++lane)
        classes[lane] = true_class[row + lane];
}

/// Finds the largest score and its class among K vectors.
template <class V>
[[gnu::always_inline]] inline void find_largest(const typename V::Double* f, std::size_t step,
                                                std::size_t classes, typename V::Double& largest,
                                                typename V::Int& at) {
    using Double = typename V::Double;
    using Int = typename V::Int;
    largest = f[0];
    at = Int{};
    for (std::size_t k = 1; k < classes; ++k) {
        const Double value = f[k * step];
        at = value > largest ? (Int{} + static_cast<std::int64_t>(k)) : at;
        largest = value > largest ? value : largest;
    }
}

template <class V>
[[gnu::always_inline]] inline void exponential_below(const typename V::Double& value,
                                                     const typename V::Double& largest,
                                                     typename V::Double& e) {
    using Double = typename V::Double;
    const Double least = Double{} + kLeastExponent;
    Double x = value - largest;
    x = x > least ? x : least;
    exponential<V>(x, e);
}

template <class V>
[[gnu::always_inline]] inline void derivatives_body(const ClassRows& rows, const double* scores,
                                                    const ClassDerivatives& out, double* loss_by_class) {
    using Double = typename V::Double;
    using Int = typename V::Int;
    const std::size_t step = rows.stride / V::kLanes;
    for (std::size_t row = rows.begin; row < rows.end; row += V::kLanes) {
        const auto* f = reinterpret_cast<const Double*>(scores + row);
        auto* p = reinterpret_cast<Double*>(out.probability + row);
        auto* residual = reinterpret_cast<Double*>(out.residual + row);
        auto* curvature = reinterpret_cast<Double*>(out.curvature + row);
        Double largest, rest{}, own{};
        Int at, truth;
        load_classes<V>(rows.true_class, row, truth);
        find_largest<V>(f, step, rows.classes, largest, at);
        const Double zero{};
        for (std::size_t k = 0; k < rows.classes; ++k) {
            const Int kth = Int{} + static_cast<std::int64_t>(k);
            Double e;
            exponential_below<V>(f[k * step], largest, e);
            p[k * step] = e;
            rest += at == kth ? zero : e;
            own = truth == kth ? f[k * step] : own;
        }
        const Double scale = 1.0 / (1.0 + rest);
        for (std::size_t k = 0; k < rows.classes; ++k) {
            const Int kth = Int{} + static_cast<std::int64_t>(k);
            const Double probability = p[k * step] * scale;
            const Double of_largest = rest * scale, of_other = 1.0 - probability, wrong = -probability;
            const Double complement = at == kth ? of_largest : of_other;
            p[k * step] = probability;
            residual[k * step] = truth == kth ? complement : wrong;
            curvature[k * step] = probability * complement;
        }
        Double loss;
        log1p_of<V>(rest, loss);
        loss += largest - own;
        for (std::size_t lane = 0; lane < V::kLanes && row + lane < rows.end; ++lane)
            loss_by_class[truth[lane]] += loss[lane];
    }
}

/// Scores of V::kLanes rows after the step, into `f`, K vectors.
template <class V>
[[gnu::always_inline]] inline void step_scores(const ClassRows& rows, const double* scores,
                                               const ClassStep* steps, std::size_t base, std::size_t row,
                                               typename V::Double* f) {
    using Double = typename V::Double;
    Double sum{};
    for (std::size_t k = 0; k < rows.classes; ++k) {
        if (k == base) continue;
        f[k] = *reinterpret_cast<const Double*>(scores + k * rows.stride + row);
        if (steps[k].node_of_row) {
            Double value;
            for (std::size_t lane = 0; lane < V::kLanes; ++lane)
                value[lane] = steps[k].value_of_node[steps[k].node_of_row[row + lane]];
            f[k] += steps[k].sign * value;
        }
        sum += f[k];
    }
    if (base != kNoBaseClass) f[base] = -sum;
}

template <class V>
[[gnu::always_inline]] inline double step_body(const ClassRows& rows, const double* scores,
                                               const ClassStep* steps, std::size_t base, double* buffer) {
    using Double = typename V::Double;
    using Int = typename V::Int;
    auto* const f = reinterpret_cast<Double*>(buffer);
    double total = 0;
    for (std::size_t row = rows.begin; row < rows.end; row += V::kLanes) {
        step_scores<V>(rows, scores, steps, base, row, f);
        Double largest, rest{}, own{};
        Int at, truth;
        load_classes<V>(rows.true_class, row, truth);
        find_largest<V>(f, 1, rows.classes, largest, at);
        const Double zero{};
        for (std::size_t k = 0; k < rows.classes; ++k) {
            const Int kth = Int{} + static_cast<std::int64_t>(k);
            Double e;
            exponential_below<V>(f[k], largest, e);
            rest += at == kth ? zero : e;
            own = truth == kth ? f[k] : own;
        }
        Double loss;
        log1p_of<V>(rest, loss);
        loss += largest - own;
        for (std::size_t lane = 0; lane < V::kLanes && row + lane < rows.end; ++lane)
            total += loss[lane];
    }
    return total;
}

/// Less likely true classes are left to step_body.
constexpr double kLeastLikely = 1e-80;

template <class V>
[[gnu::always_inline]] inline double factors_body(const ClassRows& rows, const double* probability,
                                                  const ClassStep* steps, std::size_t base) {
    using Double = typename V::Double;
    using Int = typename V::Int;
    const auto at = [&](std::size_t k, std::size_t row) {
        return reinterpret_cast<const Double*>(probability + k * rows.stride + row);
    };
    double total = 0, least = 1;
    for (std::size_t row = rows.begin; row < rows.end; row += V::kLanes) {
        Double product = Double{} + 1.0, others{}, own{}, likely{};
        Int truth;
        load_classes<V>(rows.true_class, row, truth);
        const Double zero{};
        for (std::size_t k = 0; k < rows.classes; ++k) {
            const auto own_class = truth == Int{} + static_cast<std::int64_t>(k);
            Double p = *at(k, row);
            likely = own_class ? p : likely;
            if (k == base) continue;
            if (steps[k].node_of_row) {
                Double factor;
                for (std::size_t lane = 0; lane < V::kLanes; ++lane)
                    factor[lane] = steps[k].factor_of_node[steps[k].node_of_row[row + lane]];
                product *= factor;
                p *= factor;
            }
            own = own_class ? p : own;
            others += own_class ? zero : p;
        }
        const auto own_class = truth == Int{} + static_cast<std::int64_t>(base);
        const Double p = *at(base, row) / product;
        own = own_class ? p : own;
        others += own_class ? zero : p;
        Double loss;
        log1p_of<V>(others / own, loss);
        for (std::size_t lane = 0; lane < V::kLanes && row + lane < rows.end; ++lane) {
            total += loss[lane];
            least = std::min(least, static_cast<double>(likely[lane]));
        }
    }
    return least < kLeastLikely ? std::numeric_limits<double>::quiet_NaN() : total;
}

[[gnu::target("avx512f,avx512dq,avx512vl")]] void derivatives_avx512(const ClassRows& rows,
                                                                     const double* scores,
                                                                     const ClassDerivatives& out,
                                                                     double* loss) {
    derivatives_body<Eight>(rows, scores, out, loss);
}
[[gnu::target("avx2")]] void derivatives_avx2(const ClassRows& rows, const double* scores,
                                              const ClassDerivatives& out, double* loss) {
    derivatives_body<Four>(rows, scores, out, loss);
}
void derivatives_baseline(const ClassRows& rows, const double* scores, const ClassDerivatives& out,
                          double* loss) {
    derivatives_body<Two>(rows, scores, out, loss);
}

[[gnu::target("avx512f,avx512dq,avx512vl")]] double step_avx512(const ClassRows& rows, const double* scores,
                                                                const ClassStep* steps, std::size_t base,
                                                                double* f) {
    return step_body<Eight>(rows, scores, steps, base, f);
}
[[gnu::target("avx2")]] double step_avx2(const ClassRows& rows, const double* scores, const ClassStep* steps,
                                         std::size_t base, double* f) {
    return step_body<Four>(rows, scores, steps, base, f);
}
double step_baseline(const ClassRows& rows, const double* scores, const ClassStep* steps, std::size_t base,
                     double* f) {
    return step_body<Two>(rows, scores, steps, base, f);
}

[[gnu::target("avx512f,avx512dq,avx512vl")]] double factors_avx512(const ClassRows& rows,
                                                                   const double* probability,
                                                                   const ClassStep* steps, std::size_t base) {
    return factors_body<Eight>(rows, probability, steps, base);
}
[[gnu::target("avx2")]] double factors_avx2(const ClassRows& rows, const double* probability,
                                            const ClassStep* steps, std::size_t base) {
    return factors_body<Four>(rows, probability, steps, base);
}
double factors_baseline(const ClassRows& rows, const double* probability, const ClassStep* steps,
                        std::size_t base) {
    return factors_body<Two>(rows, probability, steps, base);
}

}  // namespace

void class_derivatives(const ClassRows& rows, const double* scores, const ClassDerivatives& out,
                       std::span<double> loss_by_class) {
    switch (best_isa()) {
        case Isa::avx512:
            return derivatives_avx512(rows, scores, out, loss_by_class.data());
        case Isa::avx2:
            return derivatives_avx2(rows, scores, out, loss_by_class.data());
        case Isa::portable:
            return derivatives_baseline(rows, scores, out, loss_by_class.data());
    }
}

double loss_after_step(const ClassRows& rows, const double* scores, std::span<const ClassStep> steps,
                       std::size_t base, std::span<double> buffer) {
    double* const f = buffer.data();
    switch (best_isa()) {
        case Isa::avx512:
            return step_avx512(rows, scores, steps.data(), base, f);
        case Isa::avx2:
            return step_avx2(rows, scores, steps.data(), base, f);
        case Isa::portable:
            break;
    }
    return step_baseline(rows, scores, steps.data(), base, f);
}

double loss_after_factors(const ClassRows& rows, const double* probability, std::span<const ClassStep> steps,
                          std::size_t base) {
    switch (best_isa()) {
        case Isa::avx512:
            return factors_avx512(rows, probability, steps.data(), base);
        case Isa::avx2:
            return factors_avx2(rows, probability, steps.data(), base);
        case Isa::portable:
            break;
    }
    return factors_baseline(rows, probability, steps.data(), base);
}

void exponentials(std::span<const double> values, std::span<double> factors) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        Double2 factor;
        exponential<Two>(Double2{} + values[i], factor);
        factors[i] = factor[0];
    }
}

}  // namespace reboost::learners
