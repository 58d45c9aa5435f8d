#include "boosting/rows/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace reboost::boosting {
namespace {

/// Gradient-based one-side sampling (Ke et al., LightGBM, NIPS 2017, Algorithm 2): takes the rows of the
/// largest |gradient|, summed over the classes, and a random part of the rest that stands for the rest. A
/// row's |gradients| sum to 2 (1 − p) of its true class (eq. 4), used with a base class too.
class Goss final : public RowSampler {
    double top = 0.2, other = 0.1;
    void fields(Fields& field) override {
        field("top", top, {"a: share of the rows kept for their large gradients", 0, 1});
        field("other", other,
              {"b: share of the rows drawn from the rest, each standing for (1 − a)/b rows", 1e-6, 1});
    }

    bool prepare(std::size_t rows, double) override {
        top_ = static_cast<std::size_t>(std::lround(top * static_cast<double>(rows)));
        other_ = share_of_rows(other, rows);
        order_.resize(rows);
        on_top_.resize(rows);
        gradient_.resize(rows);
        multiplier_.resize(rows);
        return top_ + other_ < rows;
    }

    RowSample draw(const RowProbabilities& rows) override {
        for (std::size_t i = 0; i < rows.rows; ++i)
            gradient_[i] = rows.missed(i);
        std::iota(order_.begin(), order_.end(), 0U);
        std::nth_element(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(top_), order_.end(),
                         [&](std::uint32_t a, std::uint32_t b) {
                             return gradient_[a] != gradient_[b] ? gradient_[a] > gradient_[b] : a < b;
                         });
        // The paper's (1 − a)/b in rounded row counts: the drawn rows stand for exactly all of the rest.
        const std::size_t rest = rows.rows - top_;
        std::ranges::fill(multiplier_, static_cast<double>(rest) / static_cast<double>(other_));
        std::ranges::fill(on_top_, std::uint8_t{0});
        for (std::size_t i = 0; i < top_; ++i) {
            multiplier_[order_[i]] = 1;
            on_top_[order_[i]] = 1;
        }
        rows_.clear();
        std::size_t unseen = rest, wanted = other_;
        for (std::uint32_t row = 0; row < rows.rows; ++row) {
            if (on_top_[row] != 0) {
                rows_.push_back(row);
            } else if (rng_.uniform() * static_cast<double>(unseen--) < static_cast<double>(wanted)) {
                rows_.push_back(row);
                --wanted;
            }
        }
        return {rows_, multiplier_};
    }

    std::size_t top_ = 0, other_ = 0;
    std::vector<std::uint32_t> order_, rows_;
    std::vector<std::uint8_t> on_top_;
    std::vector<double> gradient_, multiplier_;
};

}  // namespace

extern const Entry<RowSampler> goss = entry_of<Goss, RowSampler>("goss", {{"top", "other"}});

}  // namespace reboost::boosting
