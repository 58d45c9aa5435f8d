#include "report/policies/toy_contest.hpp"
#include "report/policies/verdicts.hpp"

#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

using namespace reboost::report;
using namespace reboost::report::test;

namespace {

/// Full search with errors 0.4, 0.2, 0.1, 0.05 at work 100, 200, 400, 800.
Path full_path() {
    return halving(0.4, 100, 4);
}

}  // namespace

TEST_CASE("Targets lie evenly between full search's error after 5% of its work and its least") {
    const ContestSpec spec = spec_of({"full"}, 1);
    const Contest contest = contest_of(spec, 1, 1, [](auto...) { return full_path(); });
    const std::vector<double> targets = targets_on(contest, 0, 1);  // 5% of 800 is before the first point
    REQUIRE(targets.size() == 5);
    CHECK(targets[0] == Approx(0.33));
    CHECK(targets[3] == Approx(0.12));
    CHECK(targets[4] == 0.05);
}

TEST_CASE("A ratio is a mean of logarithms over targets and splits, draws averaged first") {
    const ContestSpec spec = spec_of({"full", "random", "mine"}, 1);
    // Two splits; mine needs a half and a quarter, by two draws each whose product is that squared.
    const Contest contest =
        contest_of(spec, 2, 2, [](std::size_t row, std::size_t, std::int64_t split, int draw) {
            if (row < 2) return full_path();
            return halving(0.4, (split == 1 ? 50 : 25) * (draw == 0 ? 0.5 : 2), 4);
        });
    const std::vector<SetOutcome> sets = compare(contest, 2, 1, Cost::work).sets;
    REQUIRE(sets.size() == 1);
    REQUIRE(sets[0].cost);
    CHECK(sets[0].splits == 2);
    CHECK(sets[0].cost->mean == Approx(std::log(0.5 * 0.25) / 2));
    const double half = std::log(2.0) / 2;  // of the two splits about their mean
    CHECK(sets[0].cost->variance == Approx(2 * half * half / 1 / 2));
    CHECK(sets[0].reached == 1);
}

TEST_CASE("A target counts where every run of both reaches it; the share reached is told apart") {
    const ContestSpec spec = spec_of({"full", "random", "mine"}, 1);
    const Contest contest = contest_of(spec, 1, 2, [](std::size_t row, std::size_t, std::int64_t, int draw) {
        if (row < 2) return full_path();
        return halving(0.4, 50, draw == 0 ? 4 : 3);  // the second draw ends at 0.1: it misses the last target
    });
    const SetOutcome set = compare(contest, 2, 1, Cost::work).sets.at(0);
    CHECK(set.cost->mean == Approx(std::log(0.5)));
    CHECK(set.reached == Approx(0.9));
    CHECK(set.other_reached == 1);
}

TEST_CASE("A method that never reaches a target has no ratio") {
    const ContestSpec spec = spec_of({"full", "random", "mine"}, 1);
    const Contest contest = contest_of(spec, 1, 1, [](std::size_t row, std::size_t, std::int64_t, int) {
        return row < 2 ? full_path() : halving(0.45, 50, 1);
    });
    const SetOutcome set = compare(contest, 2, 1, Cost::work).sets.at(0);
    CHECK_FALSE(set.cost);
    CHECK(set.reached == 0);
}

TEST_CASE("Full search that learns nothing sets no targets: there is no ratio and no share reached") {
    const ContestSpec spec = spec_of({"full", "random", "mine"}, 1);
    const Contest contest = contest_of(spec, 2, 1, [](std::size_t row, std::size_t, std::int64_t, int) {
        return halving(0.4, row == 0 ? 100 : 50, row == 0 ? 1 : 4);
    });
    CHECK(targets_on(contest, 0, 1).empty());
    const SetOutcome set = compare(contest, 2, 1, Cost::work).sets.at(0);
    CHECK_FALSE(set.cost);
    CHECK(std::isnan(set.reached));
}

TEST_CASE("A data set on which targets count on one split of several has no ratio") {
    const ContestSpec spec = spec_of({"full", "random", "mine"}, 1);
    const auto counted_on = [&](std::int64_t splits) {
        const Contest contest =
            contest_of(spec, 3, 1, [&](std::size_t row, std::size_t, std::int64_t split, int) {
                return row < 2 || split <= splits ? full_path() : halving(0.45, 50, 1);
            });
        return compare(contest, 2, 1, Cost::work).sets.at(0).cost.has_value();
    };
    CHECK_FALSE(counted_on(1));
    CHECK(counted_on(2));
}

TEST_CASE("Errors are compared at the work of random draws or of full search, whichever is less") {
    const ContestSpec spec = spec_of({"full", "random", "mine"}, 1);
    const auto contest_with = [&](int random_points, bool full_ended_itself) {
        return contest_of(spec, 1, 1, [&](std::size_t row, std::size_t, std::int64_t, int) {
            Path path = halving(0.4, row == 2 ? 50 : 100, row == 0 ? 4 : row == 1 ? random_points : 9);
            path.ended_itself = row == 0 && full_ended_itself;
            return path;
        });
    };
    Contest contest = contest_with(3, false);
    CHECK(budget_on(contest, 0, 1) == 400);
    // At 400, mine is at 0.05 and random at 0.1; half of one error in 1,000 rows is added.
    const SetOutcome set = compare(contest, 2, 1, Cost::work).sets.at(0);
    CHECK(set.error.mean == Approx(std::log((0.05 + 0.0005) / (0.1 + 0.0005))));
    CHECK(budget_on(contest_with(6, false), 0, 1) == 800);
    CHECK(budget_on(contest_with(6, true), 0, 1) == 3200);  // what ended by itself binds nobody
    // No further method moves a budget.
    const ContestSpec more = spec_of({"full", "random", "mine", "short"}, 1);
    contest = contest_of(more, 1, 1, [](std::size_t row, std::size_t, std::int64_t, int) {
        return halving(0.4, 100, row == 3 ? 1 : 4);
    });
    CHECK(budget_on(contest, 0, 1) == 800);
}
