// SPDX-License-Identifier: MIT
// Tuners get signals of all kinds at random moments: SIGKILL, SIGTERM, SIGHUP, and SIGSTOP with SIGCONT after
// more time than a lease lasts.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <string>

#include "hone/base/rng.hpp"
#include "tuner_site.hpp"

namespace hone::e2e {
namespace {

constexpr int kSignals = HONE_E2E_COUNT;
constexpr int kLease = 300;  // milliseconds

/// A tuner that is started again whenever a signal has ended it.
class Victim {
 public:
  Victim(const TunerSite& site, std::string name) : site_(site), name_(std::move(name)) { start(); }

  void signal(int signal) {
    if (signal == SIGSTOP) {
      ::kill(pid_, SIGSTOP);
      ::usleep(kLease * 1000 * 2);
      ::kill(pid_, SIGCONT);
      return;
    }
    end(signal);
    start();
  }

  void end(int signal) {
    if (signal == SIGKILL) {
      TunerSite::kill(pid_);
    } else {
      TunerSite::end(pid_, signal);
    }
    site_.expect_no_orphans(generation_);
  }

 private:
  void start() {
    generation_ = name_ + std::to_string(started_++);
    pid_ = site_.start(kEndless, generation_);
  }

  const TunerSite& site_;
  std::string name_;
  std::string generation_;
  int started_ = 0;
  pid_t pid_ = -1;
};

class HONE_E2E_SUITE : public ::testing::Test {
 protected:
  void wait_a_moment() { ::usleep(static_cast<useconds_t>(rng_.below(180'000))); }

  test::TempDir dir_;
  Rng rng_{20261116};
};

// Two stores in one folder, two tuners on each, and among the trials some that do harm.
TEST_F(HONE_E2E_SUITE, NothingIsLostCrossedOrLeftBehind) {
  const std::vector<std::string> more = {"HONE_E2E_LEASE=" + std::to_string(kLease), "HONE_E2E_HOSTILE=1"};
  const TunerSite left(dir_, "left", more);
  const TunerSite right(dir_, "right", more);
  std::array<Victim, 4> victims = {Victim(left, "a"), Victim(left, "b"), Victim(right, "a"),
                                   Victim(right, "b")};
  constexpr std::array kKinds = {SIGKILL, SIGSTOP, SIGTERM, SIGHUP};
  for (int i = 0; i < kSignals; ++i) {
    wait_a_moment();
    victims[rng_.below(victims.size())].signal(kKinds[rng_.below(kKinds.size())]);
    ASSERT_FALSE(HasFailure()) << "at signal " << i;
  }
  for (Victim& victim : victims) victim.end(SIGTERM);
  for (const TunerSite* site : {&left, &right}) {
    site->finish_study(8);
    site->check_everything();
  }
}

// Who is stopped, lives: nobody may take its trials, however long its leases have run out.
TEST_F(HONE_E2E_SUITE, WhoIsStoppedIsNotRobbed) {
  const TunerSite site(dir_, "hone", {"HONE_E2E_LEASE=" + std::to_string(kLease)});
  std::array<Victim, 2> victims = {Victim(site, "a"), Victim(site, "b")};
  for (int i = 0; i < kSignals / 10; ++i) {
    wait_a_moment();
    victims[rng_.below(victims.size())].signal(SIGSTOP);
  }
  const std::vector<Trial> before = site.stored_trials();
  EXPECT_GT(before.size(), 10U);
  for (const Trial& trial : before) EXPECT_EQ(trial.attempt, 1) << trial.number;
  for (Victim& victim : victims) victim.end(SIGTERM);
  site.finish_study(8);
  site.check_everything();
}

}  // namespace
}  // namespace hone::e2e
