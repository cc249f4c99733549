// SPDX-License-Identifier: MIT
#include "hone/runner/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/runner/descendants.hpp"
#include "hone/runner/guard.hpp"
#include "hone/runner/private_files.hpp"
#include "hone/runner/refusal.hpp"
#include "hone/runner/trial_tag.hpp"

namespace hone::runner {
namespace {

// A guard that is stopped so often and so long, or does not read an order for so long, is being kept from its
// work.
constexpr auto kPatience = std::chrono::seconds(2);
constexpr int kHeldOften = 5;
// Longer than a guard tries to kill what cannot be killed.
constexpr auto kGuardLimit = std::chrono::seconds(7);
constexpr int kKillRounds = 50;

std::string errno_text(int number) { return ::strerrordesc_np(number); }

[[noreturn]] void refuse_system(const std::string& what, int number) {
  throw Error(ErrorCode::System, text("cannot ", what, ": ", errno_text(number)),
              "free some of the machine's resources or run fewer trials at a time");
}

// Below 3 are the standard streams, which the guard replaces; a tuner started without them gets these numbers
// for its own.
Descriptor above_standard(Descriptor descriptor) {
  if (descriptor.get() > 2) return descriptor;
  Descriptor moved(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, 3));
  if (moved.get() < 0) refuse_system("copy a descriptor", errno);
  return moved;
}

Descriptor open_null() {
  Descriptor file(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (file.get() < 0) refuse_system("open '/dev/null'", errno);
  return above_standard(std::move(file));
}

// What has the name is removed and not written to: it may be a link that somebody left there.
Descriptor replace_file(const std::string& path) {
  ::unlink(path.c_str());
  return above_standard(create_private_file(AT_FDCWD, path));
}

// The tuner's end, which does not wait, and the program's, which does, as programs expect.
Descriptor open_pipe(Descriptor& theirs, bool we_write) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) refuse_system("make a pipe", errno);
  Descriptor reader(ends[0]);
  Descriptor writer(ends[1]);
  Descriptor ours = above_standard(std::move(we_write ? writer : reader));
  theirs = above_standard(std::move(we_write ? reader : writer));
  if (::fcntl(ours.get(), F_SETFL, O_NONBLOCK) != 0) refuse_system("make a pipe", errno);
  return ours;
}

std::pair<Descriptor, Descriptor> open_lifeline() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    refuse_system("make a socket", errno);
  Descriptor ours(ends[0]);
  Descriptor theirs(ends[1]);
  return {above_standard(std::move(ours)), above_standard(std::move(theirs))};
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& entry : texts) {
    if (entry.find('\0') != std::string::npos) {
      throw Error(ErrorCode::InvalidArgument, text("an argument holds a zero byte: '", entry.c_str(), "...'"),
                  "no program can be given one; use another value");
    }
    result.push_back(const_cast<char*>(entry.c_str()));  // execve() does not write to them
  }
  result.push_back(nullptr);
  return result;
}

// No signal handler of the tuner may run in the guard, so none is let through until the guard is on its own.
pid_t fork_guard(const GuardPlan& plan) {
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  // Without the handlers of pthread_atfork(): they may take locks or stop threads of numeric libraries.
  const pid_t pid = ::_Fork();
  if (pid == 0) run_guard(plan);
  const int error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) throw no_more("processes", error);
  return pid;
}

Exit exit_from_wait(int status) {
  if (WIFSIGNALED(status)) return {Exit::Kind::Signal, WTERMSIG(status)};
  return {Exit::Kind::Code, WEXITSTATUS(status)};
}

std::string program_problem(const std::string& program, int number) {
  const std::string problem = text("cannot run '", program, "': ", errno_text(number));
  switch (number) {
    case ENOENT:
      return problem + "; check the program's name, and the interpreter in its first line if it is a script";
    case EACCES:
      return problem + "; make it executable (chmod +x)";
    case ENOEXEC:
      return problem + "; a script needs a first line such as #!/bin/sh";
    case E2BIG:
      return problem + "; shorten the command or the environment";
    default:
      return problem;
  }
}

}  // namespace

Process::Process(const Invocation& invocation) {
  Pipes files;
  files.output = replace_file(invocation.output_file);
  files.error = replace_file(invocation.error_file);
  start(invocation, files, false);
}

Process::Process(const Invocation& invocation, Pipes& pipes) {
  Pipes theirs;
  pipes.input = open_pipe(theirs.input, true);
  pipes.output = open_pipe(theirs.output, false);
  pipes.error = open_pipe(theirs.error, false);
  start(invocation, theirs, true);
}

void Process::start(const Invocation& invocation, const Pipes& theirs, bool direct) {
  program_ = invocation.program;
  directory_ = invocation.directory;
  const auto arguments = pointers(invocation.arguments);
  tag_ = new_tag();
  const std::vector<std::string> variables = tagged(invocation.environment, tag_);
  const auto environment = pointers(variables);
  const Descriptor null = open_null();
  auto [ours, guards] = open_lifeline();
  guard_ = fork_guard({.program = program_.c_str(),
                       .arguments = arguments.data(),
                       .environment = environment.data(),
                       .directory = directory_.empty() ? nullptr : directory_.c_str(),
                       .null = null.get(),
                       .input = theirs.input.get(),
                       .output = theirs.output.get(),
                       .error = theirs.error.get(),
                       .direct = direct,
                       .lifeline = guards.get()});
  lifeline_ = std::move(ours);
}

Process::~Process() {
  if (guard_ < 0) return;
  lifeline_.reset();
  outlive_guard();
}

Process::Process(Process&& other) noexcept
    : guard_(std::exchange(other.guard_, -1)),
      command_(other.command_),
      lifeline_(std::move(other.lifeline_)),
      tag_(std::move(other.tag_)),
      program_(std::move(other.program_)),
      directory_(std::move(other.directory_)),
      exit_(std::move(other.exit_)),
      over_(other.over_),
      killed_(other.killed_),
      ordered_(other.ordered_),
      held_since_(other.held_since_),
      held_last_(other.held_last_),
      held_(other.held_) {}

std::optional<Exit> Process::poll() {
  if (!over_) read_messages();
  if (!over_) wake_guard();
  if (!over_) return std::nullopt;
  return exit_ ? exit_ : Exit{};
}

void Process::read_messages() {
  GuardMessage message;
  while (true) {
    const ssize_t size = ::recv(lifeline_.get(), &message, sizeof message, MSG_DONTWAIT);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (size <= 0) break;
    take_message(message);
  }
  over_ = true;
  reap_guard();
  // A guard that says nothing was killed: the command died with it, the rest of its group is up to us.
  if (!exit_ && command_ > 0) ::kill(-command_, SIGKILL);
}

void Process::take_message(const GuardMessage& message) {
  using Kind = GuardMessage::Kind;
  const int number = message.number;
  const auto not_started = [&](const std::string& reason) {
    exit_ = Exit{Exit::Kind::NotStarted, number, reason};
  };
  switch (message.kind) {
    case Kind::Started:
      command_ = number;
      break;
    case Kind::Obeyed:
      ordered_.reset();
      break;
    case Kind::NoProgram:
      not_started(program_problem(program_, number));
      break;
    case Kind::NoFork:
      exit_ = Exit{Exit::Kind::NoProcess, number, no_more("processes", number).what()};
      break;
    case Kind::NoDirectory:
      not_started(text("cannot enter the folder '", directory_, "': ", errno_text(number)));
      break;
    case Kind::Ended:
      if (!exit_) exit_ = exit_from_wait(number);
      break;
    case Kind::NoOutput:
      exit_ = Exit{Exit::Kind::NoOutput, number};
      break;
    case Kind::Unkillable:
      break;  // the kernel will end them some day; the trial is over
  }
}

// A host program may ignore SIGCHLD or reap our child for us; then there is nothing to wait for.
void Process::reap_guard() {
  int status = exit_ ? 0 : SIGKILL;  // where nobody tells
  while (::waitpid(guard_, &status, 0) < 0 && errno == EINTR) {
  }
  guard_ = -1;
  kill_what_it_left(status);
}

// A guard that goes by itself has left nothing. What a killed one watched over belongs to nobody, and may
// have left the command's process group.
void Process::kill_what_it_left(int status) {
  if (WIFSIGNALED(status)) kill_tagged(tag_);
}

void Process::order(char what) {
  if (over_) return;
  ::send(lifeline_.get(), &what, 1, MSG_NOSIGNAL);
  signal_guard(SIGCONT);
  if (!ordered_) ordered_ = std::chrono::steady_clock::now();
}

// Never to -1, which kill() takes for everybody.
void Process::signal_guard(int signal) const {
  if (guard_ > 0) ::kill(guard_, signal);
}

// Once for each time that somebody stopped it.
bool Process::guard_was_stopped() {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(guard_), &info, WSTOPPED | WNOHANG) == 0 && info.si_pid == guard_;
}

void Process::wake_guard() {
  const Moment now = std::chrono::steady_clock::now();
  if (guard_was_stopped()) {
    signal_guard(SIGCONT);
    if (!held_since_) held_since_ = now;
    held_last_ = now;
    ++held_;
  } else if (held_since_ && now - held_last_ > kPatience) {
    held_since_.reset();
    held_ = 0;
  }
  // While the command runs and nobody wants it dead, a guard may stand still: it may be somebody who rations
  // processor time by stopping all processes in turn.
  const bool held = held_ >= kHeldOften && now - *held_since_ > kPatience &&
                    (killed_ || (command_ > 0 && has_ended(command_)));
  const bool deaf = ordered_ && now - *ordered_ > kPatience;
  if (held || deaf) force_end();
}

// Does the guard's work for it. The descendants come first: without the guard they could not be told any
// more.
void Process::force_end() {
  for (int round = 0; round < kKillRounds && signal_descendants(guard_, SIGKILL) > 0; ++round) ::usleep(1000);
  signal_guard(SIGKILL);
  if (!exit_) exit_ = Exit{Exit::Kind::Lost, 0, "it kept the process that watches over it from its work"};
}

// After the lifeline has ended: the guard kills everything and goes, unless it is kept from it.
void Process::outlive_guard() {
  killed_ = true;
  const Moment begun = std::chrono::steady_clock::now();
  int status = exit_ ? 0 : SIGKILL;  // where nobody tells
  while (::waitpid(guard_, &status, WNOHANG) == 0) {
    signal_guard(SIGCONT);
    wake_guard();
    if (std::chrono::steady_clock::now() - begun > kGuardLimit) force_end();
    ::usleep(500);
  }
  guard_ = -1;
  kill_what_it_left(status);
}

void Process::terminate() { order(kTerminate); }
void Process::kill() {
  killed_ = true;
  order(kKill);
}

}  // namespace hone::runner
