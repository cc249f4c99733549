// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "hone/base/error.hpp"

namespace hone::storage {

/// What the server said about a statement.
struct PostgresFailure {
  std::string state;   ///< the SQLSTATE, five characters; empty when the connection failed
  std::string detail;  ///< in the server's words
};

/// Two transactions waited for each other, or met; running one again helps.
bool is_collision(const std::string& state);
/// The server ended the connection, and the transaction with it.
bool is_disconnection(const std::string& state);

/// The error for a failed statement, named by what users can do about it.
Error postgres_error(const PostgresFailure& failure, const std::string& store);

/// Why no connection could be made, in libpq's words.
enum class ConnectionRefusal {
  Unreachable,  ///< nobody answers there
  NotReady,     ///< the server starts, stops, recovers or has no connection left: waiting helps
  Denied,       ///< wrong or missing password, or not from this host
  NoDatabase,
  Other,
};
ConnectionRefusal refusal_of(const std::string& detail);
Error connection_error(const std::string& detail, const std::string& store);

}  // namespace hone::storage
