/// The rule on a rise at the end, put to runs of one's own: a rise must stand out from the noise.
#include "report/claims/rules.hpp"
#include "report/fake_runs.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

/// What the rule finds in table "t" of runs of one's own; `parameters`: as in paper.json.
Finding rises_in(const Experiment& toy, const std::vector<FakeRun>& fakes,
                 const char* parameters = R"({"table": "t"})") {
    const TemporaryFolder folder;
    fill(folder.path(), fakes);
    const RunSet runs = run_set(folder.path());
    const Tables tables{{"t", fill_table(toy.tables[0], runs)}};
    return apply_rule("rises_at_end", json(parameters), Numbers{toy, tables, runs, Source::ours_any});
}

}  // namespace

TEST_CASE("rises_at_end wants of our numbers a rise beyond the interval of the paired differences") {
    const Experiment toy = experiment_from(json(R"({"id": "toy", "title": "Toy", "tables": [
        {"id": "t", "label": "T", "ours_only": true, "measure": {"name": "curve_at", "round": "$at"}, "scale": 100,
         "columns": [{"id": "clear", "label": "clear", "query": {"dataset.name": "letter"}},
                     {"id": "noisy", "label": "noisy", "query": {"dataset.name": "usps"}},
                     {"id": "single", "label": "single", "query": {"dataset.name": "isolet"}},
                     {"id": "falling", "label": "falling", "query": {"dataset.name": "pendigits"}}],
         "rows": [{"id": "1", "label": "1", "let": {"at": 1}}, {"id": "2", "label": "2", "let": {"at": 2}},
                  {"id": "3", "label": "3", "let": {"at": 3}}]}]})"));
    std::vector<FakeRun> fakes;
    // Differences in percent points. Clear: 3, 4, 5; their sd is 1, half the interval 4.30/√3 = 2.48.
    // Noisy: -3, 3, 1; mean 0.33, half the interval 7.59. Errors differ by more from seed to seed.
    const double rises[][3] = {{0.03, 0.04, 0.05}, {-0.03, 0.03, 0.01}, {0.05}, {-0.1, -0.1, -0.1}};
    const char* const sets[] = {"letter", "usps", "isolet", "pendigits"};
    for (std::size_t set = 0; set < 4; ++set)
        for (std::int64_t seed = 0; seed < (set == 2 ? 1 : 3); ++seed) {
            FakeRun fake;
            fake.dataset = sets[set];
            fake.seed = seed + 1;
            fake.rounds = 3;
            const double least = 0.2 + 0.05 * static_cast<double>(seed);
            fake.errors = {0.4, least, least + rises[set][seed]};
            fakes.push_back(fake);
        }
    const Finding found = rises_in(toy, fakes);
    CHECK(found.verdict == Verdict::contradicted);  // by the one that falls
    CHECK(found.tally.hold() == 1);
    CHECK(found.tally.undecided() == 2);
    CHECK(found.tally.refuted() == 1);
    REQUIRE(found.cases.size() == 3);
    CHECK(found.cases[0].at == "noisy");
    CHECK(found.cases[0].value == Approx(1.0 / 3));
    CHECK(found.cases[0].high - found.cases[0].value == Approx(7.59).epsilon(0.001));
    CHECK(found.cases[0].low + found.cases[0].high == Approx(2 * found.cases[0].value));
    CHECK(found.cases[1].value == Approx(5));
    CHECK(std::isinf(found.cases[1].high));
    CHECK(found.cases[2].outcome == Outcome::refuted);
    // Without it nothing is against the claim: what the noise hides is no "no".
    CHECK(rises_in(toy, fakes, R"({"table": "t", "columns": ["clear", "noisy", "single"]})").verdict ==
          Verdict::unclear);
}

TEST_CASE("rises_at_end takes standard deviations where nothing can be paired") {
    const Experiment toy = experiment_from(json(R"({"id": "toy", "title": "Toy", "tables": [
        {"id": "t", "label": "T", "ours_only": true, "measure": {"name": "curve_at"}, "scale": 100,
         "columns": [{"id": "clear", "label": "clear", "query": {"dataset.name": "letter"}},
                     {"id": "noisy", "label": "noisy", "query": {"dataset.name": "usps"}}],
         "rows": [{"id": "full", "label": "FULL", "query": {"selector.name": "full"}},
                  {"id": "random", "label": "RANDOM", "query": {"selector.name": "random"}}]}]})"));
    std::vector<FakeRun> fakes;
    // Three seeds of either, none in both, a point apart: sd 1, half the interval 2.78 √(1/3 + 1/3) = 2.27.
    for (const char* const set : {"letter", "usps"})
        for (const bool random : {false, true})
            for (std::int64_t seed = 0; seed < 3; ++seed) {
                FakeRun fake;
                fake.dataset = set;
                fake.seed = seed + (random ? 4 : 1);
                fake.rounds = 1;
                if (random) fake.selector = selector_random(5);
                const double rise = fake.dataset == "usps" ? 0.005 : 0.1;
                fake.errors = {0.2 + 0.01 * static_cast<double>(seed) + (random ? rise : 0)};
                fakes.push_back(fake);
            }
    const Finding found = rises_in(toy, fakes);
    CHECK(found.tally.hold() == 1);
    REQUIRE(found.cases.size() == 1);
    CHECK(found.cases[0].at == "noisy");
    CHECK(found.cases[0].value == Approx(0.5));
    CHECK(found.cases[0].high == Approx(0.5 + 2.267).epsilon(0.001));
}
