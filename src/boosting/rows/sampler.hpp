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
#include "boosting/options.hpp"
#include "core/rng.hpp"
#include "core/state.hpp"
#include "learners/row_sample.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace reboost::boosting {

class RowSampler : public Stateful {
  public:
    virtual ~RowSampler() = default;
    /// At least one row; valid until the next call.
    virtual learners::RowSample draw(const GradientScores& scores) = 0;
    /// Whether samples have multipliers: all of them, or none.
    virtual bool multiplies() const { return false; }
    /// Whether every sample is all rows, so that a round that finds nothing ends the training.
    virtual bool takes_all() const { return false; }
};

/// The sampler of these options. With any but the uniform one, `row_sampling` is 1
/// (boosting/compatibility.hpp).
std::unique_ptr<RowSampler> make_row_sampler(const GradientOptions& options, std::size_t rows,
                                             std::uint64_t seed);

/// The row samplers of catalogue.cpp.

class AllRows final : public RowSampler {
  public:
    explicit AllRows(std::size_t rows);
    learners::RowSample draw(const GradientScores&) override { return {rows_, {}}; }
    bool takes_all() const override { return true; }

  private:
    std::vector<std::uint32_t> rows_;
};

/// The base of samplers that draw: their generator is their state.
class DrawingSampler : public RowSampler {
  public:
    explicit DrawingSampler(std::uint64_t seed) : rng_(seed, "row sampling") {}
    void state(StateIO& io) override { io("rng", rng_); }

  protected:
    Rng rng_;
};

/// `wanted` rows, each set of that size with the same chance.
class UniformRows final : public DrawingSampler {
  public:
    UniformRows(std::size_t rows, std::size_t wanted, std::uint64_t seed);
    learners::RowSample draw(const GradientScores&) override;

  private:
    std::size_t all_, wanted_;
    std::vector<std::uint32_t> rows_;
};

/// The `top` rows of the largest |gradient|, summed over the classes, and `other` of the rest, which stand
/// for all of these. A row's gradients sum to twice 1 − p of its true class (eq. 4); under a base class the
/// same rows are taken.
class Goss final : public DrawingSampler {
  public:
    Goss(std::size_t rows, std::size_t top, std::size_t other, std::uint64_t seed);
    learners::RowSample draw(const GradientScores& scores) override;
    bool multiplies() const override { return true; }

  private:
    std::size_t all_, top_, other_;
    std::vector<std::uint32_t> order_, rows_;
    std::vector<std::uint8_t> on_top_;
    std::vector<double> gradient_, multiplier_;
};

/// Row i with probability p_i = min(1, s_i/μ), standing for 1/p_i rows; s_i² = Σ_k g_k² + λ h_k², μ such that
/// `wanted` rows are expected. With several trees per round the sums over their classes take the place of one
/// tree's g² and h².
class Mvs final : public DrawingSampler {
  public:
    Mvs(std::size_t rows, double wanted, double lambda, std::uint64_t seed);
    learners::RowSample draw(const GradientScores& scores) override;
    bool multiplies() const override { return true; }

  private:
    void measure(const GradientScores& scores);

    double wanted_, lambda_;
    std::vector<std::uint32_t> rows_;
    std::vector<double> size_, multiplier_;
};

/// μ with Σ min(1, size_i/μ) = wanted, where 0 < wanted < the number of positive sizes; 0 otherwise: then
/// every row with a size is certain.
double mvs_threshold(std::vector<double> sizes, double wanted);

}  // namespace reboost::boosting
