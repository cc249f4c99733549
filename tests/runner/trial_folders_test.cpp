// SPDX-License-Identifier: MIT
#include "hone/runner/trial_folders.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace hone::runner {
namespace {

namespace fs = std::filesystem;

class TrialFolders : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "hone-folders-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
  }
  void TearDown() override { fs::remove_all(root_); }

  void file(const fs::path& path, std::size_t bytes) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << std::string(bytes, 'x');
  }
  std::vector<TrialFolder> found() { return trial_folders(root_.string(), "s-1"); }

  fs::path root_;
};

TEST_F(TrialFolders, AreFoundWithWhatTheyTake) {
  file("s-1/0/stdout.txt", 5000);
  file("s-1/0/model/weights.bin", 9000);
  file("s-1/10/stdout.txt", 1);
  file("s-1/2.3/stderr.txt", 1);
  file("s-1/2.left-1/x", 1);
  file("s-1/notes/x", 1);
  file("s-1/2.old/x", 1);
  file("s-1/10.checkpoints/epoch-3", 1);
  file("s-1/7", 1);
  const auto folders = found();
  ASSERT_EQ(folders.size(), 5u);
  EXPECT_EQ(folders[0].number, 0);
  EXPECT_GE(folders[0].bytes, 14000);
  EXPECT_GE(folders[0].log_bytes, 5000);
  EXPECT_LT(folders[0].log_bytes, 9000);
  EXPECT_EQ(folders[1].number, 2);
  EXPECT_EQ(folders[2].number, 2);
  EXPECT_EQ(folders[3].number, 10);
  EXPECT_EQ(folders[4].number, 10);
}

TEST_F(TrialFolders, LinksAreNeverFollowed) {
  file("precious/data.txt", 100);
  file("s-1/0/x", 1);
  fs::create_directory_symlink(root_ / "precious", root_ / "s-1" / "0" / "link");
  fs::create_directory_symlink(root_ / "precious", root_ / "s-1" / "1");
  const auto folders = found();
  ASSERT_EQ(folders.size(), 1u);
  clear(folders[0], Clearing::All);
  EXPECT_FALSE(fs::exists(root_ / "s-1" / "0"));
  EXPECT_TRUE(fs::exists(root_ / "precious" / "data.txt"));
  EXPECT_FALSE(remove_if_empty(root_.string(), "s-1"));
}

TEST_F(TrialFolders, AFolderReplacedByALinkIsLeftAlone) {
  file("precious/data.txt", 100);
  file("s-1/0/x", 1);
  const auto folders = found();
  fs::remove_all(root_ / "s-1" / "0");
  fs::create_directory_symlink(root_ / "precious", root_ / "s-1" / "0");
  EXPECT_EQ(clear(folders.at(0), Clearing::All), 0);
  EXPECT_EQ(clear(folders.at(0), Clearing::Logs), 0);
  EXPECT_TRUE(fs::exists(root_ / "precious" / "data.txt"));
}

TEST_F(TrialFolders, TheFolderOfAStudyMayNotBeALink) {
  file("precious/0/data.txt", 100);
  fs::create_directory_symlink(root_ / "precious", root_ / "s-1");
  EXPECT_TRUE(found().empty());
  EXPECT_FALSE(remove_if_empty(root_.string(), "s-1"));
}

TEST_F(TrialFolders, OnlyLogsMayGo) {
  file("s-1/0/stdout.txt", 5000);
  file("s-1/0/stderr.txt", 100);
  file("s-1/0/result.json", 10);
  EXPECT_GE(clear(found().at(0), Clearing::Logs), 5100);
  EXPECT_FALSE(fs::exists(root_ / "s-1" / "0" / "stdout.txt"));
  EXPECT_FALSE(fs::exists(root_ / "s-1" / "0" / "stderr.txt"));
  EXPECT_TRUE(fs::exists(root_ / "s-1" / "0" / "result.json"));
}

}  // namespace
}  // namespace hone::runner
