#pragma once
/// Starts a child process, never through a shell.
#include "core/error.hpp"

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace reboost::programs {

/// A program did not start, ended, did not answer or answered wrongly.
class ProgramError : public Error {
  public:
    using Error::Error;
};

struct Surroundings {
    std::array<int, 3> streams{0, 1, 2};  ///< descriptors of this process: the child's standard streams
    std::vector<std::string> variables;   ///< "name=value": added to this process's environment
    std::filesystem::path folder;         ///< the child's working directory; empty: this process's
};

/// Starts the program `command[0]`, which is looked for in PATH. The child leads a process group of its own
/// and treats signals as a shell's child does. Throws ProgramError if the program cannot be started.
pid_t start(std::vector<std::string> command, const Surroundings& surroundings);

/// Returns untrusted text for a message: at most 200 bytes, control characters as question marks.
std::string excerpt(std::string_view text);

}  // namespace reboost::programs
