#pragma once
/// Which rows the trees of a round see.
///
/// Lifecycle
///  1. `make_row_sampler`.
///  2. each round: `draw(scores)`, from the scores before the round; all trees of the round see its sample.
///  3. `save` / `load` between rounds; a loaded sampler goes on bit for bit.
///
/// Adding a sampler: its options in boosting/options/row_sampling.hpp, one file here, one line in
/// catalogue.cpp.
#include "boosting/gradient/scores.hpp"
#include "boosting/options/gradient.hpp"
#include "core/state.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace reboost::boosting {

/// Some training rows, and how many rows each of them stands for.
struct RowSample {
    std::span<const std::uint32_t> rows;  ///< ascending, each once
    std::span<const double> multipliers;  ///< by row number; empty: 1 each. Of other rows undefined
};

class RowSampler : public Stateful {
  public:
    virtual ~RowSampler() = default;
    /// At least one row; valid until the next call.
    virtual RowSample draw(const GradientScores& scores) = 0;
    /// Whether samples have multipliers: all of them, or none.
    virtual bool multiplies() const { return false; }
    /// Whether every sample is all rows, so that a round that finds nothing ends the training.
    virtual bool takes_all() const { return false; }
};

/// The sampler of these options. With any but the uniform one, `row_sampling` is 1
/// (boosting/compatibility.hpp).
std::unique_ptr<RowSampler> make_row_sampler(const GradientOptions& options, std::size_t rows,
                                             std::uint64_t seed);

}  // namespace reboost::boosting
