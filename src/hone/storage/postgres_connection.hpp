// SPDX-License-Identifier: MIT
#pragma once

#include <libpq-fe.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hone/storage/postgres_address.hpp"
#include "hone/storage/postgres_error.hpp"
#include "hone/storage/try_again.hpp"

namespace hone::storage {

struct ClearPostgresResult {
  void operator()(PGresult* result) const noexcept { PQclear(result); }
};
using PostgresResult = std::unique_ptr<PGresult, ClearPostgresResult>;

/// Parameters of a statement, as libpq wants them. The bytes belong to somebody else until they are sent.
struct PostgresParameters {
  std::vector<const char*> values;
  std::vector<int> lengths;
  std::vector<int> formats;  ///< 0: text, 1: binary
};

/// Whoever waits for the answer to what it sent.
class PostgresReceiver {
 public:
  virtual ~PostgresReceiver() = default;
  /// `ticket` is that of the send; rows, or a count of what changed.
  virtual void receive(std::uint64_t ticket, PostgresResult result) = 0;
  /// A statement that was to be prepared was not: it must be prepared again.
  virtual void unprepared() = 0;
};

/// The connection was lost, in the middle of something or before it.
class PostgresDisconnected : public TryAgain {
 public:
  using TryAgain::TryAgain;
};

/// A connection in libpq's pipeline mode: what is sent is answered when somebody waits (collect), all in one
/// round trip. For one thread.
class PostgresConnection {
 public:
  explicit PostgresConnection(PostgresAddress address) : address_(std::move(address)) {}

  /// Connects, anew if need be. Waits up to `patience` milliseconds for a server that starts, stops or has no
  /// connection left, and with `expected` for one that nobody answers for; then throws StorageBusy. Otherwise
  /// throws as connection_error().
  void open(int patience, bool expected);
  void close() noexcept;
  bool is_open() const { return connection_ != nullptr && PQstatus(connection_.get()) == CONNECTION_OK; }
  /// Counts connections: what was prepared on an earlier one is not prepared on this.
  int generation() const { return generation_; }

  void send_prepare(PostgresReceiver* receiver, const std::string& name, const std::string& sql);
  /// Sends a prepared statement; the receiver gets its rows, nobody when there is none.
  std::uint64_t send(PostgresReceiver* receiver, const std::string& name, const PostgresParameters& given);
  /// The same for a statement whose failure says nothing new: the end of a transaction that only looked, or
  /// is given up.
  void send_quietly(const std::string& name, const PostgresParameters& given);
  /// Lets the server have what was sent, without waiting.
  void push();
  /// Waits for all that was sent. Throws what went wrong with the first that failed, after which the server
  /// skipped the others; PostgresDisconnected when the connection is lost.
  void collect();

  /// Runs statements separated by semicolons and waits.
  void execute(const std::string& script);

  /// Rows that the last statement changed that was answered.
  std::int64_t changed() const { return changed_; }
  /// How often somebody waited for the server.
  std::int64_t round_trips() const { return round_trips_; }
  /// The process of the server that serves this connection.
  int server_process() const { return PQbackendPID(connection_.get()); }
  const PostgresAddress& address() const { return address_; }
  PGconn* raw() const { return connection_.get(); }

 private:
  enum class Kind { Prepare, Statement, Quiet, Sync };
  struct Pending {
    Kind kind;
    PostgresReceiver* receiver = nullptr;
    std::uint64_t ticket = 0;
  };
  struct Finish {
    void operator()(PGconn* connection) const noexcept { PQfinish(connection); }
  };

  void connect_once();
  void settle_in();
  void take_answer(const Pending& pending, std::optional<PostgresFailure>& failure);
  void take_result(const Pending& pending, PostgresResult result, std::optional<PostgresFailure>& failure);
  void require_sent(int accepted);
  void relieve();
  [[noreturn]] void throw_failure(const PostgresFailure& failure);
  [[noreturn]] void throw_disconnected(const std::string& detail);

  PostgresAddress address_;
  std::unique_ptr<PGconn, Finish> connection_;
  std::deque<Pending> pending_;
  std::uint64_t tickets_ = 0;
  std::int64_t changed_ = 0;
  std::int64_t round_trips_ = 0;
  int generation_ = 0;
};

}  // namespace hone::storage
