#include "boosting/gradient/kernels/exp_log.hpp"
#include "boosting/gradient/kernels/softmax.hpp"
#include "simd/double2.hpp"

#include <algorithm>
#include <limits>

namespace reboost::learners {
namespace REBOOST_ISA {

/// table[index[lane]], lane by lane.
[[gnu::always_inline]] inline Double look_up(const double* table, const std::uint16_t* index) {
    Double values;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        values[lane] = table[index[lane]];
    return values;
}

/// Scores of kLanes rows after the step, into `f`, K vectors.
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

/// Rows whose true class is less likely are left to after_step.
constexpr double kLeastLikely = 1e-80;

/// Rows whose odds are computed before their logarithms: logarithms are long chains of dependent operations,
/// and several of them overlap.
constexpr std::size_t kOddsRows = 512;

/// odds = (1 − p)/p of the true class after the step, of kLanes rows; likely: its p before.
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
            least = likely < least ? likely : least;  // padding rows: 1/K
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
    for (std::size_t i = 0; i < count; ++i) {
        factors[i] = exponential(Double{} + values[i])[0];
    }
}

}  // namespace REBOOST_ISA

const LossKernels LossKernels::REBOOST_ISA = {REBOOST_ISA::after_step, REBOOST_ISA::after_factors,
                                              REBOOST_ISA::exponentials};

}  // namespace reboost::learners
