/// Identities and bounds of kdd2009 §2 that every run must satisfy.
#include "boosting/mh/adaboost_data.hpp"
#include "data/load/load.hpp"
#include "support/bin_split.hpp"
#include "support/load_split.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;
using boosting::Part;

namespace {

boosting::Recipe every_round(boosting::Recipe recipe, bool balanced) {
    std::get<boosting::AdaBoostMhOptions>(recipe.booster).weights =
        balanced ? boosting::InitialWeights::balanced : boosting::InitialWeights::uniform;
    recipe.evaluation.train_points_per_decade = 1e6;
    return recipe;
}

const learners::LearnerOptions kLearners[] = {learners::StumpOptions{}, learners::ProductOptions{},
                                              learners::TreeOptions{}};

}  // namespace

TEST_CASE("Weights sum to 1 after each round, and Z is the root of 1 - edge squared", "[boosting]") {
    for (const auto& learner : kLearners)
        for (const std::size_t classes : {2, 3, 33}) {
            const Data data = random_split({201, 10, classes, false, classes});
            const auto booster = make(recipe(12, learner), data);
            double log_loss = 0;
            for (std::size_t t = 1; t <= 12; ++t) {
                Recording recorded;
                recorded.stop_after = 1;
                booster->train(recorded);
                const Archive state = state_of(*booster);
                double mass = 0;
                for (const float weight : state.get<float>("weights"))
                    mass += std::abs(static_cast<double>(weight));
                CHECK(mass == Approx(1).epsilon(1e-5));
                const auto& round = recorded.rounds.at(0);
                CHECK(round.round == t);
                log_loss += 0.5 * std::log1p(-round.edge * round.edge);
                CHECK(round.log_exponential_loss == Approx(log_loss).margin(1e-9));
                CHECK(round.alpha == Approx(0.5 * std::log((1 + round.edge) / (1 - round.edge))));
            }
        }
}

TEST_CASE("R_e is the exponential loss of the scores, and bounds the one-error", "[boosting]") {
    const bool balanced = GENERATE(true, false);
    const double smoothing = GENERATE(0.0, 0.01);
    for (const auto& learner : kLearners)
        for (const std::size_t classes : {2, 3, 10, 65}) {
            boosting::Recipe run = every_round(recipe(25, learner), balanced);
            std::get<boosting::AdaBoostMhOptions>(run.booster).alpha_smoothing = smoothing;
            const Data data = random_split({157, 10, classes, false, 7 + classes}, 0);
            const auto booster = make(run, data);
            Recording recorded;
            booster->train(recorded);
            const learners::Ensemble ensemble = ensemble_of(*booster);
            const double labels = static_cast<double>(data->train_labels.classes);
            // R ≤ √(K−1) R_e (balanced), R ≤ K/2 R_e (uniform); K = 1: R ≤ R_e.
            const double factor = labels == 1 ? 1 : balanced ? std::sqrt(labels - 1) : labels / 2;
            REQUIRE(recorded.evaluations.size() == recorded.rounds.size());
            for (std::size_t t = 0; t < recorded.rounds.size(); ++t) {
                const double r_e = std::exp(recorded.rounds[t].log_exponential_loss);
                CHECK(recorded.evaluations[t].one_error <= factor * r_e + 1e-9);
                if (t % 8 != 0) continue;
                const auto scores = reference::scores_of(ensemble, t + 1, data->train);
                CHECK(
                    r_e ==
                    Approx(reference::exponential_loss(scores, data->train_labels, balanced)).epsilon(1e-5));
            }
        }
}

TEST_CASE("A bound on the multi-label run: the Hamming loss is at most R_e", "[boosting]") {
    const bool balanced = GENERATE(true, false);
    const Data data = random_split({190, 10, 6, true, 3}, 0);
    Recording recorded;
    make(every_round(recipe(30), balanced), data)->train(recorded);
    for (std::size_t t = 0; t < recorded.rounds.size(); ++t)
        CHECK(recorded.evaluations[t].hamming_loss <=
              std::exp(recorded.rounds[t].log_exponential_loss) + 1e-6);
}

TEST_CASE("FULL reaches zero training error on the parity set within the boosting bound", "[boosting]") {
    // opt2009 footnote 3: y = Σ_{j=1..9} (−1)^{j+1} φ_j, so some stump always has an edge of ρ = 1/9, and the
    // training error is 0 once T > 2 ln n / ρ² = 162 ln n.
    for (const std::int64_t rows : {200, 1000}) {
        data::DatasetSpec spec;
        spec.name = "parity";
        spec.rows = rows;
        const auto split =
            std::make_shared<const data::BinnedSplit>(testing::bin(data::load_split(spec, {})));
        const double bound = 162 * std::log(static_cast<double>(split->train.rows));
        boosting::Recipe run = every_round(recipe(static_cast<std::int64_t>(bound)), true);
        const auto booster = make(run, split);
        Recording recorded;
        booster->train(recorded);
        const auto reached =
            std::find_if(recorded.evaluations.begin(), recorded.evaluations.end(),
                         [](const auto& e) { return e.part == Part::train && e.one_error == 0; });
        REQUIRE(reached != recorded.evaluations.end());
        CHECK(static_cast<double>(reached->round) <= bound);
        for (std::size_t t = 0; t < recorded.rounds.size(); ++t)
            CHECK(recorded.rounds[t].edge >= 1.0 / 9 - 1e-5);
    }
}

TEST_CASE("Work counts the stored values scanned, and grows with them", "[boosting]") {
    const Data data = random_split({640, 10, 3, false, 5});
    Recording full, one;
    make(recipe(20), data)->train(full);
    make(recipe(20, {}, selectors::SelectorOptions("random", {{"k", 1}})), data)->train(one);
    CHECK(full.rounds[19].work == 20 * full.rounds[0].work);
    CHECK(full.rounds[0].work <= 640 * 10);
    CHECK(one.rounds[19].work < full.rounds[19].work / 5);
}
