// SPDX-License-Identifier: MIT
// Files that cannot be used: locked, read-only, of others, damaged. Each is refused with the reason and left
// as it is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/sqlite_database.hpp"
#include "storage/children.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using test::finish_one;
using test::finished_trial;
using test::in_child;
using test::proposals;
using test::start_one;
using test::svm_study;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

class DamagedFile : public ::testing::Test {
 protected:
  /// A closed store with one study of some trials.
  void make_store(std::int64_t trials) {
    const auto store = open_sqlite(path);
    const StudyId id = store->create_study(svm_study());
    std::vector<Trial> finished;
    for (std::int64_t i = 0; i < trials; ++i) finished.push_back(finished_trial(i, static_cast<double>(i)));
    store->insert(id, finished);
  }

  std::optional<ErrorCode> opening(const SqliteOptions& options = {}) {
    return code_of([&] { open_sqlite(path, options); }, &message);
  }

  test::TempDir folder;
  std::string path = folder.file("hone.db");
  std::string message;
};

TEST_F(DamagedFile, RefusesAFileThatIsNoDatabaseAndLeavesItAlone) {
  const std::string letter =
      "Dear reader, this is not a database, although it is longer than a hundred bytes. " +
      std::string(100, '.');
  write_file(path, letter);
  EXPECT_EQ(opening(), ErrorCode::StorageCorrupt);
  EXPECT_THAT(message, HasSubstr("is not a store of hone"));
  EXPECT_EQ(content_of(path), letter);
}

TEST_F(DamagedFile, RefusesADatabaseOfAnotherProgramAndLeavesItAlone) {
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "CREATE TABLE songs (title TEXT)", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(other);
  const std::string before = content_of(path);
  EXPECT_EQ(opening(), ErrorCode::StorageCorrupt);
  EXPECT_THAT(message, HasSubstr("another program"));
  EXPECT_EQ(content_of(path), before);
}

TEST_F(DamagedFile, TakesAnEmptyFileForANewStore) {
  write_file(path, "");
  EXPECT_EQ(opening(), std::nullopt);
}

TEST_F(DamagedFile, SaysNotFoundWhenThereIsNoFileAndNoneShallBeMade) {
  EXPECT_EQ(opening({.create = false}), ErrorCode::NotFound);
  EXPECT_FALSE(std::filesystem::exists(path));
  write_file(path, "");
  EXPECT_EQ(opening({.create = false}), ErrorCode::NotFound) << "an empty file is none";
}

TEST_F(DamagedFile, SaysThatTheFolderIsMissing) {
  path = folder.file("no/such/folder/hone.db");
  EXPECT_EQ(opening(), ErrorCode::StorageFailed);
  EXPECT_THAT(message, HasSubstr("No such file or directory"));
}

TEST_F(DamagedFile, SaysThatTheNameIsAFolder) {
  path = folder.path();
  EXPECT_EQ(opening(), ErrorCode::StorageFailed);
}

TEST_F(DamagedFile, RefusesAnEmptyName) {
  path = "";
  EXPECT_EQ(opening(), ErrorCode::InvalidArgument);
}

TEST_F(DamagedFile, ReportsATruncatedFileAtAnyLength) {
  make_store(500);
  const std::string whole = content_of(path);
  for (int part = 1; part < 20; ++part) {
    write_file(path, whole.substr(0, whole.size() * static_cast<std::size_t>(part) / 20));
    const auto code = code_of([&] {
      const auto store = open_sqlite(path);
      EXPECT_THAT(store->check().problems, Not(IsEmpty())) << "cut to " << part << "/20";
      store->changes(1, 0);
    });
    EXPECT_EQ(code, ErrorCode::StorageCorrupt) << "cut to " << part << "/20";
  }
}

TEST_F(DamagedFile, NeverCrashesOnFlippedBytes) {
  make_store(200);
  const std::string whole = content_of(path);
  Rng rng(11);
  int noticed = 0;
  for (int round = 0; round < 60; ++round) {
    std::string damaged = whole;
    for (int i = 0; i < 20; ++i)
      damaged[static_cast<std::size_t>(rng.below(damaged.size()))] = static_cast<char>(rng.bits32());
    write_file(path, damaged);
    for (const char* suffix : {"-wal", "-shm"}) std::filesystem::remove(path + suffix);
    const auto code = code_of([&] {
      const auto store = open_sqlite(path);
      if (!store->check().problems.empty()) ++noticed;
      for (const StudySummary& each : store->studies()) store->changes(each.id, 0);
    });
    if (code) ++noticed;
  }
  EXPECT_GT(noticed, 40);
}

TEST_F(DamagedFile, GivesUpOnALockedFileAfterTheTimeGivenAndGoesOnAfterwards) {
  make_store(1);
  const auto store = open_sqlite(path, {.busy_timeout = 100});
  SqliteDatabase other(path, {});
  other.begin(Access::Write);
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(code_of([&] { store->enqueue(1, proposals(0, 1)); }, &message), ErrorCode::StorageBusy);
  EXPECT_THAT(message, HasSubstr("locked"));
  const auto waited = std::chrono::steady_clock::now() - began;
  EXPECT_GE(waited, std::chrono::milliseconds(95));
  EXPECT_LT(waited, std::chrono::seconds(5));
  EXPECT_EQ(store->changes(1, 0).trials.size(), 1u) << "reading goes on";
  other.rollback();
  EXPECT_EQ(store->enqueue(1, proposals(0, 1)).first, 1);
}

TEST_F(DamagedFile, ReadsAReadOnlyFileAndRefusesToWriteIt) {
  make_store(3);
  const auto store = open_sqlite("file:" + path + "?mode=ro");
  EXPECT_EQ(store->changes(1, 0).trials.size(), 3u);
  EXPECT_EQ(code_of([&] { store->enqueue(1, proposals(0, 1)); }, &message), ErrorCode::StorageReadOnly);
  EXPECT_THAT(message, HasSubstr("cannot be written"));
}

// Root may write everything, so the test becomes somebody else.
TEST_F(DamagedFile, ReadsAFileInAFolderThatMayNotBeWritten) {
  make_store(3);
  ::chmod(path.c_str(), 0444);
  ::chmod(folder.path().c_str(), 0555);
  const int result = in_child([&] {
    if (::geteuid() == 0 && ::setuid(65534) != 0) return 10;
    const auto store = open_sqlite(path);
    if (store->changes(1, 0).trials.size() != 3) return 11;
    return code_of([&] { store->enqueue(1, proposals(0, 1)); }) == ErrorCode::StorageReadOnly ? 0 : 12;
  });
  ::chmod(folder.path().c_str(), 0755);
  EXPECT_EQ(result, 0);
}

TEST_F(DamagedFile, SaysThatANewFileMayNotBeMadeInAReadOnlyFolder) {
  ::chmod(folder.path().c_str(), 0555);
  const int result = in_child([&] {
    if (::geteuid() == 0 && ::setuid(65534) != 0) return 10;
    if (opening() == ErrorCode::StorageReadOnly) return 0;
    throw std::runtime_error(message);
  });
  ::chmod(folder.path().c_str(), 0755);
  EXPECT_EQ(result, 0);
}

// The operating system's limit on the size of a file, as a real disk that ends.
TEST_F(DamagedFile, KeepsWhatItAcceptedWhenTheDiskEndsAndGoesOnWhenThereIsRoom) {
  const int result = in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{.rlim_cur = 400'000, .rlim_max = RLIM_INFINITY};
    const auto store = open_sqlite(path);
    const StudyId id = store->create_study(svm_study());
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::int64_t ended = 0;
    for (;;) {
      const auto code = code_of(
          [&] {
            const Lease lease = start_one(*store, id, store->studies().at(0).trials);
            finish_one(*store, id, lease, 1.0);
          },
          &message);
      if (code == ErrorCode::StorageFull) break;
      if (code) throw std::runtime_error(message);
      if (++ended > 10'000) return 10;
    }
    if (store->studies().at(0).complete != ended) return 11;
    limit.rlim_cur = RLIM_INFINITY;
    ::setrlimit(RLIMIT_FSIZE, &limit);
    store->enqueue(id, proposals(0, 1));
    if (store->studies().at(0).complete != ended || !store->check().problems.empty()) return 12;
    return ended > 3 ? 0 : 13;
  });
  EXPECT_EQ(result, 0);
}

TEST(LockedStore, SaysOnceThatItWaits) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  std::vector<std::string> told;
  const auto store = open_sqlite(
      path, {.busy_timeout = 1800, .on_wait = [&](const std::string& file) { told.push_back(file); }});
  store->create_study(svm_study());
  SqliteDatabase other(path, {});
  other.begin(Access::Write);
  EXPECT_EQ(code_of([&] { store->enqueue(1, proposals(0, 1)); }), ErrorCode::StorageBusy);
  EXPECT_EQ(told, std::vector<std::string>{path});
  EXPECT_EQ(code_of([&] { store->enqueue(1, proposals(0, 1)); }), ErrorCode::StorageBusy);
  EXPECT_EQ(told.size(), 1u);
  other.rollback();
  store->enqueue(1, proposals(0, 1));
}

}  // namespace
}  // namespace hone::storage
