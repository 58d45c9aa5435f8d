#include "boosting/regret.hpp"

#include "boosting/bookkeeping.hpp"
#include "core/order.hpp"
#include "selectors/rewards.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::boosting {
namespace {

std::vector<double> divided(std::vector<double> values, double by) {
    for (double& value : values)
        value /= by;
    return values;
}

}  // namespace

void RegretCurves::add(std::size_t point, std::uint64_t round, std::uint64_t samples, double chosen_total,
                       std::span<const double> arm_totals) {
    if (point == points()) {
        rounds_.push_back(round);
        samples_.push_back(samples);
        chosen_.push_back(0);
        regret_.push_back(0);
        totals_.resize(totals_.size() + arms_, 0);
        squares_.resize(squares_.size() + arms_, 0);
    }
    chosen_[point] += chosen_total;
    regret_[point] += *std::ranges::max_element(arm_totals) - chosen_total;
    for (std::size_t arm = 0; arm < arms_; ++arm) {
        const double lost = arm_totals[arm] - chosen_total;
        totals_[point * arms_ + arm] += arm_totals[arm];
        squares_[point * arms_ + arm] += lost * lost;
    }
}

void RegretCurves::save_curves(Archive& archive) const {
    const auto sequences = static_cast<double>(std::max<std::uint64_t>(1, sequences_));
    const std::vector<double> totals = divided(totals_, sequences), chosen = divided(chosen_, sequences);
    std::vector<double> pseudo, deviation;
    for (std::size_t point = 0; point < points(); ++point) {
        const std::span<const double> row(totals.data() + point * arms_, arms_);
        const auto best = static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
        pseudo.push_back(row[best] - chosen[point]);
        const double above = squares_[point * arms_ + best] - sequences * pseudo.back() * pseudo.back();
        deviation.push_back(std::sqrt(std::max(0.0, above) / (sequences - 1)));
    }
    archive.put("regret/round", rounds_, "", "round up to which rewards are summed");
    archive.put("regret/samples", samples_, "", "rounds of those whose rewards were looked at");
    archive.put("regret/expected", divided(regret_, sequences), "",
                "regret against the best fixed arm of each sequence, mean over the sequences");
    archive.put("regret/pseudo", std::move(pseudo), "",
                "regret against the fixed arm that is best in the mean over the sequences");
    if (sequences_ > 1)
        archive.put("regret/pseudo_sd", std::move(deviation), "",
                    "standard deviation of that regret over the sequences");
    archive.put("regret/chosen_total", chosen, "", "reward earned so far, mean over the sequences");
    archive.put_shaped("regret/arm_totals", totals, {points(), arms_}, "",
                       "reward that each fixed arm would have had so far, mean over the sequences");
}

void RegretCurves::state(StateIO& io) {
    io("sequences", sequences_).any_size("rounds", rounds_)("samples", samples_, points());
    io("chosen", chosen_, points())("regret", regret_, points());
    io("totals", totals_, points() * arms_)("squares", squares_, points() * arms_);
}

RegretOracle::RegretOracle(const learners::ScanColumns& columns, parallel::Team& team,
                           selectors::RewardMap reward, std::size_t every, std::size_t rounds)
    : scanner_(columns, team),
      reward_(reward),
      every_(every),
      rounds_(rounds),
      features_(indices<std::uint32_t>(columns.features())),
      scores_(columns.features()),
      arm_totals_(columns.features(), 0),
      curves_(columns.features()) {}

void RegretOracle::evaluate(std::size_t round, const learners::SignedWeights& weights,
                            std::optional<std::uint32_t> chosen) {
    scanner_.scan(features_, {weights.data(), weights.totals()}, scores_, learners::Wanted::every_score);
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
    if (is_log_spaced(evaluations, last, RegretCurves::kPointsPerDecade))
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
    io.any_size("round", round_)("chosen", chosen_, round_.size())("best", best_, round_.size());
    io("arm_totals", arm_totals_)("chosen_total", chosen_total_);
}

}  // namespace reboost::boosting
