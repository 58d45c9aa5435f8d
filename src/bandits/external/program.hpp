#pragma once
/// The program that an external policy asks.
#include "core/error.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace reboost::bandits {

/// Answers an external policy: a child program, or an object in the program that embeds ReBoost.
///
/// Lifecycle
///  1. `reset`, once.
///  2. for each decision: `select`. A resumed run asks all questions again, and expects the same answers.
class Responder {
  public:
    virtual ~Responder() = default;
    /// arms ≥ 1; `horizon`: decisions expected, ≥ 1; `seed` < 2^53.
    virtual void reset(std::size_t arms, std::uint64_t horizon, std::uint64_t seed) = 0;
    /// Writes out.size() distinct arms for the decision at time t ≥ 1. `rewards[i]` in [0,1] was paid by
    /// `arms[i]` since the last decision, in order. Throws ProgramError.
    virtual void select(std::uint64_t time, std::span<const std::uint32_t> arms,
                        std::span<const double> rewards, std::span<std::uint32_t> out) = 0;
    /// Throws ProgramError, which names the responder: "the program '<command>' <what>".
    [[noreturn]] virtual void fail(const std::string& what) = 0;
};
using MakeResponder = std::function<std::unique_ptr<Responder>()>;

/// The program that an external policy asks over its standard streams (docs/external_policies.md).
struct ExternalProgram {
    std::vector<std::string> command;  ///< program and arguments
    double timeout_seconds = 10;       ///< the longest wait for an answer

    /// No option: the longest wait for the first answer, unless `timeout_seconds` is longer. Interpreters and
    /// their modules take time to start.
    double start_seconds = 60;
    /// No option: SHA-256 over the command's files when the run was planned, for its identity. "": not known.
    std::string files_sha256;
    /// No option: whether the user agreed that the command is run. A config may come from a stranger.
    bool allowed = false;
    /// No option: makes the responder that replaces the command; empty: the command is run.
    MakeResponder in_process;
};

/// Returns a SHA-256 over the files that a command names: each word that is the path of a regular file, by
/// word and content (PATH is not searched); "" if there is none. Throws IoError if a file cannot be read.
std::string script_files_sha256(const std::vector<std::string>& command);

/// The word of a command that names its script: the first that looks like a file with an ending ("my.py", no
/// option, no blank, not "python3.11"); else the program, if it is a path or the only word; else the end.
std::vector<std::string>::const_iterator find_script(const std::vector<std::string>& command);

}  // namespace reboost::bandits
