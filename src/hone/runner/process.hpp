// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "hone/runner/descriptor.hpp"

namespace hone::runner {

struct GuardMessage;

/// A program to run, fully spelled out.
struct Invocation {
  std::string program;                   ///< path, relative ones from `directory`
  std::vector<std::string> arguments;    ///< the first is the name under which the program sees itself
  std::vector<std::string> environment;  ///< "NAME=value", the whole of it but for HONE_TAG (trial_tag.hpp)
  std::string directory;                 ///< to run in; where the tuner runs when empty
  std::string output_file;               ///< takes standard output; what is there is removed, not written to
  std::string error_file;                ///< the same for standard error
};

/// The tuner's ends of pipes to a program that it converses with. None of them waits.
struct Pipes {
  Descriptor input;   ///< to write to the program's standard input
  Descriptor output;  ///< to read its standard output
  Descriptor error;   ///< and its standard error
};

/// How a command ended.
struct Exit {
  enum class Kind {
    Code,        ///< number: its exit code
    Signal,      ///< number: the signal that ended it
    NotStarted,  ///< reason says why
    NoProcess,   ///< not started either, since the machine has no process left to give; reason says more
    NoOutput,    ///< what it printed could not be kept; number: errno
    Lost,        ///< its guard was killed, so nobody knows; reason may say why
    NoAnswer,    ///< a worker that ended, or cannot be understood, before it answered; reason says why
  };
  Kind kind = Kind::Lost;
  int number = 0;
  std::string reason = {};

  bool success() const noexcept { return kind == Kind::Code && number == 0; }
};

/// "exit code 3", "killed by signal 11 (SIGSEGV)", ...
std::string to_text(const Exit& exit);

/// A running command with all its descendants. They end with this object and with the calling process,
/// whatever ends it: see guard.hpp. Of what it prints, the files get the first and the last 8 MiB.
///
/// What left the command's process group is found by a tag in its environment (trial_tag.hpp) when somebody
/// kills the guard.
///
/// A command may stop its guard (it runs as the same user). poll() then lets the guard go on; one that has
/// work to do and is kept from it for about two seconds is killed, and all that it watches over.
class Process {
 public:
  /// Starts a command. Whether its program could be run is known at the end, from poll(). Throws
  /// Error(System) when the machine has no process, descriptor or file left to give, Error(InvalidArgument)
  /// for a text with a zero byte.
  explicit Process(const Invocation& invocation);
  /// The same with pipes instead of files for what it prints, and one for what it reads.
  Process(const Invocation& invocation, Pipes& pipes);
  /// Kills whatever is still running, and waits for that.
  ~Process();
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) = delete;

  /// Readable when poll() has news.
  int fd() const noexcept { return lifeline_.get(); }

  /// How the command ended, once it and all its descendants are gone; nothing before. Does not wait. To be
  /// called several times a second.
  std::optional<Exit> poll();

  /// SIGTERM to the command and its descendants. They may take their time.
  void terminate();
  /// SIGKILL to all.
  void kill();

 private:
  using Moment = std::chrono::steady_clock::time_point;

  /// What the command gets for standard input (closed: /dev/null), output and error.
  void start(const Invocation& invocation, const Pipes& theirs, bool direct);
  void order(char what);
  void read_messages();
  void take_message(const GuardMessage& message);
  void wake_guard();
  void signal_guard(int signal) const;
  bool guard_was_stopped();
  void force_end();
  void reap_guard();
  void outlive_guard();
  void kill_what_it_left(int status);

  pid_t guard_ = -1;
  pid_t command_ = -1;
  Descriptor lifeline_;
  std::string tag_;  // carried by all that the command starts
  std::string program_;
  std::string directory_;
  std::optional<Exit> exit_;
  bool over_ = false;
  bool killed_ = false;               // by kill(), or as this object goes
  std::optional<Moment> ordered_;     // when the guard was given an order that it has not read yet
  std::optional<Moment> held_since_;  // when it was first seen to be stopped
  Moment held_last_;
  int held_ = 0;  // how often since then
};

}  // namespace hone::runner
