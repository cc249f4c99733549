// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hone/storage/sqlite_storage.hpp"
#include "hone/storage/storage.hpp"
#include "support/temp_dir.hpp"
#ifdef HONE_POSTGRES
#include "storage/postgres_support.hpp"
#endif

namespace hone::test {

/// Names of all kinds of stores, for INSTANTIATE_TEST_SUITE_P.
inline auto store_kinds() {
#ifdef HONE_POSTGRES
  return ::testing::Values("memory", "sqlite", "postgres");
#else
  return ::testing::Values("memory", "sqlite");
#endif
}

/// Where a store of some kind can be opened. It must outlive the store.
class StorePlace {
 public:
  explicit StorePlace(std::string_view kind) : kind_(kind) {
#ifdef HONE_POSTGRES
    if (kind_ == "postgres") schema_.emplace();
#endif
  }

  std::unique_ptr<storage::Storage> open(storage::Clock clock) const {
    if (kind_ == "memory") return storage::open_memory(std::move(clock));
#ifdef HONE_POSTGRES
    if (schema_) return storage::open_postgres(schema_->address(), {}, std::move(clock));
#endif
    return storage::open_sqlite(folder_.file("hone.db"), {}, std::move(clock));
  }

 private:
  std::string kind_;
  TempDir folder_;
#ifdef HONE_POSTGRES
  std::optional<PostgresSchema> schema_;
#endif
};

}  // namespace hone::test
