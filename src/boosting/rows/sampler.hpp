#pragma once
/// Chooses the rows on which the trees of a round of mart, logitboost or their abc forms are trained.
///
/// Lifecycle
///  1. `make_row_sampler`.
///  2. each round: `draw(rows)`, from the probabilities before the round; all trees of the round use its
///     sample.
///  3. `save` / `load` between rounds; a loaded sampler continues bit for bit.
#include "core/choice_of.hpp"
#include "core/state.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace reboost::boosting {

/// The class probabilities of the training rows; class k of row i is at k · stride + i.
struct RowProbabilities {
    std::size_t rows, classes, stride;
    const double* probability;
    const double* rest;  ///< 1 − p of the likeliest class
    const std::int32_t *likeliest, *true_class;

    /// Returns 1 − p of the row's true class, which is half of Σ_k |r_k − p_k|.
    double missed(std::size_t row) const {
        const auto own = static_cast<std::size_t>(true_class[row]);
        return likeliest[row] == true_class[row] ? rest[row] : 1 - probability[own * stride + row];
    }
};

/// Some training rows, and how many rows each of them stands for.
struct RowSample {
    std::span<const std::uint32_t> rows;  ///< ascending, each once
    std::span<const double> multipliers;  ///< per training row, undefined for rows left out; empty: 1 each
};

class RowSampler : public Stateful {
  public:
    static constexpr std::string_view kKind = "row sampler";
    /// Returns all samplers; samplers.cpp holds the list.
    static std::span<const Entry<RowSampler>> entries();
    virtual ~RowSampler() = default;
    /// Declares the sampler's options.
    virtual void fields(Fields&) {}

    /// Called before the first round. `share` is the booster's `row_sampling`, 1 except for the uniform
    /// sampler (boosting/compatibility.hpp). False: every sample would be all rows, so do not call `draw`.
    bool begin(std::size_t rows, double share, std::uint64_t seed) {
        rng_ = Rng(seed, "row sampling");
        return prepare(rows, share);
    }
    /// Returns a sample of at least one row; valid until the next call.
    virtual RowSample draw(const RowProbabilities& rows) = 0;
    /// Whether samples have multipliers; either all samples do, or none.
    virtual bool multiplies() const { return true; }
    /// Whether every sample is all rows, so that a round without a split ends the training.
    virtual bool takes_all() const { return false; }
    void state(StateIO& io) override { io("rng", rng_); }

  protected:
    virtual bool prepare(std::size_t rows, double share) = 0;
    Rng rng_{0};
};

using RowSamplerOptions = ChoiceOf<RowSampler>;

/// Returns this share of the rows as a number of rows, at least 1.
std::size_t share_of_rows(double share, std::size_t rows);

/// Returns the sampler of these options, ready for the first round.
std::unique_ptr<RowSampler> make_row_sampler(const RowSamplerOptions& options, double share, std::size_t rows,
                                             std::uint64_t seed);

/// Returns μ with Σ min(1, size_i/μ) = wanted; 0 (every row certain) if at most `wanted` sizes are positive.
double mvs_threshold(std::vector<double> sizes, double wanted);

}  // namespace reboost::boosting

extern template class reboost::ChoiceOf<reboost::boosting::RowSampler>;
