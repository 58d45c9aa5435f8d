#include "learners/mh/stump_search.hpp"

#include "learners/mh/generic_weights.hpp"
#include "learners/mh/learner.hpp"
#include "support/team.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

namespace {

/// Two classes as one label; the weights given, signed by the label.
struct Small {
    std::shared_ptr<const data::BinnedSplit> data;
    SignedWeights weights;
    ScanColumns columns;
    RowSearch search;

    Small(std::vector<float> x, const std::vector<int>& sign, const std::vector<float>& mass)
        : data(reference::binned(dataset(std::move(x), sign))),
          weights(data->train_labels, false),
          columns(data->train, weights.stride()),
          search(columns) {
        for (std::size_t i = 0; i < mass.size(); ++i)
            weights.data()[i * weights.stride()] = mass[i] * static_cast<float>(sign[i]);
        weights.refresh();
    }
    static data::Dataset dataset(std::vector<float> x, const std::vector<int>& sign) {
        data::Dataset set;
        set.columns.push_back({"x", data::ColumnKind::numeric, {}, std::move(x)});
        std::vector<std::int32_t> truth;
        for (const int s : sign)
            truth.push_back(s > 0 ? 1 : 0);
        set.labels = data::Labels::from_classes(std::move(truth), reference::class_names(2));
        return set;
    }
    struct Found {
        Report report;
        ThresholdScore score;
    };
    Found scan(const RowChoice& rows) {
        const std::vector<std::uint32_t> features{0};
        Found found;
        found.report = search.scan({features, rows}, search.all_rows(), {weights.data(), weights.totals()},
                                   {&found.score, 1});
        return found;
    }
};

/// Asks once for all features on the rows given, and keeps the report.
class Restricting final : public FeatureSelector {
  public:
    Restricting(std::size_t features, RowChoice rows) : all_(reference::all_rows(features)), rows_(rows) {}
    void begin_round(std::size_t) override { asked_ = -1; }
    Query next_query(const Decision& decision) override {
        if (asked_ == static_cast<std::int64_t>(decision.step)) return {};
        asked_ = static_cast<std::int64_t>(decision.step);
        return {all_, rows_};
    }
    void report(const Decision&, const Report& report) override {
        shares.push_back(report.share);
        scores.emplace_back(report.scores.begin(), report.scores.end());
        left_out.push_back(report.left_out);
        constants.push_back(report.constant_edge);
    }
    void accept(const Decision&, std::uint32_t) override {}
    void end_round(double) override {}
    void state(StateIO&) override {}
    void summarise(Archive&) const override {}
    std::vector<double> shares, left_out, constants;
    std::vector<std::vector<FeatureScore>> scores;

  private:
    std::vector<std::uint32_t> all_;
    RowChoice rows_;
    std::int64_t asked_ = -1;
};

LearnerOptions tree_learner(std::int64_t leaves) {
    TreeOptions options;
    options.size = leaves;
    return options;
}

/// The heaviest rows that hold the share, by sorting.
reference::Rows heaviest(const reference::Weights& weights, double share) {
    std::vector<double> mass(weights.rows, 0.0);
    double total = 0;
    for (std::size_t i = 0; i < weights.rows; ++i)
        for (std::size_t l = 0; l < weights.classes; ++l)
            mass[i] += std::abs(weights.at(i, l)), total += std::abs(weights.at(i, l));
    reference::Rows order = reference::all_rows(weights.rows);
    std::ranges::stable_sort(order, std::greater{}, [&](std::uint32_t i) { return mass[i]; });
    double held = 0;
    std::size_t kept = 0;
    while (held < share * total)
        held += mass[order[kept++]];
    order.resize(kept);
    std::ranges::sort(order);
    return order;
}

}  // namespace

TEST_CASE("the heaviest rows hold the share asked for, with no row too many; the first of equals stay") {
    // Masses 3, 1, 4, 1, 1 of 10; labels − − + + −.
    Small small({1, 2, 3, 4, 5}, {-1, -1, 1, 1, -1}, {0.3F, 0.1F, 0.4F, 0.1F, 0.1F});
    // 0.7 of the mass: rows 0 and 2, which one cut separates.
    const auto most = small.scan(RowChoice::heaviest(0.699));
    CHECK(most.report.share == Approx(0.7));
    CHECK(most.report.left_out == Approx(0.3));
    CHECK(most.report.constant_edge == Approx(0.1));
    CHECK(most.score.edge == Approx(0.7));
    CHECK(small.search.work() == 1);  // row 0 is in the most frequent bin, the first of equals
    // 0.75: row 1 as well, the first of those of mass 0.1; the best cut is still between rows 1 and 2.
    const auto more = small.scan(RowChoice::heaviest(0.75));
    CHECK(more.report.share == Approx(0.8));
    CHECK(more.score.edge == Approx(0.8));
    CHECK(more.score.threshold == 2);
    CHECK(small.search.work() == 3);
    // All rows: what a scan of all finds.
    const auto all = small.scan(RowChoice::heaviest(1));
    CHECK(all.report.share == 1);
    CHECK(all.report.left_out == 0);
    CHECK(all.score.edge == Approx(0.8));  // 0.3 + 0.1 + 0.4 + 0.1 − 0.1
}

TEST_CASE("one row alone has no edge") {
    Small small({1, 2, 3}, {-1, 1, 1}, {0.8F, 0.1F, 0.1F});
    const auto found = small.scan(RowChoice::heaviest(0.5));
    CHECK(found.score.threshold == 0);
    CHECK(found.score.edge == 0);
    CHECK(found.report.share == Approx(0.8));
}

TEST_CASE("a stump searched on the heaviest rows is the best of these rows, voted and weighed on all") {
    for (const std::size_t classes : {2, 5, 70}) {
        const data::Dataset set =
            reference::random_dataset({.rows = 400, .features = 8, .classes = classes, .seed = 6});
        const testing::GenericWeights weights(set.labels, 9);
        const auto data = reference::binned(set);
        const ScanColumns columns(data->train, weights.floats.stride());
        const auto learner = make_learner(StumpOptions{}, {columns, set.labels.classes, testing::alone()});
        Restricting selector(set.features(), RowChoice::heaviest(0.8));
        Fitted found;
        learner->fit(weights.floats, selector, found);
        const reference::Table table = reference::rank_table(set);
        const reference::Rows rows = heaviest(weights.doubles, 0.8);
        REQUIRE(rows.size() < 300);
        double best = 0;
        for (std::uint32_t j = 0; j < set.features(); ++j) {
            const reference::Cut cut = reference::best_cut(j, table, weights.doubles, rows);
            CHECK(std::abs(selector.scores[0][j].edge - cut.edge) < reference::kTolerance);
            best = std::max(best, cut.edge);
        }
        const Split split = found.classifier.splits.at(0);
        CHECK(reference::edge_of(split, table, weights.doubles, rows) > best - reference::kTolerance);
        CHECK(found.edge ==
              Approx(reference::edge_of(split, table, weights.doubles, reference::all_rows(set.rows())))
                  .margin(1e-5));
        CHECK(selector.shares[0] == Approx(0.8).margin(0.02));
        // No edge on all rows exceeds that on the heaviest ones by more than what was left out.
        for (std::uint32_t j = 0; j < set.features(); ++j)
            CHECK(reference::best_cut(j, table, weights.doubles, reference::all_rows(set.rows())).edge <=
                  std::max(selector.scores[0][j].edge, selector.constants[0]) + selector.left_out[0] +
                      reference::kTolerance);
        CHECK(learner->work() <= rows.size() * set.features());
    }
}

TEST_CASE("trees and products restrict each decision's own rows") {
    const data::Dataset set =
        reference::random_dataset({.rows = 500, .features = 6, .classes = 3, .seed = 8});
    const testing::GenericWeights weights(set.labels, 4);
    const auto data = reference::binned(set);
    const ScanColumns columns(data->train, weights.floats.stride());
    for (const LearnerOptions& options : {LearnerOptions{ProductOptions{3, 0, {}}}, tree_learner(6)}) {
        const auto learner = make_learner(options, {columns, 3, testing::alone()});
        Restricting selector(set.features(), RowChoice::heaviest(0.7));
        Fitted found;
        learner->fit(weights.floats, selector, found);
        CHECK(found.edge > 0);
        REQUIRE(selector.shares.size() > 1);
        for (const double share : selector.shares)
            CHECK((share >= 0.7 && share <= 1));
    }
}

TEST_CASE("a decision on every row by name finds what a scan of all rows finds") {
    const data::Dataset set =
        reference::random_dataset({.rows = 300, .features = 9, .classes = 4, .seed = 2});
    const testing::GenericWeights weights(set.labels, 5);
    const auto data = reference::binned(set);
    const ScanColumns columns(data->train, weights.floats.stride());
    for (const LearnerOptions& options :
         {LearnerOptions{StumpOptions{}}, LearnerOptions{ProductOptions{2, 0, {}}}, tree_learner(5)}) {
        Fitted named, plain;
        Restricting by_name(set.features(), RowChoice::heaviest(1)), all(set.features(), {});
        make_learner(options, {columns, 4, testing::alone()})->fit(weights.floats, by_name, named);
        make_learner(options, {columns, 4, testing::alone()})->fit(weights.floats, all, plain);
        CHECK(named.edge == Approx(plain.edge).epsilon(1e-5));
    }
}

TEST_CASE("drawn rows come in proportion to their mass, each draw stands for the same mass") {
    // Masses 3, 1, 4, 1, 1 of 10; the cut between rows 1 and 2 has the edge 0.3 + 0.1 + 0.4 + 0.1 − 0.1.
    Small small({1, 2, 3, 4, 5}, {-1, -1, 1, 1, -1}, {0.3F, 0.1F, 0.4F, 0.1F, 0.1F});
    constexpr int kTrials = 400;
    double sum = 0;
    for (std::uint64_t seed = 0; seed < kTrials; ++seed) {
        const auto found = small.scan(RowChoice::drawn(1000, seed));
        CHECK(found.report.share == Approx(1));
        CHECK(found.report.mass == Approx(1));
        CHECK(found.score.threshold == 3 - 1);
        sum += found.score.edge;
    }
    // One draw adds ±1 with mean 0.8: standard deviation 0.6, of the mean of all trials 0.6/√400000.
    CHECK(sum / kTrials == Approx(0.8).margin(5 * 0.6 / std::sqrt(400000.0)));
    const auto few = small.scan(RowChoice::drawn(2, 5));
    CHECK(few.report.row_share <= 0.4);
    CHECK(small.scan(RowChoice::drawn(2, 5)).score.edge == few.score.edge);
}

TEST_CASE("no computed edge is farther from the true one than the rounding reported") {
    for (const std::size_t classes : {2, 5, 70}) {
        const data::Dataset set =
            reference::random_dataset({.rows = 3000, .features = 10, .classes = classes, .seed = 7});
        const testing::GenericWeights weights(set.labels, 11);
        const auto data = reference::binned(set);
        const ScanColumns columns(data->train, weights.floats.stride());
        RowSearch search(columns);
        const auto features = reference::all_rows(set.features());
        std::vector<ThresholdScore> scores(features.size());
        const Report report = search.scan({features, RowChoice::heaviest(0.9)}, search.all_rows(),
                                          {weights.floats.data(), weights.floats.totals()}, scores);
        const reference::Table table = reference::rank_table(set);
        const reference::Rows rows = heaviest(weights.doubles, 0.9);
        CHECK(report.rounding > 0);
        CHECK(report.rounding < (classes == 2 ? 1e-10 : 1e-2));
        for (std::uint32_t j = 0; j < features.size(); ++j)
            CHECK(std::abs(scores[j].edge - reference::best_cut(j, table, weights.doubles, rows).edge) <=
                  report.rounding);
    }
}
