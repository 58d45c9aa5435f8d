#include "results/folder_lock.hpp"

#include "core/error.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace reboost::results {

FolderLock::FolderLock(const std::filesystem::path& folder)
    : fd_(::open((folder / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (fd_ < 0) throw IoError::from_errno("cannot lock '" + folder.string() + "'", errno);
    while (::flock(fd_, LOCK_EX) != 0) {
        if (errno == EINTR) continue;
        const int reason = errno;
        ::close(fd_);
        throw IoError::from_errno("cannot lock '" + folder.string() + "'", reason);
    }
}

FolderLock::~FolderLock() {
    ::close(fd_);  // closing gives the lock back
}

}  // namespace reboost::results
