#include "core/archive.hpp"

#include <catch2/catch.hpp>

using namespace reboost;

TEST_CASE("An archive gives back what was put, by name and type", "[core]") {
    Archive archive;
    archive.put("edges", std::vector<double>{0.5, 0.25}, "", "edge of each round");
    archive.put_shaped("votes", std::vector<std::int8_t>{1, -1, 1, 1}, {2, 2});
    archive.put_scalar("rounds", std::uint64_t{2});
    CHECK(archive.get<double>("edges") == std::vector<double>{0.5, 0.25});
    CHECK(archive.find("edges").shape == std::vector<std::size_t>{2});
    CHECK(archive.find("edges").long_name == "edge of each round");
    CHECK(archive.find("votes").shape == std::vector<std::size_t>{2, 2});
    CHECK(archive.get_scalar<std::uint64_t>("rounds") == 2);
    CHECK(archive.find("rounds").shape.empty());
    archive.put("edges", std::vector<double>{1});
    CHECK(archive.get<double>("edges").size() == 1);
}

TEST_CASE("A missing array, another type, and a vector read as a scalar are errors that name it", "[core]") {
    Archive archive;
    archive.put("edges", std::vector<double>{0.5, 0.25});
    CHECK_THROWS_WITH(archive.get<double>("edge"), "array 'edge' is missing");
    CHECK_THROWS_WITH(archive.get<float>("edges"), Catch::Contains("'edges' has another element type"));
    CHECK_THROWS_WITH(archive.get_scalar<double>("edges"), Catch::Contains("not a scalar"));
    CHECK_THROWS_AS(archive.find("x"), DataError);
}

TEST_CASE("Groups go in and come out whole, and no neighbour with them", "[core]") {
    Archive inner, outer;
    inner.put("a", std::vector<float>{1});
    inner.put("deep/b", std::vector<std::string>{"x"});
    outer.put_all("model", inner);
    outer.put("model2", std::vector<float>{2});
    outer.put("modem/a", std::vector<float>{3});
    CHECK(outer.contains("model/deep/b"));
    CHECK(outer.sub("model") == inner);
    CHECK(outer.sub("nothing").empty());
}

TEST_CASE("Archives are equal in values, shapes and words", "[core]") {
    Archive a, b;
    a.put("x", std::vector<double>{1, 2});
    b.put_shaped("x", std::vector<double>{1, 2}, {2});
    CHECK(a == b);
    b.put_shaped("x", std::vector<double>{1, 2}, {1, 2});
    CHECK_FALSE(a == b);
    b.put("x", std::vector<double>{1, 2}, "s");
    CHECK_FALSE(a == b);
}
