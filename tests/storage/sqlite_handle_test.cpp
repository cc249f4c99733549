// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_handle.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace hone::storage {
namespace {

TEST(SqlitePatience, DoesNotCountTheTimeInWhichItCouldNotLook) {
  SqlitePatience patience(400);
  patience.start();
  std::this_thread::sleep_for(std::chrono::milliseconds(900));  // as a process that is not run
  EXPECT_TRUE(patience.wait(1));
}

TEST(SqlitePatience, EndsWhenItsTimeIsUp) {
  SqlitePatience patience(30);
  patience.start();
  int looks = 0;
  while (patience.wait(1000) && looks < 1000) ++looks;
  EXPECT_GT(looks, 0);
  EXPECT_LT(looks, 1000);
}

TEST(SqlitePatience, EndsAtOnceWhenThereIsNoUse) {
  int asked = 0;
  SqlitePatience patience(600'000, [&] {
    ++asked;
    return false;
  });
  patience.start();
  while (patience.wait(10'000)) {
  }
  EXPECT_EQ(asked, 1);
}

}  // namespace
}  // namespace hone::storage
