// SPDX-License-Identifier: MIT
#include "hone/storage/postgres_statement.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/storage/postgres_database.hpp"
#include "hone/storage/postgres_text.hpp"

namespace hone::storage {
namespace {

// Types of columns, from the server's catalog pg_type, which never renumbers them.
constexpr Oid kInt8 = 20;
constexpr Oid kInt2 = 21;
constexpr Oid kInt4 = 23;
constexpr Oid kFloat8 = 701;

/// Numbers travel with the highest byte first.
template <class Unsigned>
Unsigned from_network(std::string_view bytes) {
  Unsigned value = 0;
  for (const char byte : bytes)
    value = static_cast<Unsigned>((value << 8) | static_cast<unsigned char>(byte));
  return value;
}

}  // namespace

PostgresStatement::PostgresStatement(PostgresDatabase& database, std::string name, std::string_view sql)
    : database_(database), name_(std::move(name)), sql_(numbered_parameters(sql)) {}

PostgresStatement::Parameter& PostgresStatement::parameter(int number) {
  const auto index = static_cast<std::size_t>(number - 1);
  if (parameters_.size() <= index) parameters_.resize(index + 1);
  return parameters_[index];
}

void PostgresStatement::bind(int number, std::int64_t value) {
  parameter(number) = {.own = std::to_string(value), .null = false};
}

// The shortest digits that read back as the same number.
void PostgresStatement::bind(int number, double value) {
  if (std::isnan(value)) return bind_null(number);
  std::array<char, 40> digits{};
  char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  std::string number_text(digits.data(), end);
  if (std::isinf(value)) number_text = value > 0 ? "Infinity" : "-Infinity";
  parameter(number) = {.own = std::move(number_text), .null = false};
}

void PostgresStatement::bind(int number, std::string_view value) {
  const bool plain = is_plain_text(value);
  parameter(number) = {.own = plain ? "" : escaped_text(value), .view = value, .null = false, .binary = true};
}

void PostgresStatement::bind_bytes(int number, std::string_view bytes) {
  parameter(number) = {.own = {}, .view = bytes, .null = false, .binary = true};
}

void PostgresStatement::bind_null(int number) { parameter(number) = {}; }

PostgresParameters PostgresStatement::parameters() const {
  PostgresParameters given;
  for (const Parameter& each : parameters_) {
    const std::string_view bytes = each.own.empty() ? each.view : std::string_view(each.own);
    // A null pointer would mean NULL, and an empty view may hold one. Numbers, which travel as texts, end
    // with the zero byte that libpq looks for.
    const char* data = bytes.empty() ? "" : bytes.data();
    given.values.push_back(each.null ? nullptr : data);
    given.lengths.push_back(static_cast<int>(bytes.size()));
    given.formats.push_back(each.binary ? 1 : 0);
  }
  return given;
}

PostgresConnection& PostgresStatement::ready_connection() {
  PostgresConnection& connection = database_.live_connection();
  if (prepared_ != connection.generation()) {
    connection.send_prepare(this, name_, sql_);
    prepared_ = connection.generation();
  }
  return connection;
}

void PostgresStatement::send() {
  if (sent_) return;
  database_.guard([&] { ticket_ = ready_connection().send(this, name_, parameters()); });
  sent_ = true;
}

void PostgresStatement::run() {
  if (sent_) return;
  database_.guard([&] { ready_connection().send(nullptr, name_, parameters()); });
}

void PostgresStatement::run_quietly() {
  PostgresConnection& connection = ready_connection();
  connection.send_quietly(name_, parameters());
  connection.push();
}

bool PostgresStatement::step() {
  send();
  if (!result_) database_.guard([&] { database_.live_connection().collect(); });
  if (!result_) throw Error(ErrorCode::Internal, "a statement has no answer", "report this");
  unescaped_.clear();
  return ++row_ < PQntuples(result_.get());
}

void PostgresStatement::receive(std::uint64_t ticket, PostgresResult result) {
  if (sent_ && ticket == ticket_) result_ = std::move(result);
}

void PostgresStatement::reset() noexcept {
  sent_ = false;
  ticket_ = 0;
  result_.reset();
  row_ = -1;
  unescaped_.clear();
  parameters_.clear();
}

std::string_view PostgresStatement::raw(int column) const {
  const int size = PQgetlength(result_.get(), row_, column);
  return {PQgetvalue(result_.get(), row_, column), static_cast<std::size_t>(size)};
}

bool PostgresStatement::is_null(int column) { return PQgetisnull(result_.get(), row_, column) == 1; }

std::int64_t PostgresStatement::integer(int column) {
  if (is_null(column)) return 0;
  switch (PQftype(result_.get(), column)) {
    case kInt8:
      return static_cast<std::int64_t>(from_network<std::uint64_t>(raw(column)));
    case kInt4:
      return static_cast<std::int32_t>(from_network<std::uint32_t>(raw(column)));
    case kInt2:
      return static_cast<std::int16_t>(from_network<std::uint16_t>(raw(column)));
    default:
      throw Error(ErrorCode::StorageCorrupt,
                  hone::text("'", database_.name(), "' has a column of another type than hone made: ",
                             PQfname(result_.get(), column)),
                  "go back to a backup");
  }
}

double PostgresStatement::real(int column) {
  if (is_null(column)) return 0.0;
  if (PQftype(result_.get(), column) != kFloat8) return static_cast<double>(integer(column));
  return std::bit_cast<double>(from_network<std::uint64_t>(raw(column)));
}

std::string_view PostgresStatement::text(int column) {
  if (is_null(column)) return {};
  const std::string_view stored = raw(column);
  if (!is_escaped_text(stored)) return stored;
  const auto [found, added] = unescaped_.try_emplace(column);
  if (added) found->second = unescaped_text(stored);
  return found->second;
}

std::string_view PostgresStatement::bytes(int column) {
  return is_null(column) ? std::string_view() : raw(column);
}

}  // namespace hone::storage
