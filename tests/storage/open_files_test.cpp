// SPDX-License-Identifier: MIT
// A store whose files are deleted or replaced while it is open says so, before it acknowledges anything.
#include "hone/storage/open_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "hone/storage/sqlite_database.hpp"
#include "storage/children.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using test::finish_one;
using test::start_one;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Gone : public ::testing::TestWithParam<const char*> {
 protected:
  Gone()
      : store(open_sqlite(path)),
        id(store->create_study(test::svm_study())),
        lease(start_one(*store, id, 0)) {}

  std::string file() const { return path + GetParam(); }
  void expect_gone(const std::function<void()>& call, const std::string& fate) {
    std::string message;
    EXPECT_EQ(code_of(call, &message), ErrorCode::StorageGone);
    EXPECT_THAT(message, HasSubstr("'" + file() + "' " + fate));
    EXPECT_THAT(message, HasSubstr("restore a backup"));
  }

  test::TempDir folder;
  std::string path = std::filesystem::canonical(folder.path()) / "hone.db";
  std::unique_ptr<Storage> store;
  StudyId id;
  Lease lease;
};

INSTANTIATE_TEST_SUITE_P(Files, Gone, ::testing::Values("", "-wal", "-shm"),
                         [](const auto& file) { return file.param[0] == 0 ? "db" : file.param + 1; });

TEST_P(Gone, ADeletedFileIsNoticedByHeartbeatsAndByWhatMustBeOnDisk) {
  store->require_there();
  std::filesystem::remove(file());
  const std::string fate = "was deleted or moved";
  expect_gone([&] { store->require_there(); }, fate);
  expect_gone([&] { store->heartbeat(id, {}, {"w1", 1000}); }, fate);
  expect_gone([&] { finish_one(*store, id, lease, 1.0); }, fate);
  expect_gone([&] { store->enqueue(id, test::proposals(1, 1)); }, fate);
  expect_gone([&] { store->create_study(test::svm_study("second")); }, fate);
  expect_gone([&] { store->put_artefact(test::artefact_draft("k", "n", "abc")); }, fate);
}

TEST_P(Gone, AReplacedFileIsNoticed) {
  std::filesystem::copy_file(file(), path + ".other");
  std::filesystem::rename(path + ".other", file());
  expect_gone([&] { finish_one(*store, id, lease, 1.0); }, "was replaced by another file");
  expect_gone([&] { store->heartbeat(id, {}, {"w1", 1000}); }, "was replaced by another file");
}

TEST_P(Gone, AFileThatCameBackIsWrittenAgain) {
  std::filesystem::rename(file(), path + ".aside");
  expect_gone([&] { finish_one(*store, id, lease, 1.0); }, "was deleted or moved");
  std::filesystem::rename(path + ".aside", file());
  finish_one(*store, id, lease, 1.0);
  store.reset();
  EXPECT_EQ(open_sqlite(path)->studies().at(0).complete, 1);
}

// The link leads to the same file, but whoever opens it now keeps another log beside it.
TEST_P(Gone, AFileThatBecameALinkIsNoticed) {
  std::filesystem::rename(file(), file() + ".moved");
  std::filesystem::create_symlink(file() + ".moved", file());
  expect_gone([&] { finish_one(*store, id, lease, 1.0); }, "was replaced by another file");
  expect_gone([&] { start_one(*store, id, 1); }, "was replaced by another file");
}

TEST(ManyNames, AreRefusedSinceEachWouldHaveALogOfItsOwn) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  open_sqlite(path)->create_study(test::svm_study());
  std::filesystem::create_hard_link(path, path + ".second");
  std::string message;
  EXPECT_EQ(code_of([&] { open_sqlite(path); }, &message), ErrorCode::StorageFailed);
  EXPECT_THAT(message, HasSubstr("hard links"));
  std::filesystem::remove(path + ".second");
  open_sqlite(path)->require_there();
}

class StillThere : public ::testing::Test {
 protected:
  test::TempDir folder;
  std::string path = folder.file("hone.db");
};

// What SQLite itself does with its files must not be taken for an attack.
TEST_F(StillThere, WhenOthersOpenCloseCopyAndWrite) {
  const auto store = open_sqlite(path);
  const StudyId id = store->create_study(test::svm_study());
  for (int round = 0; round < 5; ++round) {
    const int result = test::in_child([&] {
      finish_one(*open_sqlite(path), id, start_one(*open_sqlite(path), id, round), 1.0);
      return 0;
    });
    EXPECT_EQ(result, 0);
    SqliteDatabase other(path, {});
    other.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    other.execute("VACUUM");
    store->backup(folder.file("copy" + std::to_string(round)));
    EXPECT_THAT(store->heartbeat(id, {}, {"w", 1000}), IsEmpty());
  }
  EXPECT_EQ(store->studies().at(0).complete, 5);
}

TEST_F(StillThere, WhenManyOpenAndCloseAtOnce) {
  const int failed = test::in_children(8, [&](int) {
    for (int i = 0; i < 25; ++i) {
      const auto store = open_sqlite(path);
      store->require_there();
    }
    return 0;
  });
  EXPECT_EQ(failed, 0);
}

// The watch must not wait for a write that is stuck behind another process's lock.
TEST_F(StillThere, IsAnsweredWhileTheFileIsLocked) {
  const auto store = open_sqlite(path);
  const StudyId id = store->create_study(test::svm_study());
  SqliteDatabase other(path, {});
  other.begin(Access::Write);
  std::optional<ErrorCode> stuck;
  std::thread writer([&] { stuck = code_of([&] { store->enqueue(id, test::proposals(0, 1)); }); });
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    store->require_there();
  }
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10));
  other.rollback();
  writer.join();
  EXPECT_EQ(stuck, std::nullopt);
}

TEST_F(StillThere, AStoreWithoutAFileAlwaysIs) {
  open_memory()->require_there();
  open_sqlite(":memory:")->require_there();
}

TEST_F(StillThere, AgainWhenTheFolderThatWasMovedComesBack) {
  const auto store = open_sqlite(path);
  store->create_study(test::svm_study());
  std::filesystem::rename(folder.path(), folder.path() + ".away");
  EXPECT_EQ(code_of([&] { store->require_there(); }), ErrorCode::StorageGone);
  std::filesystem::rename(folder.path() + ".away", folder.path());
  store->require_there();
}

}  // namespace
}  // namespace hone::storage
