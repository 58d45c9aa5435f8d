/// Which reference results of modified sources count, since a clean revision gave them again.
#include "report/measures/verified_reference.hpp"

#include "report/fake_runs.hpp"
#include "report/measures/reference.hpp"
#include "results/source_state.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

namespace {

/// Seeds 1 to 6 in the reference results, 1 of a clean revision; the first `again` are computed again.
class ComputedAgain {
  public:
    explicit ComputedAgain(int again, int changed = 0, int in_short = 2) {
        results::Store far(folder_.path() / "far"), near(folder_.path() / "near");
        for (int seed = 1; seed <= 6; ++seed) {
            FakeRun fake;
            fake.seed = seed;
            fake.errors = {0.5, 0.25};
            fake.rounds = 2;
            results::RunRecord record = record_of(fake);
            ids_.push_back(record.id);
            if (seed == changed) fake.errors[1] = 0.125;
            if (seed <= again) near.write(record_of(fake));
            record.attributes.set("train_cpu_seconds", seed == in_short ? 1.0 : 100.0);
            far.write(record);
        }
        const RunSet whole = run_set(folder_.path() / "far");
        std::vector<results::StoredRun> kept;
        for (Run run : whole.runs()) {
            if (run.id != ids_[0]) run.attributes.set("git_revision", "0123-dirty");
            kept.push_back(reference_of(whole, run, {}));
        }
        write_reference(folder_.path(), "opt2009", kept);
    }
    RecordedVerification record(const std::set<std::string>& sample) {
        const RunSet runs(
            std::make_shared<const results::Store>(folder_.path() / "near", results::OpenMode::read_only),
            read_reference(folder_.path()));
        return record_verification(verify(runs), folder_.path(), sample);
    }
    std::string verified_by(int seed) const {
        return text_at(read_reference(folder_.path()).files.at(0)->header(id(seed)).attributes,
                       "verified_by");
    }
    std::string id(int seed) const { return ids_[static_cast<std::size_t>(seed) - 1]; }

  private:
    TemporaryFolder folder_;
    std::vector<std::string> ids_;
};

}  // namespace

TEST_CASE("a reference result of a modified source is verified by the same values of a clean revision") {
    ComputedAgain runs(3);
    const RecordedVerification recorded = runs.record({});
    CHECK(recorded.equal == 2);
    CHECK(recorded.left == 3);
    CHECK(recorded.by_sample == 0);
    CHECK(runs.verified_by(1).empty());  // it is clean
    CHECK(runs.verified_by(3) == "abc: computed again, all values equal");
    CHECK(runs.verified_by(4).empty());
}

TEST_CASE("the others are verified by a sample that is all equal, with all short runs") {
    ComputedAgain runs(3);
    CHECK(runs.record({runs.id(3)}).by_sample == 3);
    CHECK(runs.verified_by(3) == "abc: computed again, all values equal");
    CHECK(runs.verified_by(6) == "abc: all values equal in a random sample of 1 and in all runs under 10 s");
    ComputedAgain unfinished(3);
    const RecordedVerification recorded = unfinished.record({unfinished.id(3), unfinished.id(5)});
    CHECK(recorded.by_sample == 0);
    CHECK(recorded.not_sampled == std::vector<std::string>{unfinished.id(5)});
    CHECK(unfinished.verified_by(6).empty());
    ComputedAgain short_missing(3, 0, 5);
    const RecordedVerification without = short_missing.record({short_missing.id(3)});
    CHECK(without.by_sample == 0);
    CHECK(without.not_sampled == std::vector<std::string>{short_missing.id(5)});
}

TEST_CASE("a sample of ids that are no reference results of modified sources verifies nothing") {
    ComputedAgain runs(2);  // the short run among them
    for (const std::string& id : {std::string("deadbeef0123"), runs.id(1), runs.id(3).substr(0, 12)})
        CHECK_THROWS_WITH(runs.record({id}), Catch::Contains("sample") && Catch::Contains("'" + id + "'"));
    CHECK(runs.verified_by(6).empty());
}

TEST_CASE("one that differs is not verified, and then nothing is by the sample") {
    ComputedAgain runs(4, 4);
    const RecordedVerification recorded = runs.record({runs.id(3)});
    CHECK(recorded.differing == std::vector<std::string>{runs.id(4)});
    CHECK(recorded.equal == 2);
    CHECK(recorded.by_sample == 0);
    CHECK(runs.verified_by(4).empty());
    CHECK(runs.verified_by(5).empty());
}
