#include "core/error.hpp"
#include "data/binning.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/data_files.hpp"
#include "data/load/load.hpp"
#include "data/prepare/binarise.hpp"
#include "data/prepare/splits.hpp"
#include "support/bin_split.hpp"
#include "support/load_split.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;

namespace {

Dataset small() {
    Dataset dataset;
    dataset.columns.push_back({"x", ColumnKind::numeric, {}, std::vector<float>{3, 1, kMissing, 1}});
    dataset.columns.push_back(
        {"c", ColumnKind::nominal, {"a", "b", "d"}, std::vector<float>{0, 2, kMissing, 0}});
    dataset.labels = Labels::from_classes({0, 1, 2, 1}, {"p", "q", "r"});
    return dataset;
}

std::vector<float> values(const Column& column) {
    std::vector<float> all;
    for (std::size_t i = 0; i < column.rows(); ++i)
        all.push_back(column.at(i));
    return all;
}

/// Both parts of a set at hand, as the entry's loader gives them.
std::size_t features_of(const std::string& name) {
    DatasetSpec spec;
    spec.name = name;
    return load_split(spec, real_data()).train.features();
}

}  // namespace

TEST_CASE("a gap feature stands between neighbouring distinct values, and one for missing values") {
    Dataset dataset = small();
    dataset.columns.pop_back();
    const auto features = gap_features(dataset);
    REQUIRE(features.size() == 2);
    CHECK(features[0].cut == 2);
    CHECK(features[1].is_missing);
    const Dataset binary = binarised(dataset, features);
    CHECK(values(binary.columns[0]) == std::vector<float>{1, 0, 1, 0});
    CHECK(values(binary.columns[1]) == std::vector<float>{0, 0, 1, 0});
    CHECK(binary.columns[0].name == "x>=2");
    CHECK(binary.columns[1].name == "x missing");
}

TEST_CASE("one-hot gives a column per level and none to a missing value") {
    const Dataset wide = one_hot(small());
    REQUIRE(wide.features() == 4);
    CHECK(wide.columns[1].name == "c=a");
    CHECK(values(wide.columns[1]) == std::vector<float>{1, 0, 0, 1});
    CHECK(values(wide.columns[3]) == std::vector<float>{0, 1, 0, 0});
}

TEST_CASE("classes are gathered into two, and rows of no side dropped") {
    const Dataset binary = as_binary(small(), {"p"}, {"r"}, {"-", "+"});
    CHECK(binary.rows() == 2);
    CHECK(binary.labels.y == std::vector<std::int8_t>{-1, 1});
    CHECK(binary.columns[0].at(0) == 3);
    CHECK_THROWS_AS(as_binary(small(), {"p"}, {"s"}, {"-", "+"}), UsageError);
}

TEST_CASE("the gap rule gives the feature counts of ijcai2015's Table 1") {
    const std::vector<std::pair<std::string, std::size_t>> published{{"sonar-binary", 11196},
                                                                     {"ionosphere-binary", 8114},
                                                                     {"ecoli-binary", 356},
                                                                     {"heart-binary", 371},
                                                                     {"splice-binary", 240}};
    for (const auto& [name, features] : published) {
        if (!have(name)) continue;
        INFO(name);
        CHECK(features_of(name) == features);
    }
}

TEST_CASE("splice keeps 3175 rows without ambiguity codes") {
    if (!have("splice-binary")) return;
    DatasetSpec spec;
    spec.name = "splice-binary";
    const Split split = load_split(spec, real_data());
    CHECK(split.train.rows() + split.test.rows() == 3175);
    // Every position has exactly one base.
    for (std::size_t i = 0; i < 20; ++i) {
        float sum = 0;
        for (const Column& column : split.train.columns)
            sum += column.at(i);
        CHECK(sum == 60);
    }
}

TEST_CASE("random rows split all rows into two, by the seed") {
    const RowSplit one = random_rows(100, 30, 1, "test"), same = random_rows(100, 30, 1, "test"),
                   other = random_rows(100, 30, 2, "test");
    CHECK(one.first.size() == 30);
    CHECK(one.second.size() == 70);
    CHECK(std::is_sorted(one.first.begin(), one.first.end()));
    std::set<std::uint32_t> all(one.first.begin(), one.first.end());
    all.insert(one.second.begin(), one.second.end());
    CHECK(all.size() == 100);
    CHECK(one.first == same.first);
    CHECK(one.first != other.first);
    CHECK_THROWS_AS(random_rows(3, 4, 1, "test"), UsageError);
}

TEST_CASE("rows are drawn as they always were, up to all of them") {
    using Rows = std::vector<std::uint32_t>;
    CHECK(random_rows(10, 4, 1, "test").first == Rows{0, 1, 4, 6});
    CHECK(random_rows(3, 3, 1, "test").first == Rows{0, 1, 2});
    Rng rng(1, "test");
    const RowSplit drawn = draw_rows(10, 3, 2, rng);
    CHECK(drawn.first == Rows{0, 1, 4});
    CHECK(drawn.second == Rows{6, 8});
    CHECK(draw_rows(5, 3, 2, rng).first.size() == 3);
    CHECK_THROWS_AS(draw_rows(5, 3, 3, rng), UsageError);
    const PartRows orange = draw_orange_parts(11, 1);
    CHECK(orange.train == Rows{0, 1, 3, 5, 6, 7, 8});
    CHECK(orange.validation == Rows{2, 9});
    CHECK(orange.test == Rows{4, 10});
    const Labels labels = Labels::from_classes({0, 0, 0, 0, 0, 1, 1, 1, 2, 2}, {"a", "b", "c"});
    CHECK(stratified_rows_of(labels, 5, 1).first == Rows{0, 2, 5, 6, 8});
    CHECK(stratified_rows_of(labels, 10, 1).first.size() == 10);
    CHECK_THROWS_AS(stratified_rows_of(labels, 11, 1), UsageError);
    CHECK(row_range(3, 4) == Rows{3, 4, 5, 6});
}

TEST_CASE("classes that no training row has go, and the test rows that have them are told") {
    const auto split_of = [](const std::vector<std::int32_t>& train, const std::vector<std::int32_t>& test) {
        Split split;
        for (auto& [part, classes] : {std::pair{&split.train, &train}, std::pair{&split.test, &test}}) {
            part->columns.push_back(
                {"x", ColumnKind::numeric, {}, std::vector<float>(classes->begin(), classes->end())});
            part->labels = Labels::from_classes(*classes, {"p", "q", "r"});
        }
        return split;
    };
    Split split = split_of({0, 2, 2}, {0, 1, 2, 1});
    keep_training_classes(split, "file");
    CHECK(split.train.labels.class_names == std::vector<std::string>{"p", "r"});
    CHECK(split.train.labels.class_of_row == std::vector<std::int32_t>{0, 1, 1});
    CHECK(split.test.labels.class_of_row == std::vector<std::int32_t>{0, 1});
    CHECK(values(split.test.columns[0]) == std::vector<float>{0, 2});
    CHECK(split.provenance.unknown_class_rows == 2);
    CHECK_THAT(split.provenance.note,
               Catch::Contains("the class") && Catch::Contains("q") &&
                   Catch::Contains("2 rows of the test part cannot be got right and are"));
    Split all = split_of({0, 1, 2}, {1});
    keep_training_classes(all, "file");
    CHECK(all.provenance.note.empty());
    Split one = split_of({1, 1}, {0});
    CHECK_THROWS_AS(keep_training_classes(one, "file"), DataError);
    Split fewer = split_of({0, 1}, {0, 2});
    keep_training_classes(fewer, "file");
    CHECK_THAT(fewer.provenance.note, Catch::Contains("1 row of the test part cannot be got right and is"));
}

TEST_CASE("the pools' columns have the published numbers of gaps, and all rows of their files") {
    struct Expected {
        const char* name;
        std::size_t rows, columns, binary_features;
    };
    for (const Expected& e :
         {Expected{"sonar-pool", 208, 60, 11196}, Expected{"ionosphere-pool", 351, 34, 8114},
          Expected{"heart-pool", 270, 13, 371}, Expected{"ecoli-pool", 336, 7, 356},
          Expected{"breast-cancer-pool", 699, 9, 81}, Expected{"splice-pool", 3175, 240, 240}}) {
        if (!have(e.name)) continue;
        INFO(e.name);
        DatasetSpec spec;
        spec.name = e.name;
        const BinnedSplit pool = testing::bin(load_split(spec, real_data()));
        CHECK(pool.train.rows == e.rows);
        CHECK(pool.test.rows == 0);
        CHECK(pool.train.features() == e.columns);
        CHECK(pool.train_labels.classes == 1);
        std::size_t features = 0;
        for (const BinnedColumn& column : pool.train.columns)
            features += column.bin_count - 1;
        CHECK(features == e.binary_features);
    }
}
