// SPDX-License-Identifier: MIT
#include "hone/storage/shared_database.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/storage/sqlite_database.hpp"

namespace hone::storage {
namespace {

class SharedDatabaseTest : public ::testing::Test {
 protected:
  SharedDatabaseTest() : shared(std::make_unique<SqliteDatabase>(":memory:", SqliteOptions{})) {
    shared.outside().execute("CREATE TABLE numbers (number BIGINT PRIMARY KEY)");
  }

  static bool insert(Database& database, int number) {
    Query(database, "INSERT INTO numbers (number) VALUES (?)").with(number).run();
    return true;
  }

  std::vector<std::int64_t> numbers() {
    return shared.read([](Database& database) {
      std::vector<std::int64_t> all;
      Query query(database, "SELECT number FROM numbers ORDER BY number");
      while (query.next()) all.push_back(query.integer(0));
      return all;
    });
  }

  /// Runs jobs so that they meet in one transaction: the first waits until the others stand in the queue.
  void run_together(const std::vector<std::function<void()>>& jobs) {
    std::promise<void> others_came;
    std::promise<void> first_runs;
    std::thread first([&] {
      shared.write(Access::Write, [&](Database&) {
        first_runs.set_value();
        others_came.get_future().wait();
        return false;
      });
    });
    first_runs.get_future().wait();
    std::vector<std::thread> threads;
    for (const auto& job : jobs) threads.emplace_back(job);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    others_came.set_value();
    first.join();
    for (std::thread& thread : threads) thread.join();
  }

  SharedDatabase shared;
};

TEST_F(SharedDatabaseTest, UndoesAWriteThatReturnsFalse) {
  shared.write(Access::Write, [](Database& database) { return insert(database, 1) && false; });
  EXPECT_TRUE(numbers().empty());
}

TEST_F(SharedDatabaseTest, UndoesAWriteThatThrowsAndPassesTheErrorOn) {
  const auto failing = [&] {
    shared.write(Access::Write, [](Database& database) -> bool {
      insert(database, 1);
      throw std::runtime_error("no");
    });
  };
  EXPECT_THROW(failing(), std::runtime_error);
  EXPECT_TRUE(numbers().empty());
}

TEST_F(SharedDatabaseTest, WritesThatMeetKeepTheirOwnOutcomes) {
  std::atomic<int> refused = 0;
  std::vector<std::function<void()>> jobs;
  for (int i = 0; i < 6; ++i) {
    jobs.emplace_back([&, i] {
      try {
        shared.write(Access::Write, [&](Database& database) {
          insert(database, i);
          if (i == 2) throw std::runtime_error("no");
          if (i == 3) insert(database, 100 + i) && insert(database, 100 + i);  // the same key twice
          return i != 4;
        });
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Conflict);
        ++refused;
      } catch (const std::runtime_error&) {
        ++refused;
      }
    });
  }
  run_together(jobs);
  EXPECT_EQ(refused, 2);
  EXPECT_EQ(numbers(), (std::vector<std::int64_t>{0, 1, 5}));
}

TEST_F(SharedDatabaseTest, WritesThatMeetAllFailWhenTheirTransactionIsLost) {
  std::atomic<int> refused = 0;
  std::vector<std::function<void()>> jobs;
  for (int i = 0; i < 3; ++i) {
    jobs.emplace_back([&, i] {
      try {
        shared.write(Access::Write, [&](Database& database) -> bool {
          insert(database, i);
          database.rollback();  // as SQLite does by itself when the disk is full
          throw Error(ErrorCode::StorageFull, "full", "empty it");
        });
      } catch (const Error&) {
        ++refused;
      }
    });
  }
  run_together(jobs);
  EXPECT_EQ(refused, 3);
  EXPECT_TRUE(numbers().empty());
}

}  // namespace
}  // namespace hone::storage
