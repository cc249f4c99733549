// SPDX-License-Identifier: MIT
#include "hone/service/backup_schedule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <utime.h>

#include <condition_variable>
#include <ctime>
#include <filesystem>
#include <mutex>

#include "hone/base/error.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::service {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Backups : public ::testing::Test {
 protected:
  BackupSchedule::Open open() const {
    return [path = folder_.file("hone.db")]() -> std::unique_ptr<storage::Storage> {
      return storage::open_sqlite(path);
    };
  }
  BackupSchedule::Told told() {
    return [this](const std::string& file, const std::string& error) {
      const std::lock_guard guard(mutex_);
      files_.push_back(file);
      errors_.push_back(error);
      moved_.notify_all();
    };
  }
  /// Waits until so many copies were tried.
  void wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    ASSERT_TRUE(moved_.wait_for(lock, std::chrono::seconds(60), [&] { return files_.size() >= count; }));
  }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(place_)) found.push_back(entry.path().filename());
    std::sort(found.begin(), found.end());
    return found;
  }

  test::TempDir folder_;
  std::string place_ = folder_.file("backups");
  std::mutex mutex_;
  std::condition_variable moved_;
  std::vector<std::string> files_;
  std::vector<std::string> errors_;
};

TEST_F(Backups, AreWholeStoresThatNobodyElseMayRead) {
  const auto store = storage::open_sqlite(folder_.file("hone.db"));
  store->create_study({.name = "s", .space = Space({real("x", 0, 1)})});
  const BackupSchedule schedule({.folder = place_}, open(), told());
  wait_for(1);
  EXPECT_THAT(errors_, ElementsAre(""));
  EXPECT_EQ(schedule.made(), 1);
  EXPECT_NEAR(static_cast<double>(schedule.newest()), static_cast<double>(std::time(nullptr)), 60.0);
  struct stat status {};
  ASSERT_EQ(::stat(files_.front().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
  const auto copy = storage::open_sqlite(files_.front());
  EXPECT_TRUE(copy->check().problems.empty());
  EXPECT_TRUE(copy->find_study("s"));
}

TEST_F(Backups, AreMadeAgainAndTheOldestGo) {
  storage::open_sqlite(folder_.file("hone.db"));
  fs::create_directory(place_);
  for (const char* name : {"hone-20200101T000000Z.db", "hone-20210101T000000Z.db", "hone-20220101T000000Z.db",
                           "hone-20230101T000000Z.db.old", "hone-monday.db", "notes.txt",
                           "hone-20220101T000000Z.db.7.partial", "hone-20220101T000000Z.db.8.partial"})
    test::write_file(place_ + "/" + name, "x");
  const std::time_t then = std::time(nullptr) - 7200;
  const utimbuf times{then, then};
  ::utime((place_ + "/hone-20220101T000000Z.db.7.partial").c_str(), &times);
  {
    const BackupSchedule schedule({.folder = place_, .every = 1.0, .keep = 2}, open(), told());
    EXPECT_EQ(schedule.newest(), 1640995200);
    wait_for(3);
    EXPECT_EQ(schedule.failed(), 0);
  }
  std::vector<std::string> copies;
  std::vector<std::string> others;
  for (const std::string& name : names())
    (fs::exists(folder_.file("hone.db")) && name.size() == 24 ? copies : others).push_back(name);
  ASSERT_EQ(copies.size(), 2U);
  EXPECT_GT(copies.front(), "hone-20250101T000000Z.db");
  EXPECT_THAT(others, ElementsAre("hone-20220101T000000Z.db.8.partial", "hone-20230101T000000Z.db.old",
                                  "hone-monday.db", "notes.txt"));
}

TEST_F(Backups, ACopyThatIsNewEnoughIsNotMadeAgain) {
  storage::open_sqlite(folder_.file("hone.db"));
  {
    const BackupSchedule first({.folder = place_}, open(), told());
    wait_for(1);
  }
  const BackupSchedule second({.folder = place_}, open(), told());
  EXPECT_GT(second.newest(), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(second.made(), 0);
  EXPECT_EQ(names().size(), 1U);
}

TEST_F(Backups, AFailureIsCountedAndTriedAgain) {
  const BackupSchedule schedule(
      {.folder = place_, .every = 0.05},
      []() -> std::unique_ptr<storage::Storage> {
        throw Error(ErrorCode::StorageBusy, "the database is away", "wait");
      },
      told());
  wait_for(2);
  EXPECT_THAT(errors_.front(), HasSubstr("the database is away"));
  EXPECT_GE(schedule.failed(), 2);
  EXPECT_EQ(schedule.made(), 0);
  EXPECT_TRUE(names().empty());
}

TEST_F(Backups, NeedAFolderThatCanBeWritten) {
  test::write_file(place_, "a file");
  EXPECT_THAT(test::message_of([&] { BackupSchedule({.folder = place_ + "/in"}, open(), told()); }),
              HasSubstr("cannot write backups"));
}

}  // namespace
}  // namespace hone::service
