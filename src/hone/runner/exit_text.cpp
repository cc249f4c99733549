// SPDX-License-Identifier: MIT
#include <string.h>

#include "hone/base/text.hpp"
#include "hone/runner/process.hpp"

namespace hone::runner {
namespace {

std::string signal_name(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name == nullptr ? "" : text(" (SIG", name, ")");
}

}  // namespace

std::string to_text(const Exit& exit) {
  switch (exit.kind) {
    case Exit::Kind::Code:
      return text("exit code ", exit.number);
    case Exit::Kind::Signal:
      return text("killed by signal ", exit.number, signal_name(exit.number));
    case Exit::Kind::NotStarted:
    case Exit::Kind::NoProcess:
    case Exit::Kind::NoAnswer:
      return exit.reason;
    case Exit::Kind::NoOutput:
      return text("what it printed could not be written to its files: ", ::strerrordesc_np(exit.number));
    case Exit::Kind::Lost:
      break;
  }
  return exit.reason.empty() ? "the process that watched over the command was killed" : exit.reason;
}

}  // namespace hone::runner
