/// Which runs a contest takes, its own and reference results, and what is kept of them.
#include "metrics/curves.hpp"
#include "report/measures/digest.hpp"
#include "report/measures/reference.hpp"
#include "report/policies/contest.hpp"
#include "report/policies/toy_contest.hpp"
#include "report/policies/verdicts.hpp"
#include "report/tests_json.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

/// A contest of a store's runs, and what an export keeps of them for it; `recorder` holds what was read.
std::pair<Contest, ReferenceResults> exported(RunSet& runs, const ContestSpec& spec,
                                              ReferenceRecorder& recorder) {
    recorder.begin("toy");
    runs.record_to(&recorder);
    Contest contest = read_contest(spec, runs, "");
    std::vector<results::StoredRun> kept;
    for (const Run& run : runs.runs()) {
        const ReferenceRecorder::Read& read = recorder.runs().at(run.id);
        REQUIRE(read.keep() == Keep::path);
        kept.push_back(report::reference_of(runs, run, read));
    }
    return {std::move(contest), reference_file(kept, "toy")};
}

/// What an export of all these runs' curves keeps.
ReferenceResults reference_of(const RunSet& runs) {
    return kept_of(runs);
}

}  // namespace

TEST_CASE("A generated set that a contest names itself stands for none; one in place of another is marked") {
    TemporaryFolder folder;
    std::vector<FakeRun> runs = full_and_ucb();
    for (FakeRun& run : runs) {
        run.stand_in = true;
        run.in_place = run.dataset == "usps";
    }
    fill(folder.path(), runs);
    const Experiment toy = experiment_from(json(kContest));
    const RunSet set = run_set(folder.path());
    const Contest contest = read_contest(toy.contests.front(), set, "");
    CHECK_FALSE(contest.entries[0][0].stand_in);
    CHECK(contest.entries[0][1].stand_in);
}

TEST_CASE("Seconds are compared of one processor, split by split; work is of all") {
    TemporaryFolder folder;
    std::vector<FakeRun> runs = full_and_ucb();
    const std::string ucb = "bandit";
    for (FakeRun& run : runs) {
        const bool is_ucb = run.selector.at("name").as_string() == ucb;
        if (run.split == 3 || (run.split == 2 && is_ucb)) run.cpu = "another CPU";
    }
    fill(folder.path(), runs);
    const Experiment toy = experiment_from(json(kContest));
    const RunSet set = run_set(folder.path());
    const Contest contest = read_contest(toy.contests.front(), set, "");
    const Contest timed = of_one_processor(contest);
    CHECK(contest.splits_of({0, 1}, 0) == std::vector<std::int64_t>{1, 2, 3});
    CHECK(contest.left_out == 0);
    CHECK(timed.splits_of({0}, 0) == std::vector<std::int64_t>{1, 2, 3});
    CHECK(timed.splits_of({0, 1}, 0) == std::vector<std::int64_t>{1, 3});
    CHECK(timed.left_out == 2);  // UCB's second split, on either set
}

TEST_CASE("Seconds of one's own runs are compared with each other where they are of more methods") {
    TemporaryFolder folder;
    std::vector<FakeRun> runs = full_and_ucb();
    const auto is_ucb = [](const FakeRun& run) { return run.selector.at("name").as_string() == "bandit"; };
    {
        // The reference results have full search alone, on another processor.
        std::vector<FakeRun> full = runs;
        std::erase_if(full, is_ucb);
        for (FakeRun& run : full)
            run.cpu = "another CPU";
        fill(folder.path() / "reference", full);
    }
    for (FakeRun& run : runs)
        run.seconds_a_round *= 2;
    fill(folder.path() / "own", runs);
    const RunSet set(
        std::make_shared<const results::Store>(folder.path() / "own", results::OpenMode::read_only),
        reference_of(run_set(folder.path() / "reference")));
    const Experiment toy = experiment_from(json(kContest));
    const Contest contest = read_contest(toy.contests.front(), set, "");
    CHECK(contest.entries[0][0].replicates.at(1).size() == 1);
    CHECK(contest.entries[0][0].twins.at(1).size() == 1);
    const Contest timed = of_one_processor(contest);
    CHECK(timed.left_out == 0);
    CHECK(timed.splits_of({0, 1}, 0) == std::vector<std::int64_t>{1, 2, 3});
    CHECK(timed.entries[0][0].replicates.at(1).front()->processor == "test CPU");
    CHECK(timed.entries[0][0].replicates.at(1).front()->end(Cost::seconds) == Approx(200));
}

TEST_CASE("A contest over seconds warns of runs beside which the machine was slower") {
    TemporaryFolder folder;
    std::vector<FakeRun> runs = full_and_ucb();
    for (FakeRun run : full_and_ucb())  // a third method of as many rounds as UCB
        if (run.selector.at("name").as_string() == "bandit") {
            run.selector = selector_random(1);
            runs.push_back(run);
        }
    for (FakeRun& run : runs) {
        const std::string name = run.selector.at("name").as_string();
        run.evaluation_seconds_a_round = name == "full" ? 5 : 1;  // of other rounds: not compared
        if (name == "random")
            run.evaluation_seconds_a_round = run.dataset == "usps" && run.split == 2 ? 1.8 : 1.2;
    }
    fill(folder.path(), runs);
    const Experiment toy = experiment_from(json(kContest));
    const RunSet own = run_set(folder.path());
    const Contest timed = of_one_processor(read_contest(toy.contests.front(), own, ""));
    const auto gap_of = [&](const Contest& of) {
        const Value gap = pace_gap(of);
        REQUIRE(gap.is_object());
        CHECK(gap.at("ratio").as_number() == Approx(1.8));
        CHECK(gap.at("slowest") == Value("RANDOM(1)"));
        CHECK(gap.at("fastest") == Value("UCB(1)"));
        CHECK(gap.at("set") == Value("usps"));
        CHECK(gap.at("wide") == Value(1));
        CHECK(gap.at("splits") == Value(6));
    };
    gap_of(timed);
    // So do reference results made of them.
    const RunSet kept(nullptr, reference_of(own));
    gap_of(of_one_processor(read_contest(toy.contests.front(), kept, "")));
    // Runs that do not tell are not judged.
    TemporaryFolder silent;
    fill(silent.path(), full_and_ucb());
    const RunSet untold = run_set(silent.path());
    CHECK(pace_gap(of_one_processor(read_contest(toy.contests.front(), untold, ""))).is_null());
}

TEST_CASE("Splits that the reference results lack come from runs of one's own, and join them") {
    TemporaryFolder folder;
    fill(folder.path() / "first", full_and_ucb());
    const RunSet first = run_set(folder.path() / "first");
    const ReferenceResults reference = reference_of(first);
    std::vector<FakeRun> more;
    for (const std::int64_t split : {3, 4}) {
        more.push_back(method(Value::object().set("name", "full"), 100, 100, "letter", split));
        more.push_back(method(selector_ucb(1), 25, 600, "letter", split));
    }
    fill(folder.path() / "more", more);
    const RunSet both(
        std::make_shared<const results::Store>(folder.path() / "more", results::OpenMode::read_only),
        reference);
    const Experiment toy = experiment_from(json(kContest));
    const Contest contest = read_contest(toy.contests.front(), both, "");
    CHECK(contest.splits_of({0, 1}, 0) == std::vector<std::int64_t>{1, 2, 3, 4});
    CHECK(contest.splits_of({0, 1}, 1) == std::vector<std::int64_t>{1, 2, 3});
    for (const auto& [split, paths] : contest.entries[1][0].replicates)
        CHECK(paths.size() == 1);
}

TEST_CASE(
    "Reference results keep the path of runs whose errors are not taken after every round, and verdicts stay") {
    TemporaryFolder folder;
    {
        results::Store store(folder.path());
        for (const FakeRun& fake : full_and_ucb()) {
            results::RunRecord record = record_of(fake);
            const std::vector<double> errors = to_doubles(record.curves.find("test_error"));
            std::vector<double> some;
            std::vector<std::uint64_t> rounds;
            for (std::size_t t = 3; t <= errors.size(); t += 3) {
                rounds.push_back(t);
                some.push_back(errors[t - 1]);
            }
            Archive curves;
            for (const auto& [name, array] : record.curves.arrays())
                if (name != "test_error") curves.put_array(name, array);
            curves.put("test/round", rounds);
            curves.put("test/error", some);
            record.curves = std::move(curves);
            record.summary = metrics::summary_of(record.curves);
            store.write(record);
        }
    }
    RunSet runs = run_set(folder.path());
    const Experiment toy = experiment_from(json(kContest));
    ReferenceRecorder recorder;
    const auto [contest, reference] = exported(runs, toy.contests.front(), recorder);
    const RunSet alone(nullptr, reference);
    const Contest again = read_contest(toy.contests.front(), alone, "");
    for (std::size_t row = 0; row < contest.entries.size(); ++row)
        for (std::size_t column = 0; column < contest.entries[row].size(); ++column) {
            const auto &before = contest.entries[row][column].replicates,
                       &after = again.entries[row][column].replicates;
            REQUIRE(after.size() == before.size());
            for (const auto& [split, paths] : before) {
                CHECK(after.at(split).front()->error == paths.front()->error);
                CHECK(after.at(split).front()->work == paths.front()->work);
            }
        }
    const Run& one = alone.runs().front();
    CHECK(curve_end(alone, one, "test_error")->mean ==
          rounded_to(5, curve_end(runs, *runs.select({}).front(), "test_error")->mean));
    CHECK(judge(again, Cost::work).baseline.front().cost.interval.estimate ==
          judge(contest, Cost::work).baseline.front().cost.interval.estimate);
}

TEST_CASE("Reference results keep the path of runs that contests alone read, and verdicts stay") {
    TemporaryFolder folder;
    fill(folder.path(), full_and_ucb());
    RunSet runs = run_set(folder.path());
    const Experiment toy = experiment_from(json(kContest));
    ReferenceRecorder recorder;
    const auto [contest, reference] = exported(runs, toy.contests.front(), recorder);
    const std::vector<std::string> everything{"curves"};
    for (const std::string& id : reference.files.at(0)->list()) {
        const Archive kept = reference.files.at(0)->arrays(id, everything).sub("curves");
        CHECK(kept.find("round").shape.at(0) <= 121);
        for (const char* left_out : {"edge", "test_error", "work", "train_cpu_seconds"})
            CHECK_FALSE(kept.contains(left_out));
        for (const char* name : {"of_a_round/work", "of_a_round/train_cpu_seconds"})
            for (const double value : doubles_in(kept, name))
                CHECK(value == rounded_to(3, value));
    }
    const RunSet alone(nullptr, reference);
    const Verdicts before = judge(contest, Cost::work),
                   after = judge(read_contest(toy.contests.front(), alone, ""), Cost::work);
    const auto interval = [](const Verdicts& verdicts) { return verdicts.baseline.front().cost.interval; };
    CHECK(interval(after).estimate == Approx(interval(before).estimate).epsilon(1e-6));
    CHECK(interval(after).high == Approx(interval(before).high).epsilon(1e-6));
    recorder.of(runs.runs()[0]);  // by a claim on every run there is
    recorder.of(runs.runs()[1]).listed = true;
    CHECK(recorder.runs().at(runs.runs()[0].id).keep() == Keep::path);
    CHECK(recorder.runs().at(runs.runs()[1].id).keep() == Keep::all);
}
