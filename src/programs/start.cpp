#include "programs/start.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>

#include <spawn.h>
#include <unistd.h>

namespace reboost::programs {
namespace {

/// Returns an array for exec that points into `words`.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

std::string_view name_of_variable(std::string_view variable) {
    return variable.substr(0, variable.find('='));
}

/// Returns this process's environment, in which `own` replaces variables of the same names.
std::vector<std::string> environment_with(std::vector<std::string> own) {
    const std::size_t count = own.size();
    for (char** variable = environ; *variable != nullptr; ++variable)
        if (std::none_of(
                own.begin(), own.begin() + static_cast<std::ptrdiff_t>(count),
                [&](const std::string& one) { return name_of_variable(one) == name_of_variable(*variable); }))
            own.emplace_back(*variable);
    return own;
}

}  // namespace

pid_t start(std::vector<std::string> command, const Surroundings& surroundings) {
    std::vector<std::string> variables = environment_with(surroundings.variables);
    const std::vector<char*> arguments = pointers_to(command), environment = pointers_to(variables);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int standard = STDIN_FILENO; standard <= STDERR_FILENO; ++standard)
        posix_spawn_file_actions_adddup2(&actions, surroundings.streams[static_cast<std::size_t>(standard)],
                                         standard);
    if (!surroundings.folder.empty())
        posix_spawn_file_actions_addchdir_np(&actions, surroundings.folder.c_str());
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);  // the threads of `Cores` block signals
    for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM})
        sigaddset(&signals, signal);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    pid_t child = -1;
    // A fork would copy the page tables of gigabytes, and other threads' pipes into the child.
    const int failed =
        posix_spawnp(&child, arguments.front(), &actions, &attributes, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failed != 0)
        throw ProgramError("the program '" + excerpt(command.front()) +
                           "' cannot be started: " + std::strerror(failed));
    return child;
}

std::string excerpt(std::string_view text) {
    constexpr std::size_t kMost = 200;
    return printable(text.substr(0, kMost)) + (text.size() > kMost ? "..." : "");
}

}  // namespace reboost::programs
