/// Child processes: how they start and end, and processes that stay behind.
#include "core/text.hpp"
#include "programs/line_process.hpp"
#include "programs/run.hpp"
#include "support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include <catch2/catch.hpp>
#include <unistd.h>

using namespace reboost;
using namespace reboost::programs;

namespace {

/// Whether a process ends within some seconds. A zombie has ended: its new parent has not looked yet.
bool ends(int process) {
    for (int waits = 0; waits < 1000; ++waits) {
        std::ifstream status("/proc/" + std::to_string(process) + "/stat");
        std::string number, name, letter;
        if (!(status >> number >> name >> letter) || letter == "Z") return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

std::string content_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

TEST_CASE("a program runs in its folder, with its variables, and writes both its outputs to the log") {
    const test::TemporaryFolder folder;
    const auto log = folder / "log";
    setenv("REBOOST_TEST_VARIABLE", "inherited", 1);
    setenv("REBOOST_TEST_OTHER", "kept", 1);
    const char* script =
        "pwd; echo $REBOOST_TEST_VARIABLE $REBOOST_TEST_OTHER; env | grep -c REBOOST_TEST_; "
        "echo wrong >&2; exit 3";
    CHECK(run({"sh", "-c", script}, folder.path(), log, 10, {"REBOOST_TEST_VARIABLE=own"}) == 3);
    CHECK(content_of(log) == folder.path().string() + "\nown kept\n2\nwrong\n");
    unsetenv("REBOOST_TEST_VARIABLE");
    unsetenv("REBOOST_TEST_OTHER");
}

TEST_CASE("a program has no signal blocked or ignored that ends it") {
    const test::TemporaryFolder folder;
    sigset_t ours, before;
    sigemptyset(&ours);
    sigaddset(&ours, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ours, &before);
    const auto ignored = std::signal(SIGPIPE, SIG_IGN);
    CHECK(run({"grep", "SigBlk\\|SigIgn", "/proc/self/status"}, "/", folder / "log", 10) == 0);
    std::signal(SIGPIPE, ignored);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    const std::string log = content_of(folder / "log");
    constexpr unsigned long kMask = 1UL << (SIGPIPE - 1) | 1UL << (SIGINT - 1) | 1UL << (SIGTERM - 1);
    CHECK(std::stoull(log.substr(log.find("SigBlk:") + 7), nullptr, 16) == 0);
    CHECK((std::stoull(log.substr(log.find("SigIgn:") + 7), nullptr, 16) & kMask) == 0);
}

TEST_CASE("a program that is absent, too slow or killed has a status that says so") {
    CHECK(run({"no-such-program"}, "/", "/dev/null", 10) == kNotStarted);
    CHECK(run({"true"}, "/no/such/folder", "/dev/null", 10) == kNotStarted);
    CHECK(run({"true"}, "/", "/no/such/folder/log", 10) == kNotStarted);
    CHECK(run({"sleep", "60"}, "/", "/dev/null", 0) == kTookTooLong);
    CHECK(run({"sh", "-c", "kill -9 $$"}, "/", "/dev/null", 10) == 1);
}

TEST_CASE("a program treats signals as a shell's child does, though this process ignores and blocks them") {
    const test::TemporaryFolder folder;
    constexpr std::array kSignals{SIGPIPE, SIGXFSZ, SIGINT, SIGTERM};
    std::array<void (*)(int), kSignals.size()> before{};
    std::ranges::transform(kSignals, before.begin(), [](int signal) { return std::signal(signal, SIG_IGN); });
    sigset_t blocked, mask;
    sigfillset(&blocked);
    pthread_sigmask(SIG_SETMASK, &blocked, &mask);
    const int status = run({"grep", "-E", "Sig(Blk|Ign)", "/proc/self/status"}, "/", folder / "log", 10);
    pthread_sigmask(SIG_SETMASK, &mask, nullptr);
    for (std::size_t i = 0; i < kSignals.size(); ++i)
        std::signal(kSignals[i], before[i]);
    REQUIRE(status == 0);
    std::string name;
    std::uint64_t set = 1;
    std::ifstream log(folder / "log");
    REQUIRE(log >> name >> std::hex >> set);
    CHECK(set == 0);  // blocked
    REQUIRE(log >> name >> std::hex >> set);
    for (const int signal : kSignals)
        CHECK((set >> (signal - 1) & 1U) == 0);  // ignored
}

TEST_CASE("a signal to this process does not end the wait for a program") {
    const auto before = std::signal(SIGUSR1, [](int) {});
    std::atomic<bool> over = false;
    std::thread sender([&over, waiting = pthread_self()] {
        while (!over) {
            pthread_kill(waiting, SIGUSR1);
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    });
    const int status = run({"sh", "-c", "sleep 0.2; exit 3"}, "/", "/dev/null", 60);
    over = true;
    sender.join();
    std::signal(SIGUSR1, before);
    CHECK(status == 3);
}

TEST_CASE("a program starts though this process has no standard input") {
    const int kept = dup(STDIN_FILENO);
    close(STDIN_FILENO);
    const int status = run({"true"}, "/", "/dev/null", 10);
    if (kept >= 0) {
        dup2(kept, STDIN_FILENO);
        close(kept);
    }
    CHECK(status == 0);
}

TEST_CASE("no process stays behind, whatever it does") {
    for (const char* body :
         {"while read -r line; do echo hello; done", "trap '' TERM; while :; do sleep 1; done"}) {
        pid_t child = 0;
        {
            LineProcess process({"sh", "-c", body});
            child = process.pid();
            CHECK(kill(child, 0) == 0);
        }
        CHECK(kill(child, 0) != 0);  // ended and reaped: a zombie could still be signalled
    }
}

TEST_CASE("what a program leaves running in its group is killed when it has ended by itself") {
    const test::TemporaryFolder folder;
    const auto file = folder / "left_running";
    {
        LineProcess process({"sh", "-c", "sleep 300 & echo $! > " + file.string() + "; exit 3"});
        CHECK_THROWS_AS(process.ask("x", 0.5), ProgramError);
    }
    int sleeper = 0;
    std::ifstream(file) >> sleeper;
    REQUIRE(sleeper > 0);
    CHECK(ends(sleeper));
}

TEST_CASE("what a program leaves running in a session of its own is killed, too") {
    const test::TemporaryFolder folder;
    const auto file = folder / "left_session";
    {
        LineProcess process(
            {"sh", "-c", "setsid sh -c 'echo $$ > " + file.string() + "; exec sleep 300' & read -r line"});
        while (std::filesystem::exists(file) ? std::filesystem::file_size(file) == 0 : true)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    int sleeper = 0;
    std::ifstream(file) >> sleeper;
    REQUIRE(sleeper > 0);
    CHECK(ends(sleeper));
}
