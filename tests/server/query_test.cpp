// SPDX-License-Identifier: MIT
#include "hone/server/query.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hone/base/error.hpp"

namespace hone::server {
namespace {

using ::testing::HasSubstr;

const std::vector<QueryField>& fields() {
  static const std::vector<QueryField> all = {text_field("search"), word_field("order", {"name", "-name"}),
                                              whole_field("most", 2, 9)};
  return all;
}

std::string refusal(const std::string& name, const std::string& value) {
  try {
    require_query({{name, value}}, fields());
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    return error.what();
  }
}

TEST(Query, TakesWhatIsDeclared) {
  const std::vector<std::pair<std::string, std::string>> good = {
      {"search", ""}, {"search", "any 'thing'"}, {"order", "-name"}, {"most", "2"}, {"most", "9"}};
  for (const auto& [name, value] : good) EXPECT_EQ(refusal(name, value), "") << name << "=" << value;
  EXPECT_NO_THROW(require_query({}, {}));
}

TEST(Query, RefusesTheRestByName) {
  EXPECT_THAT(refusal("oder", "name"), HasSubstr("query: unknown parameter 'oder' (did you mean 'order'?)"));
  EXPECT_THAT(refusal("order", ""), HasSubstr("query.order: there is no ''; write one of name, -name"));
  for (const char* value : {"", "1", "10", "2.0", "two", "99999999999999999999"})
    EXPECT_THAT(refusal("most", value), HasSubstr("query.most: ")) << value;
}

}  // namespace
}  // namespace hone::server
