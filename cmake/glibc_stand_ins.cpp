// SPDX-License-Identifier: MIT
// What objects compiled on Debian 12 call and glibc 2.27 does not have, made of what it has. Linked into what
// cmake/portable.cmake makes, and compiled with -fvisibility=hidden: nobody else's calls end here.
#include <fcntl.h>
#include <pthread.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>

extern "C" {

// glibc 2.32: "there is only one thread", which lets shared_ptr count without atomic operations. False is
// always right.
char __libc_single_threaded = 0;

// glibc 2.36, behind std::random_device.
std::uint32_t arc4random() noexcept {
  std::uint32_t bits = 0;
  while (::getrandom(&bits, sizeof bits, 0) != static_cast<ssize_t>(sizeof bits)) {
    if (errno != EINTR) std::abort();
  }
  return bits;
}

// glibc 2.28, behind SQLite's table of system calls. All arguments of fcntl() are passed alike on x86_64,
// where files always have 64 bits.
int fcntl64(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void* const argument = va_arg(rest, void*);
  va_end(rest);
  return ::fcntl(file, command, argument);
}

// glibc 2.30, behind std::condition_variable. The older function knows the time of day only, which may be set
// while we wait: so we wait for a second at most and then wake for no reason, as any wait may, and the caller
// looks again. To wait again here could miss who woke us while we were on the way back.
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* until) {
  constexpr long kSecond = 1'000'000'000;
  if (until->tv_nsec < 0 || until->tv_nsec >= kSecond) return EINVAL;
  timespec now{};
  if (::clock_gettime(clock, &now) != 0) return EINVAL;
  timespec left{until->tv_sec - now.tv_sec, until->tv_nsec - now.tv_nsec};
  if (left.tv_nsec < 0) {
    left.tv_nsec += kSecond;
    --left.tv_sec;
  }
  if (left.tv_sec < 0) left = {0, 0};
  if (left.tv_sec >= 1) left = {1, 0};

  timespec wake{};
  ::clock_gettime(CLOCK_REALTIME, &wake);
  wake.tv_sec += left.tv_sec;
  wake.tv_nsec += left.tv_nsec;
  if (wake.tv_nsec >= kSecond) {
    wake.tv_nsec -= kSecond;
    ++wake.tv_sec;
  }
  const int result = ::pthread_cond_timedwait(condition, mutex, &wake);
  if (result != ETIMEDOUT) return result;
  ::clock_gettime(clock, &now);
  const bool reached =
      now.tv_sec > until->tv_sec || (now.tv_sec == until->tv_sec && now.tv_nsec >= until->tv_nsec);
  return reached ? ETIMEDOUT : 0;
}

// glibc 2.34: fork() without handlers. What the child may do between this and exec() is the same: signal-safe
// calls only. It does not learn its thread number, which matters to locks that know their owner; those it may
// not take anyway.
pid_t _Fork() noexcept { return static_cast<pid_t>(::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }

// glibc 2.34. Kernels before 5.9 answer ENOSYS, which callers know.
int close_range(unsigned first, unsigned last, int flags) noexcept {
  return static_cast<int>(::syscall(SYS_close_range, first, last, flags));
}

// glibc 2.32. Here an unknown number has a text, too.
const char* strerrordesc_np(int number) noexcept {
  thread_local std::array<char, 64> unknown{};
  return ::strerror_r(number, unknown.data(), unknown.size());
}

// glibc 2.32. The numbers are those of x86_64.
const char* sigabbrev_np(int signal) noexcept {
  static constexpr std::array<const char*, 32> kNames = {
      nullptr, "HUP",  "INT",  "QUIT", "ILL",    "TRAP",   "ABRT",  "BUS",  "FPE",  "KILL", "USR1",
      "SEGV",  "USR2", "PIPE", "ALRM", "TERM",   "STKFLT", "CHLD",  "CONT", "STOP", "TSTP", "TTIN",
      "TTOU",  "URG",  "XCPU", "XFSZ", "VTALRM", "PROF",   "WINCH", "POLL", "PWR",  "SYS"};
  return signal > 0 && signal < 32 ? kNames[static_cast<std::size_t>(signal)] : nullptr;
}

}  // extern "C"
