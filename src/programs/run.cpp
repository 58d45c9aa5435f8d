#include "programs/run.hpp"

#include "core/file_descriptor.hpp"
#include "programs/start.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace reboost::programs {
namespace {

/// Waits for a child to end. Also returns true if the kernel cannot tell.
bool ends_within(pid_t child, int seconds) {
    // glibc 2.36 declares pidfd_open without extern "C", so the system call is made directly.
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

int run(const std::vector<std::string>& command, const std::filesystem::path& folder,
        const std::filesystem::path& log, int seconds, const std::vector<std::string>& variables) {
    const FileDescriptor input(open("/dev/null", O_RDONLY | O_CLOEXEC));
    const FileDescriptor output(open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (input.number() < 0 || output.number() < 0) return kNotStarted;
    pid_t child = -1;
    try {
        child = start(command, {{input.number(), output.number(), output.number()}, variables, folder});
    } catch (const ProgramError&) {
        return kNotStarted;
    }
    const bool ended = ends_within(child, seconds);
    if (!ended) kill(-child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return kNotStarted;
    if (!ended) return kTookTooLong;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace reboost::programs
