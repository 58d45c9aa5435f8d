#pragma once
/// A child process that answers each line with one line.
#include "core/file_descriptor.hpp"
#include "programs/start.hpp"

#include <chrono>
#include <string>
#include <vector>

#include <sys/types.h>

namespace reboost::programs {

/// The program did not answer in time; its answer stays unknown.
class ProgramTimeout : public ProgramError {
  public:
    using ProgramError::ProgramError;
};

/// The child's three standard streams are pipes; nothing else of this process reaches it. It leads a process
/// group of its own: Ctrl-C in the terminal is for ReBoost, which ends its children when it has saved its
/// state. The destructor closes the child's input and kills the child if it has not ended half a second
/// later. Then it reaps the child and kills the processes that the child started: those in its group, and
/// those with this object's mark in their environment, which left the group (setsid). The caller must ignore
/// SIGPIPE, as src/app/main.cpp does: the child's end then shows as a write error.
class LineProcess {
  public:
    /// Throws ProgramError if the program cannot be started. `command` is not empty.
    explicit LineProcess(const std::vector<std::string>& command);
    LineProcess(const LineProcess&) = delete;
    LineProcess& operator=(const LineProcess&) = delete;
    ~LineProcess();

    /// Sends a line and returns the line answered. Throws ProgramError, with the last lines of the child's
    /// standard error, if the child has ended, if the answer is longer than a mebibyte, or if the child wrote
    /// a line unasked; ProgramTimeout if the answer takes longer than `timeout_seconds` and the child has not
    /// ended half a second later. After an error the child cannot be asked again.
    std::string ask(const std::string& line, double timeout_seconds);

    /// Throws ProgramError: "the program '<command>' <what>", and the last lines of its standard error.
    [[noreturn]] void fail(const std::string& what);
    /// Whether the child has answered at least once.
    bool answered() const { return answered_; }

    pid_t pid() const { return pid_; }

  private:
    using Deadline = std::chrono::steady_clock::time_point;

    void exchange(Deadline deadline, double timeout_seconds);
    /// Appends what can be read to `into`; returns false at the end of the stream.
    static bool receive_some(FileDescriptor& from, std::string& into);
    void receive_complaints();
    /// Waits at most `milliseconds` for the child's end; returns whether the child has ended.
    bool reap(int milliseconds);
    /// Kills the child, if it is still there, and all processes of its group; reaps it.
    void end_group();
    std::string told(const std::string& what);
    [[noreturn]] void fail_ended();

    std::string name_, mark_;
    pid_t pid_ = -1;
    bool reaped_ = false, answered_ = false;
    int status_ = 0;
    FileDescriptor input_, output_, complaints_;  ///< our ends of the child's streams 0, 1, 2
    std::string outgoing_, incoming_, complaint_;
};

}  // namespace reboost::programs
