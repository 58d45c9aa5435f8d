#include "files/atomic_file.hpp"
#include "results/scratch.hpp"
#include "results/store.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include <catch2/catch.hpp>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace reboost;
using namespace reboost::results;
using reboost::test::sample_record;
using reboost::test::TemporaryFolder;

namespace {

const std::string kId(64, 'a');

std::string run_name(int number) {
    return std::string(62, 'a') + std::to_string(10 + number);
}

const SourceState kNow{"0123456789ab", ""};

std::filesystem::path claim_path(const Store& store) {
    return store.folder() / "open" / kId / "claim";
}

/// A claim file of `holder`, whose lock nobody holds, touched so many seconds ago.
void write_claim(const std::filesystem::path& path, const files::ProcessId& holder, int seconds_ago = 0) {
    std::filesystem::create_directories(path.parent_path());
    test::write_text(path, to_json(to_value(holder).set("since_utc", "2026-01-01T00:00:00Z")));
    std::filesystem::last_write_time(
        path, std::filesystem::last_write_time(path) - std::chrono::seconds(seconds_ago));
}

/// Forks; the child calls `work` and exits with 0, or 1 after an exception.
template <class Work>
pid_t in_child(Work work) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    try {
        work();
    } catch (...) {
        ::_exit(1);
    }
    ::_exit(0);
}

int wait_for(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
}

}  // namespace

TEST_CASE("a claimed run cannot be claimed again until the claim is given back") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    {
        auto claim = store.try_claim(kId, kNow);
        REQUIRE(claim);
        const mode_t mask = ::umask(0);
        ::umask(mask);
        const auto mode = [](const std::filesystem::path& path) {
            return static_cast<mode_t>(std::filesystem::status(path).permissions());
        };
        CHECK(mode(claim_path(store)) == (0666U & ~mask));
        CHECK(mode(claim_path(store).parent_path()) == (0777U & ~mask));
        CHECK_FALSE(store.try_claim(kId, kNow));
        std::thread([&] { CHECK_FALSE(store.try_claim(kId, kNow)); }).join();
        REQUIRE(store.running().size() == 1);
        CHECK(store.running()[0].run_id == kId);
        CHECK(store.running()[0].holder == files::this_process());
    }
    CHECK(store.running().empty());
    CHECK(store.try_claim(kId, kNow));
}

TEST_CASE("a stored run cannot be claimed") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    store.write(sample_record(kId));
    CHECK_FALSE(store.try_claim(kId, kNow));
    CHECK(store.running().empty());
}

TEST_CASE("a claim of this machine whose lock nobody holds is taken over at once, and said so") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    const pid_t dead =
        in_child([&] { new std::optional<Claim>(store.try_hold(kId)); });  // ends without giving it back
    wait_for(dead);
    REQUIRE(std::filesystem::exists(claim_path(store)));
    CHECK(store.running().empty());
    CHECK(store.running(true).size() == 1);
    const auto taken = store.try_hold(kId);
    REQUIRE(taken);
    REQUIRE(taken->taken_over());
    CHECK(taken->taken_over()->holder.pid == dead);
}

TEST_CASE("the claim of a living process never expires, however long it is silent") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    const pid_t holder = in_child([&] {
        const auto claim = store.try_hold(kId);
        static_cast<void>(!::write(ready[1], "x", 1));
        ::pause();
    });
    char byte = 0;
    REQUIRE(::read(ready[0], &byte, 1) == 1);
    std::filesystem::last_write_time(claim_path(store),
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours(100));
    ClaimInfo found;
    CHECK_FALSE(store.try_hold(kId, &found));
    CHECK(found.holder.pid == holder);
    ::kill(holder, SIGKILL);
    wait_for(holder);
    CHECK(store.try_hold(kId));
}

TEST_CASE(
    "a claim of another machine or boot, or one that names nobody, is judged by how long it is silent") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    for (const int what : {0, 1, 2}) {
        files::ProcessId holder = files::this_process();
        (what == 0 ? holder.machine_id : holder.boot_id) = "another";
        holder.pid = what == 2 ? 0 : 1 << 30;
        write_claim(claim_path(store), holder, 540);
        if (what == 2) {
            test::write_text(claim_path(store), "{]");
            std::filesystem::last_write_time(
                claim_path(store), std::filesystem::file_time_type::clock::now() - std::chrono::seconds(540));
        }
        ClaimInfo found;
        CHECK_FALSE(store.try_hold(kId, &found));
        CHECK(found.holder.pid == holder.pid);
        CHECK(store.running().size() == 1);
        std::filesystem::last_write_time(claim_path(store), std::filesystem::file_time_type::clock::now() -
                                                                std::chrono::milliseconds(600'100));
        CHECK(store.running().empty());
        CHECK(store.try_hold(kId));
    }
}

TEST_CASE("claims are touched while they are held, and one that was lost is not given back") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    const std::filesystem::path path = claim_path(store);
    auto claim = store.try_hold(kId);
    REQUIRE(claim);
    const auto before = std::filesystem::last_write_time(path) - std::chrono::seconds(50);
    std::filesystem::last_write_time(path, before);
    Claim::touch_all();
    CHECK(std::filesystem::last_write_time(path) > before + std::chrono::seconds(40));
    test::write_text(path.string() + "x", "another's");
    std::filesystem::rename(path.string() + "x", path);  // taken over
    claim.reset();
    CHECK(std::filesystem::exists(path));
}

TEST_CASE("a claim that is given back takes its empty folder along; what stands in its place is set aside") {
    const TemporaryFolder folder;
    Store store(folder / "results");
    store.try_hold(kId);
    CHECK_FALSE(std::filesystem::exists(claim_path(store).parent_path()));
    std::filesystem::create_directories(claim_path(store));
    CHECK(store.try_hold(kId));
    test::write_text(claim_path(store).parent_path(), "a file");
    CHECK(store.try_hold(kId));
    CHECK(files::files_in(store.folder() / "damaged").size() == 2);
}

TEST_CASE("a process killed while it writes leaves no broken run and no claim that lasts") {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "results";
    for (int attempt = 0; attempt < 10; ++attempt) {
        int ready[2];
        REQUIRE(::pipe(ready) == 0);
        const pid_t child = in_child([&] {
            Store store(path);
            for (int number = 0;; number = (number + 1) % 80) {
                store.take_out({run_name(number)});
                const auto claim = store.try_claim(run_name(number), kNow);
                store.write_state(store.checkpoint_of(run_name(number)), sample_record(kId).model,
                                  Value::object());
                store.write(sample_record(run_name(number), 500));
                static_cast<void>(!::write(ready[1], "x", 1));
            }
        });
        // The n-th byte says that n runs are written; the kill lands somewhere in the next.
        char byte = 0;
        for (int i = 0; i < 3 + 2 * attempt; ++i)
            REQUIRE(::read(ready[0], &byte, 1) == 1);
        ::kill(child, SIGKILL);
        wait_for(child);
        ::close(ready[0]);
        ::close(ready[1]);

        Store store(path);
        CHECK(store.running().empty());
        for (const std::string& id : store.list())
            CHECK_NOTHROW(test::require_equal(store.read(id), sample_record(id, 500)));
        for (const std::string& id : store.list_checkpoints())
            CHECK(read_state(store.checkpoint_of(id)));
        for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
            CHECK_FALSE(entry.path().filename().string().starts_with(".writing-"));
    }
}

TEST_CASE("two processes share the work of one folder and compute nothing twice") {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "results";
    constexpr int kRuns = 60;
    const auto work = [&](const std::string& name) {
        Store store(path);
        std::string computed;
        for (int pass = 0; pass < 2; ++pass)
            for (int number = 0; number < kRuns; ++number) {
                const auto claim = store.try_claim(run_name(number), kNow);
                if (!claim) continue;
                store.write(sample_record(run_name(number), 50));
                computed += 'x';
            }
        test::write_text(folder / name, computed);
    };
    const pid_t first = in_child([&] { work("first"); });
    const pid_t second = in_child([&] { work("second"); });
    CHECK(wait_for(first) == 0);
    CHECK(wait_for(second) == 0);
    const Store store(path, OpenMode::read_only);
    CHECK(store.list().size() == kRuns);
    CHECK(std::filesystem::file_size(folder / "first") + std::filesystem::file_size(folder / "second") ==
          kRuns);
}

TEST_CASE("a temporary file of a living process is left alone") {
    const TemporaryFolder folder;
    const files::ProcessId self = files::this_process();
    const std::string mine = ".writing-" + files::place_of(self) + "-" + std::to_string(self.pid) + "-" +
                             std::to_string(self.start_ticks) + "-0";
    const std::string dead = ".writing-" + files::place_of(self) + "-" + std::to_string(self.pid) + "-1-0";
    const std::string gone = ".writing-" + files::place_of(self) + "-4194303-" +
                             std::to_string(self.start_ticks) + "-0";  // a pid that Linux does not give
    const std::string elsewhere = ".writing-0123456789abcdef-17-5-0", old = ".writing-other-host-17-5-0",
                      nearly = ".writing-other-host-17-6-0";
    for (const std::string& name : {mine, dead, gone, elsewhere, old, nearly, std::string("other")})
        test::write_text(folder / name, "");
    const auto age = [&](const std::string& name, int seconds) {
        std::filesystem::last_write_time(
            folder / name, std::filesystem::last_write_time(folder / name) - std::chrono::seconds(seconds));
    };
    age(old, 86400);
    age(nearly, 86400 - 600);
    age("other", 90000);
    std::vector<std::filesystem::path> expected{folder / dead, folder / gone, folder / old};
    std::ranges::sort(expected);
    CHECK(files::abandoned_files(folder.path()) == expected);
}
