// SPDX-License-Identifier: MIT
#include "hone/storage/postgres_connection.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/storage/try_again.hpp"

namespace hone::storage {
namespace {

/// So many statements are sent before their answers are looked at.
constexpr std::size_t kMostPending = 200;

/// Before the words of the address, which outweigh them. A network that swallows everything is noticed after
/// half a minute instead of a quarter of an hour.
constexpr std::pair<const char*, const char*> kDefaults[] = {
    {"connect_timeout", "10"}, {"keepalives_idle", "15"},     {"keepalives_interval", "5"},
    {"keepalives_count", "3"}, {"tcp_user_timeout", "30000"}, {"application_name", "hone"}};

std::string trimmed(const char* message) {
  std::string out = message == nullptr ? "" : message;
  while (!out.empty() && (out.back() == '\n' || out.back() == ' ')) out.pop_back();
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

std::string field_of(const PGresult* result, int field) {
  const char* value = PQresultErrorField(result, field);
  return value == nullptr ? "" : value;
}

PostgresFailure failure_of(const PGresult* result) {
  PostgresFailure failure{field_of(result, PG_DIAG_SQLSTATE), field_of(result, PG_DIAG_MESSAGE_PRIMARY)};
  if (failure.detail.empty()) failure.detail = trimmed(PQresultErrorMessage(result));
  return failure;
}

std::int64_t changed_by(PGresult* result) {
  const char* count = PQcmdTuples(result);
  std::int64_t changed = 0;
  std::from_chars(count, count + std::strlen(count), changed);
  return changed;
}

/// Who has worked with the server may go on trying for longer than we do.
Error busy_error(const Error& error) {
  return Error(ErrorCode::StorageBusy, error.what(), "what was accepted before is safe");
}

bool is_worth_waiting(const std::string& detail, bool expected) {
  const ConnectionRefusal refusal = refusal_of(detail);
  return refusal == ConnectionRefusal::NotReady ||
         (expected && refusal != ConnectionRefusal::Denied && refusal != ConnectionRefusal::NoDatabase);
}

}  // namespace

void PostgresConnection::open(int patience, bool expected) {
  using SteadyClock = std::chrono::steady_clock;
  const auto give_up = SteadyClock::now() + std::chrono::milliseconds(patience);
  for (auto pause = std::chrono::milliseconds(20);;
       pause = std::min(pause * 2, std::chrono::milliseconds(500))) {
    connect_once();
    if (is_open()) break;
    const std::string detail = trimmed(PQerrorMessage(connection_.get()));
    close();
    const bool waiting_helps = is_worth_waiting(detail, expected);
    if (!waiting_helps || SteadyClock::now() + pause > give_up) {
      const Error error = connection_error(detail, address_.shown);
      throw waiting_helps ? busy_error(error) : error;
    }
    std::this_thread::sleep_for(pause);
  }
  settle_in();
}

void PostgresConnection::connect_once() {
  close();
  std::vector<const char*> keywords;
  std::vector<const char*> values;
  const auto add = [&](const char* keyword, const char* value) {
    keywords.push_back(keyword);
    values.push_back(value);
  };
  for (const auto& [keyword, value] : kDefaults) add(keyword, value);
  for (const auto& [keyword, value] : address_.words) add(keyword.c_str(), value.c_str());
  add("client_encoding", "UTF8");
  add(nullptr, nullptr);
  connection_.reset(PQconnectdbParams(keywords.data(), values.data(), 0));
  if (!connection_)
    throw Error(ErrorCode::System, "there is no memory for a connection", "end some programs");
}

void PostgresConnection::settle_in() {
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
  PQsetErrorVerbosity(connection_.get(), PQERRORS_DEFAULT);
  if (PQenterPipelineMode(connection_.get()) != 1) throw_disconnected("it has no pipeline mode");
  ++generation_;
}

void PostgresConnection::close() noexcept {
  connection_.reset();
  for (const Pending& pending : pending_) {
    if (pending.kind == Kind::Prepare && pending.receiver != nullptr) pending.receiver->unprepared();
  }
  pending_.clear();
}

void PostgresConnection::send_prepare(PostgresReceiver* receiver, const std::string& name,
                                      const std::string& sql) {
  require_sent(PQsendPrepare(connection_.get(), name.c_str(), sql.c_str(), 0, nullptr));
  pending_.push_back({Kind::Prepare, receiver});
}

std::uint64_t PostgresConnection::send(PostgresReceiver* receiver, const std::string& name,
                                       const PostgresParameters& given) {
  relieve();
  require_sent(PQsendQueryPrepared(connection_.get(), name.c_str(), static_cast<int>(given.values.size()),
                                   given.values.data(), given.lengths.data(), given.formats.data(), 1));
  pending_.push_back({Kind::Statement, receiver, ++tickets_});
  return tickets_;
}

void PostgresConnection::send_quietly(const std::string& name, const PostgresParameters& given) {
  send(nullptr, name, given);
  pending_.back().kind = Kind::Quiet;
}

void PostgresConnection::push() {
  require_sent(PQpipelineSync(connection_.get()));
  pending_.push_back({Kind::Sync});
  require_sent(PQflush(connection_.get()) >= 0 ? 1 : 0);
}

void PostgresConnection::collect() {
  if (pending_.empty()) return;
  if (pending_.back().kind != Kind::Sync) push();
  ++round_trips_;
  std::optional<PostgresFailure> failure;
  while (!pending_.empty()) {
    const Pending pending = pending_.front();
    take_answer(pending, failure);
    pending_.pop_front();
  }
  if (failure) throw_failure(*failure);
}

// Answers come in the order of what was sent: the results of each, then a null; a sync has one result and no
// null.
void PostgresConnection::take_answer(const Pending& pending, std::optional<PostgresFailure>& failure) {
  while (true) {
    PostgresResult result(PQgetResult(connection_.get()));
    if (!is_open()) {
      throw_disconnected(result ? failure_of(result.get()).detail
                                : trimmed(PQerrorMessage(connection_.get())));
    }
    if (!result) return;
    const bool sync = PQresultStatus(result.get()) == PGRES_PIPELINE_SYNC;
    take_result(pending, std::move(result), failure);
    if (sync) return;
  }
}

void PostgresConnection::take_result(const Pending& pending, PostgresResult result,
                                     std::optional<PostgresFailure>& failure) {
  switch (PQresultStatus(result.get())) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
      if (pending.kind == Kind::Prepare) return;
      changed_ = changed_by(result.get());
      if (pending.receiver != nullptr) pending.receiver->receive(pending.ticket, std::move(result));
      return;
    case PGRES_PIPELINE_SYNC:
      return;
    case PGRES_PIPELINE_ABORTED:
      if (pending.kind == Kind::Prepare && pending.receiver != nullptr) pending.receiver->unprepared();
      return;
    default:
      if (pending.kind == Kind::Prepare && pending.receiver != nullptr) pending.receiver->unprepared();
      if (!failure && pending.kind != Kind::Quiet) failure = failure_of(result.get());
  }
}

void PostgresConnection::execute(const std::string& script) {
  collect();
  if (PQexitPipelineMode(connection_.get()) != 1)
    throw_disconnected(trimmed(PQerrorMessage(connection_.get())));
  const PostgresResult result(PQexec(connection_.get(), script.c_str()));
  if (!is_open()) throw_disconnected(result ? failure_of(result.get()).detail : "");
  if (PQenterPipelineMode(connection_.get()) != 1) throw_disconnected("it has no pipeline mode");
  const ExecStatusType status = PQresultStatus(result.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_EMPTY_QUERY)
    throw_failure(failure_of(result.get()));
}

void PostgresConnection::throw_failure(const PostgresFailure& failure) {
  // The server's last words may come before the end of the line is seen.
  if (is_disconnection(failure.state)) throw_disconnected(failure.detail);
  const Error error = postgres_error(failure, address_.shown);
  if (is_collision(failure.state)) throw TryAgain(error);
  throw error;
}

void PostgresConnection::require_sent(int accepted) {
  if (accepted != 1) throw_disconnected(trimmed(PQerrorMessage(connection_.get())));
}

/// Thousands of rows are written without a look at the answers; they must not pile up for ever.
void PostgresConnection::relieve() {
  if (pending_.size() >= kMostPending) collect();
}

void PostgresConnection::throw_disconnected(const std::string& detail) {
  close();
  throw PostgresDisconnected(
      postgres_error({"", detail.empty() ? "the server closed it" : detail}, address_.shown));
}

}  // namespace hone::storage
