#include "boosting/gradient/kernels/softmax.hpp"

#include "boosting/gradient/kernels/exp_log.hpp"

namespace reboost::learners {
namespace REBOOST_ISA {

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

/// How many rows ahead values are prefetched: the next tile of rows is requested soon, after other classes of
/// this one.
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

}  // namespace REBOOST_ISA

const SoftmaxKernels SoftmaxKernels::REBOOST_ISA = {REBOOST_ISA::probabilities, REBOOST_ISA::derivatives,
                                                    REBOOST_ISA::pair_derivatives};

}  // namespace reboost::learners
