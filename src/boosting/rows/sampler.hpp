#pragma once
/// Which rows the trees of a round of mart, logitboost and their abc forms see.
///
/// Lifecycle
///  1. `make_row_sampler`.
///  2. each round: `draw(rows)`, from the probabilities before the round; all trees of the round see its
///  sample.
///  3. `save` / `load` between rounds; a loaded sampler goes on bit for bit.
#include "core/choice_of.hpp"
#include "core/state.hpp"

#include <cstdint>
#include <memory>
#include <span>

namespace reboost::boosting {

/// The class probabilities of the training rows, that of class k and row i at k · stride + i.
struct RowProbabilities {
    std::size_t rows, classes, stride;
    const double* probability;
    const double* rest;  ///< 1 − p of the likeliest class
    const std::int32_t *likeliest, *true_class;

    /// 1 − p of the row's true class: half of Σ_k |r_k − p_k|.
    double missed(std::size_t row) const {
        const auto own = static_cast<std::size_t>(true_class[row]);
        return likeliest[row] == true_class[row] ? rest[row] : 1 - probability[own * stride + row];
    }
};

/// Some training rows, and how many rows each of them stands for.
struct RowSample {
    std::span<const std::uint32_t> rows;  ///< ascending, each once
    std::span<const double> multipliers;  ///< by row number, undefined for rows left out; empty: 1 each
};

class RowSampler : public Stateful {
  public:
    static constexpr std::string_view kKind = "row sampler";
    /// All samplers; the list stands in samplers.cpp.
    static std::span<const Entry<RowSampler>> entries();
    virtual ~RowSampler() = default;
    /// Tells of the options.
    virtual void fields(Fields&) {}

    /// Before the first round. `share`: the booster's `row_sampling`, 1 for all samplers but the uniform one
    /// (boosting/compatibility.hpp). False where every sample would be all rows: `draw` is not called then.
    bool begin(std::size_t rows, double share, std::uint64_t seed) {
        rng_ = Rng(seed, "row sampling");
        return prepare(rows, share);
    }
    /// At least one row; valid until the next call.
    virtual RowSample draw(const RowProbabilities& rows) = 0;
    /// Whether samples have multipliers: all of them, or none.
    virtual bool multiplies() const { return true; }
    /// Whether every sample is all rows, so that a round that finds nothing ends the training.
    virtual bool takes_all() const { return false; }
    void state(StateIO& io) override { io("rng", rng_); }

  protected:
    virtual bool prepare(std::size_t rows, double share) = 0;
    Rng rng_{0};
};

using RowSamplerOptions = ChoiceOf<RowSampler>;

/// A share of some rows as a number of them, at least one.
std::size_t share_of_rows(double share, std::size_t rows);

/// The sampler of these options, ready for the first round.
std::unique_ptr<RowSampler> make_row_sampler(const RowSamplerOptions& options, double share, std::size_t rows,
                                             std::uint64_t seed);

/// μ with Σ min(1, size_i/μ) = wanted; 0, so that every row is certain, where no more sizes are positive.
double mvs_threshold(std::vector<double> sizes, double wanted);

}  // namespace reboost::boosting

extern template class reboost::ChoiceOf<reboost::boosting::RowSampler>;
