#include "core/error.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/measures.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

Measurement regret_measure(const RunSet& runs, const char* text) {
    std::vector<const Run*> all;
    for (const Run& run : runs.runs())
        all.push_back(&run);
    return reduce(runs, all, json(text), Value::object());
}

/// Two sequences of 10 steps over two arms: each has another best arm.
void two_sequences(const std::filesystem::path& folder) {
    results::Store store(folder);
    for (const std::int64_t seed : {1, 2}) {
        FakeRun fake;
        fake.seed = seed;
        fake.selector = selector_ucb(1);
        fake.errors = {0.5};
        results::RunRecord record = record_of(fake);
        record.curves.put("regret/round", std::vector<std::uint64_t>{5, 10});
        record.curves.put("regret/samples", std::vector<std::uint64_t>{5, 10});
        record.curves.put("regret/chosen_total", std::vector<double>{1, 4});
        const std::vector<double> totals =
            seed == 1 ? std::vector<double>{2, 1, 7, 3} : std::vector<double>{1, 2, 4, 9};
        record.curves.put_shaped("regret/arm_totals", totals, {2, 2});
        record.curves.put("regret/expected",
                          seed == 1 ? std::vector<double>{1, 3} : std::vector<double>{1, 5});
        store.write(record);
    }
}

}  // namespace

TEST_CASE("expected regret averages the regrets, pseudo-regret the totals before the best arm is taken") {
    TemporaryFolder folder;
    two_sequences(folder.path());
    const RunSet runs = run_set(folder.path());
    const Measurement expected = regret_measure(runs, R"({"name": "regret", "kind": "expected"})");
    CHECK(expected.value == 4);  // (3 + 5) / 2
    CHECK(expected.sd == Approx(std::sqrt(2.0)));
    // Totals 11 and 12 over two sequences, 8 earned: (12 − 8) / 2.
    CHECK(regret_measure(runs, R"({"name": "regret", "kind": "pseudo"})").value == 2);
    CHECK(regret_measure(runs, R"({"name": "regret", "kind": "gap"})").value == -2);
    CHECK(regret_measure(runs, R"({"name": "regret", "kind": "expected", "over": "samples"})").value == 0.4);
    CHECK(regret_measure(runs, R"({"name": "regret", "kind": "expected", "over": "log"})").value ==
          Approx(4 / std::log(10.0)));
    CHECK(regret_measure(runs, R"({"name": "regret", "kind": "expected", "over": "root"})").value ==
          Approx(4 / std::sqrt(10 * 2 * std::log(2.0))));
    // No bandit problem: no bound.
    CHECK_THAT(regret_measure(runs, R"({"name": "regret", "kind": "expected", "over": "bound"})").missing,
               Catch::Contains("no bound"));
    CHECK_THROWS_AS(regret_measure(runs, R"({"name": "regret", "kind": "other"})"), UsageError);
}

TEST_CASE("Exp3.P's bound holds with the theorem's parameters only") {
    const auto missing = [](double eta, double lambda, double horizon) {
        TemporaryFolder folder;
        FakeRun fake;
        Value policy = Value::object(), booster = Value::object();
        policy.set("name", "exp3_p")
            .set("eta", eta)
            .set("lambda", lambda)
            .set("delta", 0.1)
            .set("horizon", horizon);
        fake.selector = Value::object();
        fake.selector.set("name", "bandit").set("policy", policy);
        fake.errors = {0.5};
        results::RunRecord record = record_of(fake);
        booster.set("name", "bandit_problem").set("problem", "bernoulli");
        record.spec.set("booster", booster);
        record.curves.put("regret/samples", std::vector<std::uint64_t>{10});
        record.curves.put("regret/chosen_total", std::vector<double>{4});
        record.curves.put_shaped("regret/arm_totals", std::vector<double>{4, 9}, {1, 2});
        record.curves.put("regret/expected", std::vector<double>{5});
        results::Store(folder.path()).write(record);
        return regret_measure(run_set(folder.path()),
                              R"({"name": "regret", "kind": "expected", "over": "bound"})")
            .missing;
    };
    CHECK(missing(0, 0, 0).empty());
    CHECK(missing(0, 0, 10).empty());  // the horizon that was played
    CHECK_THAT(missing(0, 0, 11), Catch::Contains("no bound"));
    CHECK_THAT(missing(1, 0, 0), Catch::Contains("no bound"));
    CHECK_THAT(missing(0, 0.5, 0), Catch::Contains("no bound"));
}

TEST_CASE("runs without an oracle tell no regret") {
    TemporaryFolder folder;
    FakeRun plain;
    plain.errors = {0.5};
    fill(folder.path(), {plain});
    const Measurement r = regret_measure(run_set(folder.path()), R"({"name": "regret", "kind": "pseudo"})");
    CHECK(std::isnan(r.value));
    CHECK_THAT(r.missing, Catch::Contains("no regret"));
}

TEST_CASE("the bound of the edges seen ends at the first round that it demands") {
    TemporaryFolder folder;
    results::Store store(folder.path());
    FakeRun fake;  // n = 1000, K = 26: 2 ln(n √25) = 17.03
    fake.errors = std::vector<double>(200, 0.5);
    fake.edges = std::vector<double>(200, 0.5);
    fake.edges[3] = 0.4;  // ρ = 0.4: t > 106.5 from round 4 on
    results::RunRecord record = record_of(fake);
    record.curves.put("train/round", std::vector<std::uint64_t>{1, 50, 100});
    record.curves.put("train/error", std::vector<double>{0.5, 0.1, 0});
    store.write(record);
    const Measurement r =
        regret_measure(run_set(folder.path()), R"({"name": "zero_error_over_measured_bound"})");
    CHECK(r.value == Approx(100.0 / 107));
}

TEST_CASE("Theorem 3.1 asks for more than 2·10^8 rounds even for two arms and an edge of 1") {
    TemporaryFolder folder;
    results::Store store(folder.path());
    FakeRun fake;
    fake.errors = {0.5};
    results::RunRecord record = record_of(fake);
    record.attributes.set("features", 2);
    record.curves.put("train/round", std::vector<std::uint64_t>{1, 50});
    record.curves.put("train/error", std::vector<double>{0.5, 0});
    store.write(record);
    const RunSet runs = run_set(folder.path());
    const double c = 8 + std::sqrt(54 * std::log(2.0)) + 16;
    const double rounds = std::pow(4 * c, 4);
    CHECK(rounds > 2e8);
    CHECK(regret_measure(runs, R"({"name": "theorem_rounds", "rho": 1, "delta": 0.1})").value ==
          Approx(rounds));
    CHECK(
        regret_measure(runs, R"({"name": "theorem_rounds", "rho": 1, "delta": 0.1, "as": "slack"})").value ==
        Approx(rounds / 50));
    CHECK(
        regret_measure(runs, R"({"name": "theorem_rounds", "rho": 1, "delta": 0.1, "as": "share"})").value ==
        Approx(50 / rounds));
}
