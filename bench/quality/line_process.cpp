// SPDX-License-Identifier: MIT
#include "bench/quality/line_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

extern char** environ;

namespace hone::quality {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_until(Clock::time_point end) {
  return std::chrono::duration<double>(end - Clock::now()).count();
}

/// The environment with one thread for every numeric library a peer may use.
std::vector<std::string> single_threaded_environment() {
  constexpr std::array<const char*, 4> kLimits = {"OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1",
                                                  "MKL_NUM_THREADS=1", "NUMEXPR_NUM_THREADS=1"};
  std::vector<std::string> variables(kLimits.begin(), kLimits.end());
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    const std::string_view name = variable.substr(0, variable.find('=') + 1);
    bool ours = false;
    for (const char* limit : kLimits) ours |= std::string_view(limit).starts_with(name);
    if (!ours) variables.emplace_back(variable);
  }
  return variables;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& item : texts) result.push_back(item.data());
  result.push_back(nullptr);
  return result;
}

/// The end of what a program wrote to its standard error.
std::string tail_of(int file) {
  constexpr off_t kTail = 2000;
  struct stat status {};
  if (fstat(file, &status) != 0) return "";
  const off_t size = status.st_size;
  std::string tail(static_cast<std::size_t>(std::min(size, kTail)), '\0');
  const ssize_t got = pread(file, tail.data(), tail.size(), std::max<off_t>(0, size - kTail));
  tail.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return tail;
}

}  // namespace

LineProcess::LineProcess(const std::vector<std::string>& command) : name_(join(command, " ")) {
  // A socket instead of pipes: writing to a program that has ended is then an error, not a signal.
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw Error(ErrorCode::System, text("no socket: ", std::strerror(errno)), "close other programs");
  }
  socket_ = ends[0];
  errors_ = memfd_create("peer-errors", MFD_CLOEXEC);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  if (errors_ >= 0) posix_spawn_file_actions_adddup2(&actions, errors_, STDERR_FILENO);
  std::vector<std::string> arguments = command;
  std::vector<std::string> environment = single_threaded_environment();
  const int code = posix_spawnp(&child_, arguments.front().c_str(), &actions, nullptr,
                                pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (code != 0) {
    close(socket_);
    if (errors_ >= 0) close(errors_);
    throw Error(ErrorCode::System, text("cannot start '", name_, "': ", std::strerror(code)),
                "check that the program exists and may be run");
  }
}

LineProcess::~LineProcess() {
  close(socket_);
  if (errors_ >= 0) close(errors_);
  // A program that reads lines ends at the end of its input; one that hangs is not waited for.
  for (int i = 0; i < 200; ++i) {
    if (waitpid(child_, nullptr, WNOHANG) != 0) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

std::string LineProcess::exchange(std::string_view line, double patience) {
  std::string out(line);
  out += '\n';
  for (std::size_t sent = 0; sent < out.size();) {
    const ssize_t n = send(socket_, out.data() + sent, out.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("has ended");
    sent += static_cast<std::size_t>(n);
  }
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(patience));
  std::size_t newline = 0;
  while ((newline = pending_.find('\n')) == std::string::npos) {
    if (!receive(seconds_until(end))) fail(text("did not answer within ", patience, " s"));
  }
  std::string answer = pending_.substr(0, newline);
  pending_.erase(0, newline + 1);
  return answer;
}

bool LineProcess::receive(double patience) {
  pollfd waiting{.fd = socket_, .events = POLLIN, .revents = 0};
  const int ready = poll(&waiting, 1, static_cast<int>(std::max(0.0, 1000.0 * patience)));
  if (ready == 0) return false;
  if (ready < 0 && errno == EINTR) return true;
  std::array<char, 1 << 16> block{};
  const ssize_t n = recv(socket_, block.data(), block.size(), 0);
  if (n < 0 && errno == EINTR) return true;
  if (n <= 0) fail("has ended");
  pending_.append(block.data(), static_cast<std::size_t>(n));
  return true;
}

void LineProcess::fail(const std::string& problem) {
  const std::string tail = errors_ >= 0 ? tail_of(errors_) : "";
  throw Error(ErrorCode::System, text("'", name_, "' ", problem, tail.empty() ? "" : ":\n" + tail),
              "run it by hand to see why");
}

}  // namespace hone::quality
