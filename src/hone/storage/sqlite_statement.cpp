// SPDX-License-Identifier: MIT
#include "hone/storage/sqlite_statement.hpp"

#include <sqlite3.h>

#include "hone/storage/sqlite_handle.hpp"

namespace hone::storage {

SqliteStatement::SqliteStatement(sqlite3* handle, const std::string& file, std::string_view sql)
    : handle_(handle), file_(file) {
  sqlite3_stmt* raw = nullptr;
  require(sqlite3_prepare_v3(handle, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                             &raw, nullptr));
  statement_.reset(raw);
}

void SqliteStatement::bind(int parameter, std::int64_t value) {
  require(sqlite3_bind_int64(statement_.get(), parameter, value));
}

void SqliteStatement::bind(int parameter, double value) {
  require(sqlite3_bind_double(statement_.get(), parameter, value));
}

void SqliteStatement::bind(int parameter, std::string_view value) {
  // A null pointer would mean NULL, and an empty view may hold one.
  const char* data = value.empty() ? "" : value.data();
  require(sqlite3_bind_text64(statement_.get(), parameter, data, value.size(), SQLITE_STATIC, SQLITE_UTF8));
}

void SqliteStatement::bind_bytes(int parameter, std::string_view bytes) {
  const char* data = bytes.empty() ? "" : bytes.data();
  require(sqlite3_bind_blob64(statement_.get(), parameter, data, bytes.size(), SQLITE_STATIC));
}

void SqliteStatement::bind_null(int parameter) { require(sqlite3_bind_null(statement_.get(), parameter)); }

bool SqliteStatement::step() {
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result != SQLITE_DONE) throw_sqlite_error(handle_, file_);
  return false;
}

void SqliteStatement::reset() noexcept {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

bool SqliteStatement::is_null(int column) {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::int64_t SqliteStatement::integer(int column) { return sqlite3_column_int64(statement_.get(), column); }

double SqliteStatement::real(int column) { return sqlite3_column_double(statement_.get(), column); }

std::string_view SqliteStatement::text(int column) {
  const unsigned char* data = sqlite3_column_text(statement_.get(), column);
  if (data == nullptr) return {};
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return {reinterpret_cast<const char*>(data), static_cast<std::size_t>(size)};
}

std::string_view SqliteStatement::bytes(int column) {
  const void* data = sqlite3_column_blob(statement_.get(), column);
  if (data == nullptr) return {};
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

void SqliteStatement::require(int result) {
  if (result != SQLITE_OK) throw_sqlite_error(handle_, file_);
}

void SqliteStatement::Finalizer::operator()(sqlite3_stmt* statement) const noexcept {
  sqlite3_finalize(statement);
}

}  // namespace hone::storage
