/// What a contest says of methods whose numbers are known.
#include "core/rng.hpp"
#include "report/pages/page_template.hpp"
#include "report/pages/pages.hpp"
#include "report/policies/contest_report.hpp"
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

/// A contest without seconds.
FilledContest filled(Contest contest) {
    FilledContest made;
    made.contest = std::move(contest);
    made.timed = made.contest;
    made.work = judge(made.contest, Cost::work);
    return made;
}

std::string text_of(const std::string& file, const Value& data) {
    return PageTemplate(std::filesystem::path(REBOOST_SOURCE_DIR) / "plots/pages" / file).fill(data);
}

std::string answer_of(Contest contest) {
    return text_of("answer.txt", contest_json(filled(std::move(contest))));
}

}  // namespace

TEST_CASE("A method that needs half of the random draws' work learns, one that needs twice is worse") {
    ContestSpec spec = spec_of({"full", "random", "half", "twice", "same"}, 8);
    spec.baseline = "half";
    const Contest contest = shares(spec, {4, 1, 0.5, 2, 1});
    const Verdicts verdicts = judge(contest, Cost::work);
    CHECK(comparison_of(verdicts.random, 1) == nullptr);
    CHECK(comparison_of(verdicts.random, 2)->side() == Side::less);
    CHECK(comparison_of(verdicts.random, 3)->side() == Side::more);
    CHECK(comparison_of(verdicts.random, 4)->side() == Side::undecided);
    spec.announced = {"twice"};
    const std::string text = answer_of(shares(spec, {4, 1, 0.5, 2, 1}));
    CHECK_THAT(text, Catch::Contains("1 of 3 methods") && Catch::Contains("least: half, 0.50 [0.50"));
    CHECK_THAT(text, Catch::StartsWith("twice does worse than random draws: it needs 2.0") &&
                         Catch::Contains("Against half: 4.0"));
    CHECK_THAT(text, Catch::Contains("full needs 3.9"));
    CHECK_THAT(text, Catch::Contains("8 data sets x 6 splits x 2 seeds: differences below 1.0"));
}

TEST_CASE("A ratio has a side where p, the interval and, from six sets on, the signed ranks say so") {
    struct Case {
        double p, low, high;
        std::size_t sets;
        double signed_rank_p;
        Side side;
    };
    for (const Case& c :
         {Case{0.05, 0.8, 0.99, 5, 1, Side::less}, Case{0.051, 0.8, 0.99, 5, 1, Side::undecided},
          Case{0.01, 0.8, 1, 5, 1, Side::undecided}, Case{0.01, 1.01, 2, 5, 1, Side::more},
          Case{0.01, 1, 2, 5, 1, Side::undecided}, Case{0.01, 0.8, 0.99, 6, 0.05, Side::less},
          Case{0.01, 0.8, 0.99, 6, 0.051, Side::undecided},
          Case{kNoValue, 0.8, 0.99, 5, 1, Side::undecided}}) {
        Ratio ratio;
        ratio.p = c.p;
        ratio.interval = {0.9, c.low, c.high};
        ratio.sets = c.sets;
        ratio.signed_rank_p = c.signed_rank_p;
        CAPTURE(c.p, c.low, c.high, c.sets, c.signed_rank_p);
        CHECK(ratio.side() == c.side);
        CHECK((ratio.side(0.025) == c.side) == (c.p != 0.05));
    }
}

TEST_CASE("A method is better that needs less, errs no more and reaches as much; worse in either way") {
    const auto ratio = [](int side) {  // -1, 0, 1
        Ratio made;
        made.p = side == 0 ? 1 : 0.025;
        made.interval = {1, side > 0 ? 1.1 : 0.8, side < 0 ? 0.9 : 1.2};
        return made;
    };
    struct Case {
        int cost, error;
        double reached;
        Side side;
    };
    for (const Case& c :
         {Case{-1, 0, 1, Side::less}, Case{-1, -1, 1, Side::less}, Case{-1, 1, 1, Side::undecided},
          Case{0, 1, 1, Side::more}, Case{0, -1, 1, Side::undecided}, Case{0, 0, 1, Side::undecided},
          Case{1, -1, 1, Side::more}, Case{-1, 0, 0.75, Side::undecided},
          Case{-1, 0, 0.9375, Side::undecided}, Case{-1, 0, 0.96875, Side::less}}) {
        Comparison comparison;
        comparison.cost = ratio(c.cost);
        comparison.error = ratio(c.error);
        comparison.reached = c.reached;
        comparison.other_reached = 1;
        CAPTURE(c.cost, c.error, c.reached);
        CHECK(comparison.side() == c.side);
    }
}

TEST_CASE("One data set decides from six splits on; three tell what the answer hangs on") {
    ContestSpec spec = spec_of({"full", "random", "half"}, 1);
    for (const std::int64_t splits : {5, 6}) {
        const Comparison one = compare(shares(spec, {4, 1, 0.5}, splits), 2, 1, Cost::work);
        CHECK((one.cost.p < 0.05) == (splits == 6));
        CHECK(one.cost.sets == 1);
        CHECK(one.side() == (splits == 6 ? Side::less : Side::undecided));
    }
}

TEST_CASE("The answer does not depend on the baseline") {
    ContestSpec spec = spec_of({"full", "random", "half", "twice", "same"}, 8);
    std::vector<std::string> advice;
    for (const char* baseline : {"full", "half", "twice", "random"}) {
        spec.baseline = baseline;
        advice.push_back(answer_of(shares(spec, {4, 1, 0.5, 2, 1})));
    }
    CHECK_THAT(advice[0], Catch::Contains("least: half, 0.50"));
    for (std::size_t i = 1; i < advice.size(); ++i)
        CHECK(advice[i] == advice[0]);
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
    const Comparison* lucky = comparison_of(verdicts.random, 2);
    REQUIRE(lucky->side() == Side::less);
    CHECK_FALSE(lucky->hangs_on.empty());
    const Value json = contest_json(filled(contest));
    const Value& cost = json.at("costs").as_list().front();
    CHECK_FALSE(cost.at("against_random").as_list().back().at("hangs_on").as_list().empty());
}

TEST_CASE("Where nothing beats random draws, the answer says so") {
    const ContestSpec spec = spec_of({"full", "random", "same"}, 8);
    CHECK_THAT(answer_of(shares(spec, {4, 1, 1})), Catch::Contains("No method is shown to beat random"));
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
        return comparison_of(judge(contest, Cost::work).random, row)->cost.p;
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
        Value contests = Value::list();
        contests.push(contest_json(filled(shares(spec, {4, 1, 0.5}))));
        const std::string text = text_of("contests.csv", Value::object().set("contests", contests));
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
    const Value json = contest_json(filled(contest));
    CHECK(json.at("costs").as_list().front().at("without_ratio") ==
          Value::list_of(std::vector<std::string>{"set2"}));
}
