#include "learners/kernels/gradient_softmax.hpp"

#include "learners/kernels/gradient_simd.hpp"

#include <algorithm>

namespace reboost::learners {

namespace {

constexpr double kLog2E = 1.4426950408889634074;
constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;

/// e^x for −200 ≤ x ≤ 0: 2^n · e^r, |r| ≤ ½ ln 2, Taylor to r^13 (error below 2^-53).
[[gnu::always_inline]] inline void exponential(const Double8& x, Double8& result) {
    const Double8 shifted = x * kLog2E + kRoundingOffset;
    const Double8 n = shifted - kRoundingOffset;
    const Double8 r = (x - n * kLn2High) - n * kLn2Low;
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
    Double8 sum = Double8{} + kTaylor[0];
    for (int i = 1; i < 14; ++i)
        sum = sum * r + kTaylor[i];
    // The low bits of `shifted` are n; moved up they add n to the exponent.
    result = reinterpret_cast<Double8>(reinterpret_cast<Int8>(sum) + (reinterpret_cast<Int8>(shifted) << 52));
}

/// ln(1 + q) for q ≥ 0, to full relative precision: ln u + (q − (u − 1))/u with u = 1 + q rounded (Kahan's
/// correction); ln u = e ln 2 + 2 artanh((m − 1)/(m + 1)), m in [√½, √2].
[[gnu::always_inline]] inline void log1p_of(const Double8& q, Double8& result) {
    const Double8 u = 1.0 + q;
    const Double8 correction = (q - (u - 1.0)) / u;
    const Int8 bits = reinterpret_cast<Int8>(u);
    constexpr std::int64_t kTwo52 = 0x4330000000000000, kMantissa = 0x000FFFFFFFFFFFFF,
                           kOne = 0x3FF0000000000000;
    Double8 exponent = reinterpret_cast<Double8>((bits >> 52) | kTwo52) - (4503599627370496.0 + 1023.0);
    Double8 m = reinterpret_cast<Double8>((bits & kMantissa) | kOne);
    const Double8 sqrt2 = Double8{} + 1.4142135623730951;
    const Double8 half = m * 0.5, next = exponent + 1.0;
    exponent = m > sqrt2 ? next : exponent;
    m = m > sqrt2 ? half : m;
    const Double8 s = (m - 1.0) / (m + 1.0), square = s * s;
    Double8 sum = Double8{} + 1.0 / 23;
    for (int odd = 21; odd >= 1; odd -= 2)
        sum = sum * square + 1.0 / odd;
    result = (exponent * kLn2High + 2.0 * s * sum) + (exponent * kLn2Low + correction);
}

[[gnu::always_inline]] inline void load_classes(const std::int32_t* true_class, std::size_t row,
                                                Int8& classes) {
    for (std::size_t lane = 0; lane < 8; ++lane)
        classes[lane] = true_class[row + lane];
}

/// Finds the largest score and its class among K vectors.
[[gnu::always_inline]] inline void find_largest(const Double8* f, std::size_t step, std::size_t classes,
                                                Double8& largest, Int8& at) {
    largest = f[0];
    at = Int8{};
    for (std::size_t k = 1; k < classes; ++k) {
        const Double8 value = f[k * step];
        at = value > largest ? (Int8{} + static_cast<std::int64_t>(k)) : at;
        largest = value > largest ? value : largest;
    }
}

[[gnu::always_inline]] inline void exponential_below(const Double8& value, const Double8& largest,
                                                     Double8& e) {
    const Double8 least = Double8{} + kLeastExponent;
    Double8 x = value - largest;
    x = x > least ? x : least;
    exponential(x, e);
}

[[gnu::always_inline]] inline void derivatives_body(const ClassRows& rows, const double* scores,
                                                    const ClassDerivatives& out, double* loss_by_class) {
    const std::size_t step = rows.stride / 8;
    for (std::size_t row = rows.begin; row < rows.end; row += 8) {
        const auto* f = reinterpret_cast<const Double8*>(scores + row);
        auto* p = reinterpret_cast<Double8*>(out.probability + row);
        auto* residual = reinterpret_cast<Double8*>(out.residual + row);
        auto* curvature = reinterpret_cast<Double8*>(out.curvature + row);
        Double8 largest, rest{}, own{};
        Int8 at, truth;
        load_classes(rows.true_class, row, truth);
        find_largest(f, step, rows.classes, largest, at);
        const Double8 zero{};
        for (std::size_t k = 0; k < rows.classes; ++k) {
            const Int8 kth = Int8{} + static_cast<std::int64_t>(k);
            Double8 e;
            exponential_below(f[k * step], largest, e);
            p[k * step] = e;
            rest += at == kth ? zero : e;
            own = truth == kth ? f[k * step] : own;
        }
        const Double8 scale = 1.0 / (1.0 + rest);
        for (std::size_t k = 0; k < rows.classes; ++k) {
            const Int8 kth = Int8{} + static_cast<std::int64_t>(k);
            const Double8 probability = p[k * step] * scale;
            const Double8 of_largest = rest * scale, of_other = 1.0 - probability, wrong = -probability;
            const Double8 complement = at == kth ? of_largest : of_other;
            p[k * step] = probability;
            residual[k * step] = truth == kth ? complement : wrong;
            curvature[k * step] = probability * complement;
        }
        Double8 loss;
        log1p_of(rest, loss);
        loss += largest - own;
        for (std::size_t lane = 0; lane < 8 && row + lane < rows.end; ++lane)
            loss_by_class[truth[lane]] += loss[lane];
    }
}

/// Scores of eight rows after the step, into `f`, K vectors.
[[gnu::always_inline]] inline void step_scores(const ClassRows& rows, const double* scores,
                                               const ClassStep* steps, std::size_t base, std::size_t row,
                                               Double8* f) {
    Double8 sum{};
    for (std::size_t k = 0; k < rows.classes; ++k) {
        if (k == base) continue;
        f[k] = *reinterpret_cast<const Double8*>(scores + k * rows.stride + row);
        if (steps[k].node_of_row) {
            Double8 value;
            for (std::size_t lane = 0; lane < 8; ++lane)
                value[lane] = steps[k].value_of_node[steps[k].node_of_row[row + lane]];
            f[k] += steps[k].sign * value;
        }
        sum += f[k];
    }
    if (base != kNoBaseClass) f[base] = -sum;
}

[[gnu::always_inline]] inline double step_body(const ClassRows& rows, const double* scores,
                                               const ClassStep* steps, std::size_t base, Double8* f) {
    double total = 0;
    for (std::size_t row = rows.begin; row < rows.end; row += 8) {
        step_scores(rows, scores, steps, base, row, f);
        Double8 largest, rest{}, own{};
        Int8 at, truth;
        load_classes(rows.true_class, row, truth);
        find_largest(f, 1, rows.classes, largest, at);
        const Double8 zero{};
        for (std::size_t k = 0; k < rows.classes; ++k) {
            const Int8 kth = Int8{} + static_cast<std::int64_t>(k);
            Double8 e;
            exponential_below(f[k], largest, e);
            rest += at == kth ? zero : e;
            own = truth == kth ? f[k] : own;
        }
        Double8 loss;
        log1p_of(rest, loss);
        loss += largest - own;
        for (std::size_t lane = 0; lane < 8 && row + lane < rows.end; ++lane)
            total += loss[lane];
    }
    return total;
}

[[gnu::target("avx512f,avx512dq,avx512vl")]] void derivatives_avx512(const ClassRows& rows,
                                                                     const double* scores,
                                                                     const ClassDerivatives& out,
                                                                     double* loss) {
    derivatives_body(rows, scores, out, loss);
}
[[gnu::target("avx2")]] void derivatives_avx2(const ClassRows& rows, const double* scores,
                                              const ClassDerivatives& out, double* loss) {
    derivatives_body(rows, scores, out, loss);
}
void derivatives_baseline(const ClassRows& rows, const double* scores, const ClassDerivatives& out,
                          double* loss) {
    derivatives_body(rows, scores, out, loss);
}

[[gnu::target("avx512f,avx512dq,avx512vl")]] double step_avx512(const ClassRows& rows, const double* scores,
                                                                const ClassStep* steps, std::size_t base,
                                                                Double8* f) {
    return step_body(rows, scores, steps, base, f);
}
[[gnu::target("avx2")]] double step_avx2(const ClassRows& rows, const double* scores, const ClassStep* steps,
                                         std::size_t base, Double8* f) {
    return step_body(rows, scores, steps, base, f);
}
double step_baseline(const ClassRows& rows, const double* scores, const ClassStep* steps, std::size_t base,
                     Double8* f) {
    return step_body(rows, scores, steps, base, f);
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
    auto* f = reinterpret_cast<Double8*>(buffer.data());
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

}  // namespace reboost::learners
