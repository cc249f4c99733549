// SPDX-License-Identifier: MIT
#include "hone/catalog/samplers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "hone/base/text.hpp"
#include "support/throws.hpp"

namespace hone::catalog {
namespace {

TEST(MakeSampler, NamesTheSamplersWhenOneIsUnknown) {
  const Study study{.space = Space({real("x", 0, 1)}), .sampler = {"sobel"}};
  const std::string message = test::message_of([&] { make_sampler(study); });
  EXPECT_TRUE(message.starts_with("there is no sampler 'sobel' (did you mean 'sobol'?); use one of "))
      << message;
}

TEST(Samplers, HaveDifferentNamesAndASummary) {
  for (const SamplerInfo& info : samplers()) {
    EXPECT_FALSE(info.summary.empty());
    int times = 0;
    for (const SamplerInfo& other : samplers()) times += other.name == info.name ? 1 : 0;
    EXPECT_EQ(times, 1) << info.name;
  }
}

Value value_of(const std::string& word) {
  if (word == "true" || word == "false") return word == "true";
  const auto number = parse_number(word);
  if (!number) return word;
  return *number == std::floor(*number) ? Value(static_cast<std::int64_t>(*number)) : Value(*number);
}

/// Of "[a, b]" both.
std::vector<Value> values_of(const std::string& told) {
  if (!told.starts_with("[")) return {value_of(told)};
  std::vector<Value> values;
  std::istringstream words(told.substr(1, told.size() - 2));
  for (std::string word; std::getline(words, word, ',');) values.push_back(value_of(std::string(trim(word))));
  return values;
}

// An unknown option is refused with the names of all others.
TEST(Samplers, TellTheOptionsThatTheyRead) {
  for (const SamplerInfo& info : samplers()) {
    Study study{.space = Space({real("NAME", 0, 1)}), .sampler = {info.name}};
    study.sampler.options["no such option"] = {true};
    const std::string message = test::message_of([&] { info.make(study); });
    if (info.options.empty()) {
      EXPECT_TRUE(message.ends_with("takes no options; remove it")) << message;
      continue;
    }
    const std::string read = message.substr(message.find("; use ") + 6) + ",";
    for (const samplers::OptionInfo& option : info.options) {
      EXPECT_NE((" " + read).find(" " + option.name + ","), std::string::npos) << read << option.name;
      EXPECT_FALSE(option.values.empty() || option.summary.empty()) << option.name;
    }
    EXPECT_EQ(std::count(read.begin(), read.end(), ','), std::ssize(info.options)) << read;
  }
}

TEST(Samplers, TakeTheDefaultsThatTheyTell) {
  for (const SamplerInfo& info : samplers()) {
    for (const samplers::OptionInfo& option : info.options) {
      const bool list = option.fallback.starts_with("[");
      if (!list && option.fallback.find(' ') != std::string::npos) continue;  // depends on the plan
      Study study{.space = Space({real("NAME", 0, 1)}), .sampler = {info.name}};
      study.sampler.options[option.name] = values_of(option.fallback);
      EXPECT_NO_THROW(info.make(study)) << info.name << " " << option.name << " " << option.fallback;
    }
  }
}

}  // namespace
}  // namespace hone::catalog
