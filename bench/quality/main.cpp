// SPDX-License-Identifier: MIT
// The program hone-bench, which `hone bench` becomes. Its words are those of `hone`, with the command in
// front.
#include "bench/quality/command_line.hpp"
#include "hone/cli/program.hpp"

int main(int argc, char** argv) {
  std::vector<std::string> arguments = {"bench"};
  if (argc > 0) arguments.insert(arguments.end(), argv + 1, argv + argc);
  return hone::cli::run_program(arguments, hone::quality::add_bench);
}
