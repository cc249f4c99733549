// SPDX-License-Identifier: MIT
#include "hone/cli/outside_command.hpp"
#include "hone/cli/program.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  return hone::cli::run_program(hone::cli::hand_over(arguments), hone::cli::add_outside_commands);
}
