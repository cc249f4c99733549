// SPDX-License-Identifier: MIT
#include "hone/cli/output_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "hone/base/error.hpp"
#include "hone/cli/exit_code.hpp"
#include "support/temp_dir.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

TEST(WriteFile, ReplacesWhatWasThereAndKeepsItsPermissions) {
  const hone::test::TempDir folder;
  const fs::path file = fs::path(folder.path()) / "a.csv";
  write_file(file.string(), "one\n");
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  write_file(file.string(), "two\n");
  EXPECT_EQ(content_of(file), "two\n");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(files_in(folder.path()), 1U);
}

/// Files may not grow beyond so many bytes, as on a full disk.
class SizeLimit {
 public:
  explicit SizeLimit(rlim_t bytes) : signal_(::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, signal_);
  }
  SizeLimit(const SizeLimit&) = delete;
  SizeLimit& operator=(const SizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*signal_)(int);
};

TEST(WriteFile, KeepsWhatWasThereWhenItFailsInTheMiddle) {
  const hone::test::TempDir folder;
  const fs::path file = fs::path(folder.path()) / "a.csv", link = fs::path(folder.path()) / "link.csv";
  write_file(file.string(), "old\n");
  fs::create_symlink(file, link);
  for (const fs::path& path : {file, link}) {
    const SizeLimit limit(1024);
    EXPECT_THROW(write_file(path.string(), std::string(5000, 'x')), Error);
    EXPECT_EQ(content_of(file), "old\n");
  }
  EXPECT_EQ(files_in(folder.path()), 2U);
}

TEST(WriteFile, TakesNamesOfAnyLength) {
  const hone::test::TempDir folder;
  const fs::path file = fs::path(folder.path()) / std::string(252, 'a');
  write_file(file.string(), "long");
  EXPECT_EQ(content_of(file), "long");
}

TEST(WriteFile, LeavesNothingBehindWhereItCannotWrite) {
  const hone::test::TempDir folder;
  EXPECT_THROW(write_file((fs::path(folder.path()) / "missing" / "a.csv").string(), "x"), Error);
  fs::create_directories(fs::path(folder.path()) / "taken" / "inside");
  EXPECT_THROW(write_file((fs::path(folder.path()) / "taken").string(), "x"), Error);
  EXPECT_EQ(files_in(folder.path()), 1U);
}

TEST(WriteFile, WritesThroughALinkAndIntoADevice) {
  const hone::test::TempDir folder;
  const fs::path file = fs::path(folder.path()) / "a.csv", link = fs::path(folder.path()) / "link.csv";
  write_file(file.string(), "one\n");
  fs::create_symlink(file, link);
  write_file(link.string(), "two\n");
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(content_of(file), "two\n");
  EXPECT_NO_THROW(write_file("/dev/null", "gone"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

// A device that is always full.
TEST(WriteFile, SaysWhyItFailed) {
  try {
    write_file("/dev/full", std::string(100000, 'x'));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("cannot write /dev/full: No space left on device"),
              std::string::npos)
        << error.what();
  }
}

TEST(RequireSvgName, RefusesOtherEndings) {
  EXPECT_NO_THROW(require_svg_name("a.svg"));
  EXPECT_NO_THROW(require_svg_name("A.SVG"));
  EXPECT_NO_THROW(require_svg_name("picture"));
  EXPECT_THROW(require_svg_name("a.png"), UsageError);
}

}  // namespace
}  // namespace hone::cli
