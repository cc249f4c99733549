// SPDX-License-Identifier: MIT
#include "hone/service/trial_memory.hpp"

#include <gtest/gtest.h>

#include <string>

namespace hone::service {
namespace {

TEST(TrialMemory, CountsWhatTrialsSayAboutThemselves) {
  std::vector<Trial> trials(300);
  const std::int64_t plain = memory_of(trials);
  EXPECT_EQ(plain, 300 * kMemoryOfATrial);
  for (Trial& trial : trials) trial.attributes["log"] = std::string(std::size_t{1} << 20, 'x');
  EXPECT_GT(memory_of(trials), 300 << 20);
  EXPECT_LT(memory_of(trials), 310 << 20);
  std::vector<Trial> one(1);
  one[0].attributes["layers"] = Compound::list(std::vector<Value>(1000, Value(std::int64_t{64})));
  one[0].notes["fit"] = std::vector<double>(1000, 0.5);
  one[0].error = std::string(1000, 'e');
  one[0].remarks.push_back({.time = 1, .text = std::string(1000, 'r')});
  one[0].reports.push_back({.step = 1, .value = 0.5});
  EXPECT_GT(memory_of(one), kMemoryOfATrial + 14'000);
}

}  // namespace
}  // namespace hone::service
