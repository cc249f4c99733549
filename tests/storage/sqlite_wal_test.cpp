// SPDX-License-Identifier: MIT
// The write-ahead log stays small: beside busy writers, after a long look, and on a small disk.
#include "hone/storage/sqlite_wal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "hone/base/text.hpp"
#include "hone/storage/sqlite_database.hpp"
#include "storage/children.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::finish_one;
using test::start_one;
using test::svm_study;
using ::testing::IsEmpty;

constexpr std::uintmax_t kMegabyte = 1'000'000;

class Wal : public ::testing::Test {
 protected:
  std::uintmax_t log_size() const {
    std::error_code gone;
    const std::uintmax_t size = std::filesystem::file_size(path + "-wal", gone);
    return gone ? 0 : size;
  }
  /// Reports on a trial, each in a transaction of its own, as careless trials make tuners do.
  static void flood(Storage& store, StudyId id, const Lease& lease, int reports) {
    for (int step = 0; step < reports; ++step) store.report(id, lease, std::vector<Report>{{step, 0.5}});
  }

  test::TempDir folder;
  std::string path = folder.file("hone.db");
};

TEST_F(Wal, StaysSmallWhileTwoProcessesWriteAllTheTime) {
  const StudyId id = open_sqlite(path)->create_study(svm_study());
  std::vector<pid_t> writers;
  for (int me = 0; me < 2; ++me) {
    writers.push_back(test::fork_child([&, me] {
      const auto store = open_sqlite(path);
      const Lease lease = start_one(*store, store->create_study(svm_study(text("of ", me))), 0);
      flood(*store, store->find_study(text("of ", me)).value(), lease, 12'000);
      return 0;
    }));
  }
  std::uintmax_t largest = 0;
  for (const pid_t writer : writers) {
    int status = 0;
    while (::waitpid(writer, &status, WNOHANG) == 0) {
      largest = std::max(largest, log_size());
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    EXPECT_EQ(status, 0);
  }
  EXPECT_LT(largest, 60 * kMegabyte) << "all they wrote is about 400 MB of log";
  const auto store = open_sqlite(path);
  EXPECT_THAT(store->check().problems, IsEmpty());
  EXPECT_THAT(store->changes(id, 0).trials, IsEmpty());
  for (const StudySummary& each : store->studies()) {
    if (each.trials == 0) continue;
    EXPECT_EQ(store->trial(each.id, 0)->reports.size(), 12'000u);
  }
}

TEST_F(Wal, IsCutBackWhenAReaderThatHeldItUpHasGone) {
  const auto store = open_sqlite(path);
  const StudyId id = store->create_study(svm_study());
  const Lease lease = start_one(*store, id, 0);
  SqliteDatabase reader(path, {});
  {
    Transaction look(reader, Access::Read);
    Query(reader, "SELECT COUNT(*) FROM trials").run();
    flood(*store, id, lease, 12'000);
    EXPECT_GT(log_size(), 100 * kMegabyte) << "the reader still needs it";
  }
  flood(*store, id, lease, 2'000);
  EXPECT_LT(log_size(), 40 * kMegabyte);
}

TEST_F(Wal, DoesNotKeepAWriterWaitingForAReader) {
  const auto store = open_sqlite(path);
  const StudyId id = store->create_study(svm_study());
  const Lease lease = start_one(*store, id, 0);
  SqliteDatabase reader(path, {});
  const Transaction look(reader, Access::Read);
  Query(reader, "SELECT COUNT(*) FROM trials").run();
  const auto began = std::chrono::steady_clock::now();
  std::chrono::steady_clock::duration longest{};
  for (int step = 0; step < 5'000; ++step) {
    const auto before = std::chrono::steady_clock::now();
    store->report(id, lease, std::vector<Report>{{step, 0.5}});
    longest = std::max(longest, std::chrono::steady_clock::now() - before);
  }
  EXPECT_LT(longest, std::max<std::chrono::steady_clock::duration>(
                         std::chrono::seconds(5), (std::chrono::steady_clock::now() - began) / 2));
}

/// A file system of some megabytes in memory, where the test may make one.
class SmallDisk {
 public:
  SmallDisk(std::string path, const std::string& size) : path_(std::move(path)) {
    std::filesystem::create_directory(path_);
    mounted_ = ::mount("tmpfs", path_.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
  }
  ~SmallDisk() {
    if (mounted_) ::umount2(path_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  bool mounted() const { return mounted_; }

 private:
  std::string path_;
  bool mounted_ = false;
};

TEST_F(Wal, LeavesRoomOnASmallDisk) {
  const SmallDisk disk(folder.file("disk"), "12m");
  if (!disk.mounted()) GTEST_SKIP() << "only root may mount a small disk";
  path = folder.file("disk/hone.db");
  const auto store = open_sqlite(path);
  const StudyId id = store->create_study(svm_study());
  std::uintmax_t largest = 0;
  for (std::int64_t i = 0; i < 1'500; ++i) {
    finish_one(*store, id, start_one(*store, id, i), 1.0);
    largest = std::max(largest, log_size());
  }
  EXPECT_LT(largest, 3 * kMegabyte);
  EXPECT_EQ(store->studies().at(0).complete, 1'500);
  EXPECT_THAT(store->check().problems, IsEmpty());
}

}  // namespace
}  // namespace hone::storage
