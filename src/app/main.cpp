#include "app/command.hpp"
#include "parallel/cores.hpp"

#include <csignal>
#include <iostream>

int main(int argc, char** argv) {
    // A closed reader (`| head`) must not end a sweep: the write fails, which is reported at the end.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // beyond `ulimit -f` a write fails instead
    reboost::parallel::share_heap_if_limited();
    return reboost::app::run_command_line({{argv + 1, argv + argc}, std::cout, std::cerr});
}
