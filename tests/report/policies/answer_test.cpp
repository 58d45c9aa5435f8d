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
          std::vector<std::string>{"To take: RANDOM(1).",
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
    // Full search is the better one where its splits agree on it.
    verdicts.rivals = {rival_with(0, {2, 0.9, 3}, 0.2, {0, -0.1, 0.1}, 1, 0)};
    verdicts.rivals[0].columns = verdicts.rivals[0].target_columns = {0, 1};
    verdicts.rivals[0].set_differences = {{0.1, -0.1, 0.2}, {-0.2, -0.3, -0.1}};
    verdicts.rivals[0].both_reach = verdicts.rivals[0].baseline_reaches = 2;
    verdicts.rivals[0].set_ratios = {{8, 7, 9}, {0.5, 0.4, 0.6}};
    CHECK(answer(contest, verdicts)[0] == "To take: UCB(1); FULL on " + spec.columns[1].label + ".");
    CHECK(answer(contest, verdicts).back() ==
          "UCB(1) reaches FULL's final error on 2 of 2 sets; there FULL "
          "itself needs 2.00 [0.90, 3.00] times that work; less work on " +
              spec.columns[1].label + " (0.50 [0.40, 0.60]).");
    verdicts.rivals[0].set_ratios[1].high = 1.1;
    CHECK(answer(contest, verdicts)[0] == "To take: UCB(1).");
    // And where the baseline never reaches its error, if it has the lower one at equal cost, too.
    verdicts.rivals[0].set_ratios[1] = {0, kNoValue, kNoValue};
    CHECK(answer(contest, verdicts)[0] == "To take: UCB(1); FULL on " + spec.columns[1].label + ".");
    CHECK_THAT(answer(contest, verdicts).back(),
               Catch::EndsWith(spec.columns[1].label + " (UCB(1) never reaches it)."));
    verdicts.rivals[0].set_differences[1].high = 0.1;
    CHECK(answer(contest, verdicts)[0] == "To take: UCB(1).");
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
