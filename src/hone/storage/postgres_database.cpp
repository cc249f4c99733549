// SPDX-License-Identifier: MIT
#include "hone/storage/postgres_database.hpp"

#include <sys/random.h>

#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/storage/migrations.hpp"
#include "hone/storage/postgres_statement.hpp"
#include "hone/storage/postgres_text.hpp"
#include "hone/storage/sqlite_backup.hpp"
#include "hone/storage/sqlite_database.hpp"
#include "hone/storage/store_copy.hpp"
#include "hone/storage/try_again.hpp"

namespace hone::storage {
namespace {

/// A process that is stopped in the middle of a transaction keeps others out for no longer than this.
constexpr int kIdleTimeout = 60000;
constexpr std::int64_t kClockAge = 60000;
constexpr const char* kBeginWriting = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

/// No two processes have the same, whichever host they run on.
std::int64_t random_writer() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number)
    throw Error(ErrorCode::System, "the system has no random numbers", "try again");
  return static_cast<std::int64_t>(number >> 1);
}

[[noreturn]] void throw_no_store(const std::string& name) {
  throw Error(ErrorCode::NotFound, text("there is no store of hone in '", name, "'"),
              "check the address; `hone tune` makes one");
}

[[noreturn]] void throw_foreign_tables(const std::string& name, const std::string& schema) {
  throw Error(ErrorCode::StorageCorrupt,
              text("the schema '", schema, "' of '", name, "' holds tables of another program"),
              "add ?schema=NAME with a name of its own to the address");
}

void require_encoding(PGconn* connection, const std::string& name) {
  const char* encoding = PQparameterStatus(connection, "server_encoding");
  const std::string_view word = encoding == nullptr ? "" : encoding;
  if (word == "UTF8" || word == "SQL_ASCII") return;
  throw Error(ErrorCode::StorageFailed, text("the database of '", name, "' has the encoding ", word),
              "make one with UTF8: createdb --encoding=UTF8 --template=template0 NAME");
}

}  // namespace

PostgresDatabase::PostgresDatabase(const std::string& address, const PostgresOptions& options)
    : given_(address),
      options_(options),
      connection_(read_postgres_address(address)),
      writer_(random_writer()) {
  run_again([&] {
    connection_.open(options_.patience, false);
    begin_session();
    identify(options_.create);
    return true;
  });
}

// Nobody waits for the answer: who finds the row later deletes it.
PostgresDatabase::~PostgresDatabase() {
  if (!enrolled_ || !connection_.is_open()) return;
  try {
    rollback();
    PostgresStatement& leave = statement("DELETE FROM hone_writers WHERE writer = ?");
    leave.bind(1, writer_);
    leave.run_quietly();
  } catch (const Error&) {
    enrolled_ = false;
  }
}

void PostgresDatabase::begin_session() {
  const std::string& name = connection_.address().shown;
  require_encoding(connection_.raw(), name);
  connection_.execute(
      text("SET search_path = ", connection_.address().schema, "; SET lock_timeout = ", options_.patience,
           "; SET idle_in_transaction_session_timeout = ", kIdleTimeout, "; SET bytea_output = 'hex'"));
  Query session(*this,
                "SELECT current_setting('synchronous_commit'), a.backend_start::text, "
                "(SELECT d.oid::bigint FROM pg_database d WHERE d.datname = current_database()), "
                "(SELECT c.system_identifier FROM pg_control_system() c) "
                "FROM pg_stat_activity a WHERE a.pid = pg_backend_pid()");
  if (!session.next())
    throw Error(ErrorCode::StorageFailed, text("'", name, "' does not know us"), "try again");
  const bool forgetful = session.text(0) == "off";
  process_ = connection_.server_process();
  process_start_ = session.text(1);
  location_ =
      text("postgresql:", session.integer(3), "/", session.integer(2), "/", connection_.address().schema);
  // Whoever set it to off did not think of results of hour-long trials.
  if (forgetful) connection_.execute("SET synchronous_commit = on");
  look_at_clock();
}

void PostgresDatabase::look_at_clock() {
  Query query(*this, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
  query.next();
  clock_->set(query.integer(0));
  clock_read_ = ServerClock::since_boot();
}

void PostgresDatabase::identify(bool create) {
  if (has_table("hone_meta") && has_table("hone_writers")) return require_usage();
  if (!create) throw_no_store(name());
  // In this order: somebody may make the store between two questions, and its tables come with hone_meta.
  const bool occupied = has_table("studies") || has_table("trials");
  if (occupied && !has_table("hone_meta")) throw_foreign_tables(name(), connection_.address().schema);
  make_schema();
}

// Who may not use a schema is told that its tables do not exist.
void PostgresDatabase::require_usage() {
  const std::string& schema = connection_.address().schema;
  if (Query(*this, "SELECT 1 FROM pg_namespace WHERE nspname = ? AND has_schema_privilege(oid, 'USAGE')")
          .with(schema)
          .next())
    return;
  throw postgres_error({"42501", "permission denied for schema " + schema}, name());
}

// The table is not one of migrations.hpp: it says nothing about studies, and only this kind of store needs
// it. Not a transaction as others, which are noted in the table; each step sees what others did while it
// waited.
void PostgresDatabase::make_schema() {
  const std::string& schema = connection_.address().schema;
  in_transaction_ = true;
  broken_ = false;
  try {
    Query(*this, kBeginWriting).run();
    lock_schema();
    const bool there = Query(*this, "SELECT 1 FROM pg_namespace WHERE nspname = ?").with(schema).next();
    if (!there) execute("CREATE SCHEMA " + schema);
    execute(
        "CREATE TABLE IF NOT EXISTS hone_writers (writer BIGINT PRIMARY KEY, mark BIGINT NOT NULL, "
        "used TIMESTAMP WITH TIME ZONE NOT NULL)");
    Query(*this, "COMMIT").next();
    in_transaction_ = false;
  } catch (...) {
    rollback();
    throw;
  }
}

void PostgresDatabase::lock_schema() {
  Query(*this, "SELECT pg_advisory_xact_lock(hashtext('hone'), hashtext(?))")
      .with(connection_.address().schema)
      .next();
}

PostgresStatement& PostgresDatabase::statement(std::string_view sql) {
  auto found = statements_.find(sql);
  if (found == statements_.end()) {
    auto made = std::make_unique<PostgresStatement>(*this, text("h", statements_.size()), sql);
    found = statements_.emplace(std::string(sql), std::move(made)).first;
  }
  return *found->second;
}

// Which transactions had ended: every one that changes something has a number.
std::string PostgresDatabase::mark() {
  Query snapshot(*this, "SELECT CAST(txid_current_snapshot() AS TEXT)");
  return snapshot.next() ? std::string(snapshot.text(0)) : "";
}

Statement& PostgresDatabase::prepare(std::string_view sql) { return statement(sql); }

void PostgresDatabase::execute(const std::string& script) {
  guard([&] { live_connection().execute(postgres_tables(script)); });
}

std::int64_t PostgresDatabase::changed_rows() {
  guard([&] { live_connection().collect(); });
  return connection_.changed();
}

PostgresConnection& PostgresDatabase::live_connection() {
  if (connection_.is_open()) return connection_;
  if (in_transaction_) throw PostgresDisconnected(postgres_error({"", "it was closed"}, name()));
  reconnect();
  return connection_;
}

void PostgresDatabase::guard(const std::function<void()>& step) {
  try {
    step();
  } catch (const PostgresDisconnected& error) {
    in_transaction_ = false;
    broken_ = false;
    throw TryAgain(error);
  } catch (const Error&) {
    broken_ = in_transaction_;
    throw;
  }
}

// The server may not have noticed that we are gone, and keep what the lost transaction had locked.
void PostgresDatabase::reconnect() {
  connection_.open(options_.patience, true);
  const std::int64_t old_process = process_;
  const std::string old_start = process_start_;
  begin_session();
  Query(*this,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ? AND backend_start::text = ?")
      .with(old_process, old_start)
      .next();
}

// The row is there before it is needed, so that whoever asks for it finds it, locked or not.
void PostgresDatabase::enrol() {
  if (enrolled_) return;
  Query(*this, "DELETE FROM hone_writers WHERE used < now() - interval '30 days'").next();
  Query(*this,
        "INSERT INTO hone_writers (writer, mark, used) VALUES (?, 0, now()) ON CONFLICT (writer) DO NOTHING")
      .with(writer_)
      .next();
  enrolled_ = true;
}

void PostgresDatabase::begin(Access access) {
  const bool writing = access != Access::Read;
  live_connection();
  if (ServerClock::since_boot() - clock_read_ > kClockAge) look_at_clock();
  if (writing) enrol();
  in_transaction_ = true;
  broken_ = false;
  access_ = access;
  try {
    open_transaction(writing);
  } catch (...) {
    rollback();
    throw;
  }
}

void PostgresDatabase::open_transaction(bool writing) {
  Query(*this, writing ? kBeginWriting : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").run();
  if (!writing) return;
  if (access_ == Access::LooseWrite) Query(*this, "SET LOCAL synchronous_commit = off").run();
  Query(*this, "UPDATE hone_writers SET mark = ?, used = now() WHERE writer = ?")
      .with(++mark_, writer_)
      .run();
}

void PostgresDatabase::commit() {
  if (access_ == Access::Read) {
    in_transaction_ = false;
    guard([&] { statement("COMMIT").run_quietly(); });
    return;
  }
  try {
    Query(*this, "COMMIT").next();
  } catch (const TryAgain&) {
    if (in_transaction_) throw;  // a collision: the connection is there
    if (!was_committed()) throw;
  }
  in_transaction_ = false;
}

/// Asked after the connection was lost while a commit may have been under way.
bool PostgresDatabase::was_committed() {
  try {
    return run_again([&] {
      reconnect();
      // Waits for the lost transaction when the server is still at it.
      Query query(*this, "SELECT mark FROM hone_writers WHERE writer = ? FOR UPDATE");
      if (query.with(writer_).next()) return query.integer(0) == mark_;
      throw Error(ErrorCode::StorageFailed, "our row in hone_writers is gone", "do not delete it");
    });
  } catch (const Error& error) {
    throw_unknown(error);
  }
}

void PostgresDatabase::throw_unknown(const Error& error) {
  throw Error(
      error.code(),
      text("the connection to '", name(),
           "' was lost while something was stored, and whether it was "
           "stored is not known: ",
           error.what()),
      "look at the study when the server is back; telling a result again is safe, as a trial has one");
}

void PostgresDatabase::rollback() noexcept {
  if (!in_transaction_) return;
  in_transaction_ = false;
  broken_ = false;
  try {
    if (connection_.is_open()) statement("ROLLBACK").run_quietly();
  } catch (const Error&) {
    connection_.close();  // which undoes it as well
  }
}

bool PostgresDatabase::has(char kind, const std::string& relation) {
  return Query(*this,
               "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
               "WHERE n.nspname = ? AND c.relname = ? AND c.relkind::text = ?")
      .with(connection_.address().schema, relation, std::string_view(&kind, 1))
      .next();
}

// Pages and references are the server's business (data_checksums, pg_amcheck); what it says of itself is not.
std::vector<std::string> PostgresDatabase::check() {
  std::vector<std::string> problems;
  Query indices(*this,
                "SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
                "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND NOT i.indisvalid");
  indices.with(connection_.address().schema);
  while (indices.next()) {
    problems.push_back(text("the index ", indices.text(0), " is not valid; make it again with REINDEX"));
  }
  return problems;
}

// A connection of its own: one snapshot, while others go on.
void PostgresDatabase::backup(const std::string& path) {
  write_whole_file(path, [&](const std::string& draft) {
    PostgresDatabase source(given_, {.patience = options_.patience, .create = false, .migrate = false});
    SqliteDatabase target(draft, {});
    migrate_schema(target, true);
    copy_database(source, target);
  });
}

}  // namespace hone::storage
