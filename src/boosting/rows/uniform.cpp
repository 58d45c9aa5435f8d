#include "boosting/rows/sampler.hpp"

namespace reboost::boosting {
namespace {

/// `row_sampling` of the rows, drawn anew each round, each set of that size with the same chance (Friedman
/// 2002), by Knuth's selection sampling (TAOCP 3.4.2, algorithm S): ascending, one draw per row.
class UniformRows final : public RowSampler {
    bool prepare(std::size_t rows, double share) override {
        wanted_ = share_of_rows(share, rows);
        return share < 1;
    }
    bool multiplies() const override { return false; }
    RowSample draw(const RowProbabilities& rows) override {
        rows_.clear();
        for (std::uint32_t row = 0; row < rows.rows; ++row) {
            const auto left = static_cast<double>(wanted_) - static_cast<double>(rows_.size());
            if (rng_.uniform() * static_cast<double>(rows.rows - row) < left) rows_.push_back(row);
        }
        return {rows_, {}};
    }

    std::size_t wanted_ = 0;
    std::vector<std::uint32_t> rows_;
};

}  // namespace

extern const Entry<RowSampler> uniform = entry_of<UniformRows, RowSampler>("uniform");

}  // namespace reboost::boosting
