// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hone/storage/database.hpp"
#include "hone/storage/open_files.hpp"
#include "hone/storage/sqlite_handle.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "hone/storage/sqlite_wal.hpp"
#include "hone/storage/write_queue.hpp"

namespace hone::storage {

class SqliteStatement;

/// A SQLite file, marked as hone's, in WAL mode where the file system allows it.
class SqliteDatabase final : public Database {
 public:
  /// Opens or makes the file; does not look at its tables (see migrations.hpp). Throws StorageCorrupt, and
  /// leaves the file as it is, when it belongs to another program.
  SqliteDatabase(const std::string& path, const SqliteOptions& options);
  ~SqliteDatabase() override;

  Statement& prepare(std::string_view sql) override;
  void execute(const std::string& script) override;
  std::int64_t changed_rows() override;

  void begin(Access access) override;
  void commit() override;
  void rollback() noexcept override;
  bool in_transaction() override;

  std::string_view row_address() const override { return "rowid"; }
  bool has_table(const std::string& name) override { return has("table", name); }
  bool has_index(const std::string& name) override { return has("index", name); }
  std::vector<std::string> check() override;
  std::vector<std::string> mend_indices() override;
  void backup(const std::string& path) override;
  void require_there() const override { files_.require_there(); }
  std::string mark() override;
  std::string name() const override { return path_; }
  std::string location() const override;

 private:
  static int on_busy(void* self, int count);

  void open(const SqliteOptions& options);
  void configure();
  void identify(bool create);
  void enter_wal();
  bool reopen_immutable();
  bool is_worth_waiting();
  void begin_in_turn();
  bool begin_from_line();
  bool begin_at_once();
  void patiently(const std::function<void()>& step);
  void watch_files();
  bool has(std::string_view type, const std::string& name);
  std::int64_t pragma(const char* sql);
  void set_durable(bool durable);
  void number_commit();

  std::string path_;
  int copy_after_;
  WaitNotice notice_;
  bool no_locks_ = false;    // the system has none to give
  SqlitePatience patience_;  // before the connection, which may wait once more when it is closed
  SqliteHandle handle_;
  OpenFiles files_;
  std::vector<std::string> protected_;  // files that stay as they are
  std::optional<SqliteWal> wal_;
  WriteQueue queue_;                    // of those who want to write
  std::optional<std::int64_t> passed_;  // place of one who stood still although the file was free
  bool waits_ = true;                   // for SQLite's lock
  std::map<std::string, std::unique_ptr<SqliteStatement>, std::less<>> statements_;
  bool durable_ = true;           ///< what PRAGMA synchronous says now
  Access access_ = Access::Read;  ///< of the present transaction
};

}  // namespace hone::storage
