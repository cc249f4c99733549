// SPDX-License-Identifier: MIT
#include "hone/core/value_list.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace hone {
namespace {

std::vector<Value> up_to(std::int64_t count) {
  std::vector<Value> values;
  for (std::int64_t i = 1; i <= count; ++i) values.emplace_back(i);
  return values;
}

TEST(ValueListText, NamesFewValuesAllAndOfManyTheFirst) {
  EXPECT_EQ(value_list_text({}), "");
  EXPECT_EQ(value_list_text(up_to(2)), "1, 2");
  EXPECT_EQ(value_list_text(up_to(9)),
            "1, 2, 3, 4, 5, 6, 7, 8, 9");  // "... (9)" would be longer than the ninth
  EXPECT_EQ(value_list_text(up_to(12)), "1, 2, 3, 4, 5, 6, 7, 8, ... (12)");
}

}  // namespace
}  // namespace hone
