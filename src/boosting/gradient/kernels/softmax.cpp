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

}  // namespace reboost::learners
