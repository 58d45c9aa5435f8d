#pragma once
/// Runs the real program and keeps what it said.
#include "support/temporary_folder.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace reboost::test {

struct Outcome {
    int status = -1;  ///< exit status; 128 + signal where it was killed
    std::string out, err;
};

inline std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A folder of its own; the program's data folder is inside it and empty.
class Program {
  public:
    std::filesystem::path write(const std::string& name, const std::string& text) const {
        std::ofstream(folder / name) << text;
        return folder / name;
    }

    /// Starts it without waiting; its output goes to files named after `tag`.
    pid_t start(const std::vector<std::string>& arguments, const std::string& tag = "run") const {
        const pid_t child = fork();
        if (child != 0) return child;
        std::vector<char*> words{const_cast<char*>(REBOOST_BINARY)};
        for (const std::string& word : arguments)
            words.push_back(const_cast<char*>(word.c_str()));
        words.push_back(nullptr);
        signal(SIGINT, SIG_DFL);  // a shell's background jobs ignore it
        if (before) before();
        setenv("REBOOST_DATA", (folder / "data").c_str(), 1);
        if (after) after();
        redirect(folder / (tag + ".out"), STDOUT_FILENO);
        redirect(folder / (tag + ".err"), STDERR_FILENO);
        if (chdir(REBOOST_SOURCE_DIR) == 0) execv(REBOOST_BINARY, words.data());
        _exit(127);
    }
    Outcome wait(pid_t child, const std::string& tag = "run") const {
        int status = 0;
        waitpid(child, &status, 0);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                text_of(folder / (tag + ".out")), text_of(folder / (tag + ".err"))};
    }
    Outcome operator()(const std::vector<std::string>& arguments) const { return wait(start(arguments)); }

    const TemporaryFolder own;
    const std::filesystem::path folder = own.path();
    std::function<void()> before;  ///< called in the child first: limits
    std::function<void()> after;   ///< called in the child when its environment is set

  private:
    static void redirect(const std::filesystem::path& path, int descriptor) {
        dup2(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), descriptor);
    }
};

}  // namespace reboost::test
