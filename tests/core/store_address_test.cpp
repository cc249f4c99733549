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

TEST(WithoutPassword, LeavesItOut) {
  EXPECT_EQ(without_password("postgresql://ann:secret@host:5432/db?schema=a"),
            "postgresql://ann@host:5432/db?schema=a");
  EXPECT_EQ(without_password("postgresql://ann:se@cret@host/db"), "postgresql://ann@host/db");
  EXPECT_EQ(without_password("postgresql://ann:se/cr:et@host/db"), "postgresql://ann@host/db");
  EXPECT_EQ(without_password("postgresql://host/db?user=ann&password=secret&sslmode=require"),
            "postgresql://host/db?user=ann&password=&sslmode=require");
  EXPECT_EQ(without_password("postgresql://host/db?password=secret"), "postgresql://host/db?password=");
}

TEST(WithoutPassword, KnowsSecretsHoweverTheyAreSpelled) {
  EXPECT_EQ(without_password("postgresql://host/db?pass%77ord=secret"), "postgresql://host/db?pass%77ord=");
  EXPECT_EQ(without_password("postgresql://host/db?PASSWORD=secret"), "postgresql://host/db?PASSWORD=");
  EXPECT_EQ(without_password("postgresql://host/db?sslpassword=secret&user=ann"),
            "postgresql://host/db?sslpassword=&user=ann");
  EXPECT_EQ(without_password("https://hone_0a1b2c3d_secret@host:7180/x"), "https://host:7180/x");
  EXPECT_EQ(without_password("http://ann:secret@host"), "http://host");
  EXPECT_EQ(without_password("http://host?access_token=secret"), "http://host?access_token=");
}

TEST(WithoutPassword, LeavesOtherAddressesAlone) {
  for (const char* address :
       {"postgresql://ann@host:5432/db", "postgresql://host:5432/db", "postgresql:///db?host=/run",
        "sqlite:a:b@c.db", "a@b:c.db", "hone.db", "memory:"})
    EXPECT_EQ(without_password(address), address);
}

}  // namespace
}  // namespace hone
