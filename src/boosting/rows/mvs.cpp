#include "boosting/rows/sampler.hpp"
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
    constexpr double kDigitsKept = 1e-6;  // a rest below this share, spoilt by subtractions, is summed anew
    double rest = sum_from(0), summed = rest;
    for (std::size_t certain = 0; certain < sizes.size() && static_cast<double>(certain) < wanted;
         ++certain) {
        // The `certain` largest rows are surely taken; the others share the remaining expected number.
        const double threshold = rest / (wanted - static_cast<double>(certain));
        if (sizes[certain] <= threshold) return threshold;
        rest -= sizes[certain];
        if (rest < kDigitsKept * summed) rest = summed = sum_from(certain + 1);
    }
    return 0;
}

namespace {

/// Minimal variance sampling (Ibragimov & Gusev, NeurIPS 2019): takes row i with probability p_i = min(1,
/// s_i/μ), and row i then stands for 1/p_i rows; s_i² = Σ_k g_k² + λ h_k², μ such that the wanted number of
/// rows is expected. With several trees per round, sums over their classes replace one tree's g² and h².
class Mvs final : public RowSampler {
    double share = 0.5, lambda = 0.1;
    void fields(Fields& field) override {
        field("share", share, {"s: expected share of the rows", 1e-6, 1});
        field("lambda", lambda,
              {"λ: weight of the squared second derivative beside the squared gradient", 0, 1e6});
    }

    bool prepare(std::size_t rows, double) override {
        wanted_ = std::max(share * static_cast<double>(rows), 1.0);
        size_.resize(rows);
        multiplier_.resize(rows);
        return share < 1;
    }

    void measure(const RowProbabilities& rows) {
        std::ranges::fill(size_, 0.0);
        for (std::size_t k = 0; k < rows.classes; ++k)
            for (std::size_t i = 0; i < size_.size(); ++i) {
                const double p = rows.probability[k * rows.stride + i];
                const bool own = static_cast<std::size_t>(rows.true_class[i]) == k;
                const double gradient = own ? rows.missed(i) : p, hessian = p * (1 - p);
                size_[i] += gradient * gradient + lambda * hessian * hessian;
            }
        for (double& size : size_)
            size = std::sqrt(size);
    }

    RowSample draw(const RowProbabilities& rows) override {
        measure(rows);
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

    double wanted_ = 0;
    std::vector<std::uint32_t> rows_;
    std::vector<double> size_, multiplier_;
};

}  // namespace

extern const Entry<RowSampler> mvs = entry_of<Mvs, RowSampler>("mvs", {{"share"}});

}  // namespace reboost::boosting
