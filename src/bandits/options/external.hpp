#pragma once
#include "core/fields.hpp"
#include "core/statements.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::bandits {

class Policy;

/// A program of one's own that is asked over its standard streams (docs/external_policies.md).
struct ExternalOptions {
    static constexpr std::string_view kName = "external";
    static constexpr std::string_view kHelp =
        "a program of one's own, asked over JSON lines; runs only with --allow-external";
    static constexpr bool kDraws = true;
    static constexpr ShortLabel kLabel{{}, "command"};
    std::vector<std::string> command;
    double timeout_seconds = 10;

    /// No option: the longest wait for the first answer, where `timeout_seconds` is no longer. Interpreters
    /// and their modules take their time to start.
    double start_seconds = 60;
    /// No option: SHA-256 over the files that the command names, when the run was planned; it enters the
    /// identity. "": not known.
    std::string files_sha256;
    /// No option: whether the user agreed that the command is run. A config may come from a stranger.
    bool allowed = false;
    bool needs_horizon() const { return true; }  // the program is told it
};
template <class Visitor>
void describe(Visitor& visit, ExternalOptions& o) {
    visit("command", o.command,
          FieldInfo{"program and arguments; files among them belong to the identity by checksum"});
    visit("timeout_seconds", o.timeout_seconds,
          FieldInfo{"the longest wait for an answer; the first may take a minute", 0.001, 86'400});
}
std::unique_ptr<Policy> make(const ExternalOptions& options);

}  // namespace reboost::bandits
