// SPDX-License-Identifier: MIT
#include "hone/service/access.hpp"

#include <gtest/gtest.h>

#include <future>
#include <set>
#include <string_view>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/sha256.hpp"
#include "support/hooked_storage.hpp"

namespace hone::service {
namespace {

TEST(Tokens, AreKeptAsHashesOnly) {
  const auto storage = storage::open_memory();
  TokenBook book([&]() -> storage::Storage& { return *storage; });
  EXPECT_FALSE(book.any());
  const std::string token = book.create({.label = "ci", .role = Role::Work, .studies = "svm-*"});
  EXPECT_EQ(token.size(), 5U + 8U + 1U + 64U);
  const auto kept = storage->artefact({"service-token", token.substr(5, 8)});
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->bytes.find(token.substr(14)), std::string::npos);
  EXPECT_NE(kept->bytes.find(sha256(token)), std::string::npos);
  const auto grant = book.check(token);
  ASSERT_TRUE(grant);
  EXPECT_EQ(grant->role, Role::Work);
  EXPECT_TRUE(grant->covers("svm-1"));
  EXPECT_FALSE(grant->covers("other"));
  EXPECT_EQ(book.list().size(), 1U);
  EXPECT_TRUE(book.revoke(token.substr(5, 8)));
  EXPECT_FALSE(book.revoke(token.substr(5, 8)));
  EXPECT_FALSE(book.check(token));
}

// A server has few threads, and each request asks for its token.
TEST(Tokens, OfASilentStoreAreWaitedForByOneThreadAlone) {
  const auto inner = storage::open_memory();
  std::promise<void> asked;
  std::promise<void> goes_on;
  test::HookedStorage store(*inner);
  TokenBook book([&]() -> storage::ArtefactStore& { return store; });
  const std::string token = book.create({.role = Role::Read});
  store.set_hook([&, first = true](std::string_view) mutable {
    if (!std::exchange(first, false)) return;
    asked.set_value();
    goes_on.get_future().wait();
  });
  auto waiting = std::async(std::launch::async, [&] { return book.check(token); });
  asked.get_future().wait();
  try {
    book.check(token);
    ADD_FAILURE() << "the store has not answered";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::StorageBusy);
  }
  goes_on.set_value();
  EXPECT_TRUE(waiting.get());
  EXPECT_TRUE(book.check(token));
}

TEST(Tokens, AreSeenByOtherBooksOfTheStore) {
  const auto storage = storage::open_memory();
  TokenBook one([&]() -> storage::Storage& { return *storage; });
  TokenBook other([&]() -> storage::Storage& { return *storage; });
  const std::string token = one.create({.role = Role::Read});
  EXPECT_TRUE(other.check(token));
}

TEST(Tokens, RandomBitsDiffer) {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) seen.insert(random_hex(32));
  EXPECT_EQ(seen.size(), 100U);
}

TEST(Tokens, ComparisonIsExact) {
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
  EXPECT_FALSE(equal_in_constant_time("abc", "ab"));
  EXPECT_FALSE(equal_in_constant_time("", "a"));
}

}  // namespace
}  // namespace hone::service
