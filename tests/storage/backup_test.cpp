// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_backup.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using test::finish_one;
using test::start_one;
using test::svm_study;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Backup : public ::testing::Test {
 protected:
  Backup() : store(open_sqlite(folder.file("hone.db"))), id(store->create_study(svm_study())) {}

  std::size_t files() const {
    const std::filesystem::directory_iterator all(folder.path());
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }

  test::TempDir folder;
  std::unique_ptr<Storage> store;
  StudyId id;
};

TEST_F(Backup, HoldsWhatTheStoreHeld) {
  finish_one(*store, id, start_one(*store, id, 0), 0.5);
  store->backup(folder.file("copy.db"));
  finish_one(*store, id, start_one(*store, id, 1), 0.25);
  const auto copy = open_sqlite(folder.file("copy.db"), {.create = false});
  EXPECT_EQ(copy->current(id).study, svm_study());
  ASSERT_EQ(copy->changes(id, 0).trials.size(), 1u);
  EXPECT_EQ(copy->changes(id, 0).trials[0], store->trial(id, 0));
  EXPECT_THAT(copy->check().problems, IsEmpty());
}

TEST_F(Backup, OverwritesNothing) {
  std::ofstream(folder.file("precious")) << "text";
  std::string message;
  EXPECT_EQ(code_of([&] { store->backup(folder.file("precious")); }, &message), ErrorCode::AlreadyExists);
  EXPECT_THAT(message, HasSubstr("precious"));
  EXPECT_EQ(std::filesystem::file_size(folder.file("precious")), 4u);
  EXPECT_EQ(code_of([&] { store->backup(folder.file("hone.db")); }), ErrorCode::AlreadyExists);
}

TEST_F(Backup, LeavesNoDraftWhenItFails) {
  const std::size_t before = files();
  EXPECT_EQ(code_of([&] { store->backup(folder.file("no/such/folder/copy.db")); }), ErrorCode::StorageFailed);
  EXPECT_EQ(files(), before);
  store->backup(folder.file("copy.db"));
  EXPECT_EQ(files(), before + 1);
}

TEST_F(Backup, IsSoundWhileOthersWrite) {
  std::atomic<bool> stop = false;
  std::atomic<std::int64_t> ended = 0;
  std::thread writer([&] {
    for (std::int64_t i = 0; !stop; ++i) {
      finish_one(*store, id, start_one(*store, id, i), 0.5);
      ended = i + 1;
    }
  });
  for (int i = 0; i < 5; ++i) {
    const std::int64_t before = ended;
    const std::string copy = folder.file("copy" + std::to_string(i));
    store->backup(copy);
    const auto opened = open_sqlite(copy);
    EXPECT_THAT(opened->check().problems, IsEmpty());
    EXPECT_GE(opened->studies().at(0).complete, before);
  }
  stop = true;
  writer.join();
}

TEST_F(Backup, IsNotForStoresInMemory) {
  EXPECT_EQ(code_of([&] { open_memory()->backup(folder.file("copy.db")); }), ErrorCode::InvalidArgument);
  EXPECT_EQ(code_of([&] { open_sqlite(":memory:")->backup(folder.file("copy.db")); }),
            ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace hone::storage
