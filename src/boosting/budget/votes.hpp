#pragma once
/// What the hypotheses of a binary ensemble say about rows, for votes over subsets of them.
#include "data/binning.hpp"
#include "learners/mh/base_classifier.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::boosting {

/// ±1 of each hypothesis on each row, hypothesis by hypothesis.
class HypothesisVotes {
  public:
    HypothesisVotes(const learners::Ensemble& ensemble, const data::BinnedMatrix& rows);

    std::size_t rows() const { return rows_; }
    std::span<const std::int8_t> of(std::size_t hypothesis) const {
        return {votes_.data() + hypothesis * rows_, rows_};
    }
    /// scores[i] += weight · h(x_i).
    void add(std::size_t hypothesis, float weight, std::span<float> scores) const;

  private:
    std::size_t rows_;
    std::vector<std::int8_t> votes_;
};

/// Share of rows whose score has not the label's sign; a score of 0 counts as `constant` (±1).
double vote_error(std::span<const float> scores, const data::Labels& labels, int constant);

}  // namespace reboost::boosting
