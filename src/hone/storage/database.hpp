// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The little that the SQL store needs of a database, so that another one needs no second store. Statements
// are written in the SQL that SQLite and PostgreSQL share; parameters are question marks, which an
// implementation may renumber.
namespace hone::storage {

/// How a transaction uses the database.
enum class Access {
  Read,          ///< sees one state of the database, whatever others write meanwhile
  Write,         ///< outlives this process when it returns; a power cut may undo it
  DurableWrite,  ///< on disk when it returns, and all earlier writes with it
  /// As Write; what is written may also be undone by a crash of a database that outlives its clients, so
  /// nobody may build on it.
  LooseWrite,
};

/// A prepared statement. Use it through Query. Parameters count from 1, columns from 0.
class Statement {
 public:
  virtual ~Statement() = default;

  virtual void bind(int parameter, std::int64_t value) = 0;
  /// NaN is kept as NULL.
  virtual void bind(int parameter, double value) = 0;
  /// The text is not copied: it must live until reset().
  virtual void bind(int parameter, std::string_view value) = 0;
  /// As they are, not as a text; not copied either.
  virtual void bind_bytes(int parameter, std::string_view bytes) = 0;
  virtual void bind_null(int parameter) = 0;

  /// Runs on to the next row; false at the end.
  virtual bool step() = 0;
  /// For statements whose rows do not matter. A database may put it off until somebody waits for it: an error
  /// then comes from a later call, the commit at the latest.
  virtual void run() {
    while (step()) continue;
  }
  /// Lets the database begin with it; step() waits for the first row. What is sent together is answered
  /// together.
  virtual void send() {}
  virtual void reset() noexcept = 0;

  virtual bool is_null(int column) = 0;
  virtual std::int64_t integer(int column) = 0;
  virtual double real(int column) = 0;
  /// Valid until the next step() or reset().
  virtual std::string_view text(int column) = 0;
  virtual std::string_view bytes(int column) = 0;
};

/// A parameter that is bytes and not a text.
struct Bytes {
  std::string_view view;
};

/// A connection to a database. For one thread at a time.
/// Every call throws an Error with a Storage... code when the database fails.
class Database {
 public:
  virtual ~Database() = default;

  /// The statement of this text, which is compiled once. It has one user at a time.
  virtual Statement& prepare(std::string_view sql) = 0;
  /// Runs statements separated by semicolons, such as the definition of tables.
  virtual void execute(const std::string& script) = 0;
  /// Rows that the last INSERT, UPDATE or DELETE touched.
  virtual std::int64_t changed_rows() = 0;

  /// What to write behind a SELECT of a transaction that goes on to change these rows: others who would
  /// wait. Nothing where a transaction that writes is alone anyway.
  virtual std::string_view row_lock() const { return ""; }
  /// The column by which a row can be found without an index, to see whether an index told the truth; empty
  /// where the database looks after that itself.
  virtual std::string_view row_address() const { return ""; }
  /// In a transaction that changes tables: others who would do so wait.
  virtual void lock_schema() {}

  virtual void begin(Access access) = 0;
  virtual void commit() = 0;
  /// Does nothing when the database has given up the transaction by itself.
  virtual void rollback() noexcept = 0;
  virtual bool in_transaction() = 0;

  virtual bool has_table(const std::string& name) = 0;
  virtual bool has_index(const std::string& name) = 0;
  /// What the database finds wrong with its own structures and with references between tables.
  virtual std::vector<std::string> check() = 0;
  /// Makes the indices again from their tables when check() finds something; says in words what it did. What
  /// is wrong with a table itself stays so.
  virtual std::vector<std::string> mend_indices() { return {}; }
  /// Writes a consistent copy to a new file. Safe to call while another thread uses this connection.
  virtual void backup(const std::string& path) = 0;
  /// Throws StorageGone when the files are not those that were opened. Safe to call while another thread uses
  /// this connection.
  virtual void require_there() const = 0;
  /// Another text after every change of the database by whomever, and seldom otherwise.
  virtual std::string mark() = 0;
  /// What messages call it: the name of the file, or the address without a password.
  virtual std::string name() const = 0;
  /// Where it is, spelled the same for every way to it.
  virtual std::string location() const = 0;
};

/// One use of a prepared statement, which is ready for the next user when this goes.
class Query {
 public:
  Query(Database& database, std::string_view sql) : statement_(database.prepare(sql)) {}
  ~Query() { statement_.reset(); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  /// Sets all parameters, in order. Texts must outlive the query.
  template <class... Values>
  Query& with(const Values&... values) {
    int parameter = 0;
    (put(++parameter, values), ...);
    return *this;
  }

  /// Goes to the next row; false when there is none.
  bool next() { return statement_.step(); }
  /// For statements whose rows do not matter.
  void run() { statement_.run(); }
  /// Lets the database begin with it while others are asked; next() waits.
  Query& send() {
    statement_.send();
    return *this;
  }

  bool is_null(int column) { return statement_.is_null(column); }
  std::int64_t integer(int column) { return statement_.integer(column); }
  double real(int column) { return statement_.real(column); }
  std::string_view text(int column) { return statement_.text(column); }
  std::string_view bytes(int column) { return statement_.bytes(column); }
  std::optional<std::int64_t> optional_integer(int column) {
    if (is_null(column)) return std::nullopt;
    return integer(column);
  }
  std::optional<double> optional_real(int column) {
    if (is_null(column)) return std::nullopt;
    return real(column);
  }

 private:
  void put(int parameter, std::integral auto value) {
    statement_.bind(parameter, static_cast<std::int64_t>(value));
  }
  void put(int parameter, double value) { statement_.bind(parameter, value); }
  void put(int parameter, std::string_view value) { statement_.bind(parameter, value); }
  void put(int parameter, const Bytes& value) { statement_.bind_bytes(parameter, value.view); }
  template <class T>
  void put(int parameter, const std::optional<T>& value) {
    if (value) {
      put(parameter, *value);
    } else {
      statement_.bind_null(parameter);
    }
  }

  Statement& statement_;
};

/// A transaction that is undone unless it is committed.
class Transaction {
 public:
  Transaction(Database& database, Access access) : database_(database) { database_.begin(access); }
  ~Transaction() {
    if (!done_) database_.rollback();
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit() {
    database_.commit();
    done_ = true;
  }

 private:
  Database& database_;
  bool done_ = false;
};

}  // namespace hone::storage
