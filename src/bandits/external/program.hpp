#pragma once
#include <string>
#include <vector>

namespace reboost::bandits {

/// The program that an external policy asks over its standard streams (docs/external_policies.md).
struct ExternalProgram {
    std::vector<std::string> command;  ///< program and arguments
    double timeout_seconds = 10;       ///< the longest wait for an answer

    /// No option: the longest wait for the first answer, where `timeout_seconds` is no longer. Interpreters
    /// and their modules take their time to start.
    double start_seconds = 60;
    /// No option: SHA-256 over the files that the command names, when the run was planned; it enters the
    /// identity. "": not known.
    std::string files_sha256;
    /// No option: whether the user agreed that the command is run. A config may come from a stranger.
    bool allowed = false;
};

}  // namespace reboost::bandits
