// SPDX-License-Identifier: MIT
#pragma once

#include <poll.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hone/runner/moment.hpp"
#include "hone/runner/output_lines.hpp"
#include "hone/runner/process.hpp"

namespace hone::runner {

/// A program that lives for many trials, and the pipes to it. Nothing here waits, and what is printed stays
/// in the pipes until somebody reads it, so a worker that prints while it has no trial cannot fill the
/// memory.
class WorkerProcess {
 public:
  /// Starts it. Throws Error as Process does.
  explicit WorkerProcess(const Invocation& invocation) : process_(invocation, pipes_) {}

  // --- what we say

  /// Sends a text as soon as the pipe takes it.
  void say(std::string_view text);
  /// Sends more of what was said. False when nobody reads the worker's standard input any more.
  bool flush();
  /// False when nobody can read the worker's standard input any more, whether or not there is something to
  /// send.
  bool is_heard() const;
  /// Bytes that were said and could not be sent yet.
  std::size_t unsent() const noexcept { return outgoing_.size(); }
  /// Bytes that were sent and have not been read by the worker.
  std::size_t unread() const;
  /// Ends the worker's standard input, upon which it should end. What could not be sent is dropped.
  void close_input();
  bool is_closed() const noexcept { return pipes_.input.get() < 0; }

  // --- what it says

  /// Takes at most so many bytes that it printed into lines(). False when nobody can print any more.
  bool read_output(std::size_t most);
  bool can_speak() const noexcept { return pipes_.output.get() >= 0; }
  OutputLines& lines() noexcept { return lines_; }
  /// The same for standard error, of which the text is returned.
  std::string read_error(std::size_t most);
  /// Adds what to wait for: its end, what it prints if `output`, and room for what was not sent.
  void watch(std::vector<pollfd>& fds, bool output) const;

  // --- its life

  std::optional<Exit> poll() { return process_.poll(); }
  void terminate() { process_.terminate(); }
  void kill() { process_.kill(); }

  /// Notes that it was given a trial; trials() counts them.
  void begin_trial(const std::string& id, std::int64_t number);
  std::int64_t trials() const noexcept { return trials_; }
  /// Whether it was given that trial, not too long ago, and not as the last one.
  bool had(std::string_view id) const;
  bool had(std::int64_t number) const;

 private:
  Pipes pipes_;
  Process process_;
  std::string outgoing_;
  OutputLines lines_;
  std::int64_t trials_ = 0;
  struct Given {
    std::string id;
    std::int64_t number;
  };
  std::deque<Given> recent_;
};

}  // namespace hone::runner
