#include "data/dataset.hpp"

#include "core/error.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;
using Catch::Matchers::Contains;

TEST_CASE("two class names make one label column") {
    const Labels labels = Labels::from_classes({0, 1, 1}, {"no", "yes"});
    CHECK(labels.rows == 3);
    CHECK(labels.classes == 1);
    CHECK(labels.y == std::vector<std::int8_t>{-1, 1, 1});
    CHECK_FALSE(labels.multi_label());
}

TEST_CASE("three class names make three label columns with one +1 per row") {
    const Labels labels = Labels::from_classes({2, 0}, {"a", "b", "c"});
    CHECK(labels.classes == 3);
    CHECK(labels.y == std::vector<std::int8_t>{-1, -1, 1, 1, -1, -1});
    CHECK(labels.class_of_row == std::vector<std::int32_t>{2, 0});
}

TEST_CASE("a class index outside the names is refused") {
    CHECK_THROWS_WITH(Labels::from_classes({0, 2}, {"a", "b"}),
                      Contains("row 1") && Contains("class index 2"));
    CHECK_THROWS_AS(Labels::from_classes({-1}, {"a", "b"}), DataError);
    CHECK_THROWS_AS(Labels::from_classes({0}, {"a"}), DataError);
}

TEST_CASE("multi-label rows keep any pattern of +1 and -1") {
    const Labels labels = Labels::multi_label({1, 1, -1, -1}, {"a", "b"});
    CHECK(labels.rows == 2);
    CHECK(labels.classes == 2);
    CHECK(labels.multi_label());
    CHECK(labels.at(0, 1) == 1);
    CHECK(labels.at(1, 0) == -1);
    CHECK_THROWS_AS(Labels::multi_label({1, 0}, {"a", "b"}), DataError);
    CHECK_THROWS_AS(Labels::multi_label({1, 1, 1}, {"a", "b"}), DataError);
}

TEST_CASE("a subset takes the named rows in the named order") {
    Dataset dataset;
    dataset.name = "small";
    dataset.columns.push_back({"x", ColumnKind::numeric, {}, std::vector<float>{10, 20, 30}});
    dataset.columns.push_back({"b", ColumnKind::numeric, {}, std::vector<std::uint8_t>{1, 2, 3}});
    dataset.labels = Labels::from_classes({0, 1, 2}, {"a", "b", "c"});
    const Dataset part = dataset.subset({2, 0, 2});
    CHECK(part.rows() == 3);
    CHECK(part.columns[0].at(0) == 30);
    CHECK(part.columns[0].at(1) == 10);
    CHECK(part.columns[1].at(2) == 3);
    CHECK(part.labels.class_of_row == std::vector<std::int32_t>{2, 0, 2});
    CHECK(part.labels.y == std::vector<std::int8_t>{-1, -1, 1, 1, -1, -1, -1, -1, 1});
}
