// SPDX-License-Identifier: MIT
// Processes that enqueue, ask, tell, give back, retry and delete on one study at the same time. Whatever is
// claimed reaches whoever asked, so that nothing runs when all have ended, and what was told is there.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "any_store.hpp"
#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/runner/driver.hpp"
#include "storage/children.hpp"
#include "support/temp_dir.hpp"
#include "support/tiny_sampler.hpp"
#ifdef HONE_POSTGRES
#include "storage/postgres_support.hpp"
#endif

namespace hone::runner {
namespace {

constexpr int kProcesses = 4;
constexpr int kSteps = 60;

Study many_study() {
  return {.name = "many", .space = Space({real("x", 0, 1), integer("n", 1, 1'000'000)}), .seed = 5};
}

/// A number that says which trial it is the result of.
double result_of(std::int64_t number) { return static_cast<double>(number) + 0.25; }

/// How a process tells its parent that it has deleted a trial.
long long deleted(std::int64_t number) { return -1 - number; }

/// One process: what it was given it ends in one of the ways there are, all of it before it goes.
class Client {
 public:
  Client(const std::string& address, int me)
      : store_(e2e::open_any(address)),
        study_(many_study()),
        driver_(*store_, open_or_create(*store_, study_), std::make_unique<test::TinySampler>(study_.space),
                {text("client", me), me % 2 == 0 ? std::optional<std::int64_t>(600'000) : std::nullopt}),
        rng_(mix_seed(7, static_cast<std::uint64_t>(me))) {}

  void run(const test::NumberPipe& told) {
    for (int step = 0; step < kSteps; ++step) act(told);
    while (!held_.empty()) end_one(told);
  }

 private:
  void act(const test::NumberPipe& told) {
    switch (rng_.below(8)) {
      case 0:
      case 1:
        return enqueue();
      case 2:
      case 3:
      case 4:
        for (storage::Claim& claim : driver_.asker().ask(1 + static_cast<int>(rng_.below(2))))
          held_.push_back(claim.lease);
        return;
      case 5:
      case 6:
        return end_one(told);
      default:
        return correct(told);
    }
  }

  void enqueue() {
    std::vector<Proposal> points;
    for (std::uint64_t i = 0; i <= rng_.below(3); ++i)
      points.push_back({study_.space.configuration(
          {rng_.uniform(), static_cast<std::int64_t>(rng_.below(1'000'000) + 1)})});
    driver_.recorder().enqueue(points);
  }

  void end_one(const test::NumberPipe& told) {
    if (held_.empty()) return;
    const storage::Lease lease = held_.back();
    held_.pop_back();
    const std::uint64_t how = rng_.below(10);
    if (how == 0) return driver_.recorder().requeue(lease, "given back", storage::Attempt::Kept);
    storage::Outcome outcome{.lease = lease, .values = {result_of(lease.number)}};
    if (how <= 2) outcome = {.lease = lease, .state = TrialState::Failed, .error = "on purpose"};
    driver_.recorder().tell(std::span(&outcome, 1));
    (outcome.state == TrialState::Complete ? complete_ : failed_).push_back(lease.number);
    if (outcome.state == TrialState::Complete) told.send(lease.number);
  }

  /// Only what this process has ended, so that it is known what must come of it.
  void correct(const test::NumberPipe& told) {
    std::vector<std::int64_t>& ended = rng_.below(2) == 0 ? failed_ : complete_;
    if (ended.empty()) return;
    const std::vector one{ended.back()};
    ended.pop_back();
    if (&ended == &failed_) return driver_.corrector().retry(one);
    driver_.corrector().remove(one);
    told.send(deleted(one[0]));
  }

  std::unique_ptr<storage::Storage> store_;
  Study study_;
  Driver driver_;
  Rng rng_;
  std::vector<storage::Lease> held_;
  std::vector<std::int64_t> failed_;
  std::vector<std::int64_t> complete_;
};

void expect_nothing_is_lost(const std::string& address) {
  test::NumberPipe told;
  const int failed = test::in_children(kProcesses, [&](int me) {
    Client(address, me).run(told);
    return 0;
  });
  EXPECT_EQ(failed, 0) << "an ask, tell, requeue or enqueue was refused";
  const auto store = e2e::open_any(address);
  const storage::StudyId id = store->find_study("many").value();
  std::map<std::int64_t, Trial> trials;
  for (Trial& trial : store->changes(id, 0).trials) trials.emplace(trial.number, std::move(trial));
  for (const auto& [number, trial] : trials)
    EXPECT_NE(trial.state, TrialState::Running) << "trial " << number << " is in nobody's hands";
  std::set<std::int64_t> complete;
  for (const long long number : told.receive()) {
    if (number < 0) {
      complete.erase(deleted(number));
      EXPECT_EQ(trials.at(deleted(number)).state, TrialState::Deleted);
    } else {
      EXPECT_TRUE(complete.insert(number).second) << "trial " << number << " was told twice";
    }
  }
  for (const std::int64_t number : complete) {
    EXPECT_EQ(trials.at(number).state, TrialState::Complete) << "trial " << number;
    EXPECT_EQ(trials.at(number).values, std::vector{result_of(number)});
  }
  EXPECT_GT(complete.size(), 20U);
  EXPECT_EQ(store->studies().at(0).complete, static_cast<std::int64_t>(complete.size()));
  EXPECT_TRUE(store->check().problems.empty());
}

TEST(ManyDrivers, LoseNothingInAFile) {
  const test::TempDir folder;
  expect_nothing_is_lost(folder.file("hone.db"));
}

#ifdef HONE_POSTGRES
TEST(ManyDrivers, LoseNothingInADatabase) {
  const test::PostgresSchema schema;
  expect_nothing_is_lost(schema.address());
}
#endif

}  // namespace
}  // namespace hone::runner
