#include "report/claims/tally.hpp"

#include "report/tests_json.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;

namespace {

/// Wins, ties, losses and missing comparisons of one data set.
struct SetCounts {
    int wins = 0, ties = 0, losses = 0, missing = 0;
};

Tally tally_of(const std::vector<SetCounts>& sets) {
    Tally tally;
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const auto add = [&](int count, Outcome outcome) {
            for (int k = 0; k < count; ++k)
                tally.add(std::to_string(i), outcome);
        };
        add(sets[i].wins, Outcome::holds);
        add(sets[i].ties, Outcome::undecided);
        add(sets[i].losses, Outcome::refuted);
        for (int k = 0; k < sets[i].missing; ++k)
            tally.miss(std::to_string(i));
    }
    return tally;
}

Verdict majority(const std::vector<SetCounts>& sets) {
    return decide(json(R"({"share_above": 0.5})"), tally_of(sets));
}

std::vector<SetCounts> alike(std::size_t count, SetCounts set) {
    return std::vector<SetCounts>(count, set);
}

}  // namespace

TEST_CASE("A coin flip is unclear") {
    CHECK(majority({{11, 0, 9}, {10, 0, 10}, {11, 0, 9}, {10, 0, 10}, {10, 0, 9}}) ==
          Verdict::unclear);                                                                       // 52 to 47
    CHECK(majority({{1}, {1}, {1}, {0, 0, 1}, {0, 0, 1}}) == Verdict::unclear);                    // 3 to 2
    CHECK(majority({{3, 0, 2}, {3, 0, 2}, {3, 0, 2}, {3, 0, 2}, {3, 0, 2}}) == Verdict::unclear);  // 15 to 10
    CHECK(majority({{5, 0, 0}, {5, 0, 0}, {5, 0, 0}, {5, 0, 0}, {4, 0, 1}}) ==
          Verdict::supported);  // 24 to 1
}

TEST_CASE("Comparisons on one data set count as one where there are six sets or more") {
    // ijcai2015's 20 to 7 are three budgets of the same runs: 6 of 9 sets.
    std::vector<SetCounts> sets = alike(6, {3, 0, 0});
    sets.insert(sets.end(), {{1, 0, 2}, {1, 0, 2}, {0, 0, 3}});
    CHECK(tally_of(sets).hold() == 20);
    CHECK(majority_of(tally_of(sets)).more == 6);
    CHECK(majority_of(tally_of(sets)).p == Approx(0.5078125));
    CHECK(majority(sets) == Verdict::unclear);
    sets = alike(8, {3, 0, 0});
    sets.push_back({0, 0, 3});
    CHECK(majority_of(tally_of(sets)).p == Approx(0.0390625));
    CHECK(majority(sets) == Verdict::supported);
    CHECK(majority(alike(9, {0, 0, 1})) == Verdict::contradicted);
    CHECK(majority(alike(6, {2, 0, 1})) == Verdict::supported);  // sets alone: 6 to 0, p = 0.031
    sets = alike(5, {1, 0, 0});
    sets.push_back({1, 0, 1});
    CHECK(majority_of(tally_of(sets)).p == Approx(0.0625));
    CHECK(majority(sets) == Verdict::unclear);
}

TEST_CASE("Fewer than six data sets must all agree") {
    CHECK(majority(alike(5, {1, 0, 0})) == Verdict::supported);  // p = 0.0625, and nothing against it
    CHECK(majority(alike(5, {0, 0, 1})) == Verdict::contradicted);
    CHECK(majority({{9}, {9}, {9}, {0, 0, 9}}) == Verdict::unclear);
    CHECK(majority(alike(5, {2, 0, 1})) == Verdict::unclear);       // 10 to 5: p = 0.30
    CHECK(majority({{3, 0, 1}, {3, 0, 1}}) == Verdict::unclear);    // 6 to 2: p = 0.29
    CHECK(majority({{9, 0, 1}, {9, 0, 1}}) == Verdict::supported);  // 18 to 2
}

TEST_CASE("Ties in a sure majority contradict who wins more often, fewer leave it open") {
    // 2 better, 6 worse, 37 within the relevance.
    CHECK(majority({{1, 7, 1}, {1, 7, 1}, {0, 8, 1}, {0, 8, 1}, {0, 7, 2}}) == Verdict::contradicted);
    // 28 better, 19 worse, 53 within it.
    CHECK(majority({{6, 11, 3}, {6, 11, 3}, {6, 10, 4}, {5, 10, 5}, {5, 11, 4}}) == Verdict::unclear);
}

TEST_CASE("Another share than a half is supported, contradicted, or left open by ties") {
    const auto all = [](const std::vector<SetCounts>& sets) { return decide(json("{}"), tally_of(sets)); };
    CHECK(all({{4, 0, 0}}) == Verdict::supported);
    CHECK(all({{5, 4, 0}}) == Verdict::unclear);  // 5 yes, 4 open, 0 against
    CHECK(all({{5, 4, 1}}) == Verdict::contradicted);
    CHECK(all({{5, 0, 0, 1}}) == Verdict::not_tested);
    CHECK(all({{5, 0, 1, 9}}) == Verdict::contradicted);  // whatever the missing ones give
    const auto ninety = [](const std::vector<SetCounts>& sets) {
        return decide(json(R"({"share_at_least": 0.9})"), tally_of(sets));
    };
    CHECK(ninety({{9, 0, 1}}) == Verdict::supported);
    CHECK(ninety({{8, 1, 1}}) == Verdict::unclear);
    CHECK(ninety({{8, 0, 2}}) == Verdict::contradicted);
    CHECK(ninety({{8, 0, 0, 1}}) == Verdict::not_tested);
    CHECK(decide(json(R"({"share_above": 0})"), tally_of({{1, 3, 9, 4}})) == Verdict::supported);
}

TEST_CASE("A claim is not tested while missing comparisons could change its verdict, and without any") {
    CHECK(majority(alike(9, {3, 0, 0, 2})) == Verdict::supported);  // each set keeps its side
    CHECK(majority(alike(9, {1, 0, 0, 1})) == Verdict::not_tested);
    CHECK(majority(alike(5, {0, 0, 0, 1})) == Verdict::not_tested);
    CHECK(decide(json("{}"), Tally{}) == Verdict::not_tested);
}
