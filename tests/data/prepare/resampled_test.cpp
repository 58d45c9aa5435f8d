/// dataset.split 'resampled': training and test rows pooled and drawn anew.
#include "core/error.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/data_files.hpp"
#include "data/load/load.hpp"
#include "data/prepare/splits.hpp"
#include "support/load_split.hpp"

#include <cmath>
#include <map>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;
using Catch::Matchers::Contains;

namespace {

DatasetSpec spec_of(const std::string& name, SplitRule split, std::int64_t seed = 1) {
    DatasetSpec spec;
    spec.name = name;
    spec.split = split;
    spec.seed = seed;
    return spec;
}

/// Counts of the rows that hold the same numbers and the same class.
std::map<std::vector<float>, int> contents(const Split& split) {
    std::map<std::vector<float>, int> counts;
    for (const Dataset* part : {&split.train, &split.test})
        for (std::size_t i = 0; i < part->rows(); ++i) {
            std::vector<float> row{static_cast<float>(part->labels.class_of_row[i])};
            for (const Column& column : part->columns)
                row.push_back(column.at(i));
            ++counts[row];
        }
    return counts;
}

void check_strata(const Labels& train, const Labels& test) {
    std::map<std::int32_t, double> of_train, of_all;
    for (const std::int32_t c : train.class_of_row)
        ++of_train[c], ++of_all[c];
    for (const std::int32_t c : test.class_of_row)
        ++of_all[c];
    const double share = static_cast<double>(train.rows) / static_cast<double>(train.rows + test.rows);
    for (const auto& [c, rows] : of_all) {
        INFO("class " << c << " of " << rows << " rows");
        CHECK(std::abs(of_train[c] - share * rows) < 1);
    }
}

}  // namespace

TEST_CASE("a stratified draw has exactly the rows asked for, and each class within one row of its share") {
    std::vector<std::int32_t> classes;
    for (const auto& [c, rows] : std::map<std::int32_t, int>{{0, 7}, {1, 5}, {2, 5}, {3, 1}})
        classes.insert(classes.end(), static_cast<std::size_t>(rows), c);
    const Labels pool = Labels::from_classes(classes, {"a", "b", "c", "d"});
    // 9 of 18: 3.5, 2.5, 2.5 and 0.5 rows; two of the four equal remainders are rounded up, by chance.
    std::map<std::vector<std::size_t>, int> seen;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const RowSplit rows = stratified_rows_of(pool, 9, seed);
        REQUIRE(rows.first.size() == 9);
        REQUIRE(rows.second.size() == 9);
        CHECK(std::is_sorted(rows.first.begin(), rows.first.end()));
        check_strata(pool.subset(rows.first), pool.subset(rows.second));
        std::vector<std::size_t> counts(4);
        for (const std::uint32_t row : rows.first)
            ++counts[static_cast<std::size_t>(classes[row])];
        ++seen[counts];
    }
    CHECK(seen.size() == 6);  // every pair of classes
}

TEST_CASE("labels of several classes are drawn by their combinations") {
    std::vector<std::int8_t> y;
    for (int i = 0; i < 40; ++i)
        for (const bool set : {i % 2 == 0, i % 4 < 2})
            y.push_back(set ? 1 : -1);
    const Labels pool = Labels::multi_label(y, {"even", "low"});
    const Labels drawn = pool.subset(stratified_rows_of(pool, 12, 5).first);
    std::map<std::pair<int, int>, int> counts;
    for (std::size_t i = 0; i < drawn.rows; ++i)
        ++counts[{drawn.at(i, 0), drawn.at(i, 1)}];
    CHECK(counts ==
          std::map<std::pair<int, int>, int>{{{1, 1}, 3}, {{1, -1}, 3}, {{-1, 1}, 3}, {{-1, -1}, 3}});
}

TEST_CASE("resampled parts hold the published rows in the published sizes, and follow the seed") {
    for (const char* name : {"twonorm", "monks-1", "balance-scale", "monks-2"}) {
        INFO(name);
        const Split published = load_split(spec_of(name, SplitRule::published), {});
        const Split one = load_split(spec_of(name, SplitRule::resampled), {});
        CHECK(one.train.name == name);
        CHECK(one.train.rows() == published.train.rows());
        CHECK(one.test.rows() == published.test.rows());
        CHECK(contents(one) == contents(published));
        check_strata(one.train.labels, one.test.labels);
        CHECK(one.train.labels.y != published.train.labels.y);
        CHECK(one.train.labels.y == load_split(spec_of(name, SplitRule::resampled), {}).train.labels.y);
        CHECK(one.train.labels.y != load_split(spec_of(name, SplitRule::resampled, 2), {}).train.labels.y);
        CHECK(one.provenance.sha256 == published.provenance.sha256);
        CHECK_THAT(one.provenance.note, Contains("pooled and split anew by seed 1"));
        CHECK_THAT(published.provenance.note, !Contains("pooled"));
    }
}

TEST_CASE("a resampled split depends on the seed, whatever the set") {
    CHECK_FALSE(depends_on_seed(spec_of("monks-1", SplitRule::published)));
    CHECK(depends_on_seed(spec_of("monks-1", SplitRule::resampled)));
    CHECK(depends_on_seed(spec_of("letter", SplitRule::resampled)));
}

TEST_CASE("rows that are joined stand in their order, the first part's first") {
    const auto part = [](std::vector<float> values) {
        Dataset set;
        set.labels = Labels::from_classes(std::vector<std::int32_t>(values.size(), 0), {"a", "b"});
        set.columns.push_back({"x", ColumnKind::numeric, {}, std::move(values)});
        return set;
    };
    const Dataset all = joined(part({1, 2, 3}), part({4, 5}));
    CHECK(all.columns[0].at(3) == 4);
    CHECK(all.rows() == 5);
}

TEST_CASE("a set without test rows cannot be resampled") {
    DatasetSpec spec = spec_of("webscope-like", SplitRule::resampled);
    spec.rows = 100;
    CHECK_THROWS_WITH(load_split(spec, {}), Contains("webscope-like") && Contains("no test rows"));
    CHECK_THROWS_AS(open_stream(spec, {}), UsageError);
}

TEST_CASE("a stream is resampled to the same rows as the whole set, its validation part left alone") {
    DatasetSpec spec = spec_of("orange-like", SplitRule::resampled, 3);
    spec.rows = 300, spec.test_rows = 100, spec.features = 30;
    const Split whole = load_split(spec, {});
    const ColumnStream stream = open_stream(spec, {});
    CHECK(stream.head.ranking.y == whole.train.labels.y);
    CHECK(stream.head.test_ranking.y == whole.test.labels.y);
    const Split streamed = collect(stream);
    spec.split = SplitRule::published;
    const Split published = load_split(spec, {});
    CHECK(streamed.train.labels.y == whole.train.labels.y);
    CHECK(streamed.train.labels.y != published.train.labels.y);
    CHECK(streamed.validation.labels.y == published.validation.labels.y);
    CHECK(streamed.provenance.note == whole.provenance.note);
    for (std::size_t j = 0; j < 30; ++j) {
        const Column &a = streamed.test.columns[j], &b = whole.test.columns[j];
        REQUIRE(a.rows() == 100);
        REQUIRE(a.levels == b.levels);
        for (std::size_t i = 0; i < 100; ++i)
            CHECK((a.at(i) == b.at(i) || (std::isnan(a.at(i)) && std::isnan(b.at(i)))));
    }
}

TEST_CASE("own files with a test file are resampled; levels and classes agree") {
    const TemporaryFolder folder;
    DatasetSpec spec = spec_of("", SplitRule::resampled);
    std::string train = "size,colour,kind\n", test = train;
    for (int i = 0; i < 40; ++i)
        (i < 30 ? train : test) +=
            std::to_string(i) + (i % 3 == 0 ? ",red," : ",blue,") + (i < 20 ? "a" : "b") + "\n";
    spec.path = folder.write("train.csv", train);
    spec.test_path = folder.write("test.csv", test);
    const Split split = load_split(spec, {});
    CHECK(split.train.rows() == 30);
    CHECK(split.test.rows() == 10);
    CHECK(split.train.columns[1].levels == split.test.columns[1].levels);
    CHECK(split.train.labels.class_names == split.test.labels.class_names);
    check_strata(split.train.labels, split.test.labels);  // the test file has no row of kind a
    CHECK(split.provenance.source == "user file");
    spec.split = SplitRule::published;
    CHECK(contents(load_split(spec, {})) == contents(split));
}

TEST_CASE("a set of files is resampled by class") {
    if (!have("pendigits")) return;
    const Split split = load_split(spec_of("pendigits", SplitRule::resampled), real_data());
    CHECK(split.train.rows() == 7494);
    CHECK(split.test.rows() == 3498);
    check_strata(split.train.labels, split.test.labels);
}
