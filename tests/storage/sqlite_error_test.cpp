// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cerrno>

#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Case {
  int result;
  int system;
  ErrorCode code;
};

TEST(SqliteError, SaysWhatAFailureMeans) {
  const Case cases[] = {
      {SQLITE_FULL, 0, ErrorCode::StorageFull},
      {SQLITE_IOERR_WRITE, ENOSPC, ErrorCode::StorageFull},
      {SQLITE_IOERR_WRITE, EDQUOT, ErrorCode::StorageFull},
      {SQLITE_IOERR_WRITE, EFBIG, ErrorCode::StorageFull},
      {SQLITE_IOERR_WRITE, EIO, ErrorCode::StorageFailed},
      {SQLITE_IOERR_FSYNC, EIO, ErrorCode::StorageFailed},
      {SQLITE_IOERR_CORRUPTFS, EIO, ErrorCode::StorageCorrupt},
      {SQLITE_BUSY, 0, ErrorCode::StorageBusy},
      {SQLITE_BUSY_RECOVERY, 0, ErrorCode::StorageBusy},
      {SQLITE_BUSY, ENOLCK, ErrorCode::StorageFailed},
      {SQLITE_IOERR_LOCK, EOPNOTSUPP, ErrorCode::StorageFailed},
      {SQLITE_LOCKED, 0, ErrorCode::StorageBusy},
      {SQLITE_PROTOCOL, 0, ErrorCode::StorageBusy},
      {SQLITE_READONLY, 0, ErrorCode::StorageReadOnly},
      {SQLITE_READONLY_DIRECTORY, 0, ErrorCode::StorageReadOnly},
      {SQLITE_PERM, 0, ErrorCode::StorageReadOnly},
      {SQLITE_CANTOPEN, EACCES, ErrorCode::StorageReadOnly},
      {SQLITE_CANTOPEN, EROFS, ErrorCode::StorageReadOnly},
      {SQLITE_CANTOPEN, ENOENT, ErrorCode::StorageFailed},
      {SQLITE_CORRUPT, 0, ErrorCode::StorageCorrupt},
      {SQLITE_CORRUPT_INDEX, 0, ErrorCode::StorageCorrupt},
      {SQLITE_NOTADB, 0, ErrorCode::StorageCorrupt},
      {SQLITE_CONSTRAINT_UNIQUE, 0, ErrorCode::Conflict},
      {SQLITE_NOMEM, 0, ErrorCode::StorageFailed},
      {SQLITE_ERROR, 0, ErrorCode::StorageFailed},
  };
  for (const auto& [result, system, code] : cases) {
    const Error error = sqlite_error(result, system, "study.db", "words");
    EXPECT_EQ(error.code(), code) << "result " << result << ", errno " << system;
    EXPECT_THAT(error.what(), HasSubstr("'study.db'"));
    EXPECT_THAT(error.what(), HasSubstr("; ")) << "what to do";
  }
}

TEST(SqliteError, ALockThatTheSystemHasNotIsNobodyElses) {
  const std::string message = sqlite_error(SQLITE_BUSY, ENOLCK, "study.db", "database is locked").what();
  EXPECT_THAT(message, HasSubstr("cannot be locked: No locks available"));
  EXPECT_THAT(message, Not(HasSubstr("another process")));
}

TEST(SqliteError, GivesTheWordsOfTheSystem) {
  EXPECT_THAT(sqlite_error(SQLITE_IOERR_WRITE, EIO, "study.db", "disk I/O error").what(),
              HasSubstr("disk I/O error (Input/output error)"));
}

}  // namespace
}  // namespace hone::storage
