#include "report/pages/programs.hpp"

#include "config/json.hpp"
#include "core/file_descriptor.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <optional>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace reboost::report {
namespace fs = std::filesystem;
namespace {

/// Returns the arguments of exec; they point into `words`.
std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> list;
    for (std::string& word : words)
        list.push_back(word.data());
    list.push_back(nullptr);
    return list;
}

/// Waits for a child to end. Also returns true if the kernel cannot tell.
bool ends_within(pid_t child, int seconds) {
    // glibc 2.36 declares pidfd_open without extern "C", so the system call is made directly.
    const FileDescriptor handle(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
    if (handle.number() < 0) return true;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    pollfd wanted{handle.number(), POLLIN, 0};
    int ready = -1;
    do {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        ready = poll(&wanted, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

constexpr const char* kPackages =
    "apt-get install --no-install-recommends texlive-latex-recommended texlive-latex-extra";

/// Returns "adjustbox.sty" from "! LaTeX Error: File `adjustbox.sty' not found."
std::optional<std::string> missing_file(const std::string& log) {
    constexpr std::string_view kBefore = "LaTeX Error: File `", kAfter = "' not found";
    const std::size_t at = log.find(kBefore);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t begin = at + kBefore.size(), end = log.find(kAfter, begin);
    if (end == std::string::npos || end - begin > 100) return std::nullopt;
    return log.substr(begin, end - begin);
}

/// Returns the first error and the lines that follow it, six lines in all.
std::string first_error(const std::string& log) {
    constexpr int kLines = 6;
    std::istringstream lines(log);
    std::string text;
    int left = 0;
    for (std::string line; std::getline(lines, line);) {
        if (text.empty() && line.starts_with('!')) left = kLines;
        if (left-- > 0) text += "\n" + line;
    }
    return text;
}

}  // namespace

int run_program(std::vector<std::string> words, const std::filesystem::path& folder,
                const std::filesystem::path& log, int seconds, const std::vector<std::string>& settings) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0644);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    std::vector<std::string> environment = settings;  // of two equal names, the first takes effect
    for (char** one = environ; *one != nullptr; ++one)
        environment.emplace_back(*one);
    const std::vector<char*> argv = pointers(words), envp = pointers(environment);
    posix_spawnattr_t attributes;  // the threads of `Cores` block signals; the child must not
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, argv.front(), &actions, &attributes, argv.data(), envp.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) return kNotStarted;
    const bool ended = ends_within(child, seconds);
    if (!ended) kill(-child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return kNotStarted;
    if (!ended) return kTookTooLong;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

std::string gnuplot_fault(const std::string& program) {
    constexpr int kSeconds = 10;
    constexpr int kNoSuchCommand = 127;
    const int status = run_program({program, "--version"}, "/", "/dev/null", kSeconds);
    if (status == 0) return "";
    if (status == kNotStarted || status == kNoSuchCommand) return program + " was not found";
    if (status == kTookTooLong)
        return fmt::format("{} --version did not end in {} seconds", program, kSeconds);
    return fmt::format("{} --version ended with status {}", program, status);
}

std::string run_pdflatex(const std::string& program, const fs::path& folder) {
    constexpr int kPasses = 3;  // for the table of contents and the links
    if (run_program({program, "--version"}, "/", "/dev/null", 10) != 0)
        return "pdflatex was not found: report.tex is left to be compiled; " + std::string(kPackages);
    const fs::path log = fs::absolute(folder) / "report.log";
    for (int pass = 0; pass < kPasses; ++pass) {
        // pdflatex may read and write only in this folder, and run no other program.
        const int status = run_program(
            {program, "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "report.tex"}, folder,
            fs::absolute(folder) / "report.out.log", 600,
            {"openin_any=p", "openout_any=p", "max_print_line=1000"});
        std::error_code none;
        fs::remove(folder / "report.out.log", none);
        if (status == 0) continue;
        const std::string text = fs::exists(log) ? config::read_text_file(log) : "";
        if (const auto missing = missing_file(text))
            return "pdflatex lacks " + *missing + ": report.tex is left to be compiled; " + kPackages;
        throw IoError("pdflatex could not compile " + (folder / "report.tex").string() + ", see " +
                      log.string() + first_error(text));
    }
    for (const char* ending : {".aux", ".toc", ".out", ".log"}) {
        std::error_code none;
        fs::remove(folder / ("report" + std::string(ending)), none);
    }
    return "";
}

}  // namespace reboost::report
