// SPDX-License-Identifier: MIT
// A line that is cut, connections that are ended and a server that is killed: nothing that was acknowledged
// is lost, and nothing happens twice.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "storage/cutting_proxy.hpp"
#include "storage/postgres_support.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {
namespace {

using test::code_of;
using test::CuttingProxy;
using test::finish_one;
using test::PostgresServer;
using test::proposals;
using test::start_one;
using test::svm_study;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Way = CuttingProxy::Way;

class CutLine : public ::testing::Test {
 protected:
  CutLine()
      : proxy(folder.path(), PostgresServer::shared().folder()),
        store(open_postgres("postgresql://postgres@/postgres?host=" + folder.path() +
                            "&schema=" + schema.name())),
        id(store->create_study(svm_study())) {}

  /// Repeats a change with each message in turn lost, on both ways, until none is. Whatever is lost, the
  /// change must happen, once. Returns how many messages there are.
  int everywhere(const std::function<void()>& change, const std::function<void()>& check) {
    int messages = 0;
    for (const Way way : {Way::ToServer, Way::ToClient}) {
      for (int after = 0;; ++after) {
        proxy.cut(way, after);
        EXPECT_NO_THROW(change()) << "after " << after;
        const bool cut = proxy.heal();
        check();
        if (HasFailure())
          ADD_FAILURE() << (way == Way::ToServer ? "to the server" : "to the client") << " after " << after;
        if (!cut || HasFailure()) break;
        ++messages;
      }
    }
    return messages;
  }

  test::PostgresSchema schema;
  test::TempDir folder;
  CuttingProxy proxy;
  std::unique_ptr<Storage> store;
  StudyId id = 0;
};

TEST_F(CutLine, StartsEachTrialOnce) {
  std::int64_t next = 0;
  EXPECT_GE(everywhere([&] { start_one(*store, id, next++); },
                       [&] { EXPECT_EQ(store->studies().at(0).running, next); }),
            4);
  EXPECT_THAT(store->check().problems, IsEmpty());
}

TEST_F(CutLine, KeepsEachResultOnce) {
  std::int64_t next = 0;
  const auto run_one = [&] {
    finish_one(*store, id, {next, 1}, 0.5 + static_cast<double>(next));
    ++next;
  };
  store->start(id, 0, proposals(0, 100), std::vector<Worker>{{"w", 100000}});
  EXPECT_GT(everywhere(run_one,
                       [&] {
                         EXPECT_EQ(store->studies().at(0).complete, next);
                         EXPECT_EQ(store->trial(id, next - 1)->values,
                                   std::vector<double>{static_cast<double>(next) - 0.5});
                       }),
            4);
  EXPECT_THAT(store->check().problems, IsEmpty());
}

TEST_F(CutLine, AnswersQuestionsAndTakesClaimsReportsAndHeartbeats) {
  store->enqueue(id, proposals(0, 200));
  std::int64_t claimed = 0;
  everywhere([&] { EXPECT_EQ(store->changes(id, 0).trials.size(), 200u); }, [] {});
  everywhere(
      [&] {
        const auto claim = store->claim_waiting(id, {"w", 100000});
        ASSERT_TRUE(claim);
        EXPECT_EQ(claim->lease.number, claimed++);
      },
      [&] { EXPECT_EQ(store->studies().at(0).running, claimed); });
  const std::vector<Lease> leases = {{0, 1}, {1, 1}, {2, 7}};
  everywhere(
      [&] {
        EXPECT_EQ(store->heartbeat(id, leases, {"w", 100000}), std::vector<Lease>({{2, 7}}));
      },
      [] {});
  std::int64_t step = 0;
  everywhere(
      [&] {
        store->report(id, {0, 1}, std::vector<Report>{{step++, 0.5}});
      },
      [&] { EXPECT_EQ(store->trial(id, 0)->reports.size(), static_cast<std::size_t>(step)); });
  EXPECT_THAT(store->check().problems, IsEmpty());
}

TEST_F(CutLine, MakesEachStudyOnce) {
  int count = 0;
  everywhere([&] { store->create_study(svm_study(text("study", count++))); },
             [&] { EXPECT_EQ(store->studies().size(), static_cast<std::size_t>(count) + 1); });
  EXPECT_THAT(store->check().problems, IsEmpty());
}

/// Tuners that start trials and tell their results, each with a connection of its own.
class Tuners {
 public:
  Tuners(std::string address, StudyId id, int count) : address_(std::move(address)), id_(id) {
    for (int i = 0; i < count; ++i) threads_.emplace_back([this, i] { tune(text("tuner", i)); });
  }
  ~Tuners() { end(); }

  void end() {
    ended_ = true;
    for (std::thread& thread : threads_) {
      if (thread.joinable()) thread.join();
    }
  }
  /// Values of trials whose end was acknowledged.
  std::map<std::int64_t, double> acknowledged() {
    const std::lock_guard guard(mutex_);
    return acknowledged_;
  }
  std::vector<std::string> failures() {
    const std::lock_guard guard(mutex_);
    return failures_;
  }

 private:
  void tune(const std::string& name) {
    try {
      const auto store = open_postgres(address_);
      while (!ended_) one_trial(*store, name);
    } catch (const std::exception& error) {
      const std::lock_guard guard(mutex_);
      failures_.emplace_back(error.what());
    }
  }

  void one_trial(Storage& store, const std::string& name) {
    const std::int64_t next = store.studies().at(0).trials;
    const auto leases = store.start(id_, next, proposals(next, 1), std::vector<Worker>{{name, 100000}});
    if (!leases) return;  // the other was faster
    const double value = static_cast<double>(next) + 0.25;
    store.report(id_, leases->front(), std::vector<Report>{{1, value}});
    finish_one(store, id_, leases->front(), value);
    const std::lock_guard guard(mutex_);
    if (!acknowledged_.emplace(next, value).second)
      failures_.push_back(text("trial ", next, " was given twice"));
  }

  std::string address_;
  StudyId id_;
  std::atomic<bool> ended_ = false;
  std::mutex mutex_;
  std::map<std::int64_t, double> acknowledged_;
  std::vector<std::string> failures_;
  std::vector<std::thread> threads_;
};

class LostServer : public ::testing::Test {
 protected:
  explicit LostServer(std::vector<std::string> options = {}) : server(std::move(options)) {}

  void expect_everything(Tuners& tuners) {
    tuners.end();
    EXPECT_THAT(tuners.failures(), IsEmpty());
    const auto store = open_postgres(server.address("hone"));
    EXPECT_THAT(store->check().problems, IsEmpty());
    const std::vector<Trial> trials = store->changes(1, 0).trials;
    const auto acknowledged = tuners.acknowledged();
    EXPECT_EQ(trials.size(), acknowledged.size()) << "what was started was told, as everybody lived";
    for (const auto& [number, value] : acknowledged) {
      ASSERT_LT(static_cast<std::size_t>(number), trials.size());
      const Trial& trial = trials[static_cast<std::size_t>(number)];
      EXPECT_EQ(trial.number, number);
      EXPECT_EQ(trial.values, std::vector<double>{value});
      EXPECT_EQ(trial.reports, (std::vector<Report>{{1, value}}));
    }
    std::printf("%zu trials\n", trials.size());
  }

  PostgresServer server;
};

class EndedConnections : public LostServer {
 protected:
  EndedConnections() : LostServer({"fsync=off"}) {}
};

TEST_F(EndedConnections, LoseNothingAndDoubleNothing) {
  const StudyId id = open_postgres(server.address("hone"))->create_study(svm_study());
  Tuners tuners(server.address("hone"), id, 2);
  PostgresDatabase admin(server.address("hone"), {});
  Rng rng(20240911);
  for (int i = 0; i < 60; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + rng.below(150)));
    Query(admin,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hone' AND pid <> "
          "pg_backend_pid() ORDER BY random() LIMIT 1")
        .next();
  }
  expect_everything(tuners);
  EXPECT_GT(tuners.acknowledged().size(), 20u);
}

class KilledServer : public LostServer {};

TEST_F(KilledServer, LosesNothingThatWasAcknowledged) {
  const StudyId id = open_postgres(server.address("hone"))->create_study(svm_study());
  Tuners tuners(server.address("hone"), id, 2);
  Rng rng(7);
  for (int i = 0; i < 5; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(300 + rng.below(700)));
    server.kill();
    server.start();
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  expect_everything(tuners);
  EXPECT_GT(tuners.acknowledged().size(), 10u);
}

TEST_F(EndedConnections, AServerThatWasShutDownIsNamedAndComesBack) {
  const auto store = open_postgres(server.address("hone"), {.patience = 300});
  const StudyId id = store->create_study(svm_study());
  const Lease lease = start_one(*store, id, 0);
  server.stop();
  std::string message;
  EXPECT_EQ(code_of([&] { finish_one(*store, id, lease, 0.5); }, &message), ErrorCode::StorageBusy);
  EXPECT_THAT(message, HasSubstr("postgresql://postgres@/postgres"));
  server.start();
  finish_one(*store, id, lease, 0.5);
  EXPECT_EQ(store->trial(id, 0)->values, std::vector<double>{0.5});
}

}  // namespace
}  // namespace hone::storage
