// SPDX-License-Identifier: MIT
// A tune with 4 trials at a time is killed with SIGKILL at random moments and resumed each time.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "hone/base/rng.hpp"
#include "tuner_site.hpp"

namespace hone::e2e {
namespace {

constexpr int kKills = HONE_E2E_COUNT;

// The same must hold for workers, which live longer than a trial.
#ifdef HONE_E2E_WORKERS
const std::vector<std::string> kVariables = {"HONE_E2E_WORKERS=1"};
#else
const std::vector<std::string> kVariables = {};
#endif

class KillFixture : public ::testing::Test {
 protected:
  test::TempDir dir_;
  TunerSite site_{dir_, "hone", kVariables};
  Rng rng_{20240607};
};

// The same file makes a short program and a thorough one; ctest tells them apart by the name of their suite.
class HONE_E2E_SUITE : public KillFixture {};

TEST_F(HONE_E2E_SUITE, OneTunerLosesNothingAndLeavesNothing) {
  for (int i = 0; i < kKills; ++i) {
    const std::string generation = std::to_string(i);
    const pid_t tuner = site_.start(kEndless, generation);
    ::usleep(static_cast<useconds_t>(rng_.below(180'000)));
    TunerSite::kill(tuner);
    if (i > 0) site_.expect_no_orphans(std::to_string(i - 1));
    ASSERT_FALSE(HasFailure()) << "at kill " << i;
  }
  site_.expect_no_orphans(std::to_string(kKills - 1));
  site_.finish_study(8);
  site_.check_everything();
}

TEST_F(HONE_E2E_SUITE, TwoTunersLoseNothingAndLeaveNothing) {
  std::array<pid_t, 2> tuners = {site_.start(kEndless, "a"), site_.start(kEndless, "b")};
  std::array<std::string, 2> generations = {"a", "b"};
  for (int i = 0; i < kKills; ++i) {
    ::usleep(static_cast<useconds_t>(rng_.below(180'000)));
    const std::size_t victim = rng_.below(2);
    const std::string killed = generations[victim];
    TunerSite::kill(tuners[victim]);
    generations[victim] = std::to_string(i);
    tuners[victim] = site_.start(kEndless, generations[victim]);
    site_.expect_no_orphans(killed);
    ASSERT_FALSE(HasFailure()) << "at kill " << i;
  }
  for (const pid_t tuner : tuners) TunerSite::kill(tuner);
  for (const std::string& generation : generations) site_.expect_no_orphans(generation);
  site_.finish_study(8);
  site_.check_everything();
}

}  // namespace
}  // namespace hone::e2e
