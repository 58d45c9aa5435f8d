#include "boosting/gradient/kernels/softmax.hpp"

#include "simd/isa.hpp"

namespace reboost::learners {

void class_probabilities(const ClassRows& rows, const double* scores, const ClassProbabilities& out,
                         std::span<double> loss_by_class) {
    simd::kernels<SoftmaxKernels>().probabilities(rows, scores, out, loss_by_class.data());
}

void class_derivatives(const ClassRows& rows, const KnownProbabilities& known, std::size_t k,
                       double* residual, double* curvature) {
    simd::kernels<SoftmaxKernels>().derivatives(rows, known, k, residual, curvature);
}

void pair_derivatives(std::size_t count, const ClassTile& of_class, const ClassTile& of_base,
                      double* gradient, double* hessian) {
    simd::kernels<SoftmaxKernels>().pair_derivatives(count, of_class, of_base, gradient, hessian);
}

double loss_after_step(const ClassRows& rows, const double* scores, std::span<const ClassStep> steps,
                       std::size_t base, std::span<double> buffer) {
    return simd::kernels<LossKernels>().after_step(rows, scores, steps.data(), base, buffer.data());
}

double loss_after_factors(const ClassRows& rows, const double* probability, std::span<const ClassStep> steps,
                          std::size_t base) {
    return simd::kernels<LossKernels>().after_factors(rows, probability, steps.data(), base);
}

void exponentials(std::span<const double> values, std::span<double> factors) {
    simd::kernels<LossKernels>().exponentials(values.data(), values.size(), factors.data());
}

}  // namespace reboost::learners
