// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "bench/quality/command_line.hpp"
#include "hone/cli/app.hpp"
#include "hone/runner/background_answer.hpp"

int main(int argc, char** argv) {
  // Apart from C's streams they have buffers of their own, which `hone stdio` needs for its speed.
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  const int code = hone::cli::run(arguments, std::cin, std::cout, std::cerr, hone::cli::process_environment(),
                                  hone::quality::add_bench);
  if (hone::runner::thinking_in_vain()) {  // after Ctrl-C: it cannot be stopped, and is not waited for
    std::cout.flush();
    std::_Exit(code);
  }
  return code;
}
