// SPDX-License-Identifier: MIT
#include "hone/remote/service_reply.hpp"

#include <gtest/gtest.h>

#include "support/throws.hpp"

namespace hone::remote {
namespace {

ServiceReply reply(const std::string& body) {
  return ServiceReply({.status = 200, .body = body, .server = "http://hone"});
}

std::int64_t version_in(const codec::Field& answer) { return answer.at("version").integer(); }

TEST(ServiceReply, IsReadWithPlaces) {
  EXPECT_EQ(reply(R"({"version": 9007199254740993})").read(version_in), 9007199254740993);
  EXPECT_EQ(
      test::message_of([] { reply(R"({"version": "2"})").read(version_in); }),
      "the service answered what cannot be read: http://hone:1: version: this must be an integer, not the "
      "text '2'; use the same version of hone on both sides");
}

TEST(ServiceReply, SaysThatSomebodyElseAnswered) {
  EXPECT_EQ(
      test::message_of([] { reply("<html>"); }),
      "http://hone answered something that is not JSON; check that this is the address of 'hone serve'");
}

TEST(ServiceReply, PassesOnWhatAReaderRefuses) {
  const auto refuse = [](const codec::Field&) -> int {
    throw Error(ErrorCode::Conflict, "another study", "open it again");
  };
  EXPECT_EQ(test::message_of([&] { reply("{}").read(refuse); }), "another study; open it again");
}

}  // namespace
}  // namespace hone::remote
