#include "results/atomic_file.hpp"
#include "results/scratch.hpp"
#include "results/seal.hpp"
#include "results/store.hpp"

#include <chrono>
#include <thread>

#include <catch2/catch.hpp>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace reboost;
using namespace reboost::results;
using reboost::test::sample_record;
using reboost::test::ScratchFolder;

namespace {

const std::string kId(64, 'a');

std::string run_name(int number) {
    return std::string(62, 'a') + std::to_string(10 + number);
}

/// A claim file of `holder`, touched so many seconds ago.
void write_claim(const std::filesystem::path& path, const ProcessId& holder, int seconds_ago = 0) {
    Value value = to_value(holder);
    value.set("since_utc", "2026-01-01T00:00:00Z");
    seal_value(value, {"claim", path.filename().string()});
    test::write_text(path, to_json(value));
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
    const ScratchFolder folder;
    Store store(folder / "results");
    {
        auto claim = store.try_claim(kId);
        REQUIRE(claim);
        CHECK_FALSE(store.try_claim(kId));
        std::thread([&] { CHECK_FALSE(store.try_claim(kId)); }).join();
        REQUIRE(store.running().size() == 1);
        CHECK(store.running()[0].run_id == kId);
        CHECK(store.running()[0].holder == this_process());
    }
    CHECK(store.running().empty());
    CHECK(store.try_claim(kId));
}

TEST_CASE("a claim that another is moved into gives its own run back and holds the other's") {
    const ScratchFolder folder;
    Store store(folder / "results");
    auto first = store.try_claim(run_name(1)), second = store.try_claim(run_name(2));
    REQUIRE((first && second));
    *first = std::move(*second);
    CHECK_FALSE(store.try_claim(run_name(2)));
    CHECK(store.try_claim(run_name(1)));
    Claim& itself = *first;
    *first = std::move(itself);
    CHECK_FALSE(store.try_claim(run_name(2)));
    first.reset();
    CHECK(store.try_claim(run_name(2)));
}

TEST_CASE("a stored run cannot be claimed") {
    const ScratchFolder folder;
    Store store(folder / "results");
    store.write(sample_record(kId));
    CHECK_FALSE(store.try_claim(kId));
    CHECK(store.running().empty());
}

TEST_CASE("the claim of a dead process or of a reused pid is taken over at once") {
    const ScratchFolder folder;
    Store store(folder / "results");
    const std::filesystem::path claim = store.folder() / "claims" / kId;
    ProcessId holder = this_process();
    holder.start_ticks += 1;
    write_claim(claim, holder);
    CHECK(store.try_claim(kId));

    holder = this_process();
    const pid_t dead = in_child([] {});
    wait_for(dead);
    holder.pid = dead;
    write_claim(claim, holder);
    const auto taken = store.try_claim(kId);
    REQUIRE(taken);
    REQUIRE(taken->taken_over());
    CHECK(taken->taken_over()->holder == holder);
}

TEST_CASE("a process that cannot be asked is judged by how long its claim is silent") {
    const ScratchFolder folder;
    Store store(folder / "results");
    const std::filesystem::path claim = store.folder() / "claims" / kId;
    for (const int what : {0, 1, 2}) {
        ProcessId holder = this_process();
        std::string& part = what == 0 ? holder.machine_id : what == 1 ? holder.boot_id : holder.pid_namespace;
        part = "another";
        holder.pid = 1 << 30;  // dead, were it of this place
        write_claim(claim, holder, 500);
        ClaimInfo found;
        CHECK_FALSE(store.try_claim(kId, {}, &found));
        CHECK(found.holder == holder);
        CHECK(store.running().size() == 1);
        write_claim(claim, holder, 700);
        CHECK(store.running().empty());
        CHECK(store.try_claim(kId));
    }
    store.set_claim_timeout(100);
    test::write_text(claim, "");  // the machine lost power while the claim was written
    CHECK_FALSE(store.try_claim(kId));
    std::filesystem::last_write_time(claim,
                                     std::filesystem::last_write_time(claim) - std::chrono::seconds(200));
    CHECK(store.try_claim(kId));
}

TEST_CASE("the claim of a living process of this place never expires") {
    const ScratchFolder folder;
    Store store(folder / "results");
    write_claim(store.folder() / "claims" / kId, this_process(), 100000);
    CHECK_FALSE(store.try_claim(kId));
}

TEST_CASE("claims are touched while they are held, and one that was lost is not given back") {
    const ScratchFolder folder;
    Store store(folder / "results");
    const std::filesystem::path path = store.folder() / "claims" / kId;
    auto claim = store.try_claim(kId);
    REQUIRE(claim);
    const auto before = std::filesystem::last_write_time(path) - std::chrono::seconds(50);
    std::filesystem::last_write_time(path, before);
    Claim::touch_all();
    CHECK(std::filesystem::last_write_time(path) > before + std::chrono::seconds(40));

    ProcessId other = this_process();
    other.machine_id = "another";
    write_claim(path.string() + "x", other, 1000);
    std::filesystem::rename(path.string() + "x", path);  // taken over
    const auto theirs = std::filesystem::last_write_time(path);
    Claim::touch_all();
    CHECK(std::filesystem::last_write_time(path) == theirs);
    claim.reset();
    CHECK(std::filesystem::exists(path));
}

TEST_CASE("a process killed while it writes leaves no broken run and no claim that lasts") {
    const ScratchFolder folder;
    const std::filesystem::path path = folder / "results";
    for (int attempt = 0; attempt < 10; ++attempt) {
        int ready[2];
        REQUIRE(::pipe(ready) == 0);
        const pid_t child = in_child([&] {
            Store store(path);
            for (int number = 0;; number = (number + 1) % 80) {
                store.remove(run_name(number));
                const auto claim = store.try_claim(run_name(number));
                store.write_checkpoint(run_name(number), sample_record(kId).model, Value::object());
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
            CHECK(store.read_checkpoint(id));
        for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
            CHECK_FALSE(entry.path().filename().string().starts_with(".writing-"));
    }
}

TEST_CASE("two processes share the work of one folder and compute nothing twice") {
    const ScratchFolder folder;
    const std::filesystem::path path = folder / "results";
    constexpr int kRuns = 60;
    const auto work = [&](const std::string& name) {
        Store store(path);
        std::string computed;
        for (int pass = 0; pass < 2; ++pass)
            for (int number = 0; number < kRuns; ++number) {
                const auto claim = store.try_claim(run_name(number));
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
    const ScratchFolder folder;
    const ProcessId self = this_process();
    const std::string mine = ".writing-" + place_of(self) + "-" + std::to_string(self.pid) + "-" +
                             std::to_string(self.start_ticks) + "-0";
    const std::string dead = ".writing-" + place_of(self) + "-" + std::to_string(self.pid) + "-1-0";
    const std::string elsewhere = ".writing-0123456789abcdef-17-5-0", old = ".writing-other-host-17-5-0";
    for (const std::string& name : {mine, dead, elsewhere, old})
        test::write_text(folder / name, "");
    std::filesystem::last_write_time(folder / old,
                                     std::filesystem::last_write_time(folder / old) - std::chrono::hours(25));
    remove_abandoned_files(folder.path());
    CHECK(std::filesystem::exists(folder / mine));
    CHECK_FALSE(std::filesystem::exists(folder / dead));
    CHECK(std::filesystem::exists(folder / elsewhere));
    CHECK_FALSE(std::filesystem::exists(folder / old));
}
