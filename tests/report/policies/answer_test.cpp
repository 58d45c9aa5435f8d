/// What a contest's sentences say and come to.
#include "report/policies/answer.hpp"

#include "report/measures/measures.hpp"
#include "report/policies/toy_contest.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

TEST_CASE("The sentences come to an answer that counts each rival once, with names") {
    Experiment toy = experiment_from(json(kContest));
    ContestSpec& spec = toy.contests.front();
    Contest contest;
    contest.spec = &spec;
    contest.baseline = 1;
    Verdicts verdicts;
    CHECK(answer(contest, verdicts).empty());
    verdicts.rivals = {rival_with(0, {2, 1.5, 3}, 0.01, {0.3, 0.1, 0.4}, 0.001, 0),
                       rival_with(2, {0.5, 0.4, 0.9}, 0.05, {0, -0.1, 0.1}, 1, 0)};
    CHECK(answer(contest, verdicts) ==
          std::vector<std::string>{
              "To take: RANDOM(1) (0.50 [0.40, 0.90] of UCB(1)'s work to FULL's final error).",
              "Of 2 rivals, 1 (RANDOM(1) 0.50) reach FULL's final error with less work "
              "than UCB(1), 1 (FULL 2.00) with "
              "more; 0 undecided.",
              "Error at equal work, in points: lower for 0, higher for 1 (FULL +0.30), "
              "practically equal (±0.1) for 1, "
              "undecided for 0.",
              "UCB(1) reaches FULL's final error on 0 of 0 sets."});
    // Of many names the five smallest ratios.
    for (int i = 0; i < 6; ++i)
        verdicts.rivals.push_back(rival_with(2, {0.1 * i, 0.1, 0.9}, 0.01, {0, -1, 1}, 1, 0));
    CHECK_THAT(
        answer(contest, verdicts)[1],
        Catch::StartsWith("Of 8 rivals, 7 (RANDOM(1) 0.00, RANDOM(1) 0.10, RANDOM(1) 0.20, RANDOM(1) 0.30, "
                          "RANDOM(1) 0.40 and 2 more) reach"));
}

TEST_CASE("Full search is to be taken on the data sets whose splits agree on it") {
    const Experiment toy = experiment_from(json(kContest));
    const ContestSpec& spec = toy.contests.front();
    Contest contest;
    contest.spec = &spec;
    contest.baseline = 1;
    Verdicts verdicts;
    verdicts.rivals = {rival_with(0, {2, 0.9, 3}, 0.2, {0, -0.1, 0.1}, 1, 0)};
    verdicts.rivals[0].columns = verdicts.rivals[0].target_columns = {0, 1};
    verdicts.rivals[0].set_differences = {{0.1, -0.1, 0.2}, {-0.2, -0.3, -0.1}};
    verdicts.rivals[0].both_reach = verdicts.rivals[0].baseline_reaches = 2;
    verdicts.rivals[0].set_ratios = {{8, 7, 9}, {0.5, 0.4, 0.6}};
    CHECK(answer(contest, verdicts)[0] ==
          "No advice: no rival surely needs less work or errs less than UCB(1), the baseline; take FULL on " +
              spec.columns[1].label + ".");
    CHECK(answer(contest, verdicts).back() ==
          "UCB(1) reaches FULL's final error on 2 of 2 sets; there FULL "
          "itself needs 2.00 [0.90, 3.00] times as much work; less work on " +
              spec.columns[1].label + " (0.50 [0.40, 0.60]).");
    verdicts.rivals[0].set_ratios[1].high = 1.1;
    CHECK(answer(contest, verdicts)[0] ==
          "No advice: no rival surely needs less work or errs less than UCB(1), the baseline.");
    // And where the baseline never reaches its error, if it has the lower one at equal cost, too.
    verdicts.rivals[0].set_ratios[1] = {0, kNoValue, kNoValue};
    CHECK(answer(contest, verdicts)[0] ==
          "No advice: no rival surely needs less work or errs less than UCB(1), the baseline; take FULL on " +
              spec.columns[1].label + ".");
    CHECK_THAT(answer(contest, verdicts).back(),
               Catch::EndsWith(spec.columns[1].label + " (UCB(1) never reaches it)."));
    verdicts.rivals[0].set_differences[1].high = 0.1;
    CHECK(answer(contest, verdicts)[0] ==
          "No advice: no rival surely needs less work or errs less than UCB(1), the baseline.");
    // Of fewer than six splits it is not said.
    verdicts.rivals[0].set_ratios[1] = {0.5, 0.4, 0.6};
    verdicts.rivals[0].target_splits[1] = kFewestSplits - 1;
    CHECK_THAT(answer(contest, verdicts)[0], Catch::EndsWith("the baseline."));
    // Where most are practically equal that is what there is to say.
    for (int i = 0; i < 2; ++i)
        verdicts.rivals.push_back(rival_with(2, {0.9, 0.5, 1.5}, 1, {0.01, -0.05, 0.05}, 1, 0));
    CHECK(
        answer(contest, verdicts)[0] ==
        "It hardly matters which: at equal work 2 of 3 rivals err practically as UCB(1) does (±0.1 points), and "
        "none surely needs less work.");
    verdicts.warning = "too few";
    CHECK(answer(contest, verdicts).empty());
}

TEST_CASE("An interval's end that is not 0 is never printed as 0, and has the tables' minus") {
    const Experiment toy = experiment_from(json(kContest));
    Contest contest;
    contest.spec = &toy.contests.front();
    const Rival rival = rival_with(1, {0.97, 0.78, 1.63}, 1, {-0.08, -0.17, -0.0031}, 1, 0);
    CHECK_THAT(sentence(contest, {}, rival),
               Catch::Contains("0.08 points lower [−0.17, −0.003], p = 1.000: better on these sets"));
}

TEST_CASE("A mean of differences that few sets carry has the median set beside it") {
    const Experiment toy = experiment_from(json(kContest));
    Contest contest;
    contest.spec = &toy.contests.front();
    Rival rival = rival_with(1, {1, 0.5, 2}, 1, {-4, -9, -0.5}, 1, 0);
    rival.set_differences = {{-11, -12, -10}, {-0.5, -1, 0}, {-0.5, -1, 0}};
    CHECK_THAT(sentence(contest, {}, rival),
               Catch::Contains("4.00 points lower [−9.00, −0.50] (the median set: −0.50), p = 1.000"));
    rival.set_differences = {{-5, -6, -4}, {-4, -5, -3}, {-3, -4, -2}};
    CHECK_THAT(sentence(contest, {}, rival), Catch::Contains("4.00 points lower [−9.00, −0.50], p = 1.000"));
}

TEST_CASE("Of one data set the intervals over its splits decide, and nothing is said of p") {
    Experiment toy = experiment_from(json(kContest));
    Contest contest;
    contest.spec = &toy.contests.front();
    contest.baseline = 1;
    Verdicts verdicts;
    verdicts.sets = 1;
    verdicts.rivals = {rival_with(0, {2, 1.5, 3}, 1, {0.3, 0.1, 0.4}, 1, 0.19),
                       rival_with(2, {0.5, 0.4, 0.9}, 1, {-0.2, -0.3, 0.1}, 1, 0.19)};
    for (Rival& rival : verdicts.rivals)
        rival.columns = rival.target_columns = {0}, rival.both_reach = 1, rival.only_set = true;
    CHECK(answer(contest, verdicts)[0] ==
          "To take: RANDOM(1) (0.50 [0.40, 0.90] of UCB(1)'s work to FULL's final error).");
    CHECK(
        sentence(contest, verdicts, verdicts.rivals[0]) ==
        "FULL reaches its own final error with 2.00 [1.50, 3.00] of UCB(1)'s work; error at equal work 0.30 "
        "points higher [0.10, 0.40]: worse on this set.");
    CHECK_THAT(sentence(contest, verdicts, verdicts.rivals[1]),
               Catch::EndsWith("error at equal work 0.20 points lower [−0.30, 0.10]: undecided."));
    // Three splits are too few: their range excludes equality too easily.
    for (Rival& rival : verdicts.rivals)
        rival.splits = rival.target_splits[0] = 3;
    CHECK_THAT(answer(contest, verdicts)[0], Catch::StartsWith("No advice"));
    CHECK_THAT(sentence(contest, verdicts, verdicts.rivals[0]), Catch::EndsWith("[0.10, 0.40]: undecided."));
}

TEST_CASE("A rival on one set of several is not decided by its splits, and its sentence says so") {
    const Experiment toy = experiment_from(json(kContest));
    Contest contest;
    contest.spec = &toy.contests.front();
    Verdicts verdicts;
    verdicts.sets = 8;
    Rival rival = rival_with(2, {0.4, 0.3, 0.5}, 1, {-0.2, -0.3, -0.1}, 1, 0);
    rival.columns = rival.target_columns = {0}, rival.both_reach = 1;
    verdicts.rivals = {rival};
    CHECK(rival.cost_side() == Side::undecided);
    CHECK(advised(verdicts) == nullptr);
    CHECK_THAT(sentence(contest, verdicts, rival), Catch::StartsWith("On 1 of 8 sets: RANDOM(1) reaches"));
    CHECK_THAT(sentence(contest, verdicts, rival),
               Catch::EndsWith("p = 1.000: better on these sets, not certain on others."));
    // Nor are few sets practically equal.
    rival.error.difference = {0, -0.05, 0.05};
    CHECK_FALSE(rival.practically_equal(0.1));
    rival.columns = {0, 1, 2, 3, 4};
    CHECK(rival.practically_equal(0.1));
}

TEST_CASE("No sentence says that no rival is cheaper where one is that errs more") {
    const Experiment toy = experiment_from(json(kContest));
    Contest contest;
    contest.spec = &toy.contests.front();
    contest.baseline = 1;
    Verdicts verdicts;
    verdicts.rivals = {rival_with(2, {0.5, 0.4, 0.9}, 0.01, {1, 0.5, 2}, 0.01, 0)};
    CHECK(
        answer(contest, verdicts)[0] ==
        "No advice: no rival surely needs less work without erring more or errs less without needing more than "
        "UCB(1), the baseline.");
    verdicts.rivals.push_back(rival_with(0, {1, 0.5, 2}, 1, {-1, -2, -0.5}, 0.01, 0));
    CHECK_THAT(answer(contest, verdicts)[0],
               Catch::StartsWith("To take: FULL: no rival surely needs less work without erring more, but"));
}

TEST_CASE("Ratios of CPU seconds are spoken of in the plural") {
    const Experiment toy = experiment_from(json(kContest));
    Contest contest;
    contest.spec = &toy.contests.front();
    contest.baseline = 1;
    Verdicts verdicts;
    verdicts.cost = Cost::seconds;
    verdicts.rivals = {rival_with(0, {3.27, 1.24, 7.28}, 1, {0, -0.1, 0.1}, 1, 0)};
    verdicts.rivals[0].both_reach = 2;
    CHECK_THAT(answer(contest, verdicts).back(),
               Catch::EndsWith("FULL itself needs 3.27 [1.24, 7.28] times as many CPU seconds."));
}

TEST_CASE(
    "Where no rival is surely cheaper but some surely err less at equal cost, the best of them is to be taken") {
    const Experiment toy = experiment_from(json(kContest));
    Contest contest;
    contest.spec = &toy.contests.front();
    Verdicts verdicts;
    const statistics::Interval open{0.5, 0.4, 0.9};
    verdicts.rivals = {rival_with(1, open, 0.06, {-1, -2, -0.5}, 0.03, 0)};
    CHECK(
        answer(contest, verdicts)[0] ==
        "To take: UCB(1): no rival surely needs less work, but at equal work it surely errs less (−1.00 [−2.00, −0.50] points).");
    verdicts.rivals.push_back(rival_with(2, open, 0.06, {-2, -3, -0.5}, 0.03, 0));
    CHECK(answer(contest, verdicts)[0] ==
          "To take: RANDOM(1): no rival surely needs less work, but at equal work 2 "
          "surely err less, of which it errs least (−2.00 [−3.00, −0.50] points).");
    // Full search, where it is surely cheaper than the one to take.
    verdicts.target_against_advised = rival_with(0, {2, 1, 3}, 1, {0, -1, 1}, 1, 0);
    verdicts.target_against_advised->columns = verdicts.target_against_advised->target_columns = {0, 1};
    verdicts.target_against_advised->set_ratios = {{2, 1, 3}, {0.5, 0.4, 0.6}};
    CHECK_THAT(answer(contest, verdicts)[0], Catch::EndsWith("(−2.00 [−3.00, −0.50] points); FULL on usps."));
    // A dearer one is not taken for its error; a cheaper one goes before.
    verdicts.rivals[1] = rival_with(2, {2, 1.5, 3}, 0.01, {-2, -3, -0.5}, 0.03, 0);
    CHECK_THAT(answer(contest, verdicts)[0], Catch::StartsWith("To take: UCB(1): no rival"));
    // A cheaper one is not taken that surely errs more at equal cost: both have overfitted, say.
    verdicts.rivals[1] = rival_with(2, open, 0.01, {2, 1, 3}, 0.03, 0);
    CHECK_THAT(answer(contest, verdicts)[0], Catch::StartsWith("To take: UCB(1): no rival"));
    verdicts.rivals[1] = rival_with(2, open, 0.01, {0.1, -0.5, 0.5}, 1, 0);
    CHECK(answer(contest, verdicts)[0] ==
          "To take: RANDOM(1) (0.50 [0.40, 0.90] of FULL's work to FULL's final error); FULL on usps.");
}

TEST_CASE("Full search is compared with the rival to take, not with the baseline") {
    TemporaryFolder folder;
    std::vector<FakeRun> runs;
    for (int set = 0; set < 8; ++set)
        for (const std::int64_t split : {1, 2, 3, 4, 5, 6}) {
            const std::string dataset = "set" + std::to_string(set);
            // The work of a round differs by split, so that ratios have an interval.
            const auto work = static_cast<std::uint64_t>(100 + split);
            runs.push_back(method(Value::object().set("name", "full"), work, 100, dataset, split));
            runs.push_back(method(selector_ucb(1), 400, 100, dataset, split));
            runs.push_back(
                method(Value::object().set("name", "random"), set == 0 ? 200 : 50, 100, dataset, split));
        }
    fill(folder.path(), runs);
    Value definition = json(kContest);
    Value columns = Value::list();
    for (int set = 0; set < 8; ++set) {
        const std::string dataset = "set" + std::to_string(set);
        columns.push(
            Value::object().set("label", dataset).set("query", Value::object().set("dataset.name", dataset)));
    }
    definition.find("contests")->as_list().front().set("columns", columns);
    const Experiment toy = experiment_from(definition);
    const Contest contest = read_contest(toy.contests.front(), run_set(folder.path()), "UCB(1)");
    const Verdicts verdicts = judge(contest, Cost::work);
    REQUIRE(advised(verdicts) != nullptr);
    CHECK(toy.contests.front().rows[advised(verdicts)->row].label == "RANDOM(1)");
    CHECK_THAT(answer(contest, verdicts)[0], Catch::StartsWith("To take: RANDOM(1) ("));
    CHECK_THAT(answer(contest, verdicts)[0],
               Catch::EndsWith("of UCB(1)'s work to FULL's final error); FULL on set0."));
}
