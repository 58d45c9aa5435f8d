#pragma once
/// One process and one thread at a time in a folder.
#include "core/error.hpp"
#include "core/file_descriptor.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace reboost::files {

/// Called some times a second while another process holds a lock. `holder`: "process 4711 on alpha, which
/// holds 'results/collections/.lock'", or "another process, …" where the lock does not say. False: the lock
/// is not waited for any longer.
using Patience = std::function<bool(double seconds, const std::string& holder)>;
/// Tells what is waited for once a wait takes 2 seconds, and goes on while `goes_on` holds.
Patience patience_that_tells(
    std::function<void(const std::string&)> tell, std::function<bool()> goes_on = [] { return true; });

/// A lock that its `Patience` gave up.
class NotWaitedFor : public IoError {
  public:
    using IoError::IoError;
};

class FolderLock {
  public:
    /// Excludes every other that holds one for the same folder, while it lives. Without patience it waits as
    /// long as it takes. Throws IoError, also where what has the lock's name is no file: a link may lead out
    /// of the folder.
    explicit FolderLock(const std::filesystem::path& folder, const Patience& patience = {});

    /// The lock's file.
    static std::filesystem::path path_in(const std::filesystem::path& folder) { return folder / ".lock"; }

  private:
    FileDescriptor file_;  ///< closing gives the lock back
};

}  // namespace reboost::files
