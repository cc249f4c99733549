// SPDX-License-Identifier: MIT
#include "hone/meta/malibo.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "meta/basins.hpp"
#include "support/shelf.hpp"
#include "support/throws.hpp"

namespace hone::meta {
namespace {

/// Parameters of 1,000 choices each, whose names have so many letters.
Study choosing_with_malibo(int parameters, std::size_t length) {
  std::vector<Parameter> all = {real("x", 0, 1)};
  for (int p = 0; p < parameters; ++p) {
    std::vector<Value> values;
    for (int i = 1000; i < 2000; ++i) values.emplace_back(std::string(length - 4, 'c') + std::to_string(i));
    all.push_back(categorical("c" + std::to_string(p), values));
  }
  return {.space = Space(all), .sampler = {"malibo"}};
}

TEST(Malibo, SaysThatItCannotKeepWhatItWouldLearnOfTooManyChoices) {
  const auto problem = [](const Study& study) {
    const std::vector<SourceStudy> sources = {{"earlier", study.space, {Objective{}}, {}}};
    return hone::test::message_of([&] { Malibo sampler(SamplerInput(study, sources)); });
  };
  const std::string many = problem(choosing_with_malibo(10, 4));
  EXPECT_TRUE(
      many.starts_with("malibo learns a network that reads each choice as a number, 10001 in this space"))
      << many;
  const std::string wide = problem(choosing_with_malibo(1, 20));
  EXPECT_NE(wide.find("a description of each parameter, and that of 'c0' has"), std::string::npos) << wide;
  const Study alone = choosing_with_malibo(1, 20);
  EXPECT_NO_THROW(Malibo sampler{SamplerInput(alone)});
}

using hone::test::drive;
using test::basin;
using test::in_plane;

OptionValues flag(bool on) { return {Value(on)}; }

double best_of(const std::vector<Trial>& trials) {
  double best = trials.front().values.front();
  for (const Trial& trial : trials) best = std::min(best, trial.values.front());
  return best;
}

std::vector<Configuration> tried(const std::vector<Trial>& trials) {
  std::vector<Configuration> all;
  for (const Trial& trial : trials) all.push_back(trial.configuration);
  return all;
}

TEST(Malibo, BeginsWhereEarlierStudiesWereGood) {
  const auto sources = test::basins();
  for (const bool thompson : {true, false}) {
    for (const bool boosting : {true, false}) {
      const Study study = in_plane(7, {{"thompson", flag(thompson)}, {"boosting", flag(boosting)}});
      Malibo sampler(SamplerInput(study, sources));
      const auto trials = drive(sampler, 15, 1, 1, basin(0.05));
      EXPECT_LT(trials.front().values.front(), 0.3) << thompson << boosting;  // the space goes up to 14
      EXPECT_LT(best_of(trials), 0.15) << thompson << boosting;
    }
  }
}

TEST(Malibo, ForeignSourcesDoNotHoldItBack) {
  auto sources = test::basins();
  for (SourceStudy& source : sources) {
    for (Trial& trial : source.trials) trial.values.front() *= -1.0;
  }
  const Study study = in_plane();
  Malibo misled(SamplerInput(study, sources));
  EXPECT_LT(best_of(drive(misled, 60, 1, 1, basin(0.05))), 0.3);
}

// Values count by their order and their distance below a quantile only.
TEST(Malibo, ProposesTheSameUnderAPositiveAffineMapOfTheObjective) {
  const auto sources = test::basins(3, 20);
  auto scaled = sources;
  for (SourceStudy& source : scaled) {
    for (Trial& trial : source.trials) trial.values.front() = 250.0 * trial.values.front() - 11.3;
  }
  const Study study = in_plane();
  Malibo plain(SamplerInput(study, sources));
  Malibo other(SamplerInput(study, scaled));
  const auto objective = basin(0.0);
  const auto mapped = [&](const Configuration& c) { return 3.7 * objective(c) + 0.123; };
  EXPECT_EQ(tried(drive(plain, 40, 1, 3, objective)), tried(drive(other, 40, 1, 3, mapped)));
}

TEST(Malibo, DrawsBatchesOfDifferentPoints) {
  const auto sources = test::basins();
  const Study study = in_plane();
  Malibo sampler(SamplerInput(study, sources));
  const auto proposals = sampler.ask({.count = 8, .running = {}, .seed = 1});
  ASSERT_EQ(proposals.size(), 8U);
  std::set<std::string> different;
  for (const Proposal& proposal : proposals) different.insert(to_text(proposal.configuration));
  EXPECT_EQ(different.size(), 8U);
  // The first is what is best on average, whatever the seed.
  EXPECT_EQ(proposals[0].configuration,
            Malibo(SamplerInput(study, sources)).ask({.seed = 1})[0].configuration);
}

TEST(Malibo, GoesOnWhenEverythingFails) {
  const auto sources = test::basins(3, 20);
  const Study study = in_plane();
  Malibo sampler(SamplerInput(study, sources));
  std::set<std::string> different;
  for (int i = 0; i < 8; ++i) {
    const auto proposal = sampler.ask({.seed = static_cast<std::uint64_t>(i)})[0];
    Trial trial;
    trial.number = i;
    trial.configuration = proposal.configuration;
    trial.state = TrialState::Failed;
    sampler.tell({&trial, 1});
    different.insert(to_text(proposal.configuration));
  }
  EXPECT_EQ(different.size(), 8U);
}

TEST(Malibo, WithoutSourcesBeginsEvenlyAndLearnsByItself) {
  const Study study = in_plane();
  Malibo sampler{SamplerInput(study)};
  Malibo other{SamplerInput(study)};
  const auto trials = drive(sampler, 60, 1, 1, basin(0.0));
  EXPECT_EQ(trials, drive(other, 60, 1, 1, basin(0.0)));
  EXPECT_LT(best_of(trials), 0.2);
}

TEST(Malibo, KeepsWhatItLearnedAndFindsItAgain) {
  const auto sources = test::basins(3, 20);
  const Study study = in_plane();
  hone::test::Shelf shelf;
  const auto drafts = Malibo::prepare({study, sources, &shelf});
  ASSERT_EQ(drafts.size(), 1U);
  EXPECT_EQ(drafts[0].kind, "malibo-network");
  ASSERT_EQ(drafts[0].sources.size(), 3U);
  EXPECT_EQ(drafts[0].sources[1].trials, 20);
  shelf.put(drafts[0]);
  EXPECT_TRUE(Malibo::prepare({study, sources, &shelf}).empty());
  Malibo trained(SamplerInput(study, sources));
  Malibo recalled({study, sources, &shelf});
  EXPECT_EQ(drive(trained, 6, 1, 1, basin(0.0)), drive(recalled, 6, 1, 1, basin(0.0)));
  const auto fewer = std::span(sources).first(2);
  EXPECT_EQ(Malibo::prepare({study, fewer, &shelf}).size(), 1U);
}

class NamedModel : public ::testing::Test {
 protected:
  NamedModel() {
    MaliboOptions options;
    options.training.epochs = 200;
    const Study study = in_plane();
    bytes_ = to_bytes(train_model(SamplerInput(study, sources_), options, 1));
    keep(bytes_);
  }
  void keep(const std::string& bytes) {
    shelf_.put({.kind = kModelKind, .name = "mine", .maker = "test", .settings = "", .bytes = bytes});
  }
  std::string refusal(const Study& study) const {
    try {
      Malibo sampler({study, {}, &shelf_});
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::InvalidOption);
      return error.what();
    }
    return "";
  }

  std::vector<SourceStudy> sources_ = test::basins(3, 20);
  std::string bytes_;
  hone::test::Shelf shelf_;
  Study study_ = in_plane(7, {{"model", {Value("mine")}}});
};

TEST_F(NamedModel, IsUsedWithoutSources) {
  Malibo sampler({study_, {}, &shelf_});
  EXPECT_LT(drive(sampler, 1, 1, 1, basin(0.0)).front().values.front(), 1.0);
  EXPECT_TRUE(Malibo::prepare({study_, sources_, &shelf_}).empty());
}

TEST_F(NamedModel, IsNotedWithItsVersionAndCanBeNamedByIt) {
  // The hash of this shelf's artefacts is their settings.
  shelf_.put(
      {.kind = kModelKind, .name = "two", .maker = "test", .settings = "0123456789abcdef", .bytes = bytes_});
  shelf_.put(
      {.kind = kModelKind, .name = "two", .maker = "test", .settings = "01ff", .bytes = "a newer one"});
  const auto note_of = [&](const std::string& reference) {
    const Study study = in_plane(7, {{"model", {Value(reference)}}});
    return std::get<std::string>(Malibo({study, {}, &shelf_}).ask({.seed = 1})[0].notes.at("model"));
  };
  EXPECT_EQ(note_of("two@0123"), "two@0123456789ab");
  EXPECT_THROW(note_of("two@01"), Error);  // both
  EXPECT_NE(refusal(in_plane(7, {{"model", {Value("two@77")}}})).find("does not exist"), std::string::npos);
}

TEST_F(NamedModel, IsRefusedForSeveralObjectives) {
  Study several = study_;
  several.objectives.push_back({.name = "other"});
  EXPECT_NE(refusal(several).find("one objective"), std::string::npos);
}

TEST_F(NamedModel, OfAnotherSpaceIsRefusedWithTheReason) {
  Study other = study_;
  other.space = Space({real("x", -2, 2), real("y", 1e-3, 1, Scale::Log)});
  EXPECT_NE(refusal(other).find("was trained on another space: 'kind: categorical [a, b]' is missing"),
            std::string::npos);
}

TEST_F(NamedModel, ThatWasTamperedWithIsRefused) {
  Rng rng(1);
  MetaModel forged = model_from_bytes(bytes_);
  forged.network = Network({.inputs = 2, .width = 4, .blocks = 1, .features = 3}, rng);
  keep(to_bytes(forged));
  EXPECT_NE(refusal(study_).find("has 2 inputs"), std::string::npos);
}

TEST_F(NamedModel, ThatDoesNotExistIsRefused) {
  Study other = in_plane(7, {{"model", {Value("yours")}}});
  EXPECT_NE(refusal(other).find("'yours' does not exist"), std::string::npos);
}

TEST_F(NamedModel, OfAnotherVersionIsRefusedWithTheReason) {
  std::string newer = bytes_;
  newer.replace(newer.find(" 2\n"), 3, " 9\n");
  keep(newer);
  EXPECT_NE(refusal(study_).find("version 9"), std::string::npos);
}

TEST_F(NamedModel, CannotBeUsedWithoutAStore) {
  Malibo checked{SamplerInput(study_)};
  EXPECT_THROW(drive(checked, 30, 1, 1, basin(0.0)), Error);
}

// What good trials counted while it was trained is what they count in a study that uses it.
TEST_F(NamedModel, SaysWhatGoodTrialsCount) {
  const auto proposals = [&](const Study& study) {
    Malibo sampler({study, {}, &shelf_});
    return tried(drive(sampler, 20, 1, 1, basin(0.0)));
  };
  const Study by_improvement = in_plane(7, {{"model", {Value("mine")}}, {"weights", {Value("capped")}}});
  const Study all_the_same = in_plane(7, {{"model", {Value("mine")}}, {"weights", {Value("pi")}}});
  EXPECT_EQ(proposals(study_), proposals(by_improvement));
  MetaModel other = model_from_bytes(bytes_);
  other.report.utility = learners::Utility::Probability;
  keep(to_bytes(other));
  EXPECT_EQ(proposals(study_), proposals(all_the_same));
  EXPECT_NE(proposals(study_), proposals(by_improvement));
}

TEST(TrainModel, NeedsSomethingToLearnFrom) {
  const Study study = in_plane();
  EXPECT_THROW(train_model(SamplerInput(study), {}, 1), Error);
}

}  // namespace
}  // namespace hone::meta
