/// The list of row samplers. A sampler's file defines its entry; a line here makes it known to configs,
/// `reboost list`, the schema and the shared tests.
#include "boosting/rows/sampler.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#define REBOOST_ROW_SAMPLERS(SAMPLER) \
    SAMPLER(uniform)                  \
    SAMPLER(goss)                     \
    SAMPLER(mvs)

namespace reboost::boosting {

#define REBOOST_DECLARE(sampler) Entry<RowSampler> sampler();
REBOOST_ROW_SAMPLERS(REBOOST_DECLARE)
#undef REBOOST_DECLARE

#define REBOOST_ENTRY(sampler) sampler(),
std::span<const Entry<RowSampler>> RowSampler::entries() {
    static const std::array all{REBOOST_ROW_SAMPLERS(REBOOST_ENTRY)};
    return all;
}
#undef REBOOST_ENTRY

namespace {

class AllRows final : public RowSampler {
  public:
    explicit AllRows(std::size_t rows) : rows_(rows) { std::iota(rows_.begin(), rows_.end(), 0U); }
    RowSample draw(const RowProbabilities&) override { return {rows_, {}}; }
    bool multiplies() const override { return false; }
    bool takes_all() const override { return true; }
    void state(StateIO&) override {}

  private:
    bool prepare(std::size_t, double) override { return true; }
    std::vector<std::uint32_t> rows_;
};

}  // namespace

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
