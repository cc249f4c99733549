// SPDX-License-Identifier: MIT
#include "hone/catalog/pruners.hpp"

#include <gtest/gtest.h>

#include "support/throws.hpp"

namespace hone::catalog {
namespace {

std::string problem(const Choice& choice) {
  return test::message_of([&] { make_pruner(choice); });
}

TEST(Pruners, AreMadeByName) {
  for (const PrunerInfo& info : pruners()) {
    const bool needs_a_limit = info.name == "threshold";
    EXPECT_NE(make_pruner({info.name, needs_a_limit ? Options{{"upper", {1.0}}} : Options{}}), nullptr);
  }
}

TEST(Pruners, TakeTheirOptions) {
  const std::vector<Objective> down = {{"loss", Direction::Minimize}};
  Trial other;
  other.state = TrialState::Complete;
  other.reports = {{1, 0.0}};
  Trial running;
  running.number = 1;
  running.state = TrialState::Running;
  running.reports = {{1, 1.0}};
  const std::vector<Trial> others = {other};
  const Choice eager{"median", {{"startup_trials", {std::int64_t{1}}}}};
  EXPECT_TRUE(make_pruner(eager)->should_stop(running, others, down));
  EXPECT_FALSE(make_pruner({"median"})->should_stop(running, others, down));
  const Choice late{"asha", {{"min_resource", {std::int64_t{2}}}}};
  EXPECT_FALSE(make_pruner(late)->should_stop(running, others, down));
  EXPECT_TRUE(make_pruner({"asha"})->should_stop(running, others, down));
}

TEST(Pruners, SayWhatIsWrong) {
  EXPECT_EQ(problem({"meidan"}),
            "there is no pruner 'meidan' (did you mean 'median'?); use one of asha, median, percentile, "
            "hyperband, patient, threshold, "
            "wilcoxon");
  EXPECT_NE(problem({"asha", {{"reduction_factor", {std::int64_t{1}}}}}).find("reduction_factor"),
            std::string::npos);
  EXPECT_NE(problem({"median", {{"warmup_step", {std::int64_t{1}}}}}).find("did you mean 'warmup_steps'?"),
            std::string::npos);
}

TEST(Pruners, TellOpenRanges) {
  const PrunerInfo& threshold = pruner_named("threshold");
  EXPECT_EQ(values_text(threshold.options[0]), "any number");
  EXPECT_EQ(default_text(threshold.options[0]), "no limit");
  EXPECT_EQ(values_text(pruner_named("patient").options[1]), "at least 0");
  EXPECT_NE(problem({"patient", {{"min_delta", {-1.0}}}}).find("give a number of at least 0"),
            std::string::npos);
}

// Options of another pruner inside of this one, by a prefix.
TEST(Pruners, OfPatienceHaveTheirPartnersOptions) {
  Trial running;
  running.state = TrialState::Running;
  running.reports = {{1, 1.0}, {2, 1.0}};
  const std::vector<Objective> down = {{"loss", Direction::Minimize}};
  Trial better;
  better.number = 1;
  better.state = TrialState::Complete;
  better.reports = {{1, 0.0}, {2, 0.0}};
  const std::vector<Trial> others = {better};
  const Options patient = {{"patience", {std::int64_t{1}}}, {"pruner", {std::string("median")}}};
  Options eager = patient;
  eager["median.startup_trials"] = {std::int64_t{1}};
  EXPECT_FALSE(make_pruner({"patient", patient})->should_stop(running, others, down));
  EXPECT_TRUE(make_pruner({"patient", eager})->should_stop(running, others, down));
}

}  // namespace
}  // namespace hone::catalog
