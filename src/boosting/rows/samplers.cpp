/// Uniform sampler and list of samplers. A name below makes an entry known to configs and `reboost list`.
#include "boosting/rows/sampler.hpp"
#include "core/order.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace reboost::boosting {

extern const Entry<RowSampler> uniform, goss, mvs;

std::span<const Entry<RowSampler>> RowSampler::entries() {
    static const std::array all{uniform, goss, mvs};
    return all;
}

namespace {

/// Draws the share `row_sampling` of the rows anew each round, every subset with equal probability (Friedman
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

class AllRows final : public RowSampler {
  public:
    explicit AllRows(std::size_t rows) : rows_(indices<std::uint32_t>(rows)) {}
    RowSample draw(const RowProbabilities&) override { return {rows_, {}}; }
    bool multiplies() const override { return false; }
    bool takes_all() const override { return true; }
    void state(StateIO&) override {}

  private:
    bool prepare(std::size_t, double) override { return true; }
    std::vector<std::uint32_t> rows_;
};

}  // namespace

extern const Entry<RowSampler> uniform = entry_of<UniformRows, RowSampler>("uniform");

std::size_t share_of_rows(double share, std::size_t rows) {
    return static_cast<std::size_t>(std::max<long>(std::lround(share * static_cast<double>(rows)), 1));
}

std::unique_ptr<RowSampler> make_row_sampler(const RowSamplerOptions& options, double share, std::size_t rows,
                                             std::uint64_t seed) {
    std::unique_ptr<RowSampler> sampler = options.make();
    if (!sampler->begin(rows, share, seed)) return std::make_unique<AllRows>(rows);
    return sampler;
}

}  // namespace reboost::boosting

template class reboost::ChoiceOf<reboost::boosting::RowSampler>;
