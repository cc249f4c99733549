// SPDX-License-Identifier: MIT
#include "hone/storage/postgres_address.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

TEST(PostgresAddress, IsTakenApart) {
  const PostgresAddress address = read_postgres_address(
      "postgresql://ann:s%2Fecret@db.example:6432/tuning?sslmode=require&schema=team_a");
  EXPECT_THAT(address.words, Contains(Pair("user", "ann")));
  EXPECT_THAT(address.words, Contains(Pair("password", "s/ecret")));
  EXPECT_THAT(address.words, Contains(Pair("host", "db.example")));
  EXPECT_THAT(address.words, Contains(Pair("port", "6432")));
  EXPECT_THAT(address.words, Contains(Pair("dbname", "tuning")));
  EXPECT_THAT(address.words, Contains(Pair("sslmode", "require")));
  EXPECT_EQ(address.schema, "team_a");
  EXPECT_EQ(address.shown, "postgresql://ann@db.example:6432/tuning?schema=team_a");
}

TEST(PostgresAddress, HasASchemaOfHonesOwn) {
  const PostgresAddress address = read_postgres_address("postgres://localhost/tuning");
  EXPECT_EQ(address.schema, "hone");
  EXPECT_EQ(address.shown, "postgresql://localhost/tuning");
}

TEST(PostgresAddress, OfASocketShowsItsFolder) {
  EXPECT_EQ(read_postgres_address("postgresql:///tuning?host=/run/postgresql").shown,
            "postgresql:///tuning?host=/run/postgresql");
}

TEST(PostgresAddress, RefusesWhatIsNotOneWithoutRepeatingAPassword) {
  for (const char* bad : {"postgresql://ann:hunter2@host/db?nonsense=1", "postgresql://ann:hun/ter2@host/db",
                          "postgresql://ann:hunter%zz@host/db"}) {
    std::string message;
    EXPECT_EQ(code_of([&] { read_postgres_address(bad); }, &message), ErrorCode::InvalidArgument) << bad;
    EXPECT_THAT(message, HasSubstr("postgresql://USER@HOST:PORT/DATABASE"));
    EXPECT_THAT(message, Not(HasSubstr("ter2"))) << bad;
    EXPECT_THAT(message, Not(HasSubstr("hunter"))) << bad;
  }
}

TEST(PostgresAddress, RefusesASchemaThatWouldNeedQuotes) {
  for (const char* bad : {"a;drop", "A", "", "1a", "pg_x", "a%20b", "a\"b"}) {
    std::string message;
    EXPECT_EQ(
        code_of([&] { read_postgres_address(std::string("postgresql:///db?schema=") + bad); }, &message),
        ErrorCode::InvalidArgument)
        << bad;
    EXPECT_THAT(message, HasSubstr("schema"));
  }
}

}  // namespace
}  // namespace hone::storage
