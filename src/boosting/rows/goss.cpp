#include "boosting/rows/sampler.hpp"

#include <algorithm>
#include <numeric>

namespace reboost::boosting {

Goss::Goss(std::size_t rows, std::size_t top, std::size_t other, std::uint64_t seed)
    : DrawingSampler(seed),
      all_(rows),
      top_(top),
      other_(other),
      order_(rows),
      on_top_(rows),
      gradient_(rows),
      multiplier_(rows) {}

learners::RowSample Goss::draw(const GradientScores& scores) {
    for (std::size_t i = 0; i < all_; ++i)
        gradient_[i] = scores.missed(i);
    std::iota(order_.begin(), order_.end(), 0U);
    std::nth_element(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(top_), order_.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                         return gradient_[a] != gradient_[b] ? gradient_[a] > gradient_[b] : a < b;
                     });
    // The paper's (1 − a)/b, in rows: whatever was rounded, the drawn rows stand for all of the rest.
    const std::size_t rest = all_ - top_;
    std::ranges::fill(multiplier_, static_cast<double>(rest) / static_cast<double>(other_));
    std::ranges::fill(on_top_, std::uint8_t{0});
    for (std::size_t i = 0; i < top_; ++i) {
        multiplier_[order_[i]] = 1;
        on_top_[order_[i]] = 1;
    }
    rows_.clear();
    std::size_t unseen = rest, wanted = other_;
    for (std::uint32_t row = 0; row < all_; ++row) {
        if (on_top_[row] != 0) {
            rows_.push_back(row);
        } else if (rng_.uniform() * static_cast<double>(unseen--) < static_cast<double>(wanted)) {
            rows_.push_back(row);
            --wanted;
        }
    }
    return {rows_, multiplier_};
}

}  // namespace reboost::boosting
