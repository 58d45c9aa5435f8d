#include "boosting/budget/votes.hpp"

namespace reboost::boosting {

HypothesisVotes::HypothesisVotes(const learners::Ensemble& ensemble, const data::BinnedMatrix& rows)
    : rows_(rows.rows), votes_(ensemble.size() * rows.rows) {
    std::vector<std::uint16_t> cells(rows_);
    for (std::size_t t = 0; t < ensemble.size(); ++t) {
        const auto view = ensemble[t];
        learners::assign_cells(view.splits, view.children, rows, 0, rows_, cells);
        for (std::size_t i = 0; i < rows_; ++i)
            votes_[t * rows_ + i] = (view.votes[cells[i]] & 1U) != 0 ? 1 : -1;
    }
}

void HypothesisVotes::add(std::size_t hypothesis, float weight, std::span<float> scores) const {
    const std::span<const std::int8_t> votes = of(hypothesis);
    for (std::size_t i = 0; i < votes.size(); ++i)
        scores[i] += weight * static_cast<float>(votes[i]);
}

double vote_error(std::span<const float> scores, const data::Labels& labels, int constant) {
    std::size_t errors = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const int said = scores[i] > 0 ? 1 : scores[i] < 0 ? -1 : constant;
        errors += said != labels.y[i] ? 1U : 0U;
    }
    return scores.empty() ? 0 : static_cast<double>(errors) / static_cast<double>(scores.size());
}

}  // namespace reboost::boosting
