// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_uri.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using ::testing::HasSubstr;

TEST(SqliteUri, MayOnlySayHowTheFileIsOpened) {
  for (const char* path : {"hone.db", "nolock=1", "file:hone.db", "file:hone.db?mode=ro",
                           "file:/a/b.db?mode=rw#x", "file:hone.db?mode=rwc&", "./file:odd?nolock=1"}) {
    EXPECT_EQ(code_of([&] { require_safe_uri(path); }), std::nullopt) << path;
  }
}

TEST(SqliteUri, MayNotTakeAwayLocksTheFileOrItsDurability) {
  for (const char* path :
       {"file:hone.db?nolock=1", "file:hone.db?vfs=unix-none", "file:hone.db?vfs=memdb",
        "file:hone.db?immutable=1", "file:hone.db?mode=memory", "file:hone.db?cache=shared",
        "file:hone.db?psow=0", "file:hone.db?mode=ro&nolock=1", "file:hone.db?no%6cock=1",
        "file:hone.db?%6Eolock", "file:hone.db?mode=ro&modeof=hone.db", "file::memory:", "file:?mode=rwc",
        "file:%3amemory:"}) {
    EXPECT_EQ(code_of([&] { require_safe_uri(path); }), ErrorCode::InvalidArgument) << path;
  }
}

TEST(SqliteUri, IsRefusedBeforeAFileIsMade) {
  const test::TempDir folder;
  std::string message;
  EXPECT_EQ(code_of([&] { open_sqlite("file:" + folder.file("hone.db") + "?nolock=1"); }, &message),
            ErrorCode::InvalidArgument);
  EXPECT_THAT(message, HasSubstr("asks for 'nolock=1'"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace hone::storage
