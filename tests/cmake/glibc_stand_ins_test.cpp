// SPDX-License-Identifier: MIT
// Beside the functions of the C library that they stand in for, which Debian 12 has.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <set>
#include <string>
#include <thread>

// The same source under other names: under their own they would be the system's.
#define __libc_single_threaded stand_in_single_threaded
#define arc4random stand_in_arc4random
#define fcntl64 stand_in_fcntl64
#define pthread_cond_clockwait stand_in_clockwait
#define _Fork stand_in_fork
#define close_range stand_in_close_range
#define strerrordesc_np stand_in_strerrordesc
#define sigabbrev_np stand_in_sigabbrev
#include "glibc_stand_ins.cpp"
#undef __libc_single_threaded
#undef arc4random
#undef fcntl64
#undef pthread_cond_clockwait
#undef _Fork
#undef close_range
#undef strerrordesc_np
#undef sigabbrev_np

namespace {

std::string text_of(const char* text) { return text == nullptr ? "(none)" : text; }

timespec in(std::chrono::nanoseconds time) {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  const auto then = std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec) + time;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(then);
  return {seconds.count(), static_cast<long>((then - seconds).count())};
}

TEST(GlibcStandIns, NamesOfSignalsAreTheSystems) {
  for (int signal = -1; signal < 32; ++signal)
    EXPECT_EQ(text_of(stand_in_sigabbrev(signal)), text_of(::sigabbrev_np(signal))) << signal;
  EXPECT_EQ(stand_in_sigabbrev(1000), nullptr);
}

TEST(GlibcStandIns, WordsForErrorsAreTheSystems) {
  for (int number = 0; number < 134; ++number) {
    const char* const words = ::strerrordesc_np(number);
    if (words == nullptr) continue;
    EXPECT_EQ(text_of(stand_in_strerrordesc(number)), words) << number;
  }
  EXPECT_EQ(text_of(stand_in_strerrordesc(9999)), "Unknown error 9999");
}

TEST(GlibcStandIns, RandomNumbersDiffer) {
  std::set<std::uint32_t> seen;
  for (int i = 0; i < 8; ++i) seen.insert(stand_in_arc4random());
  EXPECT_GT(seen.size(), 6U);
}

TEST(GlibcStandIns, AForkedChildEndsAsItSays) {
  const pid_t child = stand_in_fork();
  if (child == 0) ::_exit(::getpid() == ::getppid() ? 1 : 42);
  ASSERT_GT(child, 0);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 42);
}

TEST(GlibcStandIns, ClosesARangeAndPassesArgumentsOn) {
  const int first = stand_in_fcntl64(0, F_DUPFD, 200);
  const int second = stand_in_fcntl64(0, F_DUPFD_CLOEXEC, 201);
  ASSERT_GE(first, 200);
  ASSERT_GE(second, 201);
  EXPECT_EQ(stand_in_fcntl64(second, F_GETFD), FD_CLOEXEC);
  if (stand_in_close_range(200, 300, 0) != 0) {
    ASSERT_EQ(errno, ENOSYS);
    GTEST_SKIP() << "this kernel has no close_range()";
  }
  EXPECT_EQ(stand_in_fcntl64(first, F_GETFD), -1);
  EXPECT_EQ(errno, EBADF);
}

struct Waiting {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  bool ready = false;
};

TEST(GlibcStandIns, AWaitEndsAtItsTimeAndNotBefore) {
  Waiting waiting;
  pthread_mutex_lock(&waiting.mutex);
  const timespec past = in(-std::chrono::seconds(3));
  EXPECT_EQ(stand_in_clockwait(&waiting.condition, &waiting.mutex, CLOCK_MONOTONIC, &past), ETIMEDOUT);

  const timespec soon = in(std::chrono::milliseconds(50));
  while (stand_in_clockwait(&waiting.condition, &waiting.mutex, CLOCK_MONOTONIC, &soon) == 0) continue;
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  EXPECT_TRUE(now.tv_sec > soon.tv_sec || (now.tv_sec == soon.tv_sec && now.tv_nsec >= soon.tv_nsec));

  // Nobody signals: it wakes after a second, and does not say that the time has come.
  const timespec late = in(std::chrono::hours(1));
  EXPECT_EQ(stand_in_clockwait(&waiting.condition, &waiting.mutex, CLOCK_MONOTONIC, &late), 0);

  const timespec odd{1, 2'000'000'000};
  EXPECT_EQ(stand_in_clockwait(&waiting.condition, &waiting.mutex, CLOCK_MONOTONIC, &odd), EINVAL);
  pthread_mutex_unlock(&waiting.mutex);
}

TEST(GlibcStandIns, AWaitEndsWhenItIsWoken) {
  Waiting waiting;
  pthread_mutex_lock(&waiting.mutex);
  std::thread other([&waiting] {
    pthread_mutex_lock(&waiting.mutex);
    waiting.ready = true;
    pthread_cond_signal(&waiting.condition);
    pthread_mutex_unlock(&waiting.mutex);
  });
  const timespec late = in(std::chrono::minutes(4));
  int result = 0;
  while (!waiting.ready && result == 0)
    result = stand_in_clockwait(&waiting.condition, &waiting.mutex, CLOCK_MONOTONIC, &late);
  EXPECT_TRUE(waiting.ready);
  pthread_mutex_unlock(&waiting.mutex);
  other.join();
}

}  // namespace
