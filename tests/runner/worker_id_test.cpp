// SPDX-License-Identifier: MIT
#include "hone/runner/worker_id.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "hone/base/text.hpp"
#include "support/processes.hpp"

namespace hone::runner {
namespace {

using storage::Liveness;

TEST(WorkerId, NamesThisProcess) {
  const auto fields = split(worker_id(), ':');
  ASSERT_EQ(fields.size(), 4U);
  EXPECT_EQ(fields[1], std::to_string(::getpid()));
  EXPECT_EQ(worker_id(), worker_id());
  EXPECT_EQ(liveness(worker_id()), Liveness::Alive);
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
  EXPECT_EQ(liveness(id), Liveness::Alive);
  ::kill(child, SIGKILL);
  EXPECT_TRUE(
      test::eventually([&] { return liveness(id) == Liveness::Dead; }));  // while nobody has reaped it
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(liveness(id), Liveness::Dead);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(WorkerId, IsDeadWhenTheNumberBelongsToAnother) {
  auto fields = split(worker_id(), ':');
  fields[2] = "1";  // started right after boot
  EXPECT_EQ(liveness(join(fields, ":")), Liveness::Dead);
}

TEST(WorkerId, IsUnknownWhenItRanElsewhere) {
  auto fields = split(worker_id(), ':');
  fields[1] = "4999999";
  EXPECT_EQ(liveness(join(fields, ":")), Liveness::Dead);
  auto other_host = fields;
  other_host[0] += "x";
  EXPECT_EQ(liveness(join(other_host, ":")), Liveness::Unknown);
  auto other_boot = fields;
  other_boot[3] = "00000000";
  EXPECT_EQ(liveness(join(other_boot, ":")), Liveness::Unknown);
  EXPECT_EQ(liveness(""), Liveness::Unknown);
  EXPECT_EQ(liveness("alice"), Liveness::Unknown);
  EXPECT_EQ(liveness(fields[0] + ":x:1:" + fields[3]), Liveness::Unknown);
}

// With /proc mounted as hidepid=2 the processes of other users are there, but not to be seen.
TEST(WorkerId, WhatIsThereAndHiddenLives) {
  EXPECT_EQ(liveness_of(EPERM, std::nullopt, "123"), Liveness::Alive);
  EXPECT_EQ(liveness_of(0, std::nullopt, "123"), Liveness::Alive);
  EXPECT_EQ(liveness_of(ESRCH, std::nullopt, "123"), Liveness::Dead);
}

TEST(WorkerId, WhatAnotherUserRunsLives) {
  EXPECT_EQ(liveness_of(EPERM, ProcessEntry{"123", 'S'}, "123"), Liveness::Alive);
  EXPECT_EQ(liveness_of(EPERM, ProcessEntry{"124", 'S'}, "123"), Liveness::Dead)
      << "the number was used again";
  EXPECT_EQ(liveness_of(0, ProcessEntry{"123", 'T'}, "123"), Liveness::Alive) << "a stopped process lives";
  EXPECT_EQ(liveness_of(0, ProcessEntry{"123", 'Z'}, "123"), Liveness::Dead);
  EXPECT_EQ(liveness_of(0, ProcessEntry{"123", 'S'}, "0"), Liveness::Alive)
      << "it did not know its own start";
}

}  // namespace
}  // namespace hone::runner
