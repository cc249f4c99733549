// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

// The guard is a small process between the tuner and one command. It sees that nothing the command started
// outlives the command, and that the command does not outlive the tuner, however either ends:
//   - the command leads a process group of its own; the guard adopts what its descendants orphan (a
//   "subreaper"), so
//     those that left the group are found as well;
//   - the guard holds one end of a socket pair, the lifeline. When the tuner dies, even by SIGKILL, the
//   socket ends and the
//     guard kills everything;
//   - the command dies with the guard (PR_SET_PDEATHSIG), should somebody kill that; the tuner kills what the
//     command had started, which it knows by a tag (trial_tag.hpp), or the next tuner if that one is dead
//     too;
//   - it leads its own session, so that Ctrl-C in the terminal reaches the tuner alone, who then decides;
//   - it takes what the command prints to the files, of which it keeps the beginning and the end. A worker,
//   which
//     converses with the tuner, has pipes to the tuner instead.
namespace hone::runner {

/// Everything the guard needs, made ready before the fork: afterwards nothing may be allocated, as the tuner
/// may have had other threads. Descriptors are 3 or above.
struct GuardPlan {
  const char* program = nullptr;
  char* const* arguments = nullptr;
  char* const* environment = nullptr;
  const char* directory = nullptr;  ///< to run in; nullptr: where the tuner runs
  int null = -1;                    ///< /dev/null
  int input = -1;                   ///< the command's standard input; -1: /dev/null
  int output = -1;                  ///< file that gets the standard output of the command
  int error = -1;                   ///< and its standard error
  bool direct = false;  ///< these two are handed to the command itself, and the guard lets go of them
  int lifeline = -1;    ///< orders from the tuner, messages to it; a SOCK_SEQPACKET socket
};

/// Orders on the lifeline.
constexpr char kTerminate = 'T';  ///< SIGTERM to the command and all its descendants
constexpr char kKill = 'K';       ///< SIGKILL to all

/// Messages on the lifeline. When it ends, the guard is gone.
struct GuardMessage {
  enum class Kind : std::int32_t {
    Started,      ///< number: process id of the command, which leads a group of the same number
    Obeyed,       ///< an order was read
    NoDirectory,  ///< number: errno of chdir
    NoProgram,    ///< number: errno of execve
    NoFork,       ///< number: errno of fork
    Ended,        ///< number: what waitpid said about the command
    NoOutput,     ///< number: errno of a write; what the command printed is not all in the files
    Unkillable,   ///< processes that survived SIGKILL for seconds (stuck in the kernel) were left behind
  };
  Kind kind = Kind::Started;
  std::int32_t number = 0;
};

/// The guard's whole life. Call it in a fresh child with every signal blocked. Uses only async-signal-safe
/// calls.
[[noreturn]] void run_guard(const GuardPlan& plan) noexcept;

}  // namespace hone::runner
