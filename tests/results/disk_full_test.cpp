// A full disk, on a file system of our own: a tmpfs of 256 KiB in a private mount namespace, so that nothing
// outside sees it.
#include "core/error.hpp"
#include "results/scratch.hpp"
#include "results/store.hpp"
#include "support/skip.hpp"

#include <fstream>

#include <catch2/catch.hpp>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace reboost;
using namespace reboost::results;

namespace {

constexpr int kNotPermitted = 77;

bool mount_small_disk(const std::filesystem::path& at) {
    if (::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
    return ::mount("tmpfs", at.c_str(), "tmpfs", 0, "size=256k") == 0;
}

/// 0: as it should be.
int write_on_a_full_disk(const std::filesystem::path& disk) {
    if (!mount_small_disk(disk)) return kNotPermitted;
    Store store(disk / "results");
    store.write(test::sample_record(std::string(64, 'a'), 100));
    try {
        for (const char name : {'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'})
            store.write(test::sample_record(std::string(64, name), 9999));
        return 1;
    } catch (const IoError& error) {
        if (std::string(error.what()).find("No space left on device") == std::string::npos) return 2;
    }
    if (test::count_files(disk) != store.list().size()) return 3;
    for (const std::string& id : store.list())
        static_cast<void>(store.read(id));
    std::ofstream(disk / "filler") << std::string(300000, 'x');
    try {
        const Store again(disk / "results");
        return 4;
    } catch (const IoError& error) {
        if (test::count_files(disk) != store.list().size() + 1) return 6;  // the filler
        return std::string(error.what()).find("No space left on device") == std::string::npos ? 5 : 0;
    }
}

}  // namespace

TEST_CASE("a full disk is reported as such, before and during a write, and leaves only whole files") {
    const test::TemporaryFolder folder;
    const pid_t child = ::fork();
    if (child == 0) {
        int result = 99;
        try {
            result = write_on_a_full_disk(folder.path());
        } catch (const std::exception& error) {
            static_cast<void>(!::write(2, error.what(), std::string(error.what()).size()));
        }
        ::_exit(result);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kNotPermitted)
        return test::skip(
            "this system does not let a test mount a small disk; the file size limit's test covers a refused "
            "write");
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}
