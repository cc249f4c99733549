// SPDX-License-Identifier: MIT
#include "hone/runner/output_lines.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hone::runner {
namespace {

std::vector<std::string> texts_of(OutputLines& lines) {
  std::vector<std::string> texts;
  while (const auto line = lines.next()) texts.push_back((line->whole ? "" : "piece ") + line->text);
  return texts;
}

using Texts = std::vector<std::string>;

TEST(OutputLines, WaitForTheirEnd) {
  OutputLines lines;
  lines.add("a\nb");
  EXPECT_EQ(texts_of(lines), Texts{"a\n"});
  lines.add("c");
  EXPECT_EQ(texts_of(lines), Texts{});
  lines.add("d\n\ne\n");
  EXPECT_EQ(texts_of(lines), (Texts{"bcd\n", "\n", "e\n"}));
  EXPECT_EQ(lines.take_rest(), "");
}

TEST(OutputLines, GiveUpTheirRestOnce) {
  OutputLines lines;
  lines.add("a\nb");
  EXPECT_EQ(texts_of(lines), Texts{"a\n"});
  EXPECT_EQ(lines.take_rest(), "b");
  EXPECT_EQ(lines.take_rest(), "");
  lines.add("c\n");
  EXPECT_EQ(texts_of(lines), Texts{"c\n"});
}

TEST(OutputLines, ComeInPiecesWhenTheyAreTooLong) {
  OutputLines lines(4);
  lines.add("abc\n");
  EXPECT_EQ(texts_of(lines), Texts{"abc\n"});
  lines.add("abcde");
  EXPECT_EQ(texts_of(lines), Texts{"piece abcde"});
  lines.add("f\ng\n");
  EXPECT_EQ(texts_of(lines), (Texts{"piece f\n", "g\n"})) << "the end of a long line is a piece of it";
  lines.add("abcdef\n");
  EXPECT_EQ(texts_of(lines), Texts{"piece abcdef\n"});
}

TEST(OutputLines, KeepEveryByteHoweverTheyArrive) {
  const std::string text = "one\ntwo and more\n\nthree\nrest";
  for (std::size_t size = 1; size <= text.size(); ++size) {
    OutputLines lines(8);
    std::string seen;
    for (std::size_t at = 0; at < text.size(); at += size) {
      lines.add(text.substr(at, size));
      while (const auto line = lines.next()) seen += line->text;
    }
    EXPECT_EQ(seen + lines.take_rest(), text) << "in pieces of " << size;
  }
}

}  // namespace
}  // namespace hone::runner
