// SPDX-License-Identifier: MIT
// Services, their database and their workers are killed at random while a study runs, services are drained,
// and the network between them is cut: every trial is complete, once, with the value that was computed, and
// nothing is left behind. HONE_E2E_SEED is the seed of what happens to whom.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "chaos_cluster.hpp"
#include "hone/base/rng.hpp"

namespace hone::e2e {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kKills = HONE_E2E_COUNT;
constexpr std::int64_t kTrials = 20 * kKills;
constexpr bool kThorough = kKills >= 100;
constexpr int kWorkers = 4;
constexpr int kArms = 4;
constexpr double kPatience = 120.0;  // seconds in which something must go on

std::uint64_t campaign_seed() {
  const char* seed = std::getenv("HONE_E2E_SEED");
  return seed == nullptr ? 20261117 : std::stoull(seed);
}

/// What happens to a cluster, by a seed: who, when, and for how long.
class Campaign {
 public:
  Campaign(ChaosCluster& cluster, CutNetwork* network) : cluster_(cluster), network_(network) {}

  void run() {
    while (kills_ < kKills) {
      wait_for_progress();
      if (::testing::Test::HasFatalFailure() || ::testing::Test::HasNonfatalFailure()) return;
      ++blows_;
      heal_those_due(false);
      if (network_ && blows_ % 4 == 0) cut_somewhere();
      if (blows_ % 3 == 1) drain_one();
      strike();
    }
    heal_those_due(true);
    std::printf(
        "%d servers, %d databases and %d workers were killed, %d cables cut, servers drained %d times\n",
        servers_, databases_, kills_ - servers_ - databases_, cuts_, drains_);
  }

 private:
  // A share of the trials for each kill, so that the last one still finds work to disturb.
  void wait_for_progress() {
    const std::int64_t enough = (kTrials - kWorkers * 4) * (kills_ + 1) / (kKills + 1);
    const auto goes_on = [&] {
      heal_those_due(false);
      return cluster_.ledger_lines() >= enough;
    };
    EXPECT_TRUE(test::eventually(goes_on, kPatience))
        << "after kill " << kills_ << " nothing goes on: " << cluster_.ledger_lines() << " of " << enough
        << cluster_.last_words();
    ::usleep(static_cast<useconds_t>(rng_.below(100'000)));
    cluster_.expect_all_alive();
  }

  void strike() {
    const double who = rng_.uniform();
    if (who < 0.5) {
      const int worker = static_cast<int>(rng_.below(kWorkers));
      cluster_.kill_worker(worker);
      pause();
      cluster_.start_worker(worker);
    } else if (who < 0.8) {
      const int server = static_cast<int>(rng_.below(ChaosCluster::kServers));
      cluster_.kill_server(server);
      pause();
      cluster_.start_server(server);
      ++servers_;
    } else {
      cluster_.kill_database();
      pause();
      cluster_.start_database();
      ++databases_;
    }
    ++kills_;
  }

  void pause() { ::usleep(static_cast<useconds_t>(rng_.below(kThorough ? 1'500'000 : 300'000))); }

  // Some cuts last longer than a lease, which is half a minute: then others get the trials.
  void cut_somewhere() {
    const int arm = static_cast<int>(rng_.below(kArms));
    const bool at_arm = rng_.chance(0.5);
    const bool for_long = kThorough && cuts_ % 8 == 3;
    const double seconds = for_long ? 40.0 : rng_.uniform(0.1, kThorough ? 6.0 : 1.0);
    ++cuts_;
    if (at_arm) {
      network_->cut_at_arm(arm);
    } else {
      network_->cut_at_hub(arm);
    }
    healing_[static_cast<std::size_t>(arm)] =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  // One at a time, as an upgrade does it; a drained server may be killed, and comes back undrained.
  void drain_one() {
    if (drained_) return;
    drained_ = static_cast<int>(rng_.below(ChaosCluster::kServers));
    cluster_.drain_server(*drained_, true);
    goes_on_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(rng_.uniform(0.2, kThorough ? 6.0 : 1.0)));
    ++drains_;
  }

  void heal_those_due(bool all) {
    if (drained_ && (all || Clock::now() >= goes_on_)) {
      cluster_.drain_server(*drained_, false);
      drained_.reset();
    }
    for (int arm = 0; network_ != nullptr && arm < kArms; ++arm) {
      auto& due = healing_[static_cast<std::size_t>(arm)];
      if (!due || (!all && Clock::now() < *due)) continue;
      network_->heal(arm);
      due.reset();
    }
  }

  ChaosCluster& cluster_;
  CutNetwork* network_;
  Rng rng_{campaign_seed()};
  std::vector<std::optional<Clock::time_point>> healing_ =
      std::vector<std::optional<Clock::time_point>>(kArms);
  int blows_ = 0;
  int kills_ = 0;
  int servers_ = 0;
  int databases_ = 0;
  int cuts_ = 0;
  int drains_ = 0;
  std::optional<int> drained_;
  Clock::time_point goes_on_ = {};
};

// The same file makes a short program and a thorough one; ctest tells them apart by the name of their suite.
class HONE_E2E_SUITE : public ::testing::Test {};

TEST_F(HONE_E2E_SUITE, EveryTrialIsCompleteOnceWhoeverIsKilled) {
  const std::string obstacle = CutNetwork::obstacle();
  const auto network = obstacle.empty() ? std::make_unique<CutNetwork>(kArms) : nullptr;
  ChaosCluster cluster(network.get(), kTrials, kWorkers, kThorough);
  Campaign(cluster, network.get()).run();
  if (!HasFailure()) cluster.finish_study();
  cluster.check_everything();
  if (!obstacle.empty()) GTEST_SKIP() << "killed, but the network was not cut: " << obstacle;
}

}  // namespace
}  // namespace hone::e2e
