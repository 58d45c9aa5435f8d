#include "data/load/load.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/run.hpp"

#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;

namespace {

Run on_file(const char* id, const char* path, const char* sha256, const char* ended) {
    Value spec = Value::object(), attributes = Value::object();
    spec.set("dataset", Value::object().set("path", path));
    attributes.set("dataset_sha256", sha256).set("ended_utc", ended);
    return Settings().run({id, std::move(spec), std::move(attributes)});
}

Run under_program(const char* id, const char* sha256, const char* ended) {
    Value spec = Value::object(), attributes = Value::object();
    Value command = Value::list();
    command.push("python3");
    command.push("policy.py");
    spec.set("dataset", Value::object().set("name", "letter"));
    spec.set("selector", Value::object().set("policy", Value::object().set("command", std::move(command))));
    attributes.set("selector_program_sha256", sha256).set("ended_utc", ended);
    return Settings().run({id, std::move(spec), std::move(attributes)});
}

std::vector<std::string> ids(const std::vector<Run>& runs) {
    std::vector<std::string> found;
    for (const Run& run : runs)
        found.push_back(run.id);
    return found;
}

}  // namespace

TEST_CASE("Where a data file changed, runs on the version of the latest run stay") {
    std::vector<Run> runs{on_file("a", "d.csv", "old", "2026-01-01T00:00:00Z"),
                          on_file("b", "d.csv", "new", "2026-01-02T00:00:00Z"),
                          on_file("c", "d.csv", "old", "2026-01-01T05:00:00Z"),
                          on_file("d", "other.csv", "old", "2026-01-01T00:00:00Z")};
    const auto dropped = drop_earlier_versions(runs).dropped;
    CHECK(ids(runs) == std::vector<std::string>{"b", "d"});
    CHECK(dropped == std::map<std::string, std::size_t>{{"used another version of d.csv", 2}});
}

TEST_CASE("Where a data file was put back, the runs on what it holds now stay") {
    const report::test::TemporaryFolder folder;
    const std::string path = (folder.path() / "d.csv").string();
    std::ofstream(path) << "1,2,a\n3,4,b\n";
    data::DatasetSpec spec;
    spec.path = path;
    spec.header = data::Header::absent;
    spec.test_fraction = 0;
    const std::string now = data::load_own_files(spec).provenance.sha256;
    std::vector<Run> runs{on_file("a", path.c_str(), now.c_str(), "2026-01-01T00:00:00Z"),
                          on_file("b", path.c_str(), "edited", "2026-01-02T00:00:00Z")};
    const FileVersions found = drop_earlier_versions(runs);
    CHECK(found.dropped.size() == 1);
    CHECK(found.changed.empty());
    CHECK(ids(runs) == std::vector<std::string>{"a"});
    std::vector<Run> on_edited{on_file("b", path.c_str(), "edited", "2026-01-02T00:00:00Z")};
    CHECK(drop_earlier_versions(on_edited).changed == std::vector<std::string>{path});
    CHECK(ids(on_edited) == std::vector<std::string>{"b"});
    std::filesystem::remove(path);
    CHECK(drop_earlier_versions(on_edited).changed.empty());
}

TEST_CASE("Runs under an earlier version of an external program are dropped; sets of the catalogue stay") {
    std::vector<Run> runs{under_program("a", "1", "2026-01-02T00:00:00Z"),
                          under_program("b", "2", "2026-01-03T00:00:00Z"),
                          on_file("c", "", "files", "2026-01-01T00:00:00Z"),
                          on_file("d", "", "stand-in", "2026-01-02T00:00:00Z")};
    const auto dropped = drop_earlier_versions(runs).dropped;
    CHECK(ids(runs) == std::vector<std::string>{"b", "c", "d"});
    REQUIRE(dropped.size() == 1);
    CHECK(dropped.begin()->second == 1);
}
