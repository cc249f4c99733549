// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "hone/storage/postgres_storage.hpp"
#include "hone/storage/sqlite_storage.hpp"

namespace hone::e2e {

/// By address, as hone's catalog does, without all samplers.
inline std::unique_ptr<storage::Storage> open_any(const std::string& address) {
  if (address.starts_with("postgresql:")) return storage::open_postgres(address);
  return storage::open_sqlite(address);
}

}  // namespace hone::e2e
