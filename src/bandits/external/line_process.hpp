#pragma once
/// A child process that answers a line with a line.
#include "core/file_descriptor.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace reboost::bandits {

/// The child's three standard streams are pipes; nothing else of this process reaches it. It leads a process
/// group of its own: Ctrl-C in the terminal is for ReBoost, which ends its children when it has saved its
/// state. When this object goes, the child's input ends; what has not ended half a second later is killed.
/// Either way the child is reaped, and what else it started is killed: what is in its group, and what has
/// this object's mark in its environment, as a process has that left the group (setsid). SIGPIPE is to be
/// ignored, as it is in src/app/main.cpp: the child's end is an error of writing.
class LineProcess {
  public:
    /// Throws ProgramError where the program cannot be started. `command` is not empty.
    explicit LineProcess(const std::vector<std::string>& command);
    LineProcess(const LineProcess&) = delete;
    LineProcess& operator=(const LineProcess&) = delete;
    ~LineProcess();

    /// Sends a line and waits for one. Throws ProgramError, with the last lines that the child wrote to its
    /// standard error, where it has ended, where the answer is longer than a mebibyte, and where a line was
    /// there before it was asked for; ProgramTimeout where the answer takes longer than `timeout_seconds` and
    /// the child has not ended half a second later. The child is of no use afterwards.
    std::string ask(const std::string& line, double timeout_seconds);

    /// Throws ProgramError: "the program '<command>' <what>", and the last lines of its standard error.
    [[noreturn]] void fail(const std::string& what);
    /// Has it answered once?
    bool answered() const { return answered_; }

    pid_t pid() const { return pid_; }

  private:
    using Deadline = std::chrono::steady_clock::time_point;

    void exchange(Deadline deadline, double timeout_seconds);
    /// False at the end of the stream.
    static bool receive_some(FileDescriptor& from, std::string& into);
    void receive_complaints();
    /// Waits for the child's end as long as that; whether it has ended.
    bool reap(int milliseconds);
    /// Kills the child, if it is still there, and all processes of its group; reaps it.
    void end_group();
    std::string told(const std::string& what);
    [[noreturn]] void fail_ended();

    std::string name_, mark_;
    pid_t pid_ = -1;
    bool reaped_ = false, answered_ = false;
    int status_ = 0;
    FileDescriptor input_, output_, complaints_;  ///< as the child sees them: 0, 1, 2
    std::string outgoing_, incoming_, complaint_;
};

/// Text of a stranger for a message: at most 200 bytes, control characters as question marks.
std::string excerpt(std::string_view text);

}  // namespace reboost::bandits
