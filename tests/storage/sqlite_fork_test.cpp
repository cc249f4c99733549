// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_fork.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "storage/children.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::await_child;
using test::fork_child;
using test::in_child;
using test::NumberPipe;
using test::proposals;
using test::svm_study;

class SqliteFork : public ::testing::Test {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "a sanitizer's own locks are not released in a process that busy threads were forked to";
#endif
  }
  std::size_t trials() { return open_sqlite(path)->changes(id, 0).trials.size(); }

  test::TempDir folder;
  std::string path = folder.file("hone.db");
  std::unique_ptr<Storage> store = open_sqlite(path);
  StudyId id = store->create_study(svm_study());
};

/// Does something again and again in a thread of its own.
class Busy {
 public:
  explicit Busy(std::function<void()> work)
      : thread_([this, work = std::move(work)] {
          while (!over_) work();
        }) {}
  ~Busy() {
    over_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> over_ = false;
  std::thread thread_;
};

TEST_F(SqliteFork, ANewProcessOpensWhatItsParentsThreadsAreBusyWith) {
  constexpr std::size_t kForks = 50;
  const std::vector<Proposal> one = proposals(0, 1);
  // All of it once beforehand: a static variable that another thread initialises at a fork is never ready in
  // the new process, and not what is tried here.
  open_sqlite(path)->enqueue(id, one);
  std::size_t written = 1;
  {
    const Busy writing([&] { store->enqueue(id, one), ++written; });
    const Busy opening([&] { open_sqlite(path)->find_study("svm"); });
    for (std::size_t i = 0; i < kForks; ++i) {
      ASSERT_EQ(in_child([&] {
                  ::alarm(60);  // ends a process that hangs
                  open_sqlite(path)->enqueue(id, one);
                  return 0;
                }),
                0)
          << "fork " << i;
    }
  }
  EXPECT_EQ(trials(), kForks + written);
}

// When the last connection closes, SQLite deletes the log: it must see that the new process has one.
TEST_F(SqliteFork, ANewProcessHoldsLocksOfItsOwn) {
  NumberPipe opened;
  NumberPipe closed;
  const pid_t child = fork_child([&] {
    ::alarm(60);
    const auto own = open_sqlite(path);
    opened.send(1);
    closed.receive_one();
    own->enqueue(id, proposals(0, 1));
    return 0;
  });
  ASSERT_TRUE(opened.receive_one());
  store.reset();
  closed.send(1);
  EXPECT_EQ(await_child(child), 0);
  EXPECT_EQ(trials(), 1U);
}

TEST_F(SqliteFork, AndSoDoesItsOwnChild) {
  EXPECT_EQ(in_child([&] {
              ::alarm(60);
              auto own = open_sqlite(path);
              NumberPipe opened;
              NumberPipe closed;
              const pid_t grandchild = fork_child([&] {
                ::alarm(60);
                const auto third = open_sqlite(path);
                opened.send(1);
                closed.receive_one();
                third->enqueue(id, proposals(0, 1));
                return 0;
              });
              if (!opened.receive_one()) return 1;
              own.reset();
              closed.send(1);
              return await_child(grandchild);
            }),
            0);
  store.reset();
  EXPECT_EQ(trials(), 1U);
}

}  // namespace
}  // namespace hone::storage
