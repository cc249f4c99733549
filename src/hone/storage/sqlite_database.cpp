// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_database.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/side_files.hpp"
#include "hone/storage/sqlite_backup.hpp"
#include "hone/storage/sqlite_error.hpp"
#include "hone/storage/sqlite_log.hpp"
#include "hone/storage/sqlite_statement.hpp"
#include "hone/storage/sqlite_uri.hpp"

namespace hone::storage {
namespace {

/// "hone" in ASCII: marks the file as ours in its header.
constexpr std::int64_t kApplicationId = 0x686f6e65;
/// SQLite's own limits on what a damaged file can make it report.
constexpr int kMostSqliteProblems = 100;

[[noreturn]] void throw_no_file(const std::string& path) {
  throw Error(ErrorCode::NotFound, text("there is no store at '", path, "'"),
              "check the name; `hone tune` makes one");
}

[[noreturn]] void throw_foreign(const std::string& path) {
  throw Error(ErrorCode::StorageCorrupt,
              text("'", path, "' is a database of another program, not a store of hone"),
              "check the name, or choose a file that does not exist yet");
}

/// "file:/a%3fb.db?immutable=1" for "/a?b.db".
std::string immutable_uri(const std::string& path) {
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(path).string()) {
    if (c == '%') {
      uri += "%25";
    } else if (c == '?') {
      uri += "%3f";
    } else if (c == '#') {
      uri += "%23";
    } else {
      uri += c;
    }
  }
  return uri + "?immutable=1";
}

/// A folder that is there but in which no file can be made.
bool is_closed_folder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  return ::access(folder.c_str(), F_OK) == 0 && ::access(folder.c_str(), W_OK) != 0;
}

/// A new store is its owner's alone: it holds results and tokens. SQLite gives the files beside it the same
/// rights. One that is there keeps those that somebody gave it; what cannot be made, SQLite says.
void make_private(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file >= 0) ::close(file);
}

}  // namespace

SqliteDatabase::SqliteDatabase(const std::string& path, const SqliteOptions& options)
    : path_(path),
      copy_after_(options.copy_after),
      notice_(options.on_wait),
      patience_(options.busy_timeout, [this] { return is_worth_waiting(); }) {
  if (path.empty())
    throw Error(ErrorCode::InvalidArgument, "the store has no file name", "give one, such as hone.db");
  require_safe_uri(path);
  const bool is_file = !is_uri(path) && !path.starts_with(':');  // ":memory:" is SQLite's own
  if (options.create && is_file) make_private(path);
  std::error_code ignored;
  if (!options.create && !is_uri(path) && !std::filesystem::exists(path, ignored)) throw_no_file(path);
  open(options);
  patiently([&] { identify(options.create); });
  patiently([&] { enter_wal(); });
  patiently([&] { watch_files(); });
}

SqliteDatabase::~SqliteDatabase() = default;

void SqliteDatabase::open(const SqliteOptions& options) {
  try {
    handle_ = open_sqlite_handle(path_, SQLITE_OPEN_READWRITE | (options.create ? SQLITE_OPEN_CREATE : 0));
    require_whole_log(handle_.get());  // before SQLite looks: closed again, it would have dropped the rest
    const std::string file = sqlite3_db_filename(handle_.get(), "main");
    if (nobody_may_write(file) && reopen_immutable()) return;
    protected_ = protected_side_files(file);
    make_side_files_usable(file, protected_);  // some may be left from when it was read-only
    configure();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::StorageReadOnly && error.code() != ErrorCode::StorageFailed) throw;
    if (!handle_ && is_closed_folder(path_))
      throw sqlite_error(SQLITE_CANTOPEN, EACCES, path_, "it cannot be made");
    if (!handle_ || !reopen_immutable()) throw;
  }
}

void SqliteDatabase::configure() {
  sqlite3_busy_handler(handle_.get(), &SqliteDatabase::on_busy, this);
  // References are checked; deleted rows need not be overwritten. A connection keeps 8 MiB of pages: more
  // come from the cache of the system, and would make a service grow for hours. The last of these is
  // the first to look into the file.
  patiently([&] {
    execute_sqlite(handle_.get(), path_,
                   "PRAGMA foreign_keys = ON; PRAGMA secure_delete = OFF; PRAGMA cache_size = -8192");
  });
}

// Even reading a file in WAL mode needs other files beside it, which a read-only folder does not allow and
// which a read-only file should not leave behind. When there is no log, nobody writes, and the file can be
// read as something that never changes.
bool SqliteDatabase::reopen_immutable() {
  const std::string file = sqlite3_db_filename(handle_.get(), "main");
  if (sqlite3_db_readonly(handle_.get(), "main") != 1 || !has_no_log(file)) return false;
  handle_ = open_sqlite_handle(immutable_uri(file), SQLITE_OPEN_READONLY);
  configure();
  return true;
}

void SqliteDatabase::identify(bool create) {
  // In this order: somebody may make the store between the two questions, and marks it before its tables.
  const bool occupied = pragma("SELECT COUNT(*) FROM sqlite_master") != 0;
  const std::int64_t mark = pragma("PRAGMA application_id");
  if (mark == kApplicationId) return;
  if (mark != 0 || occupied) throw_foreign(path_);
  if (!create) throw_no_file(path_);
  enter_wal();
  execute_sqlite(handle_.get(), path_, text("PRAGMA application_id = ", kApplicationId).c_str());
}

// Where shared memory is not to be had (some network file systems) SQLite stays in its older journal mode:
// slower, as safe.
void SqliteDatabase::enter_wal() {
  if (wal_ || sqlite3_db_readonly(handle_.get(), "main") == 1) return;
  SqliteStatement statement(handle_.get(), path_, "PRAGMA journal_mode = WAL");
  if (statement.step() && statement.text(0) == "wal") wal_.emplace(handle_.get(), patience_, copy_after_);
}

// The first look into a file in WAL mode opens the log and the shared memory beside it. From then on SQLite
// keeps all three until the last connection closes, so whoever deletes or replaces one of them is a stranger.
void SqliteDatabase::watch_files() {
  pragma("SELECT COUNT(*) FROM sqlite_master");
  const char* file = sqlite3_db_filename(handle_.get(), "main");
  if (file == nullptr || *file == '\0') return;
  make_side_files_usable(file, protected_);
  if (wal_) queue_ = WriteQueue(std::string(file) + "-wal");
  files_ =
      OpenFiles(file, wal_ ? std::vector<std::string>{"", "-wal", "-shm"} : std::vector<std::string>{""});
}

// SQLite does not call the busy handler where waiting could be a deadlock, such as in a change of the journal
// mode while others open the same new file. Here it cannot be, since we hold no lock.
void SqliteDatabase::patiently(const std::function<void()>& step) {
  patience_.start();
  SqlitePatience patience = patience_;
  for (;;) {
    try {
      return step();
    } catch (const Error& error) {
      if (error.code() != ErrorCode::StorageBusy) throw;
      if (patience.wait()) continue;
      if (no_locks_) throw sqlite_error(SQLITE_BUSY, ENOLCK, path_, error.what());
      throw;
    }
  }
}

// Tells, once, that others are waited for. Where there are no locks, nobody will ever release one.
bool SqliteDatabase::is_worth_waiting() {
  const char* file = sqlite3_db_filename(handle_.get(), "main");
  if (file != nullptr && *file != '\0' && lacks_locks(file)) no_locks_ = true;
  if (!no_locks_ && notice_) std::exchange(notice_, {})(path_);
  return !no_locks_;
}

int SqliteDatabase::on_busy(void* self, int count) {
  auto& database = *static_cast<SqliteDatabase*>(self);
  SqlitePatience& patience = database.patience_;
  if (!database.waits_) return 0;
  if (count == 0) patience.start();
  return patience.wait() ? 1 : 0;
}

std::int64_t SqliteDatabase::pragma(const char* sql) {
  SqliteStatement statement(handle_.get(), path_, sql);
  return statement.step() ? statement.integer(0) : 0;
}

// What others have committed, and what this connection has changed.
std::string SqliteDatabase::mark() {
  Query others(*this, "PRAGMA data_version");
  const std::int64_t version = others.next() ? others.integer(0) : 0;
  return text(version, " ", sqlite3_total_changes(handle_.get()));
}

Statement& SqliteDatabase::prepare(std::string_view sql) {
  auto found = statements_.find(sql);
  if (found == statements_.end()) {
    found =
        statements_.emplace(std::string(sql), std::make_unique<SqliteStatement>(handle_.get(), path_, sql))
            .first;
  }
  return *found->second;
}

void SqliteDatabase::execute(const std::string& script) {
  execute_sqlite(handle_.get(), path_, script.c_str());
}

std::int64_t SqliteDatabase::changed_rows() { return sqlite3_changes(handle_.get()); }

void SqliteDatabase::begin(Access access) {
  access_ = access;
  const bool writing = access != Access::Read;
  if (access == Access::DurableWrite) require_there();
  if (writing) set_durable(access == Access::DurableWrite || !wal_);
  if (writing) {
    begin_in_turn();
  } else {
    patiently([&] { Query(*this, "BEGIN").run(); });
  }
  if (access == Access::DurableWrite && wal_) wal_->prepare_commit();
}

// The place in the line is kept until the log is copied, if it has to be: that wants the others to stand
// back.
void SqliteDatabase::commit() {
  if (access_ == Access::DurableWrite && wal_) number_commit();
  Query(*this, "COMMIT").run();
  if (access_ == Access::DurableWrite) require_there();  // else it is where nobody will look
  if (access_ != Access::Read && wal_) wal_->after_commit();
  queue_.leave();
}

// So that the log shows which commits were acknowledged as durable (sqlite_log.hpp). One more page in it.
void SqliteDatabase::number_commit() {
  std::int64_t number = 0;
  {
    Query query(*this, "PRAGMA user_version");
    query.next();
    number = query.integer(0);
  }
  execute(text("PRAGMA user_version = ", (number + 1) & 0x7fffffff));
}

void SqliteDatabase::rollback() noexcept {
  if (in_transaction()) sqlite3_exec(handle_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
  queue_.leave();
}

bool SqliteDatabase::in_transaction() { return sqlite3_get_autocommit(handle_.get()) == 0; }

// In WAL mode NORMAL leaves out the fsync of a commit, nothing else; the fsync of a later FULL commit covers
// it.
void SqliteDatabase::set_durable(bool durable) {
  if (durable_ == durable) return;
  execute(durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  durable_ = durable;
}

bool SqliteDatabase::has(std::string_view type, const std::string& name) {
  return Query(*this, "SELECT 1 FROM sqlite_master WHERE type = ? AND name = ?").with(type, name).next();
}

std::vector<std::string> SqliteDatabase::check() {
  std::vector<std::string> problems;
  try {
    Query structure(*this, text("PRAGMA integrity_check(", kMostSqliteProblems, ")"));
    while (structure.next()) {
      if (structure.text(0) != "ok") problems.emplace_back(structure.text(0));
    }
    Query references(*this, "PRAGMA foreign_key_check");
    while (references.next() && problems.size() < kMostSqliteProblems) {
      problems.push_back(text("row ", references.integer(1), " of table ", references.text(0),
                              " refers to a row of table ", references.text(2), " that is not there"));
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::StorageCorrupt) throw;
    problems.emplace_back(error.what());
  }
  return problems;
}

// A table that cannot be walked, or holds a number twice, cannot be indexed: then nothing is changed.
std::vector<std::string> SqliteDatabase::mend_indices() {
  const std::vector<std::string> before = check();
  if (before.empty()) return {};
  try {
    Transaction transaction(*this, Access::DurableWrite);
    execute("REINDEX");
    transaction.commit();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::StorageCorrupt && error.code() != ErrorCode::Conflict) throw;
    return {};
  }
  if (check() == before) return {};
  return {text("made all indices again, as there was: ", before.front())};
}

std::string SqliteDatabase::location() const {
  std::error_code problem;
  const std::filesystem::path absolute = std::filesystem::absolute(path_, problem);
  const std::filesystem::path resolved = std::filesystem::weakly_canonical(absolute, problem);
  return (problem ? absolute : resolved).string();
}

void SqliteDatabase::backup(const std::string& path) {
  const char* file = sqlite3_db_filename(handle_.get(), "main");
  if (file == nullptr || *file == '\0') {
    throw Error(ErrorCode::InvalidArgument, text("'", path_, "' has no file that could be copied"),
                "use a store with a file");
  }
  backup_sqlite(file, path);
}

}  // namespace hone::storage
