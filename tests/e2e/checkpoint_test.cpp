// SPDX-License-Identifier: MIT
// `hone tune` is killed again and again while its trials save what they have done: none pays for a step twice
// beyond its last checkpoint.
#include <signal.h>

#include <map>
#include <sstream>

#include "hone/base/rng.hpp"
#include "tune_fixture.hpp"

namespace hone {
namespace {

constexpr int kTrials = HONE_E2E_COUNT;
constexpr int kSteps = 20;
constexpr int kKills = HONE_E2E_COUNT;

class HONE_E2E_SUITE : public test::TuneFixture {
 protected:
  // Each step is written down before it is saved, so the one that a kill met may stand there twice.
  void write_study() {
    test::write_file(dir_.file("s.yaml"),
                     "name: s\nparameters: {x: {type: float, low: 0, high: 1}}\nsampler: random\n"
                     "budget: {trials: " +
                         std::to_string(kTrials) +
                         ", parallel: 4, retries: 1000}\n"
                         "command: [sh, train.sh, '{x}', '" +
                         std::to_string(kSteps) + "']\n");
    test::write_file(dir_.file("train.sh"),
                     "at=$(cat \"$HONE_CHECKPOINT_DIR/step\" 2> /dev/null || echo 0)\n"
                     "while [ $at -lt $2 ]; do\n"
                     "  sleep 0.01; at=$((at + 1)); echo $HONE_TRIAL_NUMBER $at >> steps.txt\n"
                     "  echo $at > \"$HONE_CHECKPOINT_DIR/new\" && mv \"$HONE_CHECKPOINT_DIR/new\" "
                     "\"$HONE_CHECKPOINT_DIR/step\"\n"
                     "done\n"
                     "echo $1\n");
  }
};

TEST_F(HONE_E2E_SUITE, NoStepIsPaidTwiceBeyondTheLast) {
  write_study();
  Rng rng(7);
  for (int kill = 0; kill < kKills; ++kill) {
    const pid_t tuner = start_tune("s.yaml", "s.db");
    ::usleep(static_cast<useconds_t>(50'000 + rng.below(100'000)));
    ::kill(tuner, SIGKILL);
    ::waitpid(tuner, nullptr, 0);
  }
  expect_success(start_tune("s.yaml", "s.db"));

  std::map<std::pair<int, int>, int> paid;
  std::istringstream steps(test::read_file(dir_.file("steps.txt")));
  for (int trial = 0, step = 0; steps >> trial >> step;) ++paid[{trial, step}];
  int again = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    for (int step = 1; step <= kSteps; ++step) {
      const int times = paid[{trial, step}];
      EXPECT_GE(times, 1) << "trial " << trial << " skipped step " << step;
      again += times - 1;
    }
  }
  EXPECT_LE(again, 4 * kKills) << "each kill may cost each of four trials the step it was at";
  const auto all = trials("s.db", "s");
  ASSERT_EQ(std::ssize(all), kTrials);
  for (const Trial& trial : all) EXPECT_EQ(trial.values.at(0), trial.configuration.real("x"));
}

}  // namespace
}  // namespace hone
