// SPDX-License-Identifier: MIT
#include "hone/plot/glyphs.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace hone::plot {
namespace {

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("é…⣿"), 3u);
  EXPECT_EQ(display_width("日本"), 4u);
  EXPECT_EQ(display_width("e\xCC\x81"), 1u) << "a combining accent takes no column";
  EXPECT_EQ(display_width("\xFF\xC3"), 2u) << "bytes that are not UTF-8 count one each";
}

TEST(Fit, CutsWithAnEllipsis) {
  EXPECT_EQ(fit("learning_rate", 8), "learnin…");
  EXPECT_EQ(fit("learning_rate", 8, false), "learn...");
  EXPECT_EQ(fit("short", 8), "short");
  EXPECT_EQ(fit("日本語", 4), "日…");
  EXPECT_EQ(fit("abc", 0), "");
}

TEST(Wrapped, BreaksAtBlanks) {
  EXPECT_EQ(wrapped("one two three", 8), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("a verylongword b", 6), (std::vector<std::string>{"a", "verylongword", "b"}));
}

RC_GTEST_PROP(Fit, NeverExceedsTheWidth, ()) {
  const std::string text = *rc::gen::arbitrary<std::string>();
  const auto width = *rc::gen::inRange<std::size_t>(0, 20);
  RC_ASSERT(display_width(fit(text, width)) <= width);
  RC_ASSERT(display_width(fit(text, width, false)) <= width);
}

}  // namespace
}  // namespace hone::plot
