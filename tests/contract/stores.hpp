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
#ifdef HONE_HTTP_STORE
#include "contract/http_exceptions.hpp"
#include "contract/http_place.hpp"
#endif

namespace hone::test {

/// Names of all kinds of stores, for INSTANTIATE_TEST_SUITE_P. A service is a store of its own program, as
/// it needs more to be linked.
inline auto store_kinds() {
#if defined(HONE_HTTP_STORE)
  return ::testing::Values("http");
#elif defined(HONE_POSTGRES)
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

  std::unique_ptr<storage::Storage> open(storage::Clock clock) {
#ifdef HONE_HTTP_STORE
    if (kind_ == "http") return service_.open(std::move(clock));
#endif
    if (kind_ == "memory") return storage::open_memory(std::move(clock));
#ifdef HONE_POSTGRES
    if (schema_)
      return storage::open_postgres(
          schema_->address(), {.blobs = storage::blobs_beside(folder_.file("bytes"))}, std::move(clock));
#endif
    return storage::open_sqlite(folder_.file("hone.db"), {}, std::move(clock));
  }

  /// Where dead workers are given up, and the store is checked: the store that was opened or, behind a
  /// service, that of the service.
  storage::Storage& keeper(storage::Storage& opened) {
#ifdef HONE_HTTP_STORE
    if (kind_ == "http") return service_.keeper();
#endif
    return opened;
  }

 private:
  std::string kind_;
  TempDir folder_;
#ifdef HONE_POSTGRES
  std::optional<PostgresSchema> schema_;
#endif
#ifdef HONE_HTTP_STORE
  HttpPlace service_;
#endif
};

/// A test of what every store promises; one that does not apply to a service says why (http_exceptions.hpp).
class StoreTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
#ifdef HONE_HTTP_STORE
    const std::string reason = not_over_http(*::testing::UnitTest::GetInstance()->current_test_info());
    if (!reason.empty()) GTEST_SKIP() << reason;
#endif
  }
};

}  // namespace hone::test
