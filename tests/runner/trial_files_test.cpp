// SPDX-License-Identifier: MIT
#include "hone/runner/trial_files.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <barrier>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "hone/storage/sqlite_storage.hpp"
#include "support/processes.hpp"
#include "support/temp_dir.hpp"
#include "support/throws.hpp"

namespace hone::runner {
namespace {

namespace fs = std::filesystem;

const Space kSpace({real("x", 0, 1)});

class TrialFilesTest : public ::testing::Test {
 protected:
  TrialFilesTest() {
    trial_.number = 12;
    trial_.configuration = kSpace.configuration({0.25});
  }

  TrialFiles files() const { return trial_files(dir_.file("work"), "s-01234567", {trial_.number, fence_}); }

  static unsigned mode(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
    return status.st_mode & 0777;
  }

  test::TempDir dir_;
  Trial trial_;
  std::int64_t fence_ = 1;
};

std::string folder_in(storage::Storage& storage, const std::string& name) {
  const auto found = storage.find_study(name);
  return study_folder(storage, found ? *found : storage.create_study({.name = name, .space = kSpace}));
}

TEST_F(TrialFilesTest, AreApartForEachRun) {
  EXPECT_EQ(files().folder, dir_.file("work/s-01234567/12"));
  EXPECT_EQ(files().id, "s-01234567/12");
  fence_ = 3;
  EXPECT_EQ(files().folder, dir_.file("work/s-01234567/12.3"));
  EXPECT_EQ(files().id, "s-01234567/12.3");
}

// Tuners that start together: what one has just not found, another may have made when it looks again.
TEST_F(TrialFilesTest, ManyMakeTheFolderOfAStudyAtOnce) {
  for (int round = 0; round < 100; ++round) {
    const std::string workdir = dir_.file(std::to_string(round)) + "/of/several/levels";
    std::barrier together(4);
    std::vector<std::jthread> tuners;
    for (int i = 0; i < 4; ++i) {
      tuners.emplace_back([&] {
        together.arrive_and_wait();
        EXPECT_NO_THROW(make_study_folder(workdir, "s-01234567"));
      });
    }
  }
}

TEST_F(TrialFilesTest, ShareAFolderForCheckpointsAcrossRuns) {
  prepare(files(), trial_);
  EXPECT_EQ(files().checkpoints, dir_.file("work/s-01234567/12.checkpoints"));
  EXPECT_EQ(mode(files().checkpoints), 0700U);
  fs::create_directories(files().checkpoints + "/epoch-3");
  fence_ = 2;
  prepare(files(), trial_);
  EXPECT_TRUE(fs::exists(files().checkpoints + "/epoch-3"));
}

// A trial that failed may be run again by `hone retry`.
TEST_F(TrialFilesTest, CheckpointsGoWhenNobodyNeedsThem) {
  for (const TrialState state : {TrialState::Complete, TrialState::Pruned, TrialState::Infeasible}) {
    prepare(files(), trial_);
    fs::create_directories(files().checkpoints + "/epoch-3");
    drop_checkpoints(files(), state);
    EXPECT_FALSE(fs::exists(files().checkpoints)) << to_text(state);
  }
  for (const TrialState state : {TrialState::Failed, TrialState::TimedOut}) {
    prepare(files(), trial_);
    drop_checkpoints(files(), state);
    EXPECT_FALSE(fs::exists(files().checkpoints)) << "nothing was in it";
    prepare(files(), trial_);
    fs::create_directories(files().checkpoints + "/epoch-3");
    drop_checkpoints(files(), state);
    EXPECT_TRUE(fs::exists(files().checkpoints)) << to_text(state);
    fs::remove_all(files().checkpoints);
  }
}

TEST_F(TrialFilesTest, CheckpointsAreNotFollowedElsewhere) {
  fs::create_directories(dir_.file("mine"));
  fs::create_directories(fs::path(files().checkpoints).parent_path());
  fs::create_directory_symlink(dir_.file("mine"), files().checkpoints);
  EXPECT_THROW(prepare(files(), trial_), Error);
  EXPECT_FALSE(fs::exists(files().folder)) << "nothing half-made";
  drop_checkpoints(files(), TrialState::Complete);
  EXPECT_TRUE(fs::exists(dir_.file("mine")));
}

TEST_F(TrialFilesTest, AreApartForEachStudyOfEachStore) {
  const auto a = storage::open_sqlite(dir_.file("a.db"));
  const auto b = storage::open_sqlite(dir_.file("b.db"));
  const std::string first = folder_in(*a, "a b");
  EXPECT_EQ(first.substr(0, 4), "a_b-");
  EXPECT_EQ(first.size(), 12U);
  EXPECT_NE(first, folder_in(*a, "a_b"));
  EXPECT_NE(first, folder_in(*b, "a b"));
  const auto memory = storage::open_memory();
  const auto other = storage::open_memory();
  EXPECT_NE(folder_in(*memory, "a b"), folder_in(*other, "a b"));
}

TEST_F(TrialFilesTest, AreFoundAgainByWhoResumes) {
  const auto store = storage::open_sqlite(dir_.file("a.db"));
  const std::string folder = folder_in(*store, "s");
  fs::create_symlink(dir_.file("a.db"), dir_.file("link.db"));
  fs::create_directory(dir_.file("sub"));
  for (const char* way : {"a.db", "link.db", "sub/../a.db"}) {
    EXPECT_EQ(folder_in(*storage::open_sqlite(dir_.file(way)), "s"), folder) << way;
  }
}

TEST_F(TrialFilesTest, OfAStudyThatWasMadeAnewAreApart) {
  const auto store = storage::open_sqlite(dir_.file("a.db"));
  const std::string folder = folder_in(*store, "s");
  store->delete_study(store->find_study("s").value());
  EXPECT_NE(folder_in(*store, "s"), folder);
}

TEST_F(TrialFilesTest, StayInsideTheWorkFolder) {
  const auto store = storage::open_memory();
  EXPECT_TRUE(folder_in(*store, "../up").starts_with("_.._up-"));
  EXPECT_TRUE(folder_in(*store, ".").starts_with("_.-"));
  EXPECT_EQ(folder_in(*store, std::string(500, 'n')).size(), 109U);
}

TEST_F(TrialFilesTest, ArePrivateUnderAnyUmask) {
  for (const mode_t mask : {0000U, 0022U, 0077U, 0777U}) {
    const mode_t before = ::umask(mask);
    prepare(files(), trial_);
    ::umask(before);
    EXPECT_EQ(mode(dir_.file("work")), 0700U) << mask;
    EXPECT_EQ(mode(dir_.file("work/s-01234567")), 0700U) << mask;
    EXPECT_EQ(mode(files().folder), 0700U) << mask;
    EXPECT_EQ(mode(files().params), 0600U) << mask;
    EXPECT_EQ(test::read_file(files().params), "{\"x\":0.25}\n");
  }
}

TEST_F(TrialFilesTest, BeginInAnEmptyFolder) {
  fs::create_directories(files().folder);
  test::write_file(files().result, "of somebody else");
  test::write_file(dir_.file("precious"), "kept");
  fs::create_symlink(dir_.file("precious"), files().params);
  prepare(files(), trial_);
  EXPECT_FALSE(fs::exists(files().result));
  EXPECT_FALSE(fs::is_symlink(files().params));
  EXPECT_EQ(test::read_file(dir_.file("precious")), "kept");
  EXPECT_EQ(test::read_file(files().folder + ".left-1/result.json"), "of somebody else");
  prepare(files(), trial_);
  EXPECT_TRUE(fs::exists(files().folder + ".left-2/params.json"));
}

// A limit on the size of files stands for a full disk.
TEST_F(TrialFilesTest, LeaveNoFolderBehindThatCouldNotBeFilled) {
  prepare(files(), trial_);  // makes the folders above
  fs::remove_all(files().folder);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  const rlimit none{0, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &none), 0);
  EXPECT_THROW(prepare(files(), trial_), Error);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  ::signal(SIGXFSZ, handler);
  EXPECT_FALSE(fs::exists(files().folder));
}

TEST_F(TrialFilesTest, AreNotWrittenThroughALink) {
  fs::create_directories(dir_.file("elsewhere"));
  fs::create_directories(dir_.file("work/s-01234567"));
  fs::create_directory_symlink(dir_.file("elsewhere"), files().folder);
  prepare(files(), trial_);
  EXPECT_TRUE(fs::is_empty(dir_.file("elsewhere")));

  trial_.number = 13;
  fs::remove_all(dir_.file("work/s-01234567"));
  fs::create_directory_symlink(dir_.file("elsewhere"), dir_.file("work/s-01234567"));
  EXPECT_NE(test::message_of([&] { prepare(files(), trial_); }).find("cannot make the folder"),
            std::string::npos);
  EXPECT_TRUE(fs::is_empty(dir_.file("elsewhere")));
}

TEST_F(TrialFilesTest, AreNotPutIntoAFolderOfAnotherUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  fs::create_directories(dir_.file("work/s-01234567"));
  ASSERT_EQ(::chown(dir_.file("work/s-01234567").c_str(), 12345, 12345), 0);
  EXPECT_NE(test::message_of([&] { prepare(files(), trial_); }).find("it belongs to another user"),
            std::string::npos);
}

TEST_F(TrialFilesTest, SayThatTheFolderCannotBeMade) {
  test::write_file(dir_.file("work"), "a file in the way");
  EXPECT_NE(test::message_of([&] { prepare(files(), trial_); }).find("cannot make the folder"),
            std::string::npos);
  EXPECT_NE(test::message_of([&] {
              prepare(files(), trial_);
            }).find("check the permissions, or use a folder that can be written"),
            std::string::npos)
      << "the disk has room";
  for (const char* way : {"work", "work/deeper"}) {
    EXPECT_NE(test::message_of([&] { check_workdir(dir_.file(way)); }).find("is not a folder"),
              std::string::npos);
    EXPECT_NE(test::message_of([&] {
                make_study_folder(dir_.file(way), "s-01234567");
              }).find("cannot make the folder"),
              std::string::npos);
  }
}

TEST_F(TrialFilesTest, AWorkFolderIsCheckedWithoutBeingMade) {
  check_workdir(dir_.file("new/deeper"));
  EXPECT_FALSE(fs::exists(dir_.file("new")));
  make_study_folder(dir_.file("new/deeper"), "s-01234567");
  check_workdir(dir_.file("new/deeper"));
  EXPECT_TRUE(fs::is_empty(dir_.file("new/deeper/s-01234567")));
}

}  // namespace
}  // namespace hone::runner
