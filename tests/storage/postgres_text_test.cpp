// SPDX-License-Identifier: MIT
#include "hone/storage/postgres_text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace hone::storage {
namespace {

using namespace std::string_literals;

TEST(PostgresText, NumbersParameters) {
  EXPECT_EQ(numbered_parameters("a = ? AND b = '?' OR c = ?"), "a = $1 AND b = '?' OR c = $2");
}

TEST(PostgresText, MakesTablesWithTheOrderOfBytes) {
  EXPECT_EQ(
      postgres_tables("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, INTEGERS BIGINT, TEXTS BYTEA)"),
      "CREATE TABLE t (id BIGINT PRIMARY KEY, name TEXT COLLATE \"C\", INTEGERS BIGINT, TEXTS BYTEA)");
}

TEST(PostgresText, LeavesValidTextsAlone) {
  for (const std::string& text : {""s, "plain"s, "ü€😀\n\t"s, "\x7f"s, "\u07ff\u0800\uffff\U0010ffff"s})
    EXPECT_TRUE(is_plain_text(text)) << text;
}

// The cases of the table "Well-Formed UTF-8 Byte Sequences" of the Unicode standard, each just outside of it.
TEST(PostgresText, SeesWhatIsNotUtf8) {
  for (const std::string& text :
       {"a\0b"s, "\x1a"s, "\x80"s, "\xc0\x80"s, "\xc1\xbf"s, "\xc3"s, "\xe0\x9f\xbf"s, "\xed\xa0\x80"s,
        "\xe2\x82"s, "\xf0\x8f\xbf\xbf"s, "\xf4\x90\x80\x80"s, "\xf5\x80\x80\x80"s, "\xff"s})
    EXPECT_FALSE(is_plain_text(text));
}

TEST(PostgresText, EscapesBytes) {
  EXPECT_EQ(escaped_text("a\0\xff\x1a"s), "a\x1a"s + "00\x1a" + "ff\x1a" + "1a");
}

RC_GTEST_PROP(PostgresText, ComesBackAsItWas, ()) {
  const auto bytes = *rc::gen::container<std::string>(
      rc::gen::oneOf(rc::gen::arbitrary<char>(), rc::gen::element('\x1a', '0', 'f', '\xc3', '\xbc', '\0')));
  const std::string stored = escaped_text(bytes);
  RC_ASSERT(unescaped_text(stored) == bytes);
  RC_ASSERT(is_plain_text(bytes) == (stored == bytes));
  RC_ASSERT(is_plain_text(bytes) != is_escaped_text(stored));
}

}  // namespace
}  // namespace hone::storage
