// SPDX-License-Identifier: MIT
#include "hone/catalog/samplers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

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

TEST(Samplers, BaselinesComeLast) {
  std::vector<std::string> names;
  for (const SamplerInfo& info : samplers()) {
    if (info.baseline) names.push_back(info.name);
    EXPECT_EQ(names.empty(), !info.baseline) << info.name;
  }
  EXPECT_EQ(names, std::vector<std::string>({"wac", "ablr", "gc3p", "banner", "smfo"}));
}

Study study_with(const std::string& sampler, Options options) {
  return {.space = Space({real("NAME", 0, 1)}), .sampler = {sampler, std::move(options)}};
}

// An unknown option is refused with the names of all others.
TEST(Samplers, TellTheOptionsThatTheyRead) {
  for (const SamplerInfo& info : samplers()) {
    const std::string message = test::message_of([&] {
      info.make(study_with(info.name, {{"no such option", {true}}}));
    });
    EXPECT_TRUE(message.starts_with("option 'no such option' of " + info.name + " does not exist; "))
        << message;
    if (info.options.empty()) {
      EXPECT_TRUE(message.ends_with("takes no options; remove it")) << message;
      continue;
    }
    const std::string read = message.substr(message.find("; use ") + 6) + ",";
    for (const OptionSpec& option : info.options) {
      EXPECT_NE((" " + read).find(" " + option.name + ","), std::string::npos) << read << option.name;
      EXPECT_FALSE(option.summary.empty()) << option.name;
    }
    EXPECT_EQ(std::count(read.begin(), read.end(), ','), std::ssize(info.options)) << read;
  }
}

TEST(Samplers, TakeTheDefaultsThatTheyTell) {
  int taken = 0;
  for (const SamplerInfo& info : samplers()) {
    for (const OptionSpec& option : info.options) {
      if (!option.fallback.words.empty()) continue;
      EXPECT_NO_THROW(info.make(study_with(info.name, {{option.name, option.fallback.values}})))
          << info.name << " " << option.name << " " << default_text(option);
      ++taken;
    }
  }
  EXPECT_GT(taken, 20);
}

TEST(Samplers, RefuseWhatIsOutsideTheRangesThatTheyTell) {
  for (const SamplerInfo& info : samplers()) {
    for (const OptionSpec& option : info.options) {
      Value outside = "no such word";
      if (option.kind == OptionKind::Integer) outside = static_cast<std::int64_t>(option.high) + 1;
      if (option.kind == OptionKind::Real) outside = option.high + 1e-6;
      if (option.kind == OptionKind::Name) outside = "";
      EXPECT_ANY_THROW(info.make(study_with(info.name, {{option.name, {outside}}})))
          << info.name << " " << option.name;
    }
  }
}

TEST(Samplers, AModelStandsInThePlaceOfSources) {
  Study study{.space = Space({real("x", 0, 1)}), .sampler = {"malibo"}};
  study.sources = {StudySource{"", "old"}};
  EXPECT_TRUE(learns_from_sources(study));
  EXPECT_EQ(ignored_sources_remark(study), "");
  study.sampler.options["model"] = {"mine"};
  EXPECT_FALSE(learns_from_sources(study));
  EXPECT_EQ(ignored_sources_remark(study),
            "'malibo' uses the model that was named: `sources` is kept with the study, but not used");
}

TEST(Samplers, SayWhenTheSourcesOfAStudyAreNotUsed) {
  Study study{.space = Space({real("x", 0, 1)}), .sampler = {"random"}};
  EXPECT_EQ(ignored_sources_remark(study), "");
  study.sources = {StudySource{"", "old"}};
  EXPECT_EQ(ignored_sources_remark(study),
            "the sampler 'random' does not learn from other studies: `sources` is kept with the study, but "
            "not used");
}

TEST(Samplers, SayWhenPriorsCostsAndGainsAreNotHeeded) {
  Study study{.space = Space({real("x", 0, 1)}), .sampler = {"random"}};
  EXPECT_EQ(ignored_preferences_remark(study), "");
  study.priors = {{"x", NearPrior{0.5}}};
  study.plan.stop.gain = 0.1;
  EXPECT_EQ(ignored_preferences_remark(study),
            "the sampler 'random' has no model: `priors` do not change what it proposes, `stop` never ends "
            "the study");
  study.sampler = {"tpe"};
  EXPECT_EQ(ignored_preferences_remark(study),
            "the sampler 'tpe' has no model of values: `stop` never ends the study");
  for (const char* name : {"hebo", "auto", "gp", "rf", "rgpe"}) {
    study.sampler = {name};
    EXPECT_EQ(ignored_preferences_remark(study), "") << name;
  }
}

}  // namespace
}  // namespace hone::catalog
