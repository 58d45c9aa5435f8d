/// Stump, product and tree against the plain reference, one fit on generic weights: the same classifier, cut
/// for cut.
#include "learners/mh/generic_weights.hpp"
#include "learners/mh/learner.hpp"
#include "support/plain_selector.hpp"
#include "support/reference_tree.hpp"
#include "support/team.hpp"

#include <set>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

namespace {

/// One fit on a data set; k = 0 searches every feature.
struct Fit {
    std::shared_ptr<const data::BinnedSplit> data;
    ScanColumns columns;
    Fitted fitted;
    std::uint64_t work = 0;

    Fit(const LearnerOptions& options, std::size_t k, const data::Dataset& set, const SignedWeights& weights,
        int threads = 1)
        : data(reference::binned(set)), columns(data->train, weights.stride()) {
        const auto team = testing::team_of(threads);
        const auto learner = make_learner(options, {columns, set.labels.classes, *team});
        reference::PlainSelector selector(set.features(), k);
        learner->fit(weights, selector, fitted);
        work = learner->work();
    }
};

/// Σ_i Σ_l w y h, the definition of the edge, from the cells and votes of the fit.
double direct_edge(const Fitted& fitted, const reference::Weights& weights) {
    double edge = 0;
    const std::size_t words = vote_words(weights.classes);
    for (std::size_t i = 0; i < weights.rows; ++i)
        for (std::size_t l = 0; l < weights.classes; ++l) {
            const std::uint64_t word = fitted.classifier.votes[fitted.cells[i] * words + l / 64];
            edge += weights.at(i, l) * ((word >> (l % 64) & 1U) != 0 ? 1 : -1);
        }
    return edge;
}

/// The sign masks say what the packed votes say.
void check_signs(const Fitted& fitted, std::size_t classes) {
    const std::size_t stride = padded_classes(classes), words = vote_words(classes);
    for (std::size_t cell = 0; cell * words < fitted.classifier.votes.size(); ++cell)
        for (std::size_t l = 0; l < classes; ++l) {
            const bool positive = (fitted.classifier.votes[cell * words + l / 64] >> (l % 64) & 1U) != 0;
            REQUIRE((fitted.signs[cell * stride + l] == 0) == positive);
        }
}

void check_votes(const Fitted& fitted, std::size_t cell, const std::vector<double>& sums, int turn) {
    const std::size_t words = vote_words(sums.size());
    for (std::size_t l = 0; l < sums.size(); ++l) {
        if (std::abs(sums[l]) < reference::kTolerance) continue;
        const bool positive = (fitted.classifier.votes[cell * words + l / 64] >> (l % 64) & 1U) != 0;
        CHECK(positive == (turn * sums[l] > 0));
    }
}

const std::size_t kClasses[] = {2, 3, 10, 17, 40, 65};

TreeOptions tree_of(std::int64_t leaves) {
    TreeOptions options;
    options.size = leaves;
    return options;
}

}  // namespace

TEST_CASE("A fitted stump is the reference's", "[learners][agreement]") {
    for (const std::size_t classes : kClasses)
        for (const std::size_t k : {0, 3}) {
            const data::Dataset set = reference::random_dataset({523, 11, classes, classes == 10, classes});
            const testing::GenericWeights weights(set.labels, classes);
            const Fit fit(StumpOptions{}, k, set, weights.floats);
            const reference::Table table = reference::rank_table(set);
            reference::PlainSelector selector(set.features(), k);
            const Split* wish = fit.fitted.classifier.splits.data();
            const reference::Cut cut =
                reference::decide(table, weights.doubles, reference::all_rows(523), {}, selector, wish);
            INFO("K = " << classes);
            REQUIRE(fit.fitted.classifier.splits == std::vector<Split>{cut.split});
            const auto voted =
                reference::best_votes(reference::product_of({cut.split}, table), weights.doubles);
            CHECK(fit.fitted.edge == Approx(voted.edge).epsilon(1e-6));
            CHECK(fit.fitted.edge == Approx(direct_edge(fit.fitted, weights.doubles)).epsilon(1e-6));
            check_votes(fit.fitted, 1, voted.sums, 1);
            check_votes(fit.fitted, 0, voted.sums, -1);
            check_signs(fit.fitted, set.labels.classes);
        }
}

TEST_CASE("A fitted product is the reference's", "[learners][agreement]") {
    for (const std::size_t classes : kClasses)
        for (const std::int64_t terms : {1, 2, 3, 5})
            for (const std::size_t k : {0, 4}) {
                const data::Dataset set = reference::random_dataset({311, 11, classes, false, classes + 50});
                const testing::GenericWeights weights(set.labels, classes);
                const Fit fit(ProductOptions{terms, 0, {}}, k, set, weights.floats);
                const reference::Table table = reference::rank_table(set);
                reference::PlainSelector selector(set.features(), k);
                const auto splits =
                    reference::search_product(static_cast<std::size_t>(terms), table, weights.doubles,
                                              selector, &fit.fitted.classifier.splits);
                INFO("K = " << classes << ", m = " << terms);
                REQUIRE(fit.fitted.classifier.splits == splits);
                const auto voted =
                    reference::best_votes(reference::product_of(splits, table), weights.doubles);
                CHECK(fit.fitted.edge == Approx(voted.edge).epsilon(1e-6));
                CHECK(fit.fitted.edge == Approx(direct_edge(fit.fitted, weights.doubles)).epsilon(1e-6));
                check_votes(fit.fitted, 1, voted.sums, 1);
                check_signs(fit.fitted, set.labels.classes);
            }
}

TEST_CASE("A fitted tree is the reference's", "[learners][agreement]") {
    const LeafVotes leaf_votes = GENERATE(LeafVotes::stump, LeafVotes::own);
    const TreeSize count = GENERATE(TreeSize::leaves, TreeSize::inner_nodes);
    const TreeGrowth growth = GENERATE(TreeGrowth::best_first, TreeGrowth::least_first);
    for (const std::size_t classes : kClasses)
        for (const std::size_t k : {0, 4}) {
            const data::Dataset set = reference::random_dataset({701, 11, classes, false, classes + 70});
            const testing::GenericWeights weights(set.labels, classes);
            const TreeOptions options{6, count, leaf_votes, growth, {}};
            const Fit fit(options, k, set, weights.floats);
            const reference::Table table = reference::rank_table(set);
            reference::PlainSelector selector(set.features(), k);
            const BaseClassifier& found = fit.fitted.classifier;
            const reference::Tree tree =
                reference::TreeSearch(options, table, weights.doubles, selector, &found).grow();
            INFO("K = " << classes << ", random " << k);
            REQUIRE(found.splits == tree.splits);
            REQUIRE(found.children == tree.children);
            for (std::size_t leaf = 0; leaf < tree.leaf_rows.size(); ++leaf) {
                check_votes(fit.fitted, leaf, tree.sums[leaf], 1);
                for (const std::uint32_t row : tree.leaf_rows[leaf])
                    REQUIRE(fit.fitted.cells[row] == leaf);
            }
            CHECK(fit.fitted.edge == Approx(direct_edge(fit.fitted, weights.doubles)).epsilon(1e-5));
            check_signs(fit.fitted, set.labels.classes);
        }
}

TEST_CASE("A decision in a tree names the node of the decision above it", "[learners]") {
    const data::Dataset set = reference::random_dataset({701, 11, 3, false, 73});
    const testing::GenericWeights weights(set.labels, 3);
    const auto binned = reference::binned(set);
    const ScanColumns columns(binned->train, weights.floats.stride());
    const auto learner =
        make_learner(TreeOptions{8, TreeSize::leaves, {}, {}, {}}, {columns, 3, testing::alone()});
    reference::PlainSelector selector(set.features(), 4);
    Fitted fitted;
    learner->fit(weights.floats, selector, fitted);
    REQUIRE(selector.accepted().size() == 7);
    std::set<std::int32_t> above;
    for (const auto& accepted : selector.accepted()) {
        CAPTURE(accepted.decision.node, accepted.decision.parent);
        CHECK((accepted.decision.root() ? above.empty() : above.contains(accepted.decision.parent)));
        CHECK(above.insert(accepted.decision.node).second);
    }
}

TEST_CASE("A fit's bits do not depend on the number of threads", "[learners]") {
    const LearnerOptions options = GENERATE(LearnerOptions{StumpOptions{}}, LearnerOptions{ProductOptions{}},
                                            LearnerOptions{TreeOptions{}});
    const std::size_t classes = GENERATE(2, 10);
    const data::Dataset set = reference::random_dataset({30011, 11, classes, false, 8});
    const testing::GenericWeights weights(set.labels, 8);
    const Fit one(options, 0, set, weights.floats);
    for (const int threads : {2, 4}) {
        const Fit many(options, 0, set, weights.floats, threads);
        CHECK(many.fitted.classifier == one.fitted.classifier);
        CHECK(many.fitted.edge == one.fitted.edge);
        CHECK(many.fitted.cells == one.fitted.cells);
        CHECK(many.work == one.work);
    }
}

TEST_CASE("A product of one term is the stump, and more terms never have a smaller edge", "[learners]") {
    const data::Dataset set = reference::random_dataset({400, 8, 5, false, 12});
    const testing::GenericWeights weights(set.labels, 3);
    const Fit stump(StumpOptions{}, 0, set, weights.floats);
    const Fit one(ProductOptions{1, 0, {}}, 0, set, weights.floats);
    CHECK(one.fitted.classifier == stump.fitted.classifier);
    CHECK(one.fitted.edge == stump.fitted.edge);
    double edge = one.fitted.edge;
    for (const std::int64_t terms : {2, 3, 4}) {
        const Fit product(ProductOptions{terms, 0, {}}, 0, set, weights.floats);
        CHECK(product.fitted.edge >= stump.fitted.edge);
        edge = product.fitted.edge;
    }
    CHECK(edge > stump.fitted.edge);
}

TEST_CASE("A product finds the exclusive or that no stump finds", "[learners]") {
    data::Dataset set;
    set.columns = {{"a", data::ColumnKind::numeric, {}, std::vector<float>{0, 0, 1, 1}},
                   {"b", data::ColumnKind::numeric, {}, std::vector<float>{0, 1, 0, 1}}};
    set.labels = data::Labels::from_classes({0, 1, 1, 0}, {"even", "odd"});
    // Four equal weights give every stump the edge 0; a fifth part more on one row breaks the deadlock.
    SignedWeights weights(set.labels, true);
    const float unequal[] = {-0.3F, 0.3F, 0.2F, -0.2F};
    std::copy(std::begin(unequal), std::end(unequal), weights.data());
    weights.data()[0] = -0.25F;
    weights.refresh();
    const Fit product(ProductOptions{2, 0, {}}, 0, set, weights);
    CHECK(product.fitted.edge == Approx(0.95).epsilon(1e-6));
    CHECK(product.fitted.classifier.splits.size() == 2);
    const Fit stump(StumpOptions{}, 0, set, weights);
    CHECK(stump.fitted.edge < 0.2);
}

TEST_CASE("A tree of two leaves is the stump", "[learners]") {
    const data::Dataset set = reference::random_dataset({400, 8, 5, false, 13});
    const testing::GenericWeights weights(set.labels, 4);
    const Fit stump(StumpOptions{}, 0, set, weights.floats);
    const Fit tree(tree_of(2), 0, set, weights.floats);
    CHECK(tree.fitted.classifier.splits == stump.fitted.classifier.splits);
    CHECK(tree.fitted.cells == stump.fitted.cells);
    CHECK(tree.fitted.edge == Approx(stump.fitted.edge).epsilon(1e-6));
    CHECK_THROWS_AS(Fit(tree_of(1), 0, set, weights.floats), UsageError);
}

TEST_CASE("Of leaves that gain as much a tree splits the first", "[learners]") {
    // Column b parts the classes of either half of column a, with the votes turned.
    data::Dataset set;
    set.columns = {{"a", data::ColumnKind::numeric, {}, std::vector<float>{0, 0, 0, 0, 1, 1, 1, 1}},
                   {"b", data::ColumnKind::numeric, {}, std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1}}};
    set.labels = data::Labels::from_classes({0, 0, 0, 1, 1, 1, 1, 0}, {"x", "y"});
    const SignedWeights weights(set.labels, true);
    for (const TreeGrowth growth : {TreeGrowth::best_first, TreeGrowth::least_first}) {
        const Fit tree({TreeOptions{3, TreeSize::leaves, {}, growth, {}}}, 0, set, weights);
        REQUIRE(tree.fitted.classifier.splits == std::vector<Split>{{0, 1}, {1, 1}});
        CHECK(tree.fitted.classifier.children[0].below == 1);
        CHECK(tree.fitted.classifier.children[0].above < 0);
    }
}

TEST_CASE("Learners find nothing where no column has two values", "[learners]") {
    data::Dataset set = reference::random_dataset({40, 2, 3, false, 1});
    for (data::Column& column : set.columns)
        column.values = std::vector<float>(40, 1.0F);
    const testing::GenericWeights weights(set.labels, 4);
    for (const LearnerOptions& options :
         {LearnerOptions{StumpOptions{}}, LearnerOptions{ProductOptions{}}, LearnerOptions{TreeOptions{}}})
        CHECK(Fit(options, 0, set, weights.floats).fitted.edge == 0);
}

TEST_CASE("AdaBoost.MH has no use for a regression tree and says who has", "[learners]") {
    const data::Dataset set = reference::random_dataset({40, 2, 3, false, 1});
    const testing::GenericWeights weights(set.labels, 4);
    CHECK_THROWS_WITH(Fit(RegressionTreeOptions{}, 0, set, weights.floats), Catch::Contains("mart"));
}
