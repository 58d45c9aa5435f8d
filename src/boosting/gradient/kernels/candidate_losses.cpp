#include "boosting/gradient/kernels/candidate_losses.hpp"

#include "boosting/gradient/kernels/exp_log.hpp"

#include <algorithm>
#include <limits>

namespace reboost::learners {

namespace {

/// out[lane] = table[index[lane]], one after the other.
struct LookUpEach {
    template <class V>
    [[gnu::always_inline]] static void look_up(const double* table, const std::uint16_t* index,
                                               typename V::Double& out) {
        for (std::size_t lane = 0; lane < V::kLanes; ++lane)
            out[lane] = table[index[lane]];
    }
};
/// The same from kSmallTree entries: four shuffles of sixteen each (AVX-512).
struct LookUpSmall {
    template <class V>
    [[gnu::always_inline]] static void look_up(const double* table, const std::uint16_t* index,
                                               Double8& out) {
        static_assert(V::kLanes == 8 && kSmallTree == 64);
        // Not __builtin_convertvector: GCC 12 takes it apart word by word.
        const Two::LooseWord indices = *reinterpret_cast<const Two::LooseWord*>(index);
        const std::uint64_t a = indices[0], b = indices[1];
        constexpr Word8 kShift = {0, 16, 32, 48, 0, 16, 32, 48};
        const Word8 at = (Word8{a, a, a, a, b, b, b, b} >> kShift) & 0xFFFF, zero{};
        const Eight::LooseDouble* const entries = reinterpret_cast<const Eight::LooseDouble*>(table);
        Double8 low, above, high;
        sixteen(entries, at, low);
        sixteen(entries + 2, at, above);
        low = (at & 16) != zero ? above : low;
        sixteen(entries + 4, at, high);
        sixteen(entries + 6, at, above);
        high = (at & 16) != zero ? above : high;
        out = (at & 32) != zero ? high : low;
    }

  private:
    [[gnu::always_inline]] static void sixteen(const Eight::LooseDouble* entries, const Word8& at,
                                               Double8& out) {
        out = __builtin_shuffle(Double8(entries[0]), Double8(entries[1]), at);
    }
};

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
            LookUpEach::look_up<V>(steps[k].value_of_node, steps[k].node_of_row + row, value);
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

/// Rows whose odds stand ready before their logarithms are taken: the latter wait for themselves, and side by
/// side they wait together.
constexpr std::size_t kOddsRows = 512;

/// odds = (1 − p)/p of the true class after the step, of V::kLanes rows; likely: its p before.
template <class V, class Tables>
[[gnu::always_inline]] inline void odds_after(const ClassRows& rows, const double* probability,
                                              const ClassStep* steps, std::size_t base, std::size_t row,
                                              typename V::Double& odds, typename V::Double& likely) {
    using Double = typename V::Double;
    using Int = typename V::Int;
    const auto at = [&](std::size_t k) {
        return reinterpret_cast<const Double*>(probability + k * rows.stride + row);
    };
    Double product = Double{} + 1.0, others{}, own{};
    const Double zero{};
    Int truth;
    load_classes<V>(rows.true_class, row, truth);
    for (std::size_t k = 0; k < rows.classes; ++k) {
        const auto own_class = truth == Int{} + static_cast<std::int64_t>(k);
        Double p = *at(k);
        likely = own_class ? p : likely;
        if (k == base) continue;
        if (steps[k].node_of_row) {
            Double factor;
            Tables::template look_up<V>(steps[k].factor_of_node, steps[k].node_of_row + row, factor);
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

template <class V, class Tables>
[[gnu::always_inline]] inline double factors_body(const ClassRows& rows, const double* probability,
                                                  const ClassStep* steps, std::size_t base) {
    using Double = typename V::Double;
    Double losses[kOddsRows / V::kLanes], least = Double{} + 1.0;
    double total = 0;
    for (std::size_t first = rows.begin; first < rows.end; first += kOddsRows) {
        const std::size_t count = std::min(kOddsRows, rows.end - first);
        for (std::size_t i = 0; i < count; i += V::kLanes) {
            Double likely = Double{} + 1.0;
            odds_after<V, Tables>(rows, probability, steps, base, first + i, losses[i / V::kLanes], likely);
            least = likely < least ? likely : least;  // padding rows: 1/K
        }
        for (std::size_t i = 0; i < count; i += V::kLanes)
            log1p_of<V>(Double(losses[i / V::kLanes]), losses[i / V::kLanes]);
        for (std::size_t i = 0; i < count; ++i)
            total += losses[i / V::kLanes][i % V::kLanes];
    }
    bool unlikely = false;
    for (std::size_t lane = 0; lane < V::kLanes; ++lane)
        unlikely = unlikely || least[lane] < kLeastLikely;
    return unlikely ? std::numeric_limits<double>::quiet_NaN() : total;
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

template <class Tables>
[[gnu::target("avx512f,avx512dq,avx512vl")]] double factors_avx512(const ClassRows& rows,
                                                                   const double* probability,
                                                                   const ClassStep* steps, std::size_t base) {
    return factors_body<Eight, Tables>(rows, probability, steps, base);
}
[[gnu::target("avx2")]] double factors_avx2(const ClassRows& rows, const double* probability,
                                            const ClassStep* steps, std::size_t base) {
    return factors_body<Four, LookUpEach>(rows, probability, steps, base);
}
double factors_baseline(const ClassRows& rows, const double* probability, const ClassStep* steps,
                        std::size_t base) {
    return factors_body<Two, LookUpEach>(rows, probability, steps, base);
}

}  // namespace

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
    const bool small =
        std::ranges::all_of(steps, [](const ClassStep& step) { return !step.node_of_row || step.small; });
    switch (best_isa()) {
        case Isa::avx512:
            return small ? factors_avx512<LookUpSmall>(rows, probability, steps.data(), base)
                         : factors_avx512<LookUpEach>(rows, probability, steps.data(), base);
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
