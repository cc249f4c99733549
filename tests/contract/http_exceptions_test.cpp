// SPDX-License-Identifier: MIT
#include "contract/http_exceptions.hpp"

#include <gtest/gtest.h>

#include <set>

namespace hone::test {
namespace {

TEST(HttpExceptions, AreOfTestsThatExist) {
  std::set<std::string> known;
  const ::testing::UnitTest& all = *::testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const ::testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int k = 0; k < suite.total_test_count(); ++k) {
      const ::testing::TestInfo& test = *suite.GetTestInfo(k);
      if (!not_over_http(test).empty()) known.insert(std::string(test.test_suite_name()) + test.name());
    }
  }
  EXPECT_EQ(known.size(), std::size(kNotOverHttp));
}

}  // namespace
}  // namespace hone::test
