#include "boosting/gradient/kernels/candidate_losses.hpp"

#include "simd/isa.hpp"

namespace reboost::learners {

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
