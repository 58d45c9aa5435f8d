#include "report/pages/run_program.hpp"

#include "core/file_descriptor.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace reboost::report {
namespace {

/// As exec takes them; they point into `words`.
std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> list;
    for (std::string& word : words)
        list.push_back(word.data());
    list.push_back(nullptr);
    return list;
}

/// Waits for the end of a child. True, too, where the kernel cannot tell.
bool ends_within(pid_t child, int seconds) {
    // glibc 2.36 declares pidfd_open as a function of C++.
    const FileDescriptor handle(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
    if (handle.number() < 0) return true;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    pollfd wanted{handle.number(), POLLIN, 0};
    int ready = -1;
    do {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        ready = poll(&wanted, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

}  // namespace

int run_program(std::vector<std::string> words, const std::filesystem::path& folder,
                const std::filesystem::path& log, int seconds, const std::vector<std::string>& settings) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0644);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    std::vector<std::string> environment = settings;  // the first of a name counts
    for (char** one = environ; *one != nullptr; ++one)
        environment.emplace_back(*one);
    const std::vector<char*> argv = pointers(words), envp = pointers(environment);
    posix_spawnattr_t attributes;  // signals are blocked on the cores' workers
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, argv.front(), &actions, &attributes, argv.data(), envp.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) return kNotStarted;
    const bool ended = ends_within(child, seconds);
    if (!ended) kill(-child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return kNotStarted;
    if (!ended) return kTookTooLong;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace reboost::report
