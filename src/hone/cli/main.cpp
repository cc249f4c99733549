// SPDX-License-Identifier: MIT
#include <signal.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "bench/quality/command_line.hpp"
#include "hone/cli/app.hpp"
#include "hone/cli/background_output.hpp"
#include "hone/runner/background_answer.hpp"

int main(int argc, char** argv) {
  // A file that may not grow any more (ulimit -f) is like a full disk: an error of the write, with a message.
  ::signal(SIGXFSZ, SIG_IGN);
  // Apart from C's streams they have buffers of their own, which `hone stdio` needs for its speed.
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  const int code = hone::cli::run(arguments, std::cin, std::cout, std::cerr, hone::cli::process_environment(),
                                  hone::quality::add_bench);
  // After Ctrl-C a thought, or a write that nobody reads: it cannot be stopped, and is not waited for.
  if (hone::runner::thinking_in_vain() || hone::cli::output_is_stuck()) {
    std::cout.flush();
    std::_Exit(code);
  }
  return code;
}
