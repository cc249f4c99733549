// SPDX-License-Identifier: MIT
#include "hone/core/placeholder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hone {
namespace {

const Space& space_with_x() {
  static const Space space({real("x", 0, 1), real("learning-rate", 0, 1)});
  return space;
}

/// Names in brackets, to be read at a glance.
std::string shown(std::string_view argument) {
  std::string all;
  for (const ArgumentPiece& piece : argument_pieces(argument, space_with_x()))
    all += piece.is_name ? "[" + piece.text + "]" : piece.text;
  return all;
}

TEST(Placeholder, NamesAreFilledInAndOtherBracesAreText) {
  EXPECT_EQ(shown("--x={x}"), "--x=[x]");
  EXPECT_EQ(shown("{workdir}/{trial}-{seed}"), "[workdir]/[trial]-[seed]");
  EXPECT_EQ(shown(R"({"x":{x}})"), R"({"x":[x]})");
  EXPECT_EQ(shown("${HOME} {y} {slot} {"), "${HOME} {y} {slot} {");
}

TEST(Placeholder, DoubledBracesStandForOne) {
  EXPECT_EQ(shown("{{x}}"), "{x}");
  EXPECT_EQ(shown("{{{x}}}"), "{[x]}");
  EXPECT_EQ(shown("}}"), "}}");
}

TEST(Placeholder, MistypedNamesAreLookedForInBracesThatAreNobodyElses) {
  EXPECT_EQ(braced_texts("{a} ${b} {{c}} {d e} {"), (std::vector<std::string>{"a", "d e", ""}));
  EXPECT_TRUE(looks_like_name("learning-rate"));
  EXPECT_FALSE(looks_like_name("d e"));
  EXPECT_FALSE(looks_like_name("1"));
  EXPECT_FALSE(looks_like_name(""));
}

TEST(Placeholder, ListsWhatMayBeNamed) {
  EXPECT_EQ(placeholder_names(space_with_x()),
            (std::vector<std::string>{"x", "learning-rate", "trial", "workdir", "seed"}));
  EXPECT_TRUE(is_placeholder_name(space_with_x(), "seed"));
  EXPECT_FALSE(is_placeholder_name(space_with_x(), "slot"));
}

}  // namespace
}  // namespace hone
