/// An export that cannot write all of its files, or is not alone.
#include "core/error.hpp"
#include "files/folder_lock.hpp"
#include "report/fake_runs.hpp"
#include "report/measures/reference.hpp"
#include "report/pages/exports.hpp"
#include "report/pages/report.hpp"

#include <chrono>
#include <cmath>
#include <csignal>
#include <future>
#include <optional>

#include <catch2/catch.hpp>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace reboost;
using namespace reboost::report;
using namespace reboost::report::test;
namespace fs = std::filesystem;

namespace {

FakeRun long_run() {
    constexpr std::size_t kRounds = 3000;
    FakeRun run;
    run.selector = Value::object().set("name", "full");
    run.seed = 1;
    run.rounds = kRounds;
    for (std::size_t t = 1; t <= kRounds; ++t)
        run.errors.push_back(0.15 + 0.6 / std::sqrt(t) + 0.003 * std::sin(0.7 * static_cast<double>(t)));
    run.edges = std::vector<double>(kRounds, 0.1);
    run.features = std::vector<std::int64_t>(kRounds, 1);
    return run;
}

}  // namespace

TEST_CASE("an export that is interrupted loses no run that goes to a file of a later name") {
    TemporaryFolder folder;
    fill(folder.path() / "results", {long_run()});
    ExportOptions options{folder.path() / "results", fs::path(REBOOST_SOURCE_DIR) / "experiments",
                          folder.path() / "reference", false};
    export_reference(options);
    std::vector<results::StoredRun> all;
    const ReferenceResults exported = read_reference(options.output);
    for (const std::string& id : exported.files.at(0)->list())
        all.push_back(exported.files.at(0)->stored(id));
    REQUIRE(all.size() == 1);
    const std::string header =
        R"({"spec": {"selector": {"name": "round_robin_of_nobody"}}, "attributes": {}})";
    const results::StoredRun other{"0123", header, {}, {}};
    const auto small = write_reference(folder.path(), "a", {other});
    all.push_back(other);
    fs::remove(options.output / "opt2009.h5");
    REQUIRE(write_reference(options.output, "a", all) > small + 1000);
    options.results = folder.path() / "nothing";
    const pid_t child = ::fork();
    if (child == 0) {  // in a process of its own: the limit cannot be raised again
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{small + 1000, small + 1000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        try {
            export_reference(options);
        } catch (const IoError&) {
            ::_exit(0);
        } catch (...) {
            ::_exit(2);
        }
        ::_exit(1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    CHECK(RunSet(nullptr, read_reference(options.output)).runs().size() == 2);
    CHECK(export_reference(options).kept == 2);
    CHECK(fs::exists(options.output / "opt2009.h5"));
}

TEST_CASE("exports into one folder wait for each other, and none loses the other's runs") {
    TemporaryFolder folder;
    FakeRun other = long_run();
    other.seed = 2;
    fill(folder.path() / "one", {long_run()});
    fill(folder.path() / "two", {other});
    const fs::path experiments = fs::path(REBOOST_SOURCE_DIR) / "experiments";
    const auto export_of = [&](const char* results) {
        return export_reference({folder.path() / results, experiments, folder.path() / "reference", false});
    };
    fs::create_directories(folder.path() / "reference");
    std::optional<files::FolderLock> held(folder.path() / "reference");
    auto one = std::async(std::launch::async, export_of, "one");
    CHECK(one.wait_for(std::chrono::milliseconds(300)) == std::future_status::timeout);
    held.reset();
    auto two = std::async(std::launch::async, export_of, "two");
    one.get();
    two.get();
    CHECK(RunSet(nullptr, read_reference(folder.path() / "reference")).runs().size() == 2);
}
