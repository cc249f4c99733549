// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace hone::storage {

/// A store's address taken apart: postgresql://user@host:5432/database?schema=hone&sslmode=require
struct PostgresAddress {
  /// Keywords and values as libpq takes them.
  std::vector<std::pair<std::string, std::string>> words;
  /// Where hone's tables are; a word of ours, not of libpq.
  std::string schema = "hone";
  /// The address without its password, for messages.
  std::string shown;
};

/// Throws InvalidArgument when it is not an address. No message repeats a password.
PostgresAddress read_postgres_address(const std::string& address);

}  // namespace hone::storage
