#include "report/pages/gnuplot.hpp"

#include "core/error.hpp"
#include "report/measures/text_file.hpp"

#include <cctype>
#include <cerrno>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace reboost::report {
namespace {

/// The exit status; -1 where the program could not be started. Both outputs go to `log`.
int run_program(std::vector<std::string> words, const std::filesystem::path& folder,
                const std::filesystem::path& log) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                     0644);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    std::vector<char*> argv;
    for (std::string& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, argv.front(), &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) return -1;
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

bool gnuplot_present(const std::string& program) {
    return run_program({program, "--version"}, "/", "/dev/null") == 0;
}

void run_gnuplot(const std::string& program, const std::filesystem::path& folder, const std::string& script) {
    const std::filesystem::path log = std::filesystem::absolute(folder) / (script + ".log");
    const int status = run_program({program, "--default-settings", "./" + script}, folder, log);
    const std::string message = status == 0 ? "" : read_text(log);
    std::error_code none;
    std::filesystem::remove(log, none);
    if (status != 0) throw IoError("gnuplot could not draw " + (folder / script).string() + ":\n" + message);
}

void fix_pdf_date(const std::filesystem::path& pdf) {
    constexpr std::string_view kKey = "/CreationDate (D:";
    constexpr std::string_view kDate = "20000101000000";
    std::string bytes = read_text(pdf);
    const std::size_t key = bytes.find(kKey);
    if (key == std::string::npos) return;
    std::size_t at = key + kKey.size();
    for (const char digit : kDate) {
        if (at >= bytes.size() || std::isdigit(static_cast<unsigned char>(bytes[at])) == 0) return;
        bytes[at++] = digit;
    }
    write_text(pdf, bytes);
}

}  // namespace reboost::report
