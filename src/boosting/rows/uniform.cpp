#include "boosting/rows/sampler.hpp"

namespace reboost::boosting {

UniformRows::UniformRows(std::size_t rows, std::size_t wanted, std::uint64_t seed)
    : DrawingSampler(seed), all_(rows), wanted_(wanted) {}

learners::RowSample UniformRows::draw(const GradientScores&) {
    // Knuth's selection sampling (TAOCP 3.4.2, algorithm S): ascending, one draw per row.
    rows_.clear();
    for (std::uint32_t row = 0; row < all_; ++row) {
        const auto left = static_cast<double>(wanted_) - static_cast<double>(rows_.size());
        if (rng_.uniform() * static_cast<double>(all_ - row) < left) rows_.push_back(row);
    }
    return {rows_, {}};
}

}  // namespace reboost::boosting
