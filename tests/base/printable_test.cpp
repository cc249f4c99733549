// SPDX-License-Identifier: MIT
#include "hone/base/printable.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace hone {
namespace {

bool steers_nothing(std::string_view text, std::string_view allowed) {
  while (!text.empty()) {
    const Character character = first_character(text);
    if (!is_harmless(character) && (character.code > 0x7F || allowed.find(text[0]) == allowed.npos))
      return false;
    text.remove_prefix(character.bytes);
  }
  return true;
}

TEST(Printable, KeepsWhatIsHarmless) {
  EXPECT_EQ(printable("plain C:\\path 100 %"), "plain C:\\path 100 %");
  EXPECT_EQ(printable("café € 😀 日本"), "café € 😀 日本");
}

TEST(Printable, EscapesWhatSteersATerminal) {
  EXPECT_EQ(printable("a\x1b[31mred\n\t\r\x07\x7f"), "a\\x1b[31mred\\n\\t\\r\\x07\\x7f");
  EXPECT_EQ(printable_lines("a\x1b[1m\n\tb\r"), "a\\x1b[1m\n\tb\\r");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\u009b31m")
      << "C1 control";
  EXPECT_EQ(printable("\xE2\x80\xAE\xE2\x81\xA6"), "\\u202e\\u2066") << "no reversal of direction";
  EXPECT_EQ(printable("\xF3\xA0\x81\x81"), "\\U000e0041") << "an invisible tag";
}

// The ends of each range of Default_Ignorable_Code_Point in Unicode 15's DerivedCoreProperties.txt.
TEST(Printable, EscapesWhatIsDrawnAsNothing) {
  EXPECT_EQ(printable("a\u00adb\u034fc\u115fd\u1160e\u17b4f\u180e"),
            "a\\u00adb\\u034fc\\u115fd\\u1160e\\u17b4f\\u180e");
  EXPECT_EQ(printable("\u200b\u2060\u2065\u206f\u3164\uffa0\ufff0\ufffb"),
            "\\u200b\\u2060\\u2065\\u206f\\u3164\\uffa0\\ufff0\\ufffb");
  EXPECT_EQ(printable("\U0001bca0\U0001d17a\U000e00ff\U000e01f0\U000e0fff"),
            "\\U0001bca0\\U0001d17a\\U000e00ff\\U000e01f0\\U000e0fff");
  for (const char* hidden : {"a\u00ad", "\u200bb", "a\u2060b", "\u3164"})
    EXPECT_TRUE(has_hidden_characters(hidden));
}

TEST(Printable, KeepsWhatLanguagesAndEmojiAreJoinedWith) {
  for (const char* text :
       {"\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\U0001f469\u200d\U0001f52c",
        "\u2764\ufe0f", "\u845b\U000e0100", "\u00a0", "\u3000", "\u2800"}) {
    EXPECT_EQ(printable(text), text);
    EXPECT_FALSE(has_hidden_characters(text)) << text;
  }
}

TEST(Printable, EscapesBytesThatAreNotText) {
  EXPECT_EQ(printable("\xC3"), "\\xc3");
  EXPECT_EQ(printable("\xC0\xAF\xED\xA0\x80\xF5\x80"), "\\xc0\\xaf\\xed\\xa0\\x80\\xf5\\x80");
  EXPECT_EQ(printable("\xE2\x82z"), "\\xe2\\x82z");
}

TEST(Printable, WritesJsonThatMeansTheSame) {
  EXPECT_EQ(printable_json("{\n  \"a\": \"\xC2\x9B\xE2\x80\xAE\x7F\xF3\xA0\x81\x81 é\"\n}\n"),
            "{\n  \"a\": \"\\u009b\\u202e\\u007f\\udb40\\udc41 é\"\n}\n");
}

RC_GTEST_PROP(Printable, LeavesNothingHarmfulAndIsReversible, (const std::string& text)) {
  RC_ASSERT(steers_nothing(printable(text), ""));
  RC_ASSERT(steers_nothing(printable_lines(text), "\n\t"));
  RC_ASSERT(steers_nothing(escaped(text), "\n\t"));
  RC_ASSERT(unescaped(escaped(text)) == text);
}

TEST(Printable, RefusesWhatIsNoEscape) {
  for (const char* wrong : {"\\", "\\q", "\\x1", "\\xzz", "\\u12", "\\UFFFFFFFF", "\\u0041"}) {
    EXPECT_EQ(unescaped(wrong), std::nullopt) << wrong;
  }
}

}  // namespace
}  // namespace hone
