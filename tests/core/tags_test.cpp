// SPDX-License-Identifier: MIT
#include "hone/core/tags.hpp"

#include <gtest/gtest.h>

#include "hone/base/error.hpp"

namespace hone {
namespace {

TEST(Tags, ArePutOnAndTakenOff) {
  Attributes attributes{{"epochs", Value(std::int64_t{3})}};
  apply_tags(attributes, {{"slow", true}, {"odd", true}});
  EXPECT_EQ(tags_of(attributes), (std::vector<std::string>{"odd", "slow"}));
  apply_tags(attributes, {{"odd", false}, {"never-there", false}});
  EXPECT_EQ(tags_of(attributes), (std::vector<std::string>{"slow"}));
  EXPECT_EQ(attributes.at("tag.slow"), Value(true));
  EXPECT_EQ(attributes.size(), 2u);
}

TEST(Tags, AnAttributeOfAProgramIsATagOnlyWhenItIsTrue) {
  EXPECT_TRUE(tags_of({{"tag.a", Value(false)}, {"tag.b", Value(std::string("yes"))}, {"tags", Value(true)}})
                  .empty());
}

TEST(Tags, AreSingleWords) {
  EXPECT_NO_THROW(check_tag("v1.2_größe-x"));
  for (const char* bad : {"", "two words", "a,b", "a;b", "a\nb", "'q'"}) EXPECT_THROW(check_tag(bad), Error);
  EXPECT_THROW(check_tag(std::string(101, 'a')), Error);
}

TEST(Notes, AreFoundAgainAmongRemarks) {
  const std::vector<Remark> remarks{
      {1, noted_words("tagged by hand; note: not this", {})},
      {2, "was failed (exit code 1); queued again"},
      {3, noted_words("", {{"slow", true}})},
      {4, noted_words("the fan was loud", {{"odd", true}, {"slow", false}})},
  };
  EXPECT_EQ(remarks[3].text, "tagged odd; untagged slow; note: the fan was loud");
  EXPECT_EQ(notes_among(remarks),
            (std::vector<std::string>{"tagged by hand; note: not this", "the fan was loud"}));
}

}  // namespace
}  // namespace hone
