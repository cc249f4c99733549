// SPDX-License-Identifier: MIT
#include "hone/remote/trial_json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "hone/codec/json.hpp"
#include "support/throws.hpp"

namespace hone::remote {
namespace {

Study small_study() {
  return {.name = "s",
          .space = Space({real("C", 1, 1000, Scale::Log), categorical("kernel", {"rbf", "poly"}),
                          when(integer("degree", 2, 5), "kernel", {"poly"})})};
}

Trial read(const std::string& text, const Study& study) {
  const codec::Node tree = codec::parse_tree(text, "answer");
  const codec::Origin origin{.name = "answer", .folder = std::nullopt, .trusted = true};
  return trial_from_service(codec::Field(tree, origin), study);
}

TEST(TrialJson, ATrialOfAServiceIsWhatItWas) {
  const Study study = small_study();
  Trial trial;
  trial.number = 9007199254740993;
  trial.state = TrialState::Failed;
  trial.configuration = study.space.configuration({10.0, "poly", std::int64_t{3}});
  trial.reports = {{1, 0.1}, {2, -std::numeric_limits<double>::infinity()}};
  trial.attributes = {{"whole", std::int64_t{2}}, {"real", 2.0}, {"list", Compound::list({1.5, "a"})}};
  trial.notes = {{"weights", std::vector<double>{0.25, 0.75}}, {"why", "first"}};
  trial.error = "line one\nline two";
  trial.attempt = 2;
  trial.worker = "host-1";
  trial.created = 1768600000123;
  trial.started = 1768600001000;
  trial.finished = 1768600002000;
  trial.version = 3;
  trial.outside = "C is 5000";
  trial.former = {{"gamma", 0.5}};
  trial.remarks = {{1768600003000, "amended"}};
  EXPECT_EQ(read(codec::to_json(trial, study).dump(), study), trial);
}

TEST(TrialJson, ReportsOfSeveralObjectivesAreKept) {
  Study study = small_study();
  study.objectives = {{"loss"}, {"size"}};
  Trial trial;
  trial.state = TrialState::Running;
  trial.configuration = study.space.configuration({10.0, "rbf", std::nullopt});
  trial.reports = {Report::of(1, std::vector{0.5, 12.0}),
                   Report::of(2, std::vector{0.25, std::numeric_limits<double>::infinity()})};
  trial.attempt = 1;
  trial.version = 1;
  EXPECT_EQ(read(codec::to_json(trial, study).dump(), study), trial);
}

TEST(TrialJson, WhatIsNoTrialIsRefusedWithItsPlace) {
  EXPECT_EQ(test::message_of([] { read(R"({"number": 1, "state": "asleep"})", small_study()); }),
            "the service answered a trial that cannot be read: answer:1: state: there is no state 'asleep'; "
            "use the "
            "same version of hone on both sides");
}

}  // namespace
}  // namespace hone::remote
