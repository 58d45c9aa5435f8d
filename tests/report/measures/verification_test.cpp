/// Whether the runs of a machine agree with the reference results, point by point.
#include "report/measures/verification.hpp"

#include "config/json.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/digest.hpp"
#include "report/measures/reference.hpp"
#include "report/measures/run_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;
namespace fs = std::filesystem;

namespace {

FakeRun verified_run(std::int64_t rounds, Value selector = Value::object().set("name", "full")) {
    FakeRun run;
    run.selector = std::move(selector);
    run.rounds = rounds;
    for (std::int64_t t = 1; t <= rounds; ++t)
        run.errors.push_back(0.15 + 0.6 / std::sqrt(t));
    run.edges = std::vector<double>(static_cast<std::size_t>(rounds), 0.1);
    return run;
}

Value exp3_p(std::int64_t horizon) {
    Value policy = Value::object(), selector = Value::object();
    policy.set("name", "exp3_p").set("horizon", horizon);
    return selector.set("name", "bandit").set("policy", policy).set("k", 10);
}

enum class Kept { whole, few_rounds };

/// Leaves few rounds of the error and of the work.
void thin(results::StoredRun& run) {
    const std::set<double> few{1, 2, 3, 5, 10, 20, 50, 100, 900, 1000};
    KeptArrays kept;
    const std::vector<double> rounds = doubles_in(run.arrays, kRoundsKept);
    for (std::size_t i = 0; i < rounds.size(); ++i)
        for (const char* name : {kRoundsKept, "curves/test_error", "curves/work"})
            if (few.contains(rounds[i])) kept[name].push_back(doubles_in(run.arrays, name)[i]);
    run.arrays = as_stored(kept);
}

/// A verification, with the runs that it names.
struct Verifying : Verification {
    std::shared_ptr<const RunSet> set;
};

/// The reference results are those of `reference`; the machine's runs are `own`.
Verifying verified(const std::vector<FakeRun>& reference, const std::vector<FakeRun>& own,
                   Kept how = Kept::few_rounds) {
    TemporaryFolder folder;
    fill(folder.path() / "far", reference);
    const RunSet whole = run_set(folder.path() / "far");
    std::vector<results::StoredRun> kept;
    for (const Run& run : whole.runs()) {
        results::StoredRun one = reference_of(whole, run, {});
        if (how == Kept::few_rounds) thin(one);
        kept.push_back(std::move(one));
    }
    fill(folder.path() / "near", own);
    const auto store =
        std::make_shared<const results::Store>(folder.path() / "near", results::OpenMode::read_only);
    const ReferenceResults file = reference_file(kept);
    const std::set<std::string> wanted = references_of_data(*store, file);  // as `reboost verify` does
    auto set = std::make_shared<const RunSet>(store, file, RunSet::Twins::both,
                                              RunSet::Sources::of_this_program, &wanted);
    return {verify(*set), set};
}

}  // namespace

TEST_CASE("A shorter run with the same curve agrees to the last bit, whatever its seconds are") {
    FakeRun own = verified_run(100);
    own.seconds_a_round = 7;
    own.timing = "timing";
    const Verifying verification = verified({verified_run(1000)}, {own});
    REQUIRE(verification.runs.size() == 1);
    CHECK(verification.runs[0].agreement == Agreement::identical);
    CHECK(verification.runs[0].round == 100);
    CHECK(verification.runs[0].points == 16);  // 8 rounds, error and work
    const VerificationSummary summary = summary_of(verification);
    CHECK(summary.sentence() ==
          "1 of 1 run of this machine can be compared with the reference results, 1 identical.");
    CHECK(summary.groups.empty());
    CHECK_THAT(describe(verification.runs[0]), Catch::EndsWith("the last in round 100 of 100"));
}

TEST_CASE("A run is held against the reference of as many rounds, else against the longest") {
    FakeRun other = verified_run(100);
    for (double& error : other.errors)
        error += 0.1;
    for (const std::int64_t rounds : {50, 100}) {
        const Verifying verification = verified({verified_run(1000), other}, {verified_run(rounds)});
        REQUIRE(verification.runs.size() == 1);
        CHECK((verification.runs[0].agreement == Agreement::identical) == (rounds == 50));
    }
}

TEST_CASE("Reference results of data sets that no run is on are not looked at") {
    FakeRun elsewhere = verified_run(1000);
    elsewhere.dataset = "usps";
    const Verifying verification = verified({verified_run(1000), elsewhere}, {verified_run(100)});
    REQUIRE(verification.runs.size() == 1);
    CHECK(std::ranges::count_if(verification.set->runs(), [](const Run& run) { return run.reference; }) == 1);
}

TEST_CASE("A changed bit is close, a changed row different, from the first round that differs") {
    FakeRun own = verified_run(100);
    own.errors[19] = std::nextafter(static_cast<float>(own.errors[19]), 1.0F);
    Verifying verification = verified({verified_run(1000)}, {own});
    CHECK(verification.runs.at(0).agreement == Agreement::close);
    CHECK(verification.runs.at(0).round == 20);
    own.errors[9] += 0.005;
    verification = verified({verified_run(1000)}, {own});
    CHECK(verification.runs.at(0).agreement == Agreement::different);
    CHECK(verification.runs.at(0).round == 10);
    CHECK(verification.runs.at(0).gap == Approx(0.005));
    CHECK(describe(verification.runs[0]) == "differs from round 10 on, by up to 0.005 (test_error)");
    CHECK(summary_of(verification).identical == 0);
    const std::vector<VerificationGroup> groups = summary_of(verification).groups;
    REQUIRE(groups.size() == 1);
    CHECK(groups[0].text == "1 run: different");
    CHECK_THAT(groups[0].runs.at(0),
               Catch::Contains("stump") && Catch::EndsWith("by up to 0.005 (test_error)"));
    CHECK_FALSE(verification.sound());
    own.work_a_round = 101;  // a greater gap, of another curve
    CHECK(describe(verified({verified_run(1000)}, {own}).runs.at(0)) ==
          "differs from round 1 on, by up to 100 (work)");
    FakeRun large = verified_run(1000), rounded = verified_run(100);  // roundings are as large as the numbers
    for (FakeRun* run : {&large, &rounded})
        for (double& error : run->errors)
            error *= 1000;
    rounded.errors[19] = std::nextafter(static_cast<float>(rounded.errors[19]), 1e9F);
    CHECK(verified({large}, {rounded}).runs.at(0).agreement == Agreement::close);
}

TEST_CASE(
    "Other work makes runs of AdaBoost.MH different; of regression trees it counts what the search read") {
    for (const auto how : {Kept::whole, Kept::few_rounds})
        for (const std::string learner : {"stump", "regression_tree"}) {
            FakeRun reference = verified_run(1000), own = verified_run(1000);
            reference.learner = own.learner = learner;
            own.work_a_round = 101;
            const bool trees = learner == "regression_tree";
            Verifying verification = verified({reference}, {own}, how);
            CHECK(verification.runs.at(0).agreement ==
                  (trees ? Agreement::counted_anew : Agreement::different));
            CHECK_THAT(summary_of(verification).groups.at(0).text,
                       Catch::StartsWith(trees ? "1 run: equal in all but" : "1 run: different"));
            own.errors[9] += 0.005;
            CHECK(verified({reference}, {own}, how).runs.at(0).agreement == Agreement::different);
        }
}

TEST_CASE("Every value that is kept of a whole run is compared, but seconds") {
    FakeRun own = verified_run(1000);
    own.seconds_a_round = 7;
    Verifying verification = verified({verified_run(1000)}, {own}, Kept::whole);
    CHECK(verification.runs.at(0).agreement == Agreement::identical);
    CHECK(verification.runs.at(0).round == 1000);
    CHECK(verification.runs.at(0).points == 1888);  // work, error, smoothed error, edge, R_e, counts
    // Edges keep 5 digits, but ln R_e, their sum, is exact at rounds of one digit.
    own.edges[4] += 1e-7;
    CHECK(verified({verified_run(1000)}, {own}, Kept::whole).runs.at(0).agreement == Agreement::close);
    own = verified_run(1000);
    // An edge that no kept round has is part of a sum.
    own.edges[996] += 0.01;
    verification = verified({verified_run(1000)}, {own}, Kept::whole);
    CHECK(verification.runs.at(0).agreement == Agreement::different);
    // The same error, and another one in between.
    own = verified_run(1000);
    own.errors[996] += 0.005;
    verification = verified({verified_run(1000)}, {own}, Kept::whole);
    CHECK(verification.runs.at(0).agreement == Agreement::different);
    CHECK(verification.runs.at(0).round == 1000);
    CHECK(verified({verified_run(1000)}, {verified_run(100)}, Kept::whole).runs.at(0).agreement ==
          Agreement::identical);
}

TEST_CASE("Five digits are the nearest of 18 bits, and stay") {
    CHECK(rounded_to(5, 1 + 0x1p-17) == 1 + 0x1p-17);
    CHECK(rounded_to(5, 1 + 0x1.1p-18) == 1 + 0x1p-17);
    CHECK(rounded_to(5, 1 + 0x0.fp-18) == 1);
    CHECK(rounded_to(5, -0.0123456789) == Approx(-0.0123456789).epsilon(4e-6));
    CHECK(rounded_to(5, rounded_to(5, 0.0123456789)) == rounded_to(5, 0.0123456789));
    CHECK(rounded_to(3, 3 * (1 + 0x1.1p-12) / 3) == 1 + 0x1p-11);
    CHECK(rounded_to(3, 3 * (1 + 0x0.fp-12) / 3) == 1);
    for (const double sum : {987654.0, 0.0123456, 1e12 / 7}) {
        const double kept = three_digits_a_round(sum, 777);
        CHECK(kept == Approx(sum).epsilon(2.5e-4));
        CHECK(three_digits_a_round(kept, 777) == kept);
        CHECK(rounded_to(3, kept / 777) * 777 == kept);
    }
    CHECK(std::isnan(rounded_to(5, std::nan(""))));
    CHECK(std::isinf(rounded_to(5, std::numeric_limits<double>::infinity())));
}

TEST_CASE("The last round is compared where both have all rounds") {
    FakeRun own = verified_run(900);
    own.errors[899] += 0.005;
    CHECK(verified({verified_run(900)}, {own}).runs.at(0).agreement == Agreement::different);
    CHECK(verified({verified_run(900)}, {verified_run(900)}).runs.at(0).agreement == Agreement::identical);
}

TEST_CASE("Runs whose policy knows the horizon are compared at equal rounds only") {
    CHECK(verified({verified_run(1000, exp3_p(0))}, {verified_run(100, exp3_p(0))}).runs.at(0).agreement ==
          Agreement::not_comparable);
    CHECK(verified({verified_run(1000, exp3_p(0))}, {verified_run(1000, exp3_p(0))}).runs.at(0).agreement ==
          Agreement::identical);
    CHECK(verified({verified_run(1000, exp3_p(50))}, {verified_run(100, exp3_p(50))}).runs.at(0).agreement ==
          Agreement::identical);
}

TEST_CASE("Runs of another setting or seed have no counterpart") {
    FakeRun seed = verified_run(100);
    seed.seed = 2;
    const Verifying verification =
        verified({verified_run(1000)}, {seed, verified_run(100, selector_random(3))});
    CHECK(verification.runs.empty());
    CHECK(verification.without.size() == 2);
    CHECK(verification.sound());
    CHECK(summary_of(verification).compared == 0);
    CHECK(summary_of(verification).groups.at(0).text == "2 runs: not among the reference results");
}
