/// What a contest says of methods whose numbers are known.
#include "report/policies/answer.hpp"

#include "core/rng.hpp"
#include "report/policies/contest_report.hpp"
#include "report/policies/sections.hpp"
#include "report/policies/toy_contest.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

/// Full search, random draws, and methods that need `share` of their work: a little more on one set than on
/// another, and on one split.
Contest shares(const ContestSpec& spec, const std::vector<double>& share, std::int64_t splits = 6) {
    return contest_of(spec, splits, 2, [&](std::size_t row, std::size_t set, std::int64_t split, int) {
        const double varied = 1 + 0.02 * static_cast<double>((set + 3 * row) % 3) +
                              0.01 * static_cast<double>((static_cast<std::size_t>(split) + row) % 2);
        return halving(0.4, 100 * share.at(row) * (row == 0 ? 1 : varied), row == 0 ? 4 : 8);
    });
}

}  // namespace

TEST_CASE("A method that needs half of the random draws' work learns, one that needs twice is worse") {
    ContestSpec spec = spec_of({"full", "random", "half", "twice", "same"}, 8);
    spec.baseline = "half";
    const Contest contest = shares(spec, {4, 1, 0.5, 2, 1});
    const Verdicts verdicts = judge(contest, Cost::work);
    CHECK(verdicts.against_random(1) == nullptr);
    CHECK(verdicts.against_random(2)->side() == Side::less);
    CHECK(verdicts.against_random(3)->side() == Side::more);
    CHECK(verdicts.against_random(4)->side() == Side::undecided);
    CHECK(learning_text(*verdicts.against_random(2)) == "learns");
    CHECK(learning_text(*verdicts.against_random(3)) == "worse than random draws");
    CHECK(learning_text(*verdicts.against_random(4)) == "not told from random draws");
    const std::vector<std::string> lines = answer(contest, verdicts);
    REQUIRE(lines.size() == 4);
    CHECK_THAT(lines[0],
               Catch::StartsWith("Learning pays with 1 of 3 methods; against random, which draws at "
                                 "random, they need surely less work: half ×0.50 [0.50") &&
                   Catch::EndsWith("]. 1 do surely worse."));
    CHECK_THAT(lines[1], Catch::StartsWith("To take: half (work ×0.50 ["));
    CHECK_THAT(lines[2], Catch::StartsWith("full needs ×3.9"));
    CHECK_THAT(lines[3], Catch::StartsWith("8 data sets x 6 splits x 2 seeds find a difference of") &&
                             Catch::EndsWith("% in work with probability 0.8."));
    CHECK_THAT(verdict_line(contest, verdicts, 3),
               Catch::StartsWith("twice: does worse than random draws (work ×2.0") &&
                   Catch::Contains("; against half: work ×4.0") &&
                   Catch::EndsWith("; 8 data sets x 6 splits x 2 seeds"));
    CHECK_THAT(verdict_line(contest, verdicts, 4),
               Catch::StartsWith("same: does not learn (not told from random draws: work ×1.0"));
}

TEST_CASE("The order of the methods and the advice do not depend on the baseline") {
    ContestSpec spec = spec_of({"full", "random", "half", "twice", "same"}, 8);
    std::vector<std::string> advice;
    std::vector<std::vector<std::size_t>> orders;
    for (const char* baseline : {"full", "half", "twice", "random"}) {
        spec.baseline = baseline;
        const Contest contest = shares(spec, {4, 1, 0.5, 2, 1});
        const Verdicts verdicts = judge(contest, Cost::work);
        advice.push_back(answer(contest, verdicts)[0] + answer(contest, verdicts)[1]);
        orders.emplace_back();
        for (const Comparison* one : winners(contest, verdicts))
            orders.back().push_back(one->row);
    }
    for (std::size_t i = 1; i < advice.size(); ++i) {
        CHECK(advice[i] == advice[0]);
        CHECK(orders[i] == orders[0]);
    }
}

TEST_CASE("An answer that does not outlive the loss of a data set says so") {
    const ContestSpec spec = spec_of({"full", "random", "lucky"}, 4);
    const Contest contest =
        contest_of(spec, 6, 1, [](std::size_t row, std::size_t set, std::int64_t split, int) {
            constexpr double kShares[] = {0.8, 0.85, 0.85, 0.9};
            const double share = row == 2 ? kShares[set] + 0.002 * static_cast<double>(split % 2) : 1;
            return halving(0.4, 100 * share, row == 0 ? 4 : 8);
        });
    const Verdicts verdicts = judge(contest, Cost::work);
    const Comparison* lucky = verdicts.against_random(2);
    REQUIRE(lucky->side() == Side::less);
    CHECK_FALSE(lucky->hangs_on.empty());
    CHECK_THAT(answer(contest, verdicts)[0], Catch::Contains(", not told without"));
}

TEST_CASE("Where nothing beats random draws, they are what to take") {
    const ContestSpec spec = spec_of({"full", "random", "same"}, 8);
    const Contest contest = shares(spec, {4, 1, 1});
    const std::vector<std::string> lines = answer(contest, judge(contest, Cost::work));
    CHECK(lines[0] ==
          "No method is shown to beat random, which draws at random; 0 of 1 do surely worse in work.");
    CHECK(lines[1] == "To take: random, as nothing is shown to do better.");
}

TEST_CASE("A method that reaches fewer targets is not better, whatever those cost") {
    const ContestSpec spec = spec_of({"full", "random", "early"}, 8);
    const Contest contest = contest_of(spec, 6, 1, [](std::size_t row, std::size_t set, std::int64_t, int) {
        const double share = (row == 2 ? 0.5 : 1) * (1 + 0.02 * static_cast<double>(set % 3));
        return halving(0.4, 100 * share,
                       row == 0   ? 5
                       : row == 1 ? 8
                                  : 4);  // "early" ends before the last target
    });
    const Comparison early = compare(contest, 2, 1, Cost::work);
    CHECK(early.cost.side() == Side::less);
    CHECK(early.reached == Approx(0.8));
    CHECK(early.other_reached == 1);
    CHECK(early.side() != Side::less);
}

TEST_CASE("Holm's correction is over the announced methods alone") {
    ContestSpec spec = spec_of({"full", "random", "a", "b", "c"}, 6);
    const auto p_of = [&](std::size_t row) {
        const Contest contest = shares(spec, {4, 1, 0.97, 0.975, 0.98});
        return judge(contest, Cost::work).against_random(row)->cost.p;
    };
    const double a = p_of(2), b = p_of(3), c = p_of(4);
    spec.announced = {"a", "b"};
    CHECK(p_of(2) == Approx(std::min(1.0, a < b ? 2 * a : std::max(a, 2 * b))));
    CHECK(p_of(4) == c);
}

TEST_CASE("Twenty policies that draw at random are not told from random draws") {
    // 10 sets x 6 splits x 3 draws, as `reboost compare` takes them; work varies by a third between draws.
    std::vector<std::string> rows{"full", "random"};
    for (int i = 1; i <= 20; ++i)
        rows.push_back("stream" + std::to_string(i));
    const ContestSpec spec = spec_of(rows, 10);
    std::size_t told = 0, all = 0;
    for (std::uint64_t repetition = 0; repetition < 60; ++repetition) {
        Rng rng(repetition, "streams");
        const Contest contest = contest_of(spec, 6, 3, [&](std::size_t row, std::size_t, std::int64_t, int) {
            return halving(0.4, row == 0 ? 400 : 100 * std::exp(0.3 * rng.normal()), row == 0 ? 4 : 9);
        });
        for (const Comparison& one : judge(contest, Cost::work).random) {
            if (one.row == contest.target) continue;
            told += one.side() != Side::undecided;
            ++all;
        }
    }
    CHECK(all == 1200);
    CHECK(told <= all / 20);
}

TEST_CASE("The outcomes of a contest are a table of every method on every data set") {
    ContestSpec spec = spec_of({"full", "random", "=half,\"twice\""}, 2);
    const auto lines_of = [&](const std::string& baseline) {
        spec.baseline = baseline;
        std::vector<std::unique_ptr<FilledContest>> contests(1);
        contests[0] = std::make_unique<FilledContest>();
        contests[0]->contest = shares(spec, {4, 1, 0.5});
        contests[0]->work = judge(contests[0]->contest, Cost::work);
        const std::string text = outcomes_csv(contests);
        return std::pair(std::ranges::count(text, '\n'), text);
    };
    // A head; two methods on two sets against random draws, and as many against another baseline.
    CHECK(lines_of("random").first == 1 + 4);
    const auto [lines, text] = lines_of("full");
    CHECK(lines == 1 + 8);
    CHECK_THAT(text,
               Catch::StartsWith("contest,cost,method,against,announced,dataset,splits,log_cost_ratio,"));
    CHECK_THAT(text, Catch::Contains("half,\"\"twice\"\"\",random,0,set1,6,"));
}

TEST_CASE("A data set without a ratio is named") {
    const ContestSpec spec = spec_of({"full", "random", "mine"}, 2);
    const Contest contest = contest_of(spec, 6, 1, [](std::size_t row, std::size_t set, std::int64_t, int) {
        return halving(0.4, 100, row == 0 && set == 1 ? 1 : 4);
    });
    const std::vector<std::string> warnings = verdict_section(contest, judge(contest, Cost::work)).warnings;
    REQUIRE_FALSE(warnings.empty());
    CHECK_THAT(warnings.front(), Catch::StartsWith("No ratio of work on set2: "));
}
