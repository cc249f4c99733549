// SPDX-License-Identifier: MIT
#include "hone/storage/write_queue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "hone/storage/sqlite_database.hpp"
#include "storage/children.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::await_child;
using test::fork_child;
using test::NumberPipe;
using test::proposals;
using test::svm_study;
using ::testing::Eq;
using ::testing::Optional;

class Line : public ::testing::Test {
 protected:
  Line() { std::ofstream(log) << "log"; }

  test::TempDir folder;
  std::string log = folder.file("log");
};

TEST_F(Line, EachWaitsForThoseWhoCameBefore) {
  WriteQueue first(log);
  WriteQueue second(log);
  WriteQueue third(log);
  first.enter();
  second.enter();
  third.enter();
  EXPECT_EQ(first.ahead(), std::nullopt);
  EXPECT_THAT(second.ahead(), Optional(first.place()));
  EXPECT_THAT(third.ahead(), Optional(first.place()));
  first.leave();
  first.enter();
  EXPECT_EQ(second.ahead(), std::nullopt);
  EXPECT_THAT(third.ahead(), Optional(second.place()));
  EXPECT_THAT(first.ahead(), Optional(second.place())) << "who had his turn is the last";
  second.leave();
  third.leave();
  EXPECT_EQ(first.ahead(), std::nullopt);
}

TEST_F(Line, BeginsAnewWhenNobodyWaits) {
  WriteQueue first(log);
  for (int i = 0; i < 3; ++i) {
    first.enter();
    EXPECT_EQ(first.place(), 1);
    first.leave();
    EXPECT_EQ(first.place(), 0);
  }
}

TEST_F(Line, LosesThoseWhoDie) {
  NumberPipe places;
  const pid_t child = fork_child([&] {
    WriteQueue theirs(log);
    theirs.enter();
    places.send(theirs.place());
    ::pause();
    return 0;
  });
  EXPECT_EQ(places.receive_one(), 1);
  WriteQueue ours(log);
  ours.enter();
  EXPECT_THAT(ours.ahead(), Optional(Eq(1)));
  ::kill(child, SIGKILL);
  await_child(child);
  EXPECT_EQ(ours.ahead(), std::nullopt);
}

TEST_F(Line, IsNoneWithoutALog) {
  WriteQueue nowhere(folder.file("missing"));
  nowhere.enter();
  EXPECT_EQ(nowhere.ahead(), std::nullopt);
  nowhere.leave();
}

// --- at a store

/// Another process that has the store's lock until it is told to let go. No connection of SQLite's may be
/// open in a process that forks, so the tests hold none themselves before all others are there.
class LockHolder {
 public:
  /// `in_line`: as hone does it, and not as a program that knows nothing of the line.
  LockHolder(const std::string& path, bool in_line) {
    child_ = fork_child([&] {
      SqliteDatabase database(path, {});
      in_line ? database.begin(Access::Write) : database.execute("BEGIN IMMEDIATE");
      ready_.send(1);
      go_.receive_one();
      database.rollback();
      end_.receive_one();
      return 0;
    });
    ready_.receive_one();
  }
  ~LockHolder() {
    end_.send(1);
    await_child(child_);
  }
  void let_go() const { go_.send(1); }

 private:
  NumberPipe ready_;
  NumberPipe go_;
  NumberPipe end_;  // until then the log stays
  pid_t child_;
};

class StoreLine : public ::testing::Test {
 protected:
  StoreLine() : id(open_sqlite(path)->create_study(svm_study())) {}

  /// Begins a write in a process of its own, which is in the line when this returns.
  pid_t writer(std::int64_t me, int patience = 30000) {
    const WriteQueue line(path + "-wal");
    const std::int64_t before = line.last_place();
    const pid_t child = fork_child([&] {
      open_sqlite(path, {.busy_timeout = patience})->enqueue(id, proposals(me, 1));
      return 0;
    });
    while (line.last_place() == before) std::this_thread::yield();
    return child;
  }

  /// How a writer ended in front of whom the line took longer than his patience (milliseconds), but moved all
  /// the time; nothing when it did not move.
  std::optional<int> wait_in_moving_line(int patience) {
    using Clock = std::chrono::steady_clock;
    const std::chrono::milliseconds all(patience);
    const LockHolder holder(path, false);
    std::vector<WriteQueue> others;
    for (int i = 0; i < 30; ++i) {
      others.emplace_back(path + "-wal");
      others.back().enter();
    }
    const Clock::time_point began = Clock::now();
    const pid_t child = writer(0, patience);
    Clock::time_point moved = Clock::now();
    Clock::duration stood{};
    const auto move = [&] {
      stood = std::max(stood, Clock::now() - moved);
      moved = Clock::now();
    };
    for (WriteQueue& other : others) {
      if (Clock::now() - began < all + all / 4) std::this_thread::sleep_for(all / 12);
      other.leave();
      move();
    }
    const bool long_enough = Clock::now() - began > all;
    holder.let_go();
    move();
    const int result = await_child(child);
    return long_enough && stood < all / 2 ? std::optional(result) : std::nullopt;
  }

  std::vector<Configuration> stored() {
    std::vector<Configuration> all;
    for (const Trial& trial : open_sqlite(path)->changes(id, 0).trials) all.push_back(trial.configuration);
    return all;
  }

  test::TempDir folder;
  std::string path = folder.file("hone.db");
  StudyId id;
};

TEST_F(StoreLine, ServesWritersInTheOrderInWhichTheyCame) {
  constexpr std::int64_t kWriters = 12;
  std::vector<Configuration> came;
  {
    const LockHolder holder(path, true);
    std::vector<pid_t> children;
    for (std::int64_t i = 0; i < kWriters; ++i) {
      const std::int64_t me = (i * 5) % kWriters;
      children.push_back(writer(me));
      came.push_back(test::proposal(me).configuration);
    }
    holder.let_go();
    for (const pid_t child : children) EXPECT_EQ(await_child(child), 0);
  }
  EXPECT_TRUE(stored() == came);
}

// One in the line was stopped, but the file is free.
TEST_F(StoreLine, PassesOverOneWhoWasStopped) {
  pid_t stopped = 0;
  {
    const LockHolder holder(path, true);
    stopped = writer(0);
    ::kill(stopped, SIGSTOP);
    int status = 0;
    ASSERT_EQ(::waitpid(stopped, &status, WUNTRACED), stopped);
    holder.let_go();
  }
  {
    const auto store = open_sqlite(path, {.busy_timeout = 60'000});
    for (std::int64_t i = 1; i < 100; ++i) store->enqueue(id, proposals(i, 1));
  }
  ::kill(stopped, SIGCONT);
  EXPECT_EQ(await_child(stopped), 0);
  EXPECT_EQ(stored().size(), 100u);
}

// A line that moves may take longer than the patience, which is for one that stands still. On a busy machine
// it may be us who let it stand still; that shows nothing, and is tried again with more patience.
TEST_F(StoreLine, HasNoTimeLimitAsLongAsItMoves) {
  std::optional<int> result;
  for (int patience = 3000; !result; patience *= 2) result = wait_in_moving_line(patience);
  EXPECT_EQ(*result, 0);
}

}  // namespace
}  // namespace hone::storage
