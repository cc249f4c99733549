// SPDX-License-Identifier: MIT
// Several processes on one file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "storage/children.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::await_child;
using test::code_of;
using test::finish_one;
using test::fork_child;
using test::in_children;
using test::NumberPipe;
using test::proposals;
using test::start_one;
using test::svm_study;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class Processes : public ::testing::Test {
 protected:
  StudyId make_study() { return open_sqlite(path)->create_study(svm_study()); }

  test::TempDir folder;
  std::string path = folder.file("hone.db");
};

/// Starts one trial as a session does: look, propose for the next number, look again when somebody was
/// faster.
Lease start_next(Storage& store, StudyId id, const Worker& worker) {
  for (;;) {
    const std::int64_t next = store.studies().at(0).trials;
    if (const auto leases = store.start(id, next, proposals(next, 1), std::span(&worker, 1)))
      return leases->front();
  }
}

TEST_F(Processes, MayAllMakeTheSameNewFileAtOnce) {
  NumberPipe made;
  const int failed = in_children(16, [&](int) {
    const auto store = open_sqlite(path);
    const auto code = code_of([&] { made.send(store->create_study(svm_study())); });
    return !code || code == ErrorCode::AlreadyExists ? 0 : 1;
  });
  EXPECT_EQ(failed, 0);
  EXPECT_THAT(made.receive(), ElementsAre(1));
  EXPECT_THAT(open_sqlite(path)->check().problems, IsEmpty());
}

TEST_F(Processes, NeverGetTheSameNumberTwice) {
  const StudyId id = make_study();
  constexpr int kProcesses = 6;
  constexpr int kEach = 15;
  NumberPipe numbers;
  const int failed = in_children(kProcesses, [&](int me) {
    const auto store = open_sqlite(path);
    for (int i = 0; i < kEach; ++i) {
      const Lease lease = start_next(*store, id, {text("p", me), 60000});
      numbers.send(lease.number);
      finish_one(*store, id, lease, static_cast<double>(lease.number));
    }
    return 0;
  });
  EXPECT_EQ(failed, 0);
  std::vector<long long> all = numbers.receive();
  std::sort(all.begin(), all.end());
  ASSERT_EQ(all.size(), static_cast<std::size_t>(kProcesses * kEach));
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], static_cast<long long>(i));
  const auto store = open_sqlite(path);
  EXPECT_EQ(store->studies().at(0).complete, kProcesses * kEach);
  for (const Trial& trial : store->changes(id, 0).trials)
    EXPECT_THAT(trial.values, ElementsAre(trial.number));
  EXPECT_THAT(store->check().problems, IsEmpty());
}

TEST_F(Processes, RunAWaitingTrialOnce) {
  const StudyId id = make_study();
  constexpr int kWaiting = 120;
  open_sqlite(path)->enqueue(id, proposals(0, kWaiting));
  NumberPipe numbers;
  const int failed = in_children(6, [&](int me) {
    const auto store = open_sqlite(path);
    while (const auto claim = store->claim_waiting(id, {text("p", me), 60000}))
      numbers.send(claim->trial.number);
    return 0;
  });
  EXPECT_EQ(failed, 0);
  const std::vector<long long> all = numbers.receive();
  EXPECT_EQ(all.size(), static_cast<std::size_t>(kWaiting));
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), static_cast<std::size_t>(kWaiting));
}

TEST_F(Processes, StartAStudyTogetherAndItsStartingPointsWaitOnce) {
  Study study = svm_study();
  for (const Proposal& point : proposals(0, 5)) study.enqueue.push_back(point.configuration);
  for (int round = 0; round < 15; ++round) {
    study.name = text("round ", round);
    NumberPipe claimed;
    const int failed = in_children(8, [&](int me) {
      const auto store = open_sqlite(path);
      const auto code = code_of([&] { store->create_study(study); });
      if (code && code != ErrorCode::AlreadyExists) return 1;
      const StudyId id = store->find_study(study.name).value();
      if (const auto claim = store->claim_waiting(id, {text("p", me), 60000}))
        claimed.send(claim->lease.number);
      return 0;
    });
    EXPECT_EQ(failed, 0);
    EXPECT_THAT(claimed.receive(), UnorderedElementsAre(0, 1, 2, 3, 4)) << "five of eight find one";
    const auto store = open_sqlite(path);
    const std::vector<Trial> trials = store->changes(store->find_study(study.name).value(), 0).trials;
    ASSERT_EQ(trials.size(), study.enqueue.size()) << "round " << round;
    for (std::size_t i = 0; i < trials.size(); ++i) {
      EXPECT_EQ(trials[i].configuration, study.enqueue[i]);
      EXPECT_EQ(trials[i].state, TrialState::Running);
    }
  }
  EXPECT_THAT(open_sqlite(path)->check().problems, IsEmpty());
}

TEST_F(Processes, KeepTheFirstResultOfAWorkerThatWasGivenUpAndOfItsRescuer) {
  const StudyId id = make_study();
  NumberPipe started;
  const pid_t sleeper = fork_child([&] {
    const auto store = open_sqlite(path);
    const Lease lease = start_next(*store, id, {"sleeper", 50});
    started.send(lease.number);
    ::raise(SIGSTOP);  // a machine that hangs
    if (code_of([&] { store->report(id, lease, std::vector<Report>{{1, 666.0}}); }) != ErrorCode::LeaseLost)
      return 1;
    finish_one(*store, id, lease, 2.0);
    return 0;
  });
  int status = 0;
  ASSERT_EQ(::waitpid(sleeper, &status, WUNTRACED), sleeper);
  const auto store = open_sqlite(path);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_THAT(store->reclaim(id, LostPolicy::Requeue, 3, nullptr), ElementsAre(0));
  const Claim claim = store->claim_waiting(id, {"rescuer", 60000}).value();
  ::kill(sleeper, SIGCONT);
  EXPECT_EQ(await_child(sleeper), 0);
  EXPECT_EQ(code_of([&] { finish_one(*store, id, claim.lease, 1.0); }), ErrorCode::LeaseLost);
  EXPECT_THAT(store->trial(id, 0)->values, ElementsAre(2.0));
  EXPECT_THAT(store->trial(id, 0)->reports, IsEmpty());
}

TEST_F(Processes, LoseNoAcceptedResultWhenTheyAreKilled) {
  const StudyId id = make_study();
  Rng rng(5);
  std::set<long long> accepted;
  for (int round = 0; round < 25; ++round) {
    NumberPipe numbers;
    const pid_t writer = fork_child([&] {
      const auto store = open_sqlite(path);
      for (;;) {
        const Lease lease = start_next(*store, id, {"writer", 60000});
        store->report(id, lease, std::vector<Report>{{1, 0.5}});
        finish_one(*store, id, lease, 1.0);
        numbers.send(lease.number);
      }
      return 0;
    });
    std::vector<long long> received;
    for (std::uint64_t i = rng.below(6); i > 0; --i) received.push_back(numbers.receive_one().value());
    std::this_thread::sleep_for(std::chrono::microseconds(rng.below(3000)));
    ::kill(writer, SIGKILL);
    EXPECT_EQ(await_child(writer), 128 + SIGKILL);
    const std::vector<long long> rest = numbers.receive();
    received.insert(received.end(), rest.begin(), rest.end());
    for (const long long number : received)
      EXPECT_TRUE(accepted.insert(number).second) << "number " << number << " twice";
    const auto store = open_sqlite(path);
    EXPECT_THAT(store->check().problems, IsEmpty()) << "round " << round;
    store->reclaim(id, LostPolicy::Fail, 1, [](const Holder&) { return Liveness::Dead; });
    for (const long long number : accepted) {
      const auto trial = store->trial(id, number);
      ASSERT_TRUE(trial && trial->state == TrialState::Complete)
          << "trial " << number << " in round " << round;
    }
  }
  EXPECT_GT(accepted.size(), 20u);
}

/// Keeps the processors busy as long as it lives.
class Hogs {
 public:
  explicit Hogs(int count) {
    for (int i = 0; i < count; ++i) {
      children_.push_back(fork_child([] {
        std::atomic<std::uint64_t> turns = 0;
        while (++turns != 0) {
        }
        return 0;
      }));
    }
  }
  ~Hogs() {
    for (const pid_t child : children_) ::kill(child, SIGKILL);
    for (const pid_t child : children_) await_child(child);
  }
  Hogs(const Hogs&) = delete;
  Hogs& operator=(const Hogs&) = delete;

 private:
  std::vector<pid_t> children_;
};

// In which order is the business of write_queue_test.cpp. Nobody gives up as long as the others get on,
// however long that takes on a busy machine.
TEST_F(Processes, AllGetTheirTurnWhenThereAreMany) {
  const StudyId id = make_study();
  constexpr int kProcesses = 48;
  constexpr int kEach = 2;
  open_sqlite(path)->enqueue(id, proposals(0, kProcesses * kEach));
  const Hogs hogs(static_cast<int>(std::thread::hardware_concurrency()));
  const int failed = in_children(kProcesses, [&](int me) {
    const auto store = open_sqlite(path);
    for (int i = 0; i < kEach; ++i) {
      const auto claim = store->claim_waiting(id, {text("p", me), 60000});
      if (!claim) return 1;
      finish_one(*store, id, claim->lease, 1.0);
    }
    return 0;
  });
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(open_sqlite(path)->studies().at(0).complete, kProcesses * kEach);
}

}  // namespace
}  // namespace hone::storage
