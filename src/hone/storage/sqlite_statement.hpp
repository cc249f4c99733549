// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "hone/storage/database.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace hone::storage {

/// A compiled statement of a SQLite connection.
class SqliteStatement final : public Statement {
 public:
  /// `file` names the connection in messages. Connection and name must outlive the statement.
  SqliteStatement(sqlite3* handle, const std::string& file, std::string_view sql);

  void bind(int parameter, std::int64_t value) override;
  void bind(int parameter, double value) override;
  void bind(int parameter, std::string_view value) override;
  void bind_bytes(int parameter, std::string_view bytes) override;
  void bind_null(int parameter) override;

  bool step() override;
  void reset() noexcept override;

  bool is_null(int column) override;
  std::int64_t integer(int column) override;
  double real(int column) override;
  std::string_view text(int column) override;
  std::string_view bytes(int column) override;

 private:
  struct Finalizer {
    void operator()(sqlite3_stmt* statement) const noexcept;
  };

  void require(int result);

  sqlite3* handle_;
  const std::string& file_;
  std::unique_ptr<sqlite3_stmt, Finalizer> statement_;
};

}  // namespace hone::storage
