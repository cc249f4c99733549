// SPDX-License-Identifier: MIT
#include "hone/runner/foreign_file.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cstring>
#include <filesystem>

#include "support/processes.hpp"
#include "support/temp_dir.hpp"

namespace hone::runner {
namespace {

std::string problem(const std::string& path) { return open_foreign(path).problem; }

TEST(ForeignFile, IsReadInParts) {
  const test::TempDir dir;
  test::write_file(dir.file("f"), "0123456789");
  const ForeignFile file = open_foreign(dir.file("f"));
  ASSERT_TRUE(file.is_open());
  EXPECT_EQ(file.size, 10);
  EXPECT_EQ(read_part(file.file, 3, 4), "3456");
  EXPECT_EQ(read_part(file.file, 8, 100), "89");
  EXPECT_EQ(read_part(file.file, 20, 1), "");
}

TEST(ForeignFile, NeedNotBeThere) {
  const test::TempDir dir;
  EXPECT_FALSE(open_foreign(dir.file("missing")).is_open());
  EXPECT_EQ(problem(dir.file("missing")), "");
}

TEST(ForeignFile, SaysThatItHasAnotherName) {
  const test::TempDir dir;
  test::write_file(dir.file("f"), "1");
  EXPECT_FALSE(open_foreign(dir.file("f")).shared);
  std::filesystem::create_hard_link(dir.file("f"), dir.file("g"));
  EXPECT_TRUE(open_foreign(dir.file("f")).shared);
}

// A pipe without a writer would be waited for, a link would lead elsewhere.
TEST(ForeignFile, IsNothingButAPlainFile) {
  const test::TempDir dir;
  ASSERT_EQ(::mkfifo(dir.file("fifo").c_str(), 0600), 0);
  EXPECT_EQ(problem(dir.file("fifo")), "is a named pipe");
  test::write_file(dir.file("target"), "secret");
  std::filesystem::create_symlink(dir.file("target"), dir.file("link"));
  EXPECT_EQ(problem(dir.file("link")), "is a symbolic link");
  EXPECT_EQ(problem(dir.path()), "is a folder");
  EXPECT_EQ(problem("/dev/zero"), "is a device");
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, dir.file("socket").c_str(), sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(problem(dir.file("socket")), "is a socket");
  ::close(socket);
}

}  // namespace
}  // namespace hone::runner
