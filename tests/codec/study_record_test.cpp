// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/json.hpp"
#include "hone/codec/record.hpp"
#include "support/gen.hpp"
#include "support/throws.hpp"

namespace hone::codec {
namespace {

Options any_options() {
  Options options;
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) {
    std::vector<Value> values;
    for (int k = *rc::gen::inRange(0, 3); k > 0; --k) values.push_back(*test::any_scalar());
    options["fit.option" + std::to_string(i)] = values;
  }
  return options;
}

ResultRule any_rule() {
  return *rc::gen::element<ResultRule>(LastPrinted{}, RegexResult{"loss=(.*)"}, JsonResult{"metrics.loss"});
}

template <class T>
std::optional<T> maybe(T value) {
  return *rc::gen::arbitrary<bool>() ? std::optional(value) : std::nullopt;
}

Budget any_budget() {
  return {.trials = maybe<std::int64_t>(*rc::gen::inRange(1, 1000)),
          .parallel = *rc::gen::inRange(1, 9),
          .time = maybe(0.5 + *test::unit()),
          .cost = maybe(0.5 + *test::unit()),
          .trial_timeout = maybe(600.25),
          .grace = *rc::gen::element(5.0, 0.0, 1.5),
          .retries = *rc::gen::inRange(0, 3),
          .target = maybe(*test::finite()),
          .patience = maybe<std::int64_t>(20),
          .max_failures = maybe<std::int64_t>(3),
          .lost = *rc::gen::element(LostPolicy::Requeue, LostPolicy::Fail)};
}

UserPriors any_priors(const Space& space) {
  UserPriors priors;
  for (const Parameter& parameter : space.parameters()) {
    if (std::holds_alternative<Constant>(parameter.domain) || !*rc::gen::arbitrary<bool>()) continue;
    const auto* range = std::get_if<RealRange>(&parameter.domain);
    if (range != nullptr) {
      priors[parameter.name] = NormalPrior{range->low(), 0.25};
    } else if (std::holds_alternative<IntRange>(parameter.domain)) {
      priors[parameter.name] = NearPrior{value_at(parameter.domain, 0)};
    } else {
      priors[parameter.name] = ChoicePrior{{{to_text(value_at(parameter.domain, 0)), 2.0}}};
    }
  }
  return priors;
}

Study any_study() {
  Study study{.name = text("s", *test::any_text()), .space = *test::any_space()};
  if (*rc::gen::arbitrary<bool>())
    study.objectives = {{"loss", Direction::Minimize, maybe(0.1)}, {"speed", Direction::Maximize}};
  study.sampler = {"gp", any_options()};
  if (*rc::gen::arbitrary<bool>()) {
    study.removed["gone"] = {.any = true};
    study.removed["was"] = {.values = {*test::any_value(), std::string("any")}};
  }
  study.pruner = maybe(Choice{"median", any_options()});
  study.seed = *rc::gen::element<std::uint64_t>(0, 1, 1ULL << 40, ~0ULL);
  study.horizon = maybe<std::int64_t>(100);
  study.sources = {
      RowsSource{"old", {{{{"x", *test::any_value()}, {"y", *test::any_value()}}, *test::finite()}}},
      StudySource{*test::any_text(), *test::any_text() + "a"},
      StudiesSource{*test::any_text(), *test::any_text()}, TableSource{*test::any_text()}};
  study.priors = any_priors(study.space);
  study.start_default = *rc::gen::arbitrary<bool>();
  study.cost = maybe(std::string("money"));
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i)
    study.enqueue.push_back(*test::any_configuration(study.space));
  study.plan = {.command = {"train", *test::any_text()},
                .environment = {{"MODE", *test::any_text()}},
                .directory = *rc::gen::element<std::string>("", "/data/run"),
                .mode = *rc::gen::element(RunMode::Command, RunMode::Worker),
                .worker = {.restart_every = maybe<std::int64_t>(*rc::gen::inRange(1, 100))},
                .result = any_rule(),
                .budget = any_budget(),
                .stop = {.gain = maybe(0.5), .patience = *rc::gen::inRange(1, 9)}};
  return study;
}

RC_GTEST_PROP(StudyText, ComesBackAsItWas, ()) {
  const Study study = any_study();
  RC_ASSERT(study_from_text(study_to_text(study)) == study);
}

TEST(StudyText, KeepsWhatAFileWouldNotAllow) {
  // A program may build what a person should not write; a store must give it back all the same.
  Study study{.name = "", .space = Space({real("x", 0, 1)})};
  study.plan.command = {"run", "{unknown}", std::string("\xFF\xFE bytes")};
  study.plan.budget.parallel = 0;
  study.plan.budget.target = -std::numeric_limits<double>::infinity();
  study.sampler.options["limit"] = {std::numeric_limits<double>::infinity(), "inf"};
  study.objectives.clear();
  EXPECT_EQ(study_from_text(study_to_text(study)), study);
}

// What a program of an earlier version would refuse stands there only when it is wanted.
TEST(StudyText, NamesNothingOfPriorsAndCostsWhenThereAreNone) {
  const std::string words = study_to_text({.space = Space({real("x", 0, 1)})});
  for (const char* field : {"priors", "start", "cost", "stop"})
    EXPECT_EQ(words.find(text('"', field, '"')), std::string::npos) << field;
}

TEST(StudyText, KeepsSeveralConditionsOnOneParent) {
  Parameter child = real("y", 0, 1);
  child.when = {{"x", Between{.low = 0.25}}, {"x", Between{.high = 0.75}}};
  const Study study{.space = Space({real("x", 0, 1), child})};
  EXPECT_EQ(study_from_text(study_to_text(study)), study);
}

TEST(StudyText, KeepsAPoolOfCandidates) {
  const Study study{.space =
                        Space::from_candidates({{{"id", "a"}, {"x", std::int64_t{1}}, {"y", 0.5}},
                                                {{"id", "b"}, {"x", std::int64_t{2}}, {"y", std::int64_t{3}}},
                                                {{"id", "c"}, {"x", std::int64_t{9}}, {"y", 0.5}}})};
  EXPECT_EQ(study_from_text(study_to_text(study)), study);
}

TEST(StudyText, KeepsAPoolWhoseWidestRowsWereFilteredOut) {
  const Study study{.space = Space::from_candidates({{{"x", std::int64_t{1}}, {"k", "a"}},
                                                     {{"x", std::int64_t{2}}, {"k", "b"}},
                                                     {{"x", std::int64_t{9}}, {"k", "c"}}},
                                                    {"x < 5"})};
  ASSERT_EQ(study.space.candidates().size(), 2u);
  EXPECT_EQ(study_from_text(study_to_text(study)), study);
}

TEST(StudyText, DamageIsReportedAsCorruptStorage) {
  const std::string text = study_to_text({.space = Space({real("x", 0, 1)})});
  for (std::size_t length = 0; length < text.size(); ++length) {
    try {
      study_from_text(text.substr(0, length));
      ADD_FAILURE() << "accepted " << text.substr(0, length);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::StorageCorrupt);
    }
  }
}

TEST(StudyText, ANewerFormatAsksForANewerProgram) {
  EXPECT_EQ(test::message_of([] { study_from_text(R"({"format":2,"anything":[]})"); }),
            "stored study: this has format 2, and this hone reads format 1; use the version of hone that "
            "wrote it, or a "
            "newer one");
}

}  // namespace
}  // namespace hone::codec
