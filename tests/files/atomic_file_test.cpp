/// Files are replaced whole; what is no plain file is written to.
#include "files/atomic_file.hpp"

#include "core/file_descriptor.hpp"
#include "results/scratch.hpp"
#include "support/skip.hpp"

#include <atomic>
#include <csignal>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace reboost;
namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

mode_t mode_of(const fs::path& path) {
    struct stat found {};
    ::lstat(path.c_str(), &found);
    return found.st_mode;
}

mode_t usual_mask() {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return mask;
}

}  // namespace

TEST_CASE("A file that is replaced keeps its mode, a new one has the usual") {
    const test::TemporaryFolder scratch;
    const fs::path file = scratch.path() / "predictions.csv";
    std::ofstream(file) << "before";
    ::chmod(file.c_str(), 0640);
    files::write_file_atomically(file, "after");
    CHECK(text_of(file) == "after");
    CHECK((mode_of(file) & 07777U) == 0640U);
    files::write_file_atomically(scratch.path() / "new", "text");
    CHECK((mode_of(scratch.path() / "new") & 07777U) == (0666U & ~usual_mask()));
}

TEST_CASE("Writing to a link leaves the link and replaces the file it points to, near or far, there or not") {
    const test::TemporaryFolder scratch;
    fs::create_directories(scratch.path() / "far");
    std::ofstream(scratch.path() / "far/file") << "before";
    fs::create_symlink("far/file", scratch.path() / "near");
    fs::create_symlink("near", scratch.path() / "chain");
    fs::create_symlink("far/new", scratch.path() / "dangling");
    files::write_file_atomically(scratch.path() / "chain", "after");
    files::write_file_atomically(scratch.path() / "dangling", "new");
    CHECK(text_of(scratch.path() / "far/file") == "after");
    CHECK(text_of(scratch.path() / "far/new") == "new");
    for (const char* link : {"near", "chain", "dangling"})
        CHECK(S_ISLNK(mode_of(scratch.path() / link)));
    fs::create_symlink("other", scratch.path() / "one");
    fs::create_symlink("one", scratch.path() / "other");
    files::write_file_atomically(scratch.path() / "one", "an end of the circle");
    CHECK(text_of(scratch.path() / "one") == "an end of the circle");
}

TEST_CASE("A device is written to and stays a device") {
    const test::TemporaryFolder scratch;
    fs::create_symlink("/dev/null", scratch.path() / "null");
    files::write_file_atomically("/dev/null", "gone");
    files::write_file_atomically(scratch.path() / "null", "gone");
    CHECK(S_ISCHR(mode_of("/dev/null")));
    CHECK(S_ISLNK(mode_of(scratch.path() / "null")));
    CHECK_THROWS_WITH(files::write_file_atomically("/dev/full", "text"), Catch::Contains("No space left"));
    CHECK(S_ISCHR(mode_of("/dev/full")));
}

TEST_CASE("A pipe is written to and stays a pipe") {
    const test::TemporaryFolder scratch;
    const fs::path pipe = scratch.path() / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    std::string read;
    std::thread reader([&] { read = text_of(pipe); });
    files::write_file_atomically(pipe, "through the pipe");
    reader.join();
    CHECK(read == "through the pipe");
    CHECK(S_ISFIFO(mode_of(pipe)));
}

TEST_CASE("What is there and is no file, or may not be read, is damage; what is missing is not") {
    using namespace files;
    const test::TemporaryFolder folder;
    const auto none = folder / "none", pipe = folder / "pipe", link = folder / "link",
               inside = folder / "folder", to_folder = folder / "to_folder";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    fs::create_symlink(none, link);
    fs::create_directory(inside);
    fs::create_symlink(inside, to_folder);
    for (const auto& path : {pipe, link, inside, to_folder}) {
        CHECK_THROWS_AS(read_whole_file(path), DataError);
        CHECK_THROWS_WITH(read_file_if_there(path), Catch::Contains(path.string()));
        CHECK(is_there(path));
        CHECK(is_no_file(path));
    }
    CHECK_THROWS_AS(read_whole_file(none), IoError);
    CHECK_FALSE(read_file_if_there(none));
    CHECK_FALSE(is_no_file(none));
    test::write_text(none, "x");  // the link leads to it now
    CHECK(read_whole_file(link).size() == 1);
    CHECK_FALSE(is_no_file(link));
    ::chmod(none.c_str(), 0);
    if (::access(none.c_str(), R_OK) != 0) CHECK_THROWS_AS(read_whole_file(none), DataError);
}

TEST_CASE("A file that the system refuses to read is not taken for damaged") {
    const fs::path refused = "/sys/class/net/lo/speed";  // reads fail with EINVAL
    std::string text;
    if (!fs::exists(refused) || std::getline(std::ifstream(refused), text))
        return test::skip("no such file here");
    CHECK_THROWS_AS(files::read_whole_file(refused), IoError);
}

TEST_CASE("A file that another program holds a lease on is not taken for damaged") {
    const test::TemporaryFolder folder;
    const fs::path path = folder / "file";
    test::write_text(path, "x");
    const FileDescriptor held(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    auto* const before = std::signal(SIGIO, SIG_IGN);  // how the holder is told that somebody wants the file
    if (::fcntl(held.number(), F_SETLEASE, F_WRLCK) != 0) {
        std::signal(SIGIO, before);
        return test::skip("this file system gives no leases");
    }
    CHECK_THROWS_AS(files::read_whole_file(path), IoError);
    ::fcntl(held.number(), F_SETLEASE, F_UNLCK);
    CHECK(files::read_whole_file(path).size() == 1);
    std::signal(SIGIO, before);
}

TEST_CASE("A file that comes and goes is never taken for what is no file") {
    const test::TemporaryFolder folder;
    const fs::path path = folder / "file";
    std::atomic<bool> done = false;
    std::thread other([&] {
        while (!done) {
            ::close(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
            ::unlink(path.c_str());
        }
    });
    int wrong = 0;
    for (int i = 0; i < 100000; ++i)
        wrong += files::is_no_file(path);
    done = true;
    other.join();
    CHECK(wrong == 0);
}

TEST_CASE("A file of the program's own takes the place of links and pipes and leaves what is elsewhere") {
    const test::TemporaryFolder folder;
    const fs::path elsewhere = folder / "elsewhere", nothing = folder / "nothing";
    test::write_text(elsewhere, "before");
    fs::create_symlink(elsewhere, folder / "link");
    fs::create_symlink(nothing, folder / "dangling");
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    const std::string text = "after";
    for (const char* name : {"link", "dangling", "pipe", "new"}) {
        files::replace_file_atomically(folder / name, std::as_bytes(std::span(text.data(), text.size())));
        CHECK(S_ISREG(mode_of(folder / name)));
        CHECK((mode_of(folder / name) & 07777U) == (0666U & ~usual_mask()));
        CHECK(text_of(folder / name) == text);
    }
    CHECK(text_of(elsewhere) == "before");
    CHECK_FALSE(fs::exists(nothing));
}

TEST_CASE("A file that another process moved first is no error; a missing folder to move it to is one") {
    const test::TemporaryFolder folder;
    const fs::path file = folder / "file", damaged = folder / "damaged";
    test::write_text(file, "x");
    CHECK_THROWS_AS(files::move_into(file, damaged), IoError);
    fs::create_directory(damaged);
    CHECK(files::move_into(file, damaged) == damaged / "file");
    CHECK_FALSE(files::move_into(file, damaged));
}

TEST_CASE("A file's stamp tells when it was changed, by the clock of its file system") {
    const test::TemporaryFolder folder;
    const fs::path file = folder / "file", later = folder / "later";
    test::write_text(file, "text");
    const double now = files::file_system_now(folder.path());
    test::write_text(later, "text");
    CHECK(1e-9 * static_cast<double>(files::stamp_of(file)->modified_ns) <= now + 1e-6);
    CHECK(now <= 1e-9 * static_cast<double>(files::stamp_of(later)->modified_ns) + 1e-6);
    const timespec times[] = {{0, 0}, {1'700'000'000, 5}};
    ::utimensat(AT_FDCWD, file.c_str(), times, 0);
    CHECK(files::stamp_of(file)->modified_ns == 1'700'000'000'000'000'005);
    CHECK(files::stamp_of(file)->bytes == 4);
    fs::create_symlink("nothing", folder / "link");
    CHECK(files::stamp_of(folder / "link"));
    CHECK_FALSE(files::stamp_of(folder / "nothing"));
}

TEST_CASE("A folder's files are listed in order, and one that cannot be made is named") {
    const test::TemporaryFolder folder;
    std::vector<fs::path> expected;
    for (char name = 'a'; name <= 'z'; ++name) {
        expected.push_back(folder / std::string(1, name));
        test::write_text(expected.back(), "");
    }
    CHECK(files::files_in(folder.path()) == expected);
    CHECK_THROWS_WITH(files::require_writable_folder(folder / "a/deep/below"),
                      Catch::EndsWith("'" + (folder / "a").string() + "' is a file"));
    CHECK_THROWS_WITH(files::require_writable_folder("/proc"), Catch::Contains("does not take files"));
    CHECK_THROWS_WITH(files::require_writable_folder("/proc/none/below"),
                      Catch::StartsWith("cannot create folder '/proc/none/below': "));
}
