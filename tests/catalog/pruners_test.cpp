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
  for (const PrunerInfo& info : pruners()) EXPECT_NE(make_pruner({info.name}), nullptr);
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
            "there is no pruner 'meidan' (did you mean 'median'?); use one of asha, median");
  EXPECT_NE(problem({"asha", {{"reduction_factor", {std::int64_t{1}}}}}).find("reduction_factor"),
            std::string::npos);
  EXPECT_NE(problem({"median", {{"warmup_step", {std::int64_t{1}}}}}).find("did you mean 'warmup_steps'?"),
            std::string::npos);
}

}  // namespace
}  // namespace hone::catalog
