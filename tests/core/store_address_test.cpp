// SPDX-License-Identifier: MIT
#include "hone/core/store_address.hpp"

#include <gtest/gtest.h>

namespace hone {
namespace {

TEST(SplitStoreAddress, KnowsASchemeFromAPath) {
  EXPECT_EQ(split_store_address("sqlite:/tmp/a.db").scheme, kSqliteScheme);
  EXPECT_EQ(split_store_address("sqlite:/tmp/a.db").rest, "/tmp/a.db");
  EXPECT_EQ(split_store_address("sqlite:file:a.db").rest, "file:a.db");
  EXPECT_EQ(split_store_address("memory:").scheme, kMemoryStore);
  EXPECT_EQ(split_store_address("memory:").rest, "");
  EXPECT_EQ(split_store_address("a.db").scheme, "");
  EXPECT_EQ(split_store_address("a.db").rest, "a.db");
  EXPECT_EQ(split_store_address("./12:30/a.db").scheme, "") << "a colon after a slash belongs to the path";
  EXPECT_EQ(split_store_address("").rest, "");
}

}  // namespace
}  // namespace hone
