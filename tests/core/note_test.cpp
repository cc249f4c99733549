// SPDX-License-Identifier: MIT
#include "hone/core/note.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>

#include "support/gen.hpp"

namespace hone {
namespace {

TEST(Note, IsShownAsAValueOrAsAList) {
  EXPECT_EQ(note_text(true), "true");
  EXPECT_EQ(note_text(std::int64_t{3}), "3");
  EXPECT_EQ(note_text(0.1), "0.1");
  EXPECT_EQ(note_text("rbf"), "rbf");
  EXPECT_EQ(note_text(std::vector{0.1, -2.0, std::nan("")}), "[0.1,-2,nan]");
  EXPECT_EQ(note_text(std::vector<double>()), "[]");
}

TEST(Note, OfAValueIsThatValue) {
  for (const Value& value : {Value(true), Value(std::int64_t{3}), Value(0.1), Value("rbf")}) {
    EXPECT_EQ(as_value(as_note(value)), value);
  }
}

TEST(Note, ATextThatIsNotAListOfNumbersIsNotReadAsOne) {
  for (const char* text : {"", "[", "]", "1,2", "[1 2]", "[1,]", "[,]", "[one]", "[[1]]", "[1]2"}) {
    EXPECT_FALSE(parse_number_list(text)) << text;
  }
  EXPECT_EQ(parse_number_list(" [ 1, 2e3 ,-inf ] "), (std::vector{1.0, 2000.0, -HUGE_VAL}));
  EXPECT_EQ(parse_number_list("[]"), std::vector<double>());
}

RC_GTEST_PROP(Note, AListReadsBackToTheLastBit, ()) {
  const auto numbers = *rc::gen::container<std::vector<double>>(test::finite());
  const auto read = parse_number_list(note_text(numbers));
  RC_ASSERT(read.has_value());
  RC_ASSERT(read->size() == numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    RC_ASSERT(std::bit_cast<std::uint64_t>((*read)[i]) == std::bit_cast<std::uint64_t>(numbers[i]));
  }
}

}  // namespace
}  // namespace hone
