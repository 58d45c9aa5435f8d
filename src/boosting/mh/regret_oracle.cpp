#include "boosting/mh/regret_oracle.hpp"

#include "boosting/evaluation_schedule.hpp"
#include "boosting/save_part.hpp"
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

void RegretOracle::save(Archive& archive) const {
    save_part(archive, "curves", curves_);
    archive.put("round", round_);
    archive.put("chosen", chosen_);
    archive.put("best", best_);
    archive.put("arm_totals", arm_totals_);
    archive.put_scalar("chosen_total", chosen_total_);
}

void RegretOracle::load(const Archive& archive) {
    curves_.load(archive.sub("curves"));
    round_ = archive.get<std::uint64_t>("round");
    chosen_ = archive.get<double>("chosen");
    best_ = archive.get<double>("best");
    arm_totals_ = archive.get<double>("arm_totals");
    chosen_total_ = archive.get_scalar<double>("chosen_total");
    if (chosen_.size() != round_.size() || best_.size() != round_.size())
        throw DataError("checkpoint: the oracle's evaluations are not whole");
    if (arm_totals_.size() != features_.size())
        throw DataError("checkpoint: the oracle's sums belong to another number of features");
}

}  // namespace reboost::boosting
