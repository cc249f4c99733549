// SPDX-License-Identifier: MIT
#include "hone/storage/side_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "storage/children.hpp"
#include "storage/no_locks.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using test::in_child;
using test::proposals;
using test::svm_study;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr uid_t kSomebody = 65534;

/// A store that belongs to somebody whom permissions bind, unlike root.
class ReadOnlyStore : public ::testing::Test {
 protected:
  ReadOnlyStore() {
    if (::geteuid() == 0 && ::chown(folder.path().c_str(), kSomebody, kSomebody) != 0)
      throw std::runtime_error("chown");
  }

  /// In a process of the owner's; what went wrong is on the screen.
  static int as_owner(const std::function<int()>& work) {
    return in_child([&] {
      if (::geteuid() == 0 && (::setgid(kSomebody) != 0 || ::setuid(kSomebody) != 0)) return 90;
      return work();
    });
  }

  void make_store() {
    ASSERT_EQ(as_owner([&] {
                const auto store = open_sqlite(path);
                store->enqueue(store->create_study(svm_study()), proposals(0, 3));
                return 0;
              }),
              0);
  }

  bool exists(const std::string& suffix) const { return std::filesystem::exists(path + suffix); }

  test::TempDir folder;
  std::string path = folder.file("hone.db");
  std::string message;
};

TEST_F(ReadOnlyStore, IsLeftAsItWasByWhoLooks) {
  make_store();
  ::chmod(path.c_str(), 0444);
  EXPECT_EQ(as_owner([&] {
              const auto store = open_sqlite(path);
              if (store->changes(1, 0).trials.size() != 3) return 1;
              return code_of([&] { store->enqueue(1, proposals(3, 1)); }) == ErrorCode::StorageReadOnly ? 0
                                                                                                        : 2;
            }),
            0);
  EXPECT_FALSE(exists("-shm"));
  EXPECT_FALSE(exists("-wal"));
  ::chmod(path.c_str(), 0644);
  EXPECT_EQ(as_owner([&] {
              open_sqlite(path)->enqueue(1, proposals(3, 1));
              return 0;
            }),
            0);
}

// What is in the log belongs to the store, so that it has to be opened with it.
TEST_F(ReadOnlyStore, CanBeWrittenAgainAfterALookAtItsLog) {
  make_store();
  EXPECT_EQ(as_owner([&] {
              const auto store = open_sqlite(path);
              store->enqueue(1, proposals(3, 1));
              ::_exit(0);  // without closing: the log stays
              return 1;
            }),
            0);
  ASSERT_TRUE(exists("-wal"));
  std::filesystem::remove(path + "-shm");
  for (const char* suffix : {"", "-wal"}) ::chmod((path + suffix).c_str(), 0444);
  EXPECT_EQ(as_owner([&] { return open_sqlite(path)->changes(1, 0).trials.size() == 4 ? 0 : 1; }), 0);
  ::chmod(path.c_str(), 0644);
  EXPECT_EQ(as_owner([&] {
              open_sqlite(path)->enqueue(1, proposals(4, 1));
              return open_sqlite(path)->changes(1, 0).trials.size() == 5 ? 0 : 1;
            }),
            0);
}

// Who protects a store protects its log with it, and finds both as they were.
TEST_F(ReadOnlyStore, KeepsThePermissionsOfItsLog) {
  make_store();
  EXPECT_EQ(as_owner([&] {
              const auto store = open_sqlite(path);
              store->enqueue(1, proposals(3, 1));
              ::_exit(0);  // without closing: the log stays
              return 1;
            }),
            0);
  for (const char* suffix : {"", "-wal", "-shm"}) ASSERT_EQ(::chmod((path + suffix).c_str(), 0444), 0);
  EXPECT_EQ(as_owner([&] { return open_sqlite(path)->changes(1, 0).trials.size() == 4 ? 0 : 1; }), 0);
  for (const char* suffix : {"", "-wal", "-shm"}) {
    struct stat found {};
    ASSERT_EQ(::stat((path + suffix).c_str(), &found), 0) << suffix;
    EXPECT_EQ(found.st_mode & 0777U, 0444U) << suffix;
  }
  ::chmod(path.c_str(), 0644);
  EXPECT_EQ(as_owner([&] {
              open_sqlite(path)->enqueue(1, proposals(4, 1));
              return open_sqlite(path)->changes(1, 0).trials.size() == 5 ? 0 : 1;
            }),
            0);
}

TEST_F(ReadOnlyStore, MendsWhatAnEarlierLookLeft) {
  make_store();
  for (const char* suffix : {"-wal", "-shm"}) {
    std::ofstream(path + suffix).flush();
    ::chmod((path + suffix).c_str(), 0444);
    if (::geteuid() == 0) {
      ASSERT_EQ(::chown((path + suffix).c_str(), kSomebody, kSomebody), 0);
    }
  }
  EXPECT_EQ(as_owner([&] {
              open_sqlite(path)->enqueue(1, proposals(3, 1));
              return 0;
            }),
            0);
}

TEST_F(ReadOnlyStore, NamesTheFileThatIsAtFault) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  make_store();
  std::ofstream(path + "-shm").flush();  // of another user
  ::chmod((path + "-shm").c_str(), 0444);
  const int result = as_owner([&] {
    const auto code = code_of(
        [&] {
          const auto store = open_sqlite(path);
          store->enqueue(1, proposals(3, 1));
        },
        &message);
    EXPECT_EQ(code, ErrorCode::StorageReadOnly);
    EXPECT_THAT(message, AllOf(HasSubstr("'" + path + "-shm' may not be written"), HasSubstr("chmod u+w")));
    return ::testing::Test::HasFailure() ? 1 : 0;
  });
  EXPECT_EQ(result, 0);
}

TEST(NoLocks, AreNotTakenForALockOfSomebodyElse) {
  test::TempDir folder;
  const std::string path = folder.file("hone.db");
  open_sqlite(path)->create_study(svm_study());
  const int result = in_child([&] {
    if (!test::take_locks_away()) return 77;
    EXPECT_TRUE(lacks_locks(path));
    bool told = false;
    std::string message;
    const auto code =
        code_of([&] { open_sqlite(path, {.on_wait = [&](const std::string&) { told = true; }}); }, &message);
    EXPECT_EQ(code, ErrorCode::StorageFailed);
    EXPECT_THAT(message, AllOf(HasSubstr("'" + path + "' cannot be locked"), HasSubstr("local disk"),
                               Not(HasSubstr("another process"))));
    EXPECT_FALSE(told) << "there is nobody to wait for";
    return ::testing::Test::HasFailure() ? 1 : 0;
  });
  if (result == 77) GTEST_SKIP() << "the system allows no filter of system calls";
  EXPECT_EQ(result, 0);
  EXPECT_FALSE(lacks_locks(path));
}

}  // namespace
}  // namespace hone::storage
