// SPDX-License-Identifier: MIT
// A log that was not closed, because its process was killed, with a byte of it flipped: nothing that was
// acknowledged is dropped without a word. SQLite reads such a log up to the first page that is not what was
// written.
#include "hone/storage/sqlite_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>

#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int kNotInThisTest = 1'000'000'000;  // milliseconds until results are copied into the file
constexpr std::size_t kPageInLog = 4096 + 24;

std::string bytes_in(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class UnclosedLog : public ::testing::Test {
 protected:
  /// Tells results one by one, with reports, which are not durable, between them, and takes the files as a
  /// kill would leave them.
  void tell(std::int64_t results, int copy_after) {
    {
      const auto store = open_sqlite(folder.file("live.db"), {.copy_after = copy_after});
      store->create_study(test::svm_study());
      for (std::int64_t i = 0; i < results; ++i) {
        const Lease lease = test::start_one(*store, 1, i);
        store->report(1, lease, std::vector<Report>{{1, 0.5}});
        test::finish_one(*store, 1, lease, 1.0);
      }
      file = bytes_in(folder.file("live.db"));
      log = bytes_in(folder.file("live.db-wal"));
    }
    // It is grown ahead of need: the rest is empty.
    while (log.size() > kPageInLog && log.find_first_not_of('\0', log.size() - kPageInLog) == log.npos)
      log.resize(log.size() - kPageInLog);
  }
  /// The store after the kill; nothing when it is refused, with the reason in `message`.
  std::unique_ptr<Storage> reopen(const std::string& left) {
    std::filesystem::remove(path + "-shm");
    std::ofstream(path, std::ios::binary) << file;
    std::ofstream(path + "-wal", std::ios::binary) << left;
    std::unique_ptr<Storage> store;
    const auto code =
        test::code_of([&] { store = open_sqlite(path, {.copy_after = kNotInThisTest}); }, &message);
    EXPECT_EQ(code, store ? std::nullopt : std::optional(ErrorCode::StorageCorrupt)) << message;
    return store;
  }
  static std::int64_t results_in(Storage& store) { return store.studies().at(0).complete; }

  test::TempDir folder;
  std::string path = folder.file("killed.db");
  std::string file;
  std::string log;
  std::string message;
};

TEST_F(UnclosedLog, IsReadWhenItIsWhole) {
  tell(12, kNotInThisTest);
  const auto store = reopen(log);
  ASSERT_NE(store, nullptr) << message;
  EXPECT_EQ(results_in(*store), 12);
  EXPECT_THAT(store->check().problems, IsEmpty());
}

// The last commit cannot be told from one that a power cut left half written.
TEST_F(UnclosedLog, IsRefusedWhenAFlippedByteWouldDropResults) {
  tell(6, kNotInThisTest);
  Rng rng(3);
  int refused = 0;
  for (int round = 0; round < 25; ++round) {
    const auto place = static_cast<std::size_t>(rng.below(log.size()));
    std::string damaged = log;
    damaged[place] = static_cast<char>(damaged[place] ^ (1 << rng.below(8)));
    if (const auto store = reopen(damaged)) {
      EXPECT_GE(results_in(*store), 5) << "byte " << place << " of " << log.size();
    } else {
      ++refused;
      EXPECT_THAT(message, HasSubstr("killed.db-wal'"));
      EXPECT_THAT(message, HasSubstr("`hone db check`"));
      EXPECT_EQ(bytes_in(path) == file && bytes_in(path + "-wal") == damaged, true) << "nothing is touched";
    }
  }
  EXPECT_GT(refused, 15);
}

TEST_F(UnclosedLog, SaysWhereItIsDamagedAndHowMuchWouldBeDropped) {
  tell(12, kNotInThisTest);
  std::string damaged = log;
  damaged[32 + 24 + 100] ^= 1;
  ASSERT_EQ(reopen(damaged), nullptr);
  EXPECT_THAT(message, HasSubstr("page 1 of it is not what was written"));
  // The tables, the study and 12 results; the last of them may be of a power cut.
  EXPECT_THAT(message, HasSubstr("13 acknowledged changes behind it would be dropped"));
  damaged = log;
  damaged[3] ^= 1;
  ASSERT_EQ(reopen(damaged), nullptr);
  EXPECT_THAT(message, HasSubstr("its beginning is not what was written"));
}

// A kill leaves a log that ends anywhere, and so does a power cut; both take only what was not acknowledged.
TEST_F(UnclosedLog, IsReadWhenItEndsInTheMiddle) {
  tell(8, kNotInThisTest);
  Rng rng(5);
  for (int round = 0; round < 30; ++round) {
    std::string cut = log.substr(0, static_cast<std::size_t>(rng.below(log.size())));
    if (round % 2 == 0) cut.resize(log.size(), '\0');
    std::filesystem::remove(path + "-shm");
    std::ofstream(path, std::ios::binary) << file;
    std::ofstream(path + "-wal", std::ios::binary) << cut;
    EXPECT_EQ(lost_in_log(path + "-wal", {}), std::nullopt) << "cut to " << cut.size();
  }
}

// Reports that make the file grow write its first page, and with it the number of the last result, which is
// in the file for long. They were not acknowledged as durable.
TEST_F(UnclosedLog, IsReadWhenOnlyWhatAPowerCutMayTakeIsLost) {
  {
    const auto store = open_sqlite(folder.file("live.db"), {.copy_after = 0});
    store->create_study(test::svm_study());
    test::finish_one(*store, 1, test::start_one(*store, 1, 0), 1.0);
    const Lease lease = test::start_one(*store, 1, 1);  // in a log that begins anew
    for (int step = 0; step < 600; ++step) store->report(1, lease, std::vector<Report>{{step, 0.5}});
    file = bytes_in(folder.file("live.db"));
    log = bytes_in(folder.file("live.db-wal"));
  }
  for (const std::size_t page : {std::size_t{0}, std::size_t{3}, std::size_t{40}}) {
    std::string torn = log;
    torn[32 + page * kPageInLog + 24 + 200] ^= 4;
    const auto store = reopen(torn);
    ASSERT_NE(store, nullptr) << message;
    EXPECT_EQ(results_in(*store), 1);
    EXPECT_THAT(store->check().problems, IsEmpty());
  }
}

TEST_F(UnclosedLog, HoldsLittleAloneAsResultsAreCopiedIntoTheFile) {
  tell(12, 0);
  const auto store = reopen("");
  ASSERT_NE(store, nullptr) << message;
  EXPECT_EQ(results_in(*store), 12) << "the file alone";
  EXPECT_THAT(store->check().problems, IsEmpty());
}

// The older pages before the damage would hide the newer ones of the file.
TEST_F(UnclosedLog, IsRefusedWhenTheFileHasWhatItLost) {
  tell(12, 0);
  const std::size_t pages = (log.size() - 32) / kPageInLog;
  int refused = 0;
  for (std::size_t page = 0; page < pages; ++page) {
    std::string damaged = log;
    damaged[32 + page * kPageInLog + 24 + 200] ^= 4;
    const auto store = reopen(damaged);
    if (!store) {
      ++refused;
      continue;
    }
    EXPECT_EQ(results_in(*store), 12) << "page " << page + 1;
    EXPECT_THAT(store->check().problems, IsEmpty()) << "page " << page + 1;
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace hone::storage
