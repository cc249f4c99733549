// SPDX-License-Identifier: MIT
#include "bench/quality/method.hpp"

#include <gtest/gtest.h>

#include "support/throws.hpp"

namespace hone::quality {
namespace {

TEST(Methods, AreReadWithTheirOptions) {
  const auto methods = parse_methods(
      "random, sobol{scramble=false},hebo{fit.restarts=8,robust=true,a=ei,a=pi}", MethodKind::Sampler);
  ASSERT_EQ(methods.size(), 3);
  EXPECT_EQ(methods[0].label, "random");
  EXPECT_TRUE(methods[0].choice.options.empty());
  EXPECT_EQ(methods[1].label, "sobol{scramble=false}");
  EXPECT_EQ(methods[1].choice.name, "sobol");
  EXPECT_EQ(methods[1].choice.options, (Options{{"scramble", {false}}}));
  EXPECT_EQ(methods[2].choice.options,
            (Options{{"fit.restarts", {std::int64_t{8}}}, {"robust", {true}}, {"a", {"ei", "pi"}}}));
}

TEST(Methods, PeersAreToldFromSamplersOfTheSameName) {
  const auto peer = parse_methods("hebo", MethodKind::Peer).front();
  EXPECT_EQ(peer.label, "peer:hebo");
  EXPECT_EQ(peer.choice.name, "hebo");
  EXPECT_EQ(parse_methods("hebo", MethodKind::Sampler).front().label, "hebo");
}

TEST(Methods, ThatCannotBeReadAreRefused) {
  for (const char* wrong :
       {"", "a,,b", "sobol{scramble", "sobol}x{", "sobol{scramble}", "{a=1}", "sobol{a=1}x"}) {
    const auto message = test::message_of([&] { parse_methods(wrong, MethodKind::Sampler); });
    EXPECT_NE(message.find("is not a method; write a name"), std::string::npos) << wrong << ": " << message;
  }
}

}  // namespace
}  // namespace hone::quality
