// SPDX-License-Identifier: MIT
#include "hone/runner/worker_id.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "hone/base/text.hpp"
#include "support/processes.hpp"

namespace hone::runner {
namespace {

TEST(WorkerId, NamesThisProcess) {
  const auto fields = split(worker_id(), ':');
  ASSERT_EQ(fields.size(), 4U);
  EXPECT_EQ(fields[1], std::to_string(::getpid()));
  EXPECT_EQ(worker_id(), worker_id());
  EXPECT_FALSE(is_dead(worker_id()));
}

TEST(WorkerId, IsDeadWhenTheProcessIsGone) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string id = worker_id();
    const bool written = ::write(ends[1], id.data(), id.size()) == static_cast<ssize_t>(id.size());
    if (written) ::pause();
    ::_exit(0);
  }
  std::array<char, 512> buffer{};
  const ssize_t size = ::read(ends[0], buffer.data(), buffer.size());
  ASSERT_GT(size, 0);
  const std::string id(buffer.data(), static_cast<std::size_t>(size));
  EXPECT_NE(id, worker_id());
  EXPECT_FALSE(is_dead(id));
  ::kill(child, SIGKILL);
  EXPECT_TRUE(test::eventually([&] { return is_dead(id); }));  // while nobody has reaped it
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(is_dead(id));
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(WorkerId, IsDeadWhenTheNumberBelongsToAnother) {
  auto fields = split(worker_id(), ':');
  fields[2] = "1";  // started right after boot
  EXPECT_TRUE(is_dead(join(fields, ":")));
}

TEST(WorkerId, IsNotDeadWhenItCannotBeKnown) {
  auto fields = split(worker_id(), ':');
  fields[1] = "4999999";
  EXPECT_TRUE(is_dead(join(fields, ":")));
  auto other_host = fields;
  other_host[0] += "x";
  EXPECT_FALSE(is_dead(join(other_host, ":")));
  auto other_boot = fields;
  other_boot[3] = "00000000";
  EXPECT_FALSE(is_dead(join(other_boot, ":")));
  EXPECT_FALSE(is_dead(""));
  EXPECT_FALSE(is_dead("alice"));
  EXPECT_FALSE(is_dead(fields[0] + ":x:1:" + fields[3]));
}

}  // namespace
}  // namespace hone::runner
