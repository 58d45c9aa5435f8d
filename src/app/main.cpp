#include "app/command.hpp"

#include <iostream>

int main(int argc, char** argv) {
    return reboost::app::run_command_line({{argv + 1, argv + argc}, std::cout, std::cerr});
}
