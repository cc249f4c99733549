// SPDX-License-Identifier: MIT
#include "hone/storage/folder_blobs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include "hone/base/sha256.hpp"
#include "storage/store_support.hpp"
#include "support/temp_dir.hpp"

namespace hone::storage {
namespace {

namespace fs = std::filesystem;
using test::code_of;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr Timestamp kEver = std::numeric_limits<Timestamp>::max();
constexpr std::int64_t kMany = 100'000'000;

class FolderBlobsTest : public ::testing::Test {
 protected:
  StoredBlob put(const std::string& bytes) { return blobs_.put(MemorySource(bytes), kMany); }
  std::string read(const std::string& hash) {
    const auto found = blobs_.find(hash);
    return found ? read_all(*found, kMany) : "nothing";
  }
  std::string path(const std::string& hash) { return root_ + "/" + hash.substr(0, 2) + "/" + hash; }
  std::vector<std::string> unfinished() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(root_ + "/unfinished")) names.push_back(entry.path());
    return names;
  }
  static unsigned mode(const std::string& file) {
    struct stat status {};
    EXPECT_EQ(::lstat(file.c_str(), &status), 0);
    return status.st_mode & 0777;
  }

  test::TempDir folder_;
  std::string root_ = folder_.file("store.artefacts");
  FolderBlobs blobs_{root_};
};

TEST_F(FolderBlobsTest, MakesTheFolderWithTheFirstBytesAndForNobodyElse) {
  EXPECT_EQ(blobs_.find(sha256("abc")), nullptr);
  EXPECT_THAT(blobs_.list(), IsEmpty());
  EXPECT_FALSE(fs::exists(root_));
  const mode_t before = ::umask(0);
  const StoredBlob stored = put("abc");
  ::umask(before);
  EXPECT_EQ(stored.hash, sha256("abc"));
  EXPECT_EQ(stored.size, 3);
  EXPECT_EQ(stored.beginning, "abc");
  EXPECT_EQ(read(stored.hash), "abc");
  EXPECT_EQ(mode(root_), 0700U);
  EXPECT_EQ(mode(path(stored.hash)), 0600U);
}

TEST_F(FolderBlobsTest, TheSameBytesAreKeptOnceAndCountAsPutAgain) {
  const std::string hash = put("abc").hash;
  fs::last_write_time(path(hash), fs::file_time_type::clock::now() - std::chrono::hours(5));
  const Timestamp old = blobs_.list().at(0).put;
  put("abc");
  EXPECT_THAT(blobs_.list(), SizeIs(1));
  EXPECT_GT(blobs_.list().at(0).put, old);
  EXPECT_FALSE(blobs_.remove(hash, old));
  EXPECT_EQ(read(hash), "abc");
}

TEST_F(FolderBlobsTest, PuttingMendsBytesThatWereDamaged) {
  const std::string hash = put("abc").hash;
  std::ofstream(path(hash)) << "xyz";
  put("abc");
  EXPECT_EQ(read(hash), "abc");
}

TEST_F(FolderBlobsTest, LeavesNothingOfWhatIsTooLarge) {
  EXPECT_EQ(code_of([&] { blobs_.put(MemorySource("abcd"), 3); }), ErrorCode::InvalidArgument);
  EXPECT_THAT(blobs_.list(), IsEmpty());
}

/// Says that it is small, and goes on.
class GrowingSource final : public ByteSource {
 public:
  std::int64_t size() const override { return 1; }
  std::string read(std::int64_t, std::size_t most) const override { return std::string(most, 'x'); }
};

TEST_F(FolderBlobsTest, EndsWithASourceThatGrows) {
  EXPECT_EQ(code_of([&] { blobs_.put(GrowingSource(), 10'000'000); }), ErrorCode::InvalidArgument);
  EXPECT_THAT(blobs_.list(), IsEmpty());
  EXPECT_THAT(unfinished(), IsEmpty());
}

/// Cannot be read to its end.
class BrokenSource final : public ByteSource {
 public:
  std::int64_t size() const override { return 2; }
  std::string read(std::int64_t offset, std::size_t) const override {
    if (offset == 0) return "x";
    throw Error(ErrorCode::System, "cannot be read", "try again");
  }
};

TEST_F(FolderBlobsTest, LeavesNothingOfASourceThatCannotBeRead) {
  EXPECT_EQ(code_of([&] { blobs_.put(BrokenSource(), kMany); }), ErrorCode::System);
  EXPECT_THAT(blobs_.list(), IsEmpty());
  EXPECT_THAT(unfinished(), IsEmpty());
}

TEST_F(FolderBlobsTest, TidiesUpWhatWritersLeftWhoDied) {
  put("abc");
  std::ofstream(root_ + "/unfinished/left") << "half";
  blobs_.tidy(0);
  EXPECT_THAT(unfinished(), SizeIs(1));
  blobs_.tidy(kEver);
  EXPECT_THAT(unfinished(), IsEmpty());
  EXPECT_THAT(blobs_.list(), SizeIs(1));
}

TEST_F(FolderBlobsTest, FollowsNoLinkInPlaceOfAFile) {
  const std::string hash = put("abc").hash;
  std::ofstream(folder_.file("secret")) << "abc";
  fs::remove(path(hash));
  fs::create_symlink(folder_.file("secret"), path(hash));
  EXPECT_EQ(code_of([&] { blobs_.find(hash); }), ErrorCode::StorageFailed);
  put("abc");
  EXPECT_EQ(read(hash), "abc");
  EXPECT_FALSE(fs::is_symlink(path(hash)));
}

TEST_F(FolderBlobsTest, WhatIsNoHashIsNotThere) {
  put("abc");
  EXPECT_EQ(blobs_.find("../../etc/passwd"), nullptr);
  EXPECT_EQ(blobs_.find(""), nullptr);
  EXPECT_EQ(blobs_.find(std::string(64, 'Z')), nullptr);
}

TEST_F(FolderBlobsTest, MayBeALinkToAnotherDisk) {
  fs::create_directory(folder_.file("elsewhere"));
  fs::create_symlink(folder_.file("elsewhere"), root_);
  EXPECT_EQ(read(put("abc").hash), "abc");
  EXPECT_THAT(blobs_.list(), SizeIs(1));
}

TEST_F(FolderBlobsTest, LeavesNothingWhenTheFolderFails) {
  put("abc");
  fs::remove(root_ + "/lock");
  fs::create_directory(root_ + "/lock");
  EXPECT_EQ(code_of([&] { put("def"); }), ErrorCode::StorageFailed);
  EXPECT_EQ(read(sha256("def")), "nothing");
  EXPECT_THAT(unfinished(), IsEmpty());
}

TEST_F(FolderBlobsTest, WritersAndWhoRemovesDoNotLoseBytes) {
  constexpr int kRounds = 200;
  const std::string hash = sha256("abc");
  std::thread sweeper([&] {
    FolderBlobs own(root_);
    put("seed");
    for (int i = 0; i < kRounds; ++i) own.remove(hash, 1);  // older than anything that is put
  });
  for (int i = 0; i < kRounds; ++i) {
    put("abc");
    ASSERT_EQ(read(hash), "abc");
  }
  sweeper.join();
}

}  // namespace
}  // namespace hone::storage
