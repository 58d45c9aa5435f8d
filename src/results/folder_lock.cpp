#include "results/folder_lock.hpp"

#include "core/error.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>

namespace reboost::results {

FolderLock::FolderLock(const std::filesystem::path& folder)
    : file_(::open((folder / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    const std::string complaint = "cannot lock '" + folder.string() + "'";
    if (file_.number() < 0) throw IoError::from_errno(complaint, errno);
    while (::flock(file_.number(), LOCK_EX) != 0)
        if (errno != EINTR) throw IoError::from_errno(complaint, errno);
}

}  // namespace reboost::results
