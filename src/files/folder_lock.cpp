#include "files/folder_lock.hpp"

#include "core/clock.hpp"
#include "core/value.hpp"
#include "files/process_identity.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace reboost::files {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{20};

/// Reads the holder from the lock's file.
std::string lock_holder(int file, const std::string& name) {
    std::array<char, 4096> text{};
    const ssize_t size = ::pread(file, text.data(), text.size(), 0);
    try {
        return process_text(process_from(
            value_from_json({text.data(), static_cast<std::size_t>(size > 0 ? size : 0)}, name)));
    } catch (const DataError&) {
        return "another process";
    }
}

/// Writes this process as holder, for waiting processes. The lock holds even if the write fails.
void write_lock_holder(int file) {
    const std::string text = to_json(to_value(this_process())) + "\n";
    if (::ftruncate(file, 0) != 0 || ::pwrite(file, text.data(), text.size(), 0) < 0) return;
}

}  // namespace

Patience patience_that_tells(std::function<void(const std::string&)> tell, std::function<bool()> goes_on) {
    constexpr double kSilent = 2;
    return [tell = std::move(tell), goes_on = std::move(goes_on), before = 0.0](
               double seconds, const std::string& holder) mutable {
        if (before < kSilent && seconds >= kSilent) tell("waits for " + holder);
        before = seconds;
        return goes_on();
    };
}

FolderLock::FolderLock(const std::filesystem::path& folder, const Patience& patience)
    : file_(::open(path_in(folder).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666)) {
    const std::string name = path_in(folder).string(), complaint = "cannot lock '" + name + "'";
    if (file_.number() < 0) throw IoError::from_errno(complaint, errno);
    const double start = system_clock().wall_seconds();
    while (::flock(file_.number(), LOCK_EX | (patience ? LOCK_NB : 0)) != 0) {
        if (errno == EINTR) continue;
        if (errno != EWOULDBLOCK) throw IoError::from_errno(complaint, errno);
        const std::string holder = lock_holder(file_.number(), name) + ", which holds '" + name + "'";
        if (!patience(system_clock().wall_seconds() - start, holder))
            throw NotWaitedFor("no longer waited for " + holder);
        std::this_thread::sleep_for(kBetweenLooks);
    }
    write_lock_holder(file_.number());
}

}  // namespace reboost::files
