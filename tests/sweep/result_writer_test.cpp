#include "sweep/result_writer.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using sweep::ResultWriter;

TEST_CASE("the writer does its jobs in order") {
    std::vector<int> done;
    ResultWriter writer([] {});
    for (int i = 0; i < 100; ++i)
        writer.put([&done, i] { done.push_back(i); });
    writer.close();
    REQUIRE(done.size() == 100);
    CHECK(std::is_sorted(done.begin(), done.end()));
    writer.close();
}

TEST_CASE("a job that throws ends the writer: reported once, later jobs dropped, close rethrows") {
    int reports = 0, after = 0;
    ResultWriter writer([&] { ++reports; });
    writer.put([] { throw IoError("no space left"); });
    for (int i = 0; i < 100; ++i)
        writer.put([&] { ++after; });
    CHECK_THROWS_AS(writer.close(), IoError);
    CHECK(reports == 1);
    CHECK(after == 0);
}
