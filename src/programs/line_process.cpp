#include "programs/line_process.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace reboost::programs {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kLongestAnswer = std::size_t{1} << 20U;
constexpr std::size_t kKeptComplaint = 4096;
constexpr int kGraceMilliseconds = 500;
constexpr std::size_t kLastWords = 4;  // lines: a Python traceback's file, code, marker and error

/// The two ends of a pipe: the child's end blocks, our end does not.
struct Pipe {
    FileDescriptor childs, ours;

    explicit Pipe(bool child_reads) {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0) throw IoError::from_errno("pipe", errno);
        if (!child_reads) std::swap(ends[0], ends[1]);
        childs = FileDescriptor(ends[0]);
        ours = FileDescriptor(ends[1]);
        fcntl(ours.number(), F_SETFL, O_NONBLOCK);
    }
};

/// Environment variable inherited by a program's descendants: it identifies those that left the group.
constexpr std::string_view kMark = "REBOOST_PROGRAM=";

std::string fresh_mark() {
    static std::atomic<unsigned> count{0};
    return std::string(kMark) + std::to_string(getpid()) + "-" + std::to_string(count++) + "-" +
           std::to_string(SteadyClock::now().time_since_epoch().count());
}

/// Returns this user's processes whose environment has the mark.
std::vector<pid_t> processes_with(const std::string& mark) {
    std::vector<pid_t> found;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", none)) {
        const auto pid = parse_whole<pid_t>(entry.path().filename().string());
        if (!pid) continue;
        std::ifstream file(entry.path() / "environ", std::ios::binary);
        for (std::string variable; std::getline(file, variable, '\0');)
            if (variable == mark) found.push_back(*pid);
    }
    return found;
}

/// A fixed hash seed gives Python's sets a fixed order.
std::vector<std::string> variables_with(const std::string& mark) {
    if (std::getenv("PYTHONHASHSEED") != nullptr) return {mark};
    return {mark, "PYTHONHASHSEED=0"};
}

int milliseconds_until(SteadyClock::time_point deadline) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - SteadyClock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000));
}

/// Returns the last lines that are not blank, joined to one line of a message: "this | that".
std::string last_lines(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r";
    std::string lines;
    std::size_t found = 0;
    const std::vector<std::string_view> all = split(text, '\n');
    for (auto line = all.rbegin(); line != all.rend() && found < kLastWords; ++line) {
        const std::size_t begin = line->find_first_not_of(kBlank), last = line->find_last_not_of(kBlank);
        if (begin == std::string_view::npos) continue;
        lines = excerpt(line->substr(begin, last + 1 - begin)) + (found++ == 0 ? "" : " | ") + lines;
    }
    return lines;
}

/// Returns text such as "0.3 s".
std::string seconds_text(double number) {
    std::string text = std::to_string(number);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text + " s";
}

std::string how_it_ended(int status) {
    if (WIFSIGNALED(status)) return std::string("was killed (") + strsignal(WTERMSIG(status)) + ")";
    return "ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

LineProcess::LineProcess(const std::vector<std::string>& command) : mark_(fresh_mark()) {
    for (const std::string& word : command)
        name_ += (name_.empty() ? "" : " ") + excerpt(word);
    Pipe in(true), out(false), err(false);
    pid_ = start(command,
                 {{in.childs.number(), out.childs.number(), err.childs.number()}, variables_with(mark_), {}});
    input_ = std::move(in.ours);
    output_ = std::move(out.ours);
    complaints_ = std::move(err.ours);
}

LineProcess::~LineProcess() {
    input_.close();
    if (!reap(kGraceMilliseconds)) end_group();
}

void LineProcess::end_group() {
    kill(-pid_, SIGKILL);  // the group is the child's own until it is reaped
    while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
    }
    reaped_ = true;
    // The child's processes may start further ones, and a process shows no environment during exec: the
    // search ends when three looks in a row found no process.
    constexpr int kMostRounds = 20, kQuietRounds = 3;
    for (int round = 0, quiet = 0; round < kMostRounds && quiet < kQuietRounds; ++round) {
        const std::vector<pid_t> left = processes_with(mark_);
        quiet = left.empty() ? quiet + 1 : 0;
        for (const pid_t pid : left)
            kill(pid, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

bool LineProcess::reap(int milliseconds) {
    const auto deadline = SteadyClock::now() + std::chrono::milliseconds(milliseconds);
    while (!reaped_) {
        siginfo_t ended{};
        const int waited = waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT);
        if (waited == 0 && ended.si_pid == pid_) end_group();
        if (waited < 0 && errno == ECHILD) reaped_ = true;
        if (reaped_ || SteadyClock::now() >= deadline) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return reaped_;
}

std::string LineProcess::told(const std::string& what) {
    receive_complaints();
    const std::string said = last_lines(complaint_);
    return "the program '" + name_ + "' " + what + (said.empty() ? "" : "; its last words: " + said);
}

void LineProcess::fail(const std::string& what) {
    throw ProgramError(told(what));
}

void LineProcess::fail_ended() {
    const bool ended = reap(kGraceMilliseconds);
    fail((ended ? how_it_ended(status_) : "closed its output") +
         (answered_ ? "" : " before its first answer"));
}

bool LineProcess::receive_some(FileDescriptor& from, std::string& into) {
    std::array<char, 65'536> buffer{};
    const ssize_t got = read(from.number(), buffer.data(), buffer.size());
    if (got > 0) into.append(buffer.data(), static_cast<std::size_t>(got));
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

void LineProcess::receive_complaints() {
    constexpr int kMostReads = 64;  // a program may complain faster than it is read
    bool some = true;
    for (int reads = 0; some && complaints_.number() >= 0 && reads < kMostReads; ++reads) {
        const std::size_t before = complaint_.size();
        if (!receive_some(complaints_, complaint_)) complaints_.close();
        some = complaint_.size() > before;
        if (complaint_.size() > kKeptComplaint) complaint_.erase(0, complaint_.size() - kKeptComplaint);
    }
}

void LineProcess::exchange(Deadline deadline, double timeout_seconds) {
    std::array<pollfd, 3> files{{{output_.number(), POLLIN, 0},
                                 {complaints_.number(), POLLIN, 0},
                                 {outgoing_.empty() ? -1 : input_.number(), POLLOUT, 0}}};
    const int ready = poll(files.data(), files.size(), milliseconds_until(deadline));
    if (ready < 0 && errno != EINTR) throw IoError::from_errno("poll", errno);
    if (ready <= 0) {
        if (SteadyClock::now() < deadline) return;
        if (reap(kGraceMilliseconds)) fail_ended();  // a program that is about to end is not slow
        throw ProgramTimeout(told("gave no " + std::string(answered_ ? "answer" : "first answer") +
                                  " within " + seconds_text(timeout_seconds)));
    }
    if (files[1].revents != 0) receive_complaints();
    if (files[0].revents != 0 && !receive_some(output_, incoming_)) fail_ended();
    if (files[2].revents == 0) return;
    const ssize_t sent = write(input_.number(), outgoing_.data(), outgoing_.size());
    if (sent > 0) outgoing_.erase(0, static_cast<std::size_t>(sent));
    if (sent < 0 && errno != EAGAIN && errno != EINTR) fail_ended();
}

std::string LineProcess::ask(const std::string& line, double timeout_seconds) {
    receive_some(output_, incoming_);
    if (!incoming_.empty())
        fail("wrote to its standard output what nobody asked for: '" +
             excerpt(incoming_.substr(0, incoming_.find('\n'))) +
             "'; one line for each question belongs there, all else to its standard error");
    outgoing_ = line + '\n';
    const Deadline deadline = SteadyClock::now() + std::chrono::duration_cast<SteadyClock::duration>(
                                                       std::chrono::duration<double>(timeout_seconds));
    std::size_t end = std::string::npos;
    while ((end = incoming_.find('\n')) == std::string::npos) {
        if (incoming_.size() > kLongestAnswer) fail("answers with a line of more than a mebibyte");
        exchange(deadline, timeout_seconds);
    }
    std::string answer = incoming_.substr(0, end);
    incoming_.erase(0, end + 1);
    answered_ = true;
    return answer;
}

}  // namespace reboost::programs
