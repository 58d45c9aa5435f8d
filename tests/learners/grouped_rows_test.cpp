/// Rows of a tile by their bins.
#include "learners/grouped_rows.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

TEST_CASE("the rows of a tile are grouped by bin, the smallest group first, without the bin left out") {
    const std::vector<std::uint8_t> codes{2, 0, 2, 5, 1, 2, 1};
    GroupedRows groups;
    groups.rows = {9};  // of an earlier tile
    groups.groups = {{3, 1}};
    groups.append(std::span<const std::uint8_t>(codes), 6, 0);
    REQUIRE(groups.groups.size() == 4);  // none for bins 3 and 4, which have no row
    const std::vector<std::pair<int, int>> wanted{{3, 1}, {5, 1}, {1, 2}, {2, 3}};
    for (std::size_t g = 0; g < wanted.size(); ++g) {
        CHECK(groups.groups[g].bin == wanted[g].first);
        CHECK(groups.groups[g].rows == wanted[g].second);
    }
    CHECK(groups.rows == std::vector<std::uint16_t>{9, 3, 4, 6, 0, 2, 5});
    CHECK(groups.end().row == 7);
    CHECK(groups.end().group == 4);
}
