/// Whole runs against plain AdaBoost.MH: each round's classifier is checked against the plain search on
/// weights that the reference keeps by itself, in double.
#include "boosting/mh/adaboost_data.hpp"
#include "selectors/options.hpp"
#include "support/reference_tree.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;

namespace {

using reference::Split;
using reference::Weights;

struct Searcher {
    const reference::Table& table;
    const Weights& weights;
    learners::FeatureSelector& selector;
    const learners::BaseClassifier& guide;

    /// The plain search's splits, to equal the guide's.
    std::vector<Split> operator()(const learners::StumpOptions&) const {
        const Split* wish = guide.splits.empty() ? nullptr : guide.splits.data();
        const auto cut =
            reference::decide(table, weights, reference::all_rows(table.rows), {}, selector, wish);
        if (!cut.found()) return {};
        selector.accept({}, cut.split.feature);
        return {cut.split};
    }
    std::vector<Split> operator()(const learners::ProductOptions& options) const {
        return reference::search_product(static_cast<std::size_t>(options.terms), table, weights, selector,
                                         &guide.splits);
    }
    std::vector<Split> operator()(const learners::TreeOptions& options) const {
        const auto tree = reference::TreeSearch(options, table, weights, selector, &guide).grow();
        REQUIRE(tree.children == guide.children);
        return tree.splits;
    }
    std::vector<Split> operator()(const learners::RegressionTreeOptions&) const { return {}; }
};

learners::BaseClassifier copy_of(const learners::Ensemble::View& view) {
    return {view.alpha,
            {view.splits.begin(), view.splits.end()},
            {view.children.begin(), view.children.end()},
            {view.votes.begin(), view.votes.end()}};
}

/// Σ w y h of the guide's votes, and that each label votes as its own sum asks for, where it is not near 0.
double edge_of_votes(const Weights& weights, const learners::Ensemble::View& view,
                     const data::BinnedMatrix& data) {
    double edge = 0;
    for (std::size_t l = 0; l < weights.classes; ++l) {
        double sum = 0;
        for (std::size_t i = 0; i < weights.rows; ++i)
            sum += weights.at(i, l) * reference::vote_of(view, weights.classes, data, i, l);
        if (view.children.empty()) CHECK(sum > -reference::kTolerance);
        edge += sum;
    }
    return edge;
}

/// Weights that no two cuts tie under, written into a fresh booster by way of its checkpoint.
void start_from_generic_weights(boosting::Booster& booster, Weights& weights) {
    Archive state = state_of(booster);
    std::vector<float> values = state.get<float>("weights");
    const std::size_t stride = values.size() / weights.rows;
    Rng rng(17, "generic weights");
    std::vector<double> factors(weights.values.size());
    double mass = 0;
    for (std::size_t e = 0; e < factors.size(); ++e)
        mass += std::abs(weights.values[e]) * (factors[e] = std::exp(rng.normal()));
    for (std::size_t i = 0; i < weights.rows; ++i)
        for (std::size_t l = 0; l < weights.classes; ++l) {
            double& weight = weights.at(i, l);
            const auto narrow = static_cast<float>(weight * factors[i * weights.classes + l] / mass);
            values[i * stride + l] = narrow;
            weight = static_cast<double>(narrow);
        }
    const double rounded_mass = reference::mass_of(weights);
    for (double& weight : weights.values)
        weight /= rounded_mass;
    state.put("weights", std::move(values));
    booster.load(state);
}

enum class Start { initial_weights, generic_weights };

void check_run(const boosting::Recipe& recipe, const data::Dataset& set, Start start) {
    const Data data = reference::binned(set);
    const auto& options = std::get<boosting::AdaBoostMhOptions>(recipe.booster);
    const bool balanced = options.weights == boosting::InitialWeights::balanced;
    Weights weights = reference::initial_weights(set.labels, balanced);
    const auto booster = make(recipe, data);
    if (start == Start::generic_weights) start_from_generic_weights(*booster, weights);
    Recording recorded;
    booster->train(recorded);
    const learners::Ensemble ensemble = ensemble_of(*booster);
    REQUIRE(ensemble.size() == recorded.rounds.size());
    REQUIRE(ensemble.size() >= 10);

    const reference::Table table = reference::rank_table(set);
    const auto selector = selectors::make_selector(recipe.selector, set.features(),
                                                   static_cast<std::size_t>(options.rounds), recipe.seed);
    double log_loss = 0;
    for (std::size_t t = 0; t < ensemble.size(); ++t) {
        INFO("round " << t + 1 << ", K = " << set.labels.classes);
        const learners::BaseClassifier guide = copy_of(ensemble[t]);
        selector->begin_round(t + 1);
        const auto splits = std::visit(Searcher{table, weights, *selector, guide}, recipe.learner);
        REQUIRE(guide.splits == splits);
        const double edge = splits.empty() ? 0 : edge_of_votes(weights, ensemble[t], data->train);
        selector->end_round(edge);
        if (splits.empty()) continue;
        const reference::Step step = reference::step_of(edge, options, set.rows());
        CHECK(recorded.rounds[t].edge == Approx(edge).margin(2e-6));
        CHECK(recorded.rounds[t].alpha == Approx(step.alpha).margin(1e-5));
        const double z = reference::reweigh(weights, ensemble[t], step.alpha, data->train);
        CHECK(z == Approx(step.z).epsilon(1e-12));
        log_loss += std::log(z);
        CHECK(recorded.rounds[t].log_exponential_loss == Approx(log_loss).margin(1e-5));
        CHECK(recorded.rounds[t].feature == splits[0].feature);
    }
}

}  // namespace

TEST_CASE("Thirty rounds of stumps equal plain AdaBoost.MH", "[boosting][agreement]") {
    const std::size_t classes = GENERATE(2, 3, 10, 26, 65);
    const data::Dataset set = reference::random_dataset({257, 10, classes, classes == 10, 40 + classes});
    for (const selectors::SelectorOptions& selector :
         {selectors::SelectorOptions{}, selectors::SelectorOptions("random", {{"k", 3}}),
          selectors::SelectorOptions{bandit(bandits::PolicyOptions("ucb"))},
          selectors::SelectorOptions{bandit(bandits::PolicyOptions("exp3_p"), 2)},
          selectors::SelectorOptions{bandit(bandits::PolicyOptions("eps_greedy"))}})
        check_run(recipe(30, learners::StumpOptions{}, selector), set, Start::initial_weights);
    boosting::Recipe uniform = recipe(30);
    std::get<boosting::AdaBoostMhOptions>(uniform.booster).weights = boosting::InitialWeights::uniform;
    std::get<boosting::AdaBoostMhOptions>(uniform.booster).alpha_smoothing = 0.01;
    check_run(uniform, set, Start::initial_weights);
}

TEST_CASE("Thirty rounds of products equal plain AdaBoost.MH", "[boosting][agreement]") {
    const std::size_t classes = GENERATE(2, 3, 17);
    const data::Dataset set = reference::random_dataset({257, 10, classes, classes == 3, 60 + classes});
    for (const selectors::SelectorOptions& selector :
         {selectors::SelectorOptions{}, selectors::SelectorOptions("random", {{"k", 3}}),
          selectors::SelectorOptions{bandit(bandits::PolicyOptions("ucb"))}})
        check_run(recipe(30, learners::ProductOptions{}, selector), set, Start::generic_weights);
}

TEST_CASE("Thirty rounds of trees equal plain AdaBoost.MH", "[boosting][agreement]") {
    const std::size_t classes = GENERATE(2, 3, 17);
    const auto votes = GENERATE(learners::LeafVotes::stump, learners::LeafVotes::own);
    const auto growth = GENERATE(learners::TreeGrowth::best_first, learners::TreeGrowth::least_first);
    const data::Dataset set = reference::random_dataset({257, 10, classes, classes == 3, 80 + classes});
    const learners::TreeOptions tree{6, learners::TreeSize::leaves, votes, growth, {}};
    for (const selectors::SelectorOptions& selector :
         {selectors::SelectorOptions{}, selectors::SelectorOptions("random", {{"k", 3}})})
        check_run(recipe(30, tree, selector), set, Start::generic_weights);
}
