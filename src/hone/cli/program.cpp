// SPDX-License-Identifier: MIT
#include "hone/cli/program.hpp"

#include <signal.h>

#include <cstdlib>
#include <iostream>

#include "hone/cli/background_output.hpp"
#include "hone/runner/background_answer.hpp"

namespace hone::cli {

int run_program(const std::vector<std::string>& arguments, const MoreCommands& more) {
  // A file that may not grow any more (ulimit -f) is like a full disk: an error of the write, with a message.
  ::signal(SIGXFSZ, SIG_IGN);
  // Apart from C's streams they have buffers of their own, which `hone stdio` needs for its speed.
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  const int code = run(arguments, std::cin, std::cout, std::cerr, process_environment(), more);
  // After Ctrl-C a thought, or a write that nobody reads: it cannot be stopped, and is not waited for.
  if (runner::thinking_in_vain() || output_is_stuck()) {
    std::cout.flush();
    std::_Exit(code);
  }
  return code;
}

}  // namespace hone::cli
