// SPDX-License-Identifier: MIT
#include "hone/runner/guard.hpp"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "hone/runner/descendants.hpp"
#include "hone/runner/output_pump.hpp"

namespace hone::runner {
namespace {

using Kind = GuardMessage::Kind;

constexpr int kKillPause = 10;  // milliseconds between rounds of SIGKILL
// Milliseconds for which a command's output is left in the pipes: most commands that end within them need no
// turn of the guard before they do.
constexpr int kQuietStart = 25;
constexpr std::int64_t kKillLimit =
    5000;  // milliseconds after which what cannot be killed is left to the kernel

std::int64_t now() noexcept {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

// When nobody listens any more, nobody needs to know.
void send(const GuardPlan& plan, Kind kind, int number) noexcept {
  const GuardMessage message{kind, number};
  ::send(plan.lifeline, &message, sizeof message, MSG_NOSIGNAL);
}

void close_between(int first, int last) noexcept {
  if (first > last || ::close_range(static_cast<unsigned>(first), static_cast<unsigned>(last), 0) == 0)
    return;
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const int end = static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 1 << 20));
  for (int fd = first; fd <= std::min(last, end); ++fd) ::close(fd);
}

// The guard does not exec, so it must let go by hand of what the tuner has open: above all the lifelines of
// other guards, which would not see the tuner's death while a copy lives here.
void keep_only_ours(const GuardPlan& plan) noexcept {
  for (int fd = 0; fd < 3; ++fd) ::dup2(plan.null, fd);
  std::array<int, 4> ours = {plan.input, plan.output, plan.error, plan.lifeline};
  std::sort(ours.begin(), ours.end());
  int next = 3;
  for (const int fd : ours) {
    if (fd < next) continue;
    close_between(next, fd - 1);
    next = fd + 1;
  }
  close_between(next, 0x7fffffff);
}

void default_signals() noexcept {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &action, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// In the command's process, from the fork to the exec.
[[noreturn]] void become_command(const GuardPlan& plan, pid_t guard, int output, int error) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != guard) ::_exit(127);  // it died before the line above
  ::setpgid(0, 0);
  send(plan, Kind::Started,
       ::getpid());  // by itself: whoever kills the guard before its next turn finds it known
  if (plan.input >= 0) ::dup2(plan.input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(error, STDERR_FILENO);
  if (plan.directory != nullptr && ::chdir(plan.directory) != 0) {
    send(plan, Kind::NoDirectory, errno);
    ::_exit(127);
  }
  default_signals();
  ::execve(plan.program, plan.arguments, plan.environment);
  send(plan, Kind::NoProgram, errno);
  ::_exit(127);
}

// A command may stop us, and again right after the SIGCONT that the tuner's death brings, before we had a
// turn; nobody else would ever wake us. So the kernel does: a timer that runs out sends SIGCONT, which lets a
// stopped process go on whatever it thinks of the signal. Periodic timers will not do: when the signal is
// ignored, or taken back by the next SIGSTOP, the kernel does not start them again. Several that fire once,
// set anew whenever we have a turn, are as good.
class Waker {
 public:
  static constexpr int kRewind = 2000;  // milliseconds after which they are set anew

  void begin() noexcept {
    for (int& timer : timers_) {
      sigevent event{};
      event.sigev_notify = SIGEV_SIGNAL;
      event.sigev_signo = SIGCONT;
      // The library's function may allocate.
      if (::syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) != 0) timer = -1;
    }
    wind();
  }

  void wind() noexcept {
    wound_ = now();
    std::int64_t after = 0;
    for (const int timer : timers_) {
      after += kPause;
      itimerspec time{};
      time.it_value = {.tv_sec = after / 1000, .tv_nsec = after % 1000 * 1'000'000};
      if (timer >= 0) ::syscall(SYS_timer_settime, timer, 0, &time, nullptr);
    }
  }

  void wind_if_due() noexcept {
    if (now() - wound_ >= kRewind) wind();
  }

 private:
  static constexpr std::int64_t kPause = 250;  // milliseconds between two of them

  std::array<int, 16> timers_{};  // they go with the process, and children do not get them
  std::int64_t wound_ = 0;
};

class Guard {
 public:
  explicit Guard(const GuardPlan& plan) noexcept : plan_(plan), output_(plan.output), error_(plan.error) {}

  [[noreturn]] void run() noexcept {
    watch_children();
    waker_.begin();
    start();
    while (true) {
      wait_for_news();
      waker_.wind_if_due();
      obey();
      output_.move();
      error_.move();
      if (!reap()) leave(0);
      if (ended_ && !terminating_) begin_killing();  // what the command left behind
      if (killing_) kill_all();
    }
  }

 private:
  void watch_children() noexcept {
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &action, nullptr);
    sigset_t children;
    ::sigemptyset(&children);
    ::sigaddset(&children, SIGCHLD);
    children_ = ::signalfd(-1, &children, SFD_NONBLOCK | SFD_CLOEXEC);
  }

  void start() noexcept {
    const pid_t self = ::getpid();
    command_ = plan_.direct || (output_.open() && error_.open()) ? ::_Fork() : -1;
    if (command_ == 0) {
      become_command(plan_, self, plan_.direct ? plan_.output : output_.writer(),
                     plan_.direct ? plan_.error : error_.writer());
    }
    if (command_ < 0) {
      send(plan_, Kind::NoFork, errno);
      ::_exit(1);
    }
    if (plan_.direct) {
      for (const int fd : {plan_.input, plan_.output, plan_.error})
        ::close(fd);  // so that their ends are seen
    } else {
      output_.close_writer();
      error_.close_writer();
    }
    ::setpgid(command_, command_);  // by both, so that it holds whoever runs first
  }

  void wait_for_news() noexcept {
    std::array<pollfd, 4> fds = {{{lifeline_ended_ ? -1 : plan_.lifeline, POLLIN, 0},
                                  {children_, POLLIN, 0},
                                  {output_.reader(), POLLIN, 0},
                                  {error_.reader(), POLLIN, 0}}};
    const bool quiet = std::exchange(quiet_, false);
    ::poll(fds.data(), quiet ? 2 : fds.size(), quiet ? kQuietStart : killing_ ? kKillPause : Waker::kRewind);
    orders_ = fds[0].revents != 0;
    signalfd_siginfo info;
    while (::read(children_, &info, sizeof info) > 0) {
    }
  }

  void obey() noexcept {
    if (!orders_) return;
    char order = 0;
    const ssize_t size = ::read(plan_.lifeline, &order, 1);
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) return;
    lifeline_ended_ = size <= 0;  // an error when the tuner died before it read our last message
    if (!lifeline_ended_) send(plan_, Kind::Obeyed, 0);
    if (lifeline_ended_ || order == kKill) {
      begin_killing();
    } else if (order == kTerminate) {
      terminating_ = true;
      if (!ended_) ::kill(-command_, SIGTERM);
      signal_descendants(::getpid(), SIGTERM, command_);
    }
  }

  // False when no descendant is left.
  bool reap() noexcept {
    while (true) {
      int status = 0;
      const pid_t pid = ::waitpid(-1, &status, WNOHANG);
      if (pid == 0 || (pid < 0 && errno == EINTR)) return true;
      if (pid < 0) return false;
      if (pid != command_) continue;
      ended_ = true;
      send(plan_, Kind::Ended, status);
    }
  }

  void begin_killing() noexcept {
    if (killing_) return;
    killing_ = true;
    kill_until_ = now() + kKillLimit;
  }

  void kill_all() noexcept {
    if (!ended_) ::kill(-command_, SIGKILL);  // afterwards the number may belong to somebody else
    signal_descendants(::getpid(), SIGKILL);
    if (now() < kill_until_) return;
    send(plan_, Kind::Unkillable, 0);
    leave(1);
  }

  [[noreturn]] void leave(int code) noexcept {
    output_.finish();
    error_.finish();
    const int problem = output_.problem() != 0 ? output_.problem() : error_.problem();
    if (problem != 0) send(plan_, Kind::NoOutput, problem);
    ::_exit(code);
  }

  const GuardPlan& plan_;
  OutputPump output_;
  OutputPump error_;
  Waker waker_;
  int children_ = -1;
  pid_t command_ = -1;
  bool quiet_ = true;
  bool orders_ = false;
  bool lifeline_ended_ = false;
  bool ended_ = false;
  bool terminating_ = false;
  bool killing_ = false;
  std::int64_t kill_until_ = 0;
};

}  // namespace

void run_guard(const GuardPlan& plan) noexcept {
  ::setsid();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  // A command may have stopped us with SIGSTOP, and a tuner that is dead cannot wake us any more.
  ::prctl(PR_SET_PDEATHSIG, SIGCONT);
  // Another name than the tuner's, so that `killall hone` leaves the guards to do their work.
  ::prctl(PR_SET_NAME, "trial-guard");
  keep_only_ours(plan);
  Guard(plan).run();
}

}  // namespace hone::runner
