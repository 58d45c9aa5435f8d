/// The lock of a folder: who waits knows for whom, may give up, and is led nowhere else.
#include "files/folder_lock.hpp"

#include "core/clock.hpp"
#include "files/process_identity.hpp"
#include "results/scratch.hpp"
#include "results/store.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

using namespace reboost;
using Catch::Contains;
using reboost::test::sample_record;
using reboost::test::TemporaryFolder;
namespace fs = std::filesystem;

TEST_CASE("who waits for a lock is told who holds it, and may give up") {
    const TemporaryFolder folder;
    std::vector<std::string> told;
    const auto three_looks = [&](double seconds, const std::string& holder) {
        told.push_back(holder);
        CHECK(seconds < reboost::system_clock().wall_seconds() / 2);  // since it began
        return told.size() < 3;
    };
    {
        const files::FolderLock held(folder.path());
        CHECK_THROWS_AS(files::FolderLock(folder.path(), three_looks), files::NotWaitedFor);
    }
    REQUIRE(told.size() == 3);
    CHECK_THAT(told.front(),
               Contains(files::process_text(files::this_process())) && Contains((folder / ".lock").string()));
    CHECK_NOTHROW(files::FolderLock(folder.path(), three_looks));
    CHECK(told.size() == 3);  // it was free
}

TEST_CASE("a lock of a folder that several users share may be taken by each, as their masks say") {
    const TemporaryFolder folder;
    const mode_t mask = ::umask(0);
    const files::FolderLock held(folder.path());
    ::umask(mask);
    CHECK(fs::status(folder / ".lock").permissions() == fs::perms(0666));
}

TEST_CASE("a lock that does not say who holds it is waited for all the same") {
    const TemporaryFolder folder;
    const files::FolderLock held(folder.path());
    fs::resize_file(folder / ".lock", 3);
    std::string told;
    const auto one_look = [&](double, const std::string& holder) {
        told = holder;
        return false;
    };
    CHECK_THROWS_AS(files::FolderLock(folder.path(), one_look), files::NotWaitedFor);
    CHECK_THAT(told, Contains("another process"));
}

TEST_CASE("each wait of more than two seconds is told once") {
    std::vector<std::string> told;
    const files::Patience patience =
        files::patience_that_tells([&](const std::string& line) { told.push_back(line); });
    std::vector<std::size_t> lines;
    for (const double seconds : {0.0, 1.9, 2.0, 2.1, 60.0, 0.1, 1.0, 3.0, 4.0}) {
        CHECK(patience(seconds, "a process"));
        lines.push_back(told.size());
    }
    CHECK(lines == std::vector<std::size_t>{0, 0, 1, 1, 1, 1, 1, 2, 2});
    CHECK(told == std::vector<std::string>{"waits for a process", "waits for a process"});
    CHECK_FALSE(files::patience_that_tells([](const std::string&) {}, [] { return false; })(0, "a process"));
}

TEST_CASE("what is no file in place of the store's lock leads nowhere, is named and set aside") {
    for (const std::string what : {"a folder", "a link to nothing", "a link to a file"}) {
        const TemporaryFolder folder;
        results::Store store(folder / "results");
        store.write(sample_record(std::string(64, 'a')));
        const fs::path lock = files::FolderLock::path_in(folder / "results/collections");
        fs::create_directories(lock.parent_path());
        if (what == "a folder") fs::create_directory(lock);
        if (what == "a link to a file") reboost::test::write_text(folder / "outside", "mine");
        if (what != "a folder") fs::create_symlink(folder / "outside", lock);
        CAPTURE(what);
        CHECK_THROWS_AS(store.gather_small_runs(1), reboost::IoError);
        CHECK(fs::exists(folder / "outside") == (what == "a link to a file"));
        const std::vector<results::DamagedFile> damaged = store.damaged_beside();
        REQUIRE(damaged.size() == 1);
        CHECK(damaged.front().path == lock);
        std::vector<std::string> told;
        store.set_damaged_aside({}, [&](const std::string& line) { told.push_back(line); });
        REQUIRE(told.size() == 1);
        CHECK_THAT(told.front(), Contains("is not a file: now ") && Contains("damaged"));
        CHECK(store.gather_small_runs(1) == 1);
        CHECK(store.damaged_beside().empty());
        if (what == "a link to a file") CHECK(fs::file_size(folder / "outside") == 4);
    }
}

TEST_CASE("a process is the same however it grows, and knows its machine") {
    const files::ProcessId self = files::this_process();
    const std::vector<char> more(std::size_t{64} << 20, 'x');
    CHECK(files::this_process() == self);
    CHECK(files::life_of(self) == files::Life::running);
    CHECK(files::place_of(self).size() == 16);
    char host[256] = {};
    ::gethostname(host, sizeof host - 1);
    CHECK(self.host == host);
    files::ProcessId other = self;
    other.pid = 4194303;  // above what Linux gives
    CHECK(files::life_of(other) == files::Life::dead);
}
