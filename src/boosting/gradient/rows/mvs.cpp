#include "boosting/gradient/rows/samplers.hpp"
#include "core/error.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace reboost::boosting {

double mvs_threshold(std::vector<double> sizes, double wanted) {
    std::ranges::sort(sizes, std::greater{});
    const auto sum_from = [&](std::size_t first) {
        return std::accumulate(sizes.rbegin(), sizes.rend() - static_cast<std::ptrdiff_t>(first), 0.0);
    };
    constexpr double kDigitsKept = 1e-6;  // of a sum, after subtractions; below, it is summed anew
    double rest = sum_from(0), summed = rest;
    for (std::size_t certain = 0; certain < sizes.size() && static_cast<double>(certain) < wanted;
         ++certain) {
        // With the `certain` largest taken for sure, the others share what is left of the expected number.
        const double threshold = rest / (wanted - static_cast<double>(certain));
        if (sizes[certain] <= threshold) return threshold;
        rest -= sizes[certain];
        if (rest < kDigitsKept * summed) rest = summed = sum_from(certain + 1);
    }
    return 0;
}

Mvs::Mvs(std::size_t rows, double wanted, double lambda, std::uint64_t seed)
    : DrawingSampler(seed), wanted_(wanted), lambda_(lambda), size_(rows), multiplier_(rows) {}

void Mvs::measure(const GradientScores& scores) {
    std::ranges::fill(size_, 0.0);
    const double* const probability = scores.known().probability;
    for (std::size_t k = 0; k < scores.classes(); ++k)
        for (std::size_t i = 0; i < size_.size(); ++i) {
            const double p = probability[k * scores.stride() + i];
            const double gradient = scores.true_class(i) == k ? scores.missed(i) : p, hessian = p * (1 - p);
            size_[i] += gradient * gradient + lambda_ * hessian * hessian;
        }
    for (double& size : size_)
        size = std::sqrt(size);
}

learners::RowSample Mvs::draw(const GradientScores& scores) {
    measure(scores);
    if (std::ranges::any_of(size_, [](double size) { return std::isnan(size); }))
        throw NotANumberError("minimal variance sampling: a row's gradient is not a number");
    const double threshold = mvs_threshold(size_, wanted_);
    do {  // a sample without rows, which is rare, is drawn again
        rows_.clear();
        for (std::uint32_t row = 0; row < size_.size(); ++row) {
            const double chance = size_[row] >= threshold ? 1 : size_[row] / threshold;
            if (!(rng_.uniform() < chance)) continue;
            rows_.push_back(row);
            multiplier_[row] = 1 / chance;
        }
    } while (rows_.empty());
    return {rows_, multiplier_};
}

}  // namespace reboost::boosting
