#include "learners/mh/stump_scanner.hpp"

#include "learners/mh/generic_weights.hpp"
#include "support/team.hpp"

#include <ranges>
#include <set>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

namespace {

struct Scan {
    std::shared_ptr<const data::BinnedSplit> data;
    ScanColumns columns;
    std::vector<ThresholdScore> scores;
    std::uint64_t work = 0;

    Scan(const data::Dataset& set, const testing::GenericWeights& weights, int threads)
        : data(reference::binned(set)),
          columns(data->train, weights.floats.stride()),
          scores(set.features()) {
        const auto team = testing::team_of(threads);
        StumpScanner scanner(columns, *team);
        const std::vector<std::uint32_t> features = reference::all_rows(set.features());
        scanner.scan(features, {weights.floats.data(), weights.floats.totals()}, scores, Wanted::every_score);
        work = scanner.work();
    }
};

/// Every feature's edge is the reference's, and its threshold as good as the reference's.
void check_against_reference(const data::Dataset& set, std::uint64_t seed) {
    const testing::GenericWeights weights(set.labels, seed);
    const Scan scan(set, weights, 1);
    const reference::Table table = reference::rank_table(set);
    const reference::Rows rows = reference::all_rows(set.rows());
    for (std::uint32_t j = 0; j < set.features(); ++j) {
        const reference::Cut best = reference::best_cut(j, table, weights.doubles, rows);
        const ThresholdScore& found = scan.scores[j];
        INFO("column " << j << ", K = " << set.labels.classes << ", n = " << set.rows());
        REQUIRE((found.threshold > 0) == best.found());
        if (!best.found()) continue;
        CHECK(std::abs(found.edge - best.edge) < reference::kTolerance);
        if (found.threshold == best.split.threshold) continue;
        const double edge = reference::edge_of({j, found.threshold}, table, weights.doubles, rows);
        CHECK(edge > best.edge - reference::kTolerance);
    }
}

data::Dataset one_column(std::vector<float> values, std::vector<std::int32_t> classes,
                         std::size_t class_count) {
    data::Dataset set;
    set.columns.push_back({"x", data::ColumnKind::numeric, {}, std::move(values)});
    set.labels = data::Labels::from_classes(std::move(classes), reference::class_names(class_count));
    return set;
}

}  // namespace

TEST_CASE("A stump of six rows has the edge and the threshold computed by hand", "[learners]") {
    // x:  1  2  2  3  5  ?   y: − − + + + +   uniform weights 1/6. Parting 2 from 3: rows 3, 5, ? (all +)
    // against − − +: right are 3 + 2 of 6, so γ = 4/6. Parting 1 from 2: right 1 + 4 of 6, γ = 4/6 too: the
    // lowest wins.
    const data::Dataset set = one_column({1, 2, 2, 3, 5, data::kMissing}, {0, 0, 1, 1, 1, 1}, 2);
    const auto data = reference::binned(set);
    const SignedWeights weights(data->train_labels, true);
    const ScanColumns columns(data->train, weights.stride());
    StumpScanner scanner(columns, testing::alone());
    std::vector<ThresholdScore> scores(1);
    const std::vector<std::uint32_t> features{0};
    scanner.scan(features, {weights.data(), weights.totals()}, scores, Wanted::every_score);
    CHECK(scores[0].edge == Approx(4.0 / 6).epsilon(1e-7));
    CHECK(data->cuts[0].cuts[0] == 1.5F);
    // Both thresholds have that edge up to the rounding of 1/6; the lowest is asked for where sums are exact.
    const reference::Table table = reference::rank_table(set);
    const reference::Weights exact = [&] {
        reference::Weights w{6, 1, {-1, -1, 1, 1, 1, 1}};
        return w;
    }();
    CHECK(reference::best_cut(0, table, exact, reference::all_rows(6)).split.threshold == 1);
    CHECK(reference::edge_of({0, 2}, table, exact, reference::all_rows(6)) == 4.0);
    CHECK(reference::edge_of({0, 4}, table, exact, reference::all_rows(6)) ==
          0.0);  // "is missing": 1 + 2 of 6
}

TEST_CASE("Equal edges take the lowest threshold, exact sums given", "[learners]") {
    // Eight rows of weight 1/8: sums are exact in float. y = + − + −, two rows each: all three cuts have edge
    // 0 or 1/4.
    const data::Dataset set = one_column({0, 0, 1, 1, 2, 2, 3, 3}, {1, 1, 0, 0, 1, 1, 0, 0}, 2);
    const auto data = reference::binned(set);
    const SignedWeights weights(data->train_labels, true);
    const ScanColumns columns(data->train, weights.stride());
    StumpScanner scanner(columns, testing::alone());
    std::vector<ThresholdScore> scores(1);
    const std::vector<std::uint32_t> features{0};
    scanner.scan(features, {weights.data(), weights.totals()}, scores, Wanted::every_score);
    CHECK(scores[0].edge == 0.5);
    CHECK(scores[0].threshold == 1);
}

TEST_CASE("The fast scan equals the plain one for every number of classes", "[learners][agreement]") {
    const std::size_t classes = GENERATE(1, 2, 3, 8, 10, 16, 17, 26, 33, 40, 64, 65, 130);
    for (const bool multi_label : {false, true}) {
        if (classes == 1 && !multi_label) continue;
        reference::DataShape shape{777, 10, classes, multi_label, 100 + classes};
        check_against_reference(reference::random_dataset(shape), classes);
        shape.rows = 61;
        check_against_reference(reference::random_dataset(shape), classes);
    }
}

TEST_CASE("The fast scan equals the plain one where rows fill several tiles", "[learners][agreement]") {
    const std::size_t classes = GENERATE(3, 16, 40, 65);
    check_against_reference(reference::random_dataset({9013, 10, classes, false, classes}), 7);
}

TEST_CASE("The fast scan equals the plain one with two and four byte codes", "[learners][agreement]") {
    // 70,000 rows of nearly as many values need 32-bit codes and rows; the first 5,000 need 16 bits.
    for (const std::size_t rows : {std::size_t{5000}, std::size_t{70001}}) {
        data::Dataset set = reference::random_dataset({rows, 3, 3, false, 11});
        Rng rng(5);
        for (float& value : std::get<0>(set.columns[0].values))
            value = static_cast<float>(rng.uniform());
        for (float& value : std::get<0>(set.columns[1].values))
            value = static_cast<float>(rng.below(200));
        const auto data = reference::binned(set);
        CHECK(data->train.columns[0].codes.index() == (rows == 5000 ? 1 : 2));
        check_against_reference(set, rows);
    }
}

TEST_CASE("The random data reach every form of a column", "[learners]") {
    std::set<ColumnForm> forms;
    for (const std::size_t rows : {std::size_t{61}, std::size_t{777}, std::size_t{9013}}) {
        const auto data = reference::binned(reference::random_dataset({rows, 10, 3, false, 1}));
        const ScanColumns columns(data->train, 4);
        for (std::size_t j = 0; j < columns.features(); ++j)
            forms.insert(columns[j].form);
    }
    CHECK(forms.size() == 4);
}

TEST_CASE("Scores and work do not depend on the number of threads", "[learners]") {
    const std::size_t classes = GENERATE(2, 10, 65);
    const data::Dataset set = reference::random_dataset({40011, 12, classes, false, 3});
    const testing::GenericWeights weights(set.labels, 9);
    const Scan one(set, weights, 1);
    for (const int threads : {2, 4}) {
        const Scan many(set, weights, threads);
        CHECK(many.work == one.work);
        for (std::size_t j = 0; j < set.features(); ++j) {
            CHECK(many.scores[j].edge == one.scores[j].edge);
            CHECK(many.scores[j].threshold == one.scores[j].threshold);
        }
    }
}

TEST_CASE("A column of one value offers no threshold, also where that value is missing", "[learners]") {
    for (const float value : {4.0F, data::kMissing}) {
        const data::Dataset set = one_column(std::vector<float>(9, value), {0, 1, 1, 1, 1, 1, 1, 1, 1}, 2);
        const testing::GenericWeights weights(set.labels, 2);
        CHECK(Scan(set, weights, 1).scores[0].threshold == 0);
    }
}

TEST_CASE("Forms cover a column's rows: entries and the most frequent bin make up all", "[learners]") {
    const auto data = reference::binned(reference::random_dataset({777, 10, 3, false, 4}));
    const ScanColumns columns(data->train, 4);
    for (std::size_t j = 0; j < columns.features(); ++j) {
        const ScanColumn& column = columns[j];
        const std::size_t frequent = data->train.columns[j].frequent_rows;
        if (column.form == ColumnForm::sorted) {
            CHECK(column.entries == 777 - frequent);
            const Numbers rows = column.sorted().rows;
            CHECK(std::ranges::is_sorted(std::views::iota(std::size_t{0}, column.entries), {},
                                         [&](std::size_t e) { return data->train.columns[j].at(rows[e]); }));
        }
        if (column.form == ColumnForm::list) CHECK(column.list.rows.size() == 777 - frequent);
        if (column.form == ColumnForm::dense) CHECK(column.entries == 777);
    }
}
