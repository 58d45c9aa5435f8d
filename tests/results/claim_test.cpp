#include "results/atomic_file.hpp"
#include "results/scratch.hpp"
#include "results/store.hpp"

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

std::string claim_text(const ProcessId& holder) {
    Value value;
    value.set("host", holder.host).set("boot_id", holder.boot_id).set("pid", holder.pid);
    value.set("start_ticks", holder.start_ticks).set("since_utc", "2026-01-01T00:00:00Z");
    return to_json(value);
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

TEST_CASE("a stored run cannot be claimed") {
    const ScratchFolder folder;
    Store store(folder / "results");
    store.write(sample_record(kId));
    CHECK_FALSE(store.try_claim(kId));
    CHECK(store.running().empty());
}

TEST_CASE("the claim of another boot, of a dead process or of a reused pid is taken over at once") {
    const ScratchFolder folder;
    Store store(folder / "results");
    const std::filesystem::path claim = store.folder() / "claims" / kId;
    ProcessId holder = this_process();

    holder.boot_id = "00000000-0000-0000-0000-000000000000";
    test::write_text(claim, claim_text(holder));
    CHECK(store.try_claim(kId));

    holder = this_process();
    holder.start_ticks += 1;
    test::write_text(claim, claim_text(holder));
    CHECK(store.try_claim(kId));

    holder = this_process();
    const pid_t dead = in_child([] {});
    wait_for(dead);
    holder.pid = dead;
    test::write_text(claim, claim_text(holder));
    CHECK(store.try_claim(kId));

    test::write_text(claim, "");  // the machine lost power while the claim was written
    CHECK(store.try_claim(kId));
}

TEST_CASE("the claim of a process on another host is respected") {
    const ScratchFolder folder;
    Store store(folder / "results");
    ProcessId holder = this_process();
    holder.host = "elsewhere";
    test::write_text(store.folder() / "claims" / kId, claim_text(holder));
    CHECK_FALSE(store.try_claim(kId));
    CHECK(store.running().size() == 1);
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
    const std::string mine = ".writing-" + self.host + "-" + std::to_string(self.pid) + "-" +
                             std::to_string(self.start_ticks) + "-0";
    const std::string dead = ".writing-" + self.host + "-" + std::to_string(self.pid) + "-1-0";
    const std::string elsewhere = ".writing-other-host-17-5-0";
    for (const std::string& name : {mine, dead, elsewhere})
        test::write_text(folder / name, "");
    remove_abandoned_files(folder.path());
    CHECK(std::filesystem::exists(folder / mine));
    CHECK_FALSE(std::filesystem::exists(folder / dead));
    CHECK(std::filesystem::exists(folder / elsewhere));
}
