#include "config/identity.hpp"
#include "config/run_spec.hpp"
#include "report/fake_runs.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;

TEST_CASE("A report leaves out runs that an earlier revision of their algorithm computed, and counts them",
          "[report]") {
    TemporaryFolder folder;
    FakeRun fake;
    fake.errors.assign(10, 0.25);
    results::RunRecord record = record_of(fake);
    record.attributes.set("dataset_sha256", "d1");
    const config::RunSpec spec = config::read_run_spec(record.spec);
    {
        results::Store store(folder.path());
        record.id = config::run_id(config::canonical_value(spec), "d1", "adaboost_mh 1, stump 1, full 1");
        store.write(record);
        record.id = config::run_id(spec, "d1");
        store.write(record);
    }
    const RunSet runs = run_set(folder.path());
    CHECK(runs.outdated() == 1);
    REQUIRE(runs.runs().size() == 1);
    CHECK(runs.runs().front().id == config::run_id(spec, "d1"));
}
