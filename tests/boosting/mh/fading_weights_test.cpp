/// Long runs on separable data, where most weights fall far below the smallest float and some come back.
#include "boosting/mh/adaboost_data.hpp"
#include "learners/mh/weights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;

namespace {

/// Log weights from the model itself: log w^(1) − y f, shifted so that the largest is 0.
std::vector<double> exact_log_weights(const boosting::Booster& booster, const data::BinnedSplit& data) {
    const learners::Ensemble ensemble = ensemble_of(booster);
    const data::Labels& labels = data.train_labels;
    std::vector<double> logs = reference::scores_of(ensemble, ensemble.size(), data.train);
    for (std::size_t i = 0; i < labels.rows; ++i) {
        const auto [positive, negative] = learners::initial_weights(labels, true, i);
        for (std::size_t l = 0; l < labels.classes; ++l) {
            double& one = logs[i * labels.classes + l];
            one = std::log(labels.at(i, l) > 0 ? positive : negative) - labels.at(i, l) * one;
        }
    }
    const double most = *std::max_element(logs.begin(), logs.end());
    for (double& one : logs)
        one -= most;
    return logs;
}

learners::TreeOptions tree_of_eight() {
    learners::TreeOptions options;
    options.size = 8;
    return options;
}

}  // namespace

TEST_CASE("After many thousands of rounds at zero training error the weights are those of the margins",
          "[boosting][weights]") {
    for (const std::size_t classes : {std::size_t{1}, std::size_t{3}}) {
        const bool signs = classes == 1;
        const Data data = random_split({120, 6, classes, signs, 4}, 0);
        // Random features: margins wander, so that weights far below the smallest float come back.
        const auto booster = make(recipe(60000, tree_of_eight(), selectors::SelectorOptions("random")), data);
        Recording recorded;
        booster->train(recorded);
        REQUIRE(recorded.evaluations.back().one_error == 0);
        const std::vector<double> exact = exact_log_weights(*booster, *data);
        const std::vector<float> stored = state_of(*booster).get<float>("weights");
        const std::size_t stride = stored.size() / 120;
        float most = 0;
        for (const float w : stored)
            most = std::max(most, std::abs(w));
        std::size_t faded = 0;
        for (std::size_t i = 0; i < 120; ++i)
            for (std::size_t l = 0; l < classes; ++l) {
                const double wanted = exact[i * classes + l];
                const float found = std::abs(stored[i * stride + l]) / most;
                INFO(classes << " classes, row " << i << ", class " << l << ", exact log weight " << wanted);
                if (wanted > -80)
                    CHECK(std::log(static_cast<double>(found)) == Approx(wanted).margin(0.5));
                else if (wanted < -95) {
                    CHECK(std::abs(stored[i * stride + l]) < std::numeric_limits<float>::min());
                    ++faded;
                }
            }
        CHECK(faded > 5);
    }
}

TEST_CASE("A run interrupted after weights have faded goes on as if it had not been", "[boosting][weights]") {
    const Data data = random_split({120, 6, 3, false, 4}, 40);
    const boosting::Recipe run = recipe(3000, tree_of_eight());
    Recording straight, first, second;
    const auto whole = make(run, data);
    whole->train(straight);
    first.stop_after = 2500;
    const auto begun = make(run, data);
    begun->train(first);
    const auto resumed = make(run, data);
    resumed->load(state_of(*begun));
    resumed->train(second);
    REQUIRE(second.rounds.size() == 500);
    for (std::size_t t = 0; t < 500; ++t)
        CHECK(second.rounds[t].edge == straight.rounds[2500 + t].edge);
    CHECK(state_of(*whole).get<float>("weights") == state_of(*resumed).get<float>("weights"));
}
