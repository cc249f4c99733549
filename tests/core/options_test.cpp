// SPDX-License-Identifier: MIT
#include "hone/core/options.hpp"

#include <gtest/gtest.h>

#include "support/throws.hpp"

namespace hone {
namespace {

using test::message_of;

TEST(OptionReader, ReadsWithDefaultsAndRanges) {
  const Options options = {
      {"fit.restarts", {std::int64_t{8}}}, {"scramble", {false}}, {"parts", {"ei", "pi"}}};
  OptionReader read("hebo", options);
  EXPECT_EQ(read.integer("fit.restarts", 4, 1, 100), 8);
  EXPECT_EQ(read.real("noise", 0.5, 0, 1), 0.5);
  EXPECT_FALSE(read.flag("scramble", true));
  EXPECT_EQ(read.words("parts", {}, {"ei", "pi", "ucb"}), (std::vector<std::string>{"ei", "pi"}));
  EXPECT_NO_THROW(read.finish());
}

TEST(OptionReader, RefusesUnknownAndImpossibleOptions) {
  const Options options = {{"scrambel", {true}}, {"points", {std::int64_t{0}}}};
  OptionReader read("sobol", options);
  read.flag("scramble", true);
  EXPECT_EQ(message_of([&] { read.integer("points", 1, 1, 9); }),
            "option 'points' of sobol is 0; give an integer from 1 to 9");
  EXPECT_EQ(message_of([&] { read.finish(); }),
            "option 'scrambel' of sobol does not exist (did you mean 'scramble'?); use scramble, points");
}

}  // namespace
}  // namespace hone
