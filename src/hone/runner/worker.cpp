// SPDX-License-Identifier: MIT
#include "hone/runner/worker.hpp"

#include <signal.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace hone::runner {
namespace {

constexpr std::size_t kRememberedTrials = 64;

// write() to a pipe that nobody reads sends SIGPIPE, which ends a process that does not expect it. How the
// process treats that signal is its own affair, so it is kept off this thread for the moment.
ssize_t write_quietly(int fd, const std::string& bytes) {
  sigset_t pipe_signal;
  sigset_t before;
  sigset_t pending;
  ::sigemptyset(&pipe_signal);
  ::sigaddset(&pipe_signal, SIGPIPE);
  ::sigpending(&pending);
  const bool was_pending = ::sigismember(&pending, SIGPIPE) == 1;
  ::pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  const ssize_t written = ::write(fd, bytes.data(), bytes.size());
  const int error = errno;
  if (written < 0 && error == EPIPE && !was_pending) {
    const timespec at_once{};
    while (::sigtimedwait(&pipe_signal, nullptr, &at_once) < 0 && errno == EINTR) {
    }
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

// Appends at most so many bytes; false when there will be no more.
bool read_some(const Descriptor& pipe, std::size_t most, std::string& bytes) {
  std::array<char, 65536> buffer;
  while (most > 0) {
    const ssize_t size = ::read(pipe.get(), buffer.data(), std::min(most, buffer.size()));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return errno == EAGAIN;
    if (size == 0) return false;
    bytes.append(buffer.data(), static_cast<std::size_t>(size));
    most -= static_cast<std::size_t>(size);
  }
  return true;
}

}  // namespace

void WorkerProcess::say(std::string_view text) {
  outgoing_ += text;
  flush();
}

bool WorkerProcess::flush() {
  while (!outgoing_.empty()) {
    if (is_closed()) return false;
    const ssize_t written = write_quietly(pipes_.input.get(), outgoing_);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno == EAGAIN;
    outgoing_.erase(0, static_cast<std::size_t>(written));
  }
  return true;
}

bool WorkerProcess::is_heard() const {
  pollfd end{pipes_.input.get(), 0, 0};
  return !is_closed() && (::poll(&end, 1, 0) <= 0 || (end.revents & (POLLERR | POLLHUP | POLLNVAL)) == 0);
}

std::size_t WorkerProcess::unread() const {
  int bytes = 0;
  if (is_closed() || ::ioctl(pipes_.input.get(), FIONREAD, &bytes) != 0) return 0;
  return static_cast<std::size_t>(bytes);
}

void WorkerProcess::close_input() {
  outgoing_.clear();
  pipes_.input.reset();
}

bool WorkerProcess::read_output(std::size_t most) {
  if (pipes_.output.get() < 0) return false;
  std::string bytes;
  if (!read_some(pipes_.output, most, bytes)) pipes_.output.reset();
  lines_.add(bytes);
  return pipes_.output.get() >= 0 || !bytes.empty();
}

std::string WorkerProcess::read_error(std::size_t most) {
  std::string bytes;
  if (pipes_.error.get() >= 0 && !read_some(pipes_.error, most, bytes)) pipes_.error.reset();
  return bytes;
}

void WorkerProcess::watch(std::vector<pollfd>& fds, bool output) const {
  fds.push_back({process_.fd(), POLLIN, 0});
  if (output) fds.push_back({pipes_.output.get(), POLLIN, 0});  // poll() passes over closed ones
  fds.push_back({pipes_.error.get(), POLLIN, 0});
  if (!outgoing_.empty()) fds.push_back({pipes_.input.get(), POLLOUT, 0});
}

void WorkerProcess::begin_trial(const std::string& id, std::int64_t number) {
  ++trials_;
  recent_.push_back({id, number});
  if (recent_.size() > kRememberedTrials) recent_.pop_front();
}

bool WorkerProcess::had(std::string_view id) const {
  return !recent_.empty() &&
         std::any_of(recent_.begin(), recent_.end() - 1, [&](const Given& given) { return given.id == id; });
}

bool WorkerProcess::had(std::int64_t number) const {
  return !recent_.empty() && std::any_of(recent_.begin(), recent_.end() - 1,
                                         [&](const Given& given) { return given.number == number; });
}

}  // namespace hone::runner
