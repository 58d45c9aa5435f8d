#include "boosting/regret_curves.hpp"

#include "core/error.hpp"

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

void RegretCurves::save(Archive& archive) const {
    archive.put_scalar("sequences", sequences_);
    archive.put("rounds", rounds_);
    archive.put("samples", samples_);
    archive.put("chosen", chosen_);
    archive.put("regret", regret_);
    archive.put("totals", totals_);
    archive.put("squares", squares_);
}

void RegretCurves::load(const Archive& archive) {
    sequences_ = archive.get_scalar<std::uint64_t>("sequences");
    rounds_ = archive.get<std::uint64_t>("rounds");
    samples_ = archive.get<std::uint64_t>("samples");
    chosen_ = archive.get<double>("chosen");
    regret_ = archive.get<double>("regret");
    totals_ = archive.get<double>("totals");
    squares_ = archive.get<double>("squares");
    const std::size_t size = rounds_.size();
    if (samples_.size() != size || chosen_.size() != size || regret_.size() != size)
        throw DataError("checkpoint: regret curves of different lengths");
    if (totals_.size() != size * arms_ || squares_.size() != totals_.size())
        throw DataError("checkpoint: sums of rewards belong to another number of arms");
}

}  // namespace reboost::boosting
