// SPDX-License-Identifier: MIT
// Tuners that share one PostgreSQL database: beside each other, and while they, their connections and the
// server itself are killed.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/storage/postgres_database.hpp"
#include "support/postgres_server.hpp"
#include "tune_fixture.hpp"
#include "tuner_site.hpp"

namespace hone::e2e {
namespace {

constexpr int kBlows = HONE_E2E_COUNT;
constexpr int kTrials = 80;

class PostgresFixture : public test::TuneFixture {
 protected:
  // Only syncing servers may be killed.
  test::PostgresServer server_{std::vector<std::string>{}};
  std::string address_ = server_.address("hone");
  Rng rng_{20240915};

  /// Ends one connection of the tuners, whichever.
  void cut_connection() {
    storage::PostgresDatabase admin(address_ + "&application_name=admin", {});
    storage::Query(admin,
                   "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hone' "
                   "ORDER BY random() LIMIT 1")
        .next();
  }

  void restart_server() {
    server_.kill();
    server_.start();
  }
};

// The same file makes a short program and a thorough one; ctest tells them apart by the name of their suite.
class HONE_E2E_SUITE : public PostgresFixture {};

TEST_F(HONE_E2E_SUITE, TwoTunesWithFourWorkersEachShareAStudy) {
  test::write_file(dir_.file("study.yaml"),
                   "name: shared\n"
                   "parameters: {x: {type: float, low: 0, high: 1}}\n"
                   "sampler: random\nseed: 1\nbudget: {trials: " +
                       std::to_string(kTrials) +
                       ", parallel: 4}\n"
                       "command: [\"sh\", \"-c\", 'echo {x} > \"$HONE_RESULT_FILE\"; echo {x} >> " +
                       dir_.file("runs") + "; sleep 0.05']\n");
  const pid_t one = start_tune("study.yaml", address_);
  const pid_t two = start_tune("study.yaml", address_);
  expect_success(one);
  expect_success(two);
  const auto all = trials(address_, "shared");
  ASSERT_EQ(all.size(), static_cast<std::size_t>(kTrials));
  std::set<std::string> workers;
  for (const Trial& trial : all) {
    EXPECT_EQ(trial.state, TrialState::Complete) << trial.number << ": " << trial.error;
    ASSERT_EQ(trial.values.size(), 1u);
    EXPECT_EQ(trial.values[0], trial.configuration.real("x"));
    EXPECT_EQ(trial.attempt, 1);
    workers.insert(trial.worker);
  }
  EXPECT_EQ(workers.size(), 2u) << "both tuners had a share";
  std::istringstream runs(test::read_file(dir_.file("runs")));
  int lines = 0;
  for (std::string line; std::getline(runs, line);) ++lines;
  EXPECT_EQ(lines, kTrials) << "each trial ran once";
}

TEST_F(HONE_E2E_SUITE, TunersConnectionsAndTheServerAreKilledAndNothingIsLost) {
  const TunerSite site(dir_, "hone", {}, address_);
  std::array<pid_t, 2> tuners = {site.start(kEndless, "a"), site.start(kEndless, "b")};
  std::array<std::string, 2> generations = {"a", "b"};
  for (int i = 0; i < kBlows; ++i) {
    ::usleep(static_cast<useconds_t>(100'000 + rng_.below(400'000)));
    if (i % 8 == 7) {
      restart_server();
    } else if (i % 2 == 0) {
      cut_connection();
    } else {
      const std::size_t victim = rng_.below(2);
      const std::string killed = generations[victim];
      TunerSite::kill(tuners[victim]);
      generations[victim] = std::to_string(i);
      tuners[victim] = site.start(kEndless, generations[victim]);
      site.expect_no_orphans(killed);
    }
    ASSERT_FALSE(HasFailure()) << "at blow " << i;
  }
  for (const pid_t tuner : tuners) TunerSite::kill(tuner);
  for (const std::string& generation : generations) site.expect_no_orphans(generation);
  site.finish_study(8);
  site.check_everything();
}

}  // namespace
}  // namespace hone::e2e
