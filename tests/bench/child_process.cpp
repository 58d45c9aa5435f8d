#include "bench/child_process.hpp"

#include "core/error.hpp"

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace reboost::bench {
namespace {

std::string read_to_end(int descriptor) {
    std::string text;
    std::array<char, 4096> buffer{};
    for (ssize_t count = 0; (count = read(descriptor, buffer.data(), buffer.size())) != 0;) {
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw IoError::from_errno("reading from a child process", errno);
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return text;
}

}  // namespace

std::string output_of_self(const std::vector<std::string>& arguments) {
    std::vector<std::string> words = {std::filesystem::read_symlink("/proc/self/exe").string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);

    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw IoError::from_errno("pipe", errno);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    pid_t child = 0;
    const int failure = posix_spawn(&child, words[0].c_str(), &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    std::string text;
    if (failure == 0) text = read_to_end(ends[0]);
    close(ends[0]);
    if (failure != 0) throw IoError::from_errno("cannot run " + words[0], failure);
    int status = 0;
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw Error("the measuring child process failed: " + words[0] + " " + arguments[0] + " " +
                    arguments[1]);
    return text;
}

double own_peak_mb() {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) * 1024 / 1e6;
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace reboost::bench
