#include "boosting/mh/regret_oracle.hpp"

#include "boosting/evaluation_schedule.hpp"
#include "core/error.hpp"
#include "selectors/features/reward_map.hpp"

#include <algorithm>
#include <numeric>

namespace reboost::boosting {
namespace {

constexpr double kPointsPerDecade = 20;

}  // namespace

RegretOracle::RegretOracle(const learners::ScanColumns& columns, std::size_t stride, parallel::Team& team,
                           selectors::RewardMap reward, std::size_t every, std::size_t rounds)
    : scanner_(columns, stride, team),
      reward_(reward),
      every_(every),
      rounds_(rounds),
      features_(columns.features()),
      scores_(columns.features()),
      arm_totals_(columns.features(), 0),
      curves_(columns.features()) {
    std::iota(features_.begin(), features_.end(), 0U);
}

void RegretOracle::evaluate(std::size_t round, const learners::SignedWeights& weights,
                            std::optional<std::uint32_t> chosen) {
    scanner_.scan(features_, {weights.data(), weights.stride(), weights.totals()}, scores_,
                  learners::Wanted::every_score);
    double best = 0;
    for (std::size_t i = 0; i < scores_.size(); ++i) {
        const double reward = selectors::reward_of_edge(reward_, scores_[i].edge);
        arm_totals_[i] += reward;
        best = std::max(best, reward);
    }
    const double earned = chosen ? selectors::reward_of_edge(reward_, scores_[*chosen].edge) : 0;
    chosen_total_ += earned;
    round_.push_back(round);
    chosen_.push_back(earned);
    best_.push_back(best);
    const std::size_t evaluations = round_.size(), last = (rounds_ - 1) / every_ + 1;
    if (is_log_spaced(evaluations, last, kPointsPerDecade))
        curves_.add(curves_.points(), round, evaluations, chosen_total_, arm_totals_);
}

void RegretOracle::save_curves(Archive& archive) const {
    archive.put("oracle/round", round_, "", "rounds looked at");
    archive.put("oracle/chosen_reward", chosen_, "", "reward of the chosen feature");
    archive.put("oracle/best_reward", best_, "", "reward of the best feature, which full search would take");
    RegretCurves whole = curves_;
    whole.end_sequence();
    whole.save_curves(archive);
}

void RegretOracle::state(StateIO& io) {
    io.part("curves", curves_);
    io.any_size("round", round_);
    if (io.loading()) {
        chosen_.resize(round_.size());
        best_.resize(round_.size());
    }
    io("chosen", chosen_);
    io("best", best_);
    io("arm_totals", arm_totals_);
    io("chosen_total", chosen_total_);
}

}  // namespace reboost::boosting
