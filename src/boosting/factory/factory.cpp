#include "boosting/factory/factory.hpp"

#include "boosting/bandit_problem/bandit_problem.hpp"
#include "boosting/budget/budgeted.hpp"
#include "boosting/compatibility.hpp"
#include "boosting/gradient/booster.hpp"
#include "boosting/gradient/model.hpp"
#include "boosting/holdout.hpp"
#include "boosting/mh/adaboost_mh.hpp"
#include "core/error.hpp"

#include <algorithm>

namespace reboost::boosting {
namespace {

void check_data(const data::BinnedSplit& data) {
    if (data.train.rows == 0) throw UsageError("data set '" + data.name + "' has no training rows");
    if (data.train.features() == 0) throw UsageError("data set '" + data.name + "' has no columns");
}

/// Σ_t α_t v_t(x): the models of AdaBoost.MH and of the budgeted boosters.
Matrix<double> predict_vote_scores(const Archive& model, const data::BinnedMatrix& rows) {
    const learners::Ensemble ensemble = learners::Ensemble::load(model.sub("ensemble"));
    const std::size_t classes = ensemble.classes(), words = learners::vote_words(classes);
    const std::size_t rounds =
        std::min<std::size_t>(ensemble.size(), model.get_scalar<std::uint64_t>("best_round"));
    Matrix<double> scores(rows.rows, classes);
    std::vector<std::uint16_t> cells(rows.rows);
    for (std::size_t t = 0; t < rounds; ++t) {
        const auto view = ensemble[t];
        if (view.alpha == 0) continue;
        for (const learners::Split& split : view.splits)
            if (split.feature >= rows.features())
                throw DataError("model: split on a column that the data does not have");
        learners::assign_cells(view.splits, view.children, rows, 0, rows.rows, cells);
        for (std::size_t i = 0; i < rows.rows; ++i)
            for (std::size_t l = 0; l < classes; ++l) {
                const bool positive = (view.votes[cells[i] * words + l / 64] >> (l % 64) & 1U) != 0;
                scores(i, l) += positive ? view.alpha : -view.alpha;
            }
    }
    return scores;
}

}  // namespace

std::unique_ptr<Booster> make_booster(const Recipe& recipe, std::shared_ptr<const data::BinnedSplit> data,
                                      const Resources& resources) {
    check_data(*data);
    require_fit(recipe, facts_of(*data));
    const BoosterFamily family = family_of(recipe.booster);
    if (family == BoosterFamily::bandit_problem) return std::make_unique<BanditProblem>(recipe, resources);
    if (recipe.evaluation.validation_fraction > 0)
        data = hold_out(*data, recipe.evaluation.validation_fraction, recipe.seed);
    if (family == BoosterFamily::budgeted) return make_budgeted_booster(recipe, std::move(data), resources);
    if (family == BoosterFamily::gradient) return make_gradient_booster(recipe, std::move(data), resources);
    return std::make_unique<AdaBoostMh>(recipe, std::move(data), resources);
}

Matrix<double> predict_scores(const Archive& model, const data::BinnedMatrix& rows) {
    if (family_of(model.get_scalar<std::string>("booster")) == BoosterFamily::gradient)
        return predict_gradient_scores(model, rows);
    return predict_vote_scores(model, rows);
}

}  // namespace reboost::boosting
