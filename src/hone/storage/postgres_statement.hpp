// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hone/storage/database.hpp"
#include "hone/storage/postgres_connection.hpp"

namespace hone::storage {

class PostgresDatabase;

/// A statement that is prepared once on each connection. Its rows come all at once.
class PostgresStatement final : public Statement, private PostgresReceiver {
 public:
  PostgresStatement(PostgresDatabase& database, std::string name, std::string_view sql);

  void bind(int parameter, std::int64_t value) override;
  void bind(int parameter, double value) override;
  void bind(int parameter, std::string_view value) override;
  void bind_bytes(int parameter, std::string_view bytes) override;
  void bind_null(int parameter) override;

  bool step() override;
  void run() override;
  void send() override;
  void reset() noexcept override;
  /// As run(), but its failure is of no interest, and nobody waits.
  void run_quietly();

  bool is_null(int column) override;
  std::int64_t integer(int column) override;
  double real(int column) override;
  std::string_view text(int column) override;
  std::string_view bytes(int column) override;

 private:
  struct Parameter {
    std::string own = {};        ///< numbers, and texts that had to be escaped
    std::string_view view = {};  ///< of somebody else, when there is nothing of our own
    bool null = true;
    bool binary = false;
  };

  void receive(std::uint64_t ticket, PostgresResult result) override;
  void unprepared() override { prepared_ = 0; }

  PostgresConnection& ready_connection();
  PostgresParameters parameters() const;
  Parameter& parameter(int number);
  std::string_view raw(int column) const;

  PostgresDatabase& database_;
  std::string name_;
  std::string sql_;
  int prepared_ = 0;  ///< the generation of the connection on which it is
  std::vector<Parameter> parameters_;
  bool sent_ = false;
  std::uint64_t ticket_ = 0;
  PostgresResult result_;
  int row_ = -1;
  std::map<int, std::string> unescaped_;  ///< columns of the present row that needed it
};

}  // namespace hone::storage
