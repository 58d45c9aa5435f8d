#pragma once
/// A lock on a folder: one thread of one process holds it at a time.
#include "core/error.hpp"
#include "core/file_descriptor.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace reboost::files {

/// Called about 50 times a second while another process holds a lock. `holder`: "process 4711 on alpha, which
/// holds 'results/collections/.lock'", or "another process, …" if the lock's file does not name its holder.
/// Returns false to stop waiting.
using Patience = std::function<bool(double seconds, const std::string& holder)>;
/// Calls `tell` once when a wait has taken 2 seconds; the wait lasts while `goes_on` returns true.
Patience patience_that_tells(
    std::function<void(const std::string&)> tell, std::function<bool()> goes_on = [] { return true; });

/// Thrown when `Patience` has stopped the wait for a lock.
class NotWaitedFor : public IoError {
  public:
    using IoError::IoError;
};

class FolderLock {
  public:
    /// Waits for the lock of `folder` and holds it until destruction; an empty `patience` waits for ever.
    /// Throws IoError, also if the lock's file is not a regular file (a link may lead out of the folder).
    explicit FolderLock(const std::filesystem::path& folder, const Patience& patience = {});

    /// The path of the lock's file.
    static std::filesystem::path path_in(const std::filesystem::path& folder) { return folder / ".lock"; }

  private:
    FileDescriptor file_;  ///< closing it releases the lock
};

}  // namespace reboost::files
