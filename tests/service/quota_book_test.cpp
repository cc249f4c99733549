// SPDX-License-Identifier: MIT
#include "hone/service/quota_book.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "storage/store_support.hpp"
#include "support/hooked_storage.hpp"

namespace hone::service {
namespace {

using std::chrono::seconds;

class QuotaBookTest : public ::testing::Test {
 protected:
  std::unique_ptr<QuotaBook> book() {
    return std::make_unique<QuotaBook>([this]() -> storage::AccessStore& { return *storage_; }, studies_,
                                       [this] { return now_; });
  }
  static Grant grant(TokenLimits limits, const std::string& id = "0a1b2c3d") {
    return {.role = Role::Admin, .studies = "svm-*", .name = id, .id = id, .limits = limits};
  }
  /// How long to wait; 0 when it was not refused.
  template <class Action>
  static double refused(const Action& action) {
    try {
      action();
      return 0.0;
    } catch (const QuotaExceeded& error) {
      return error.retry();
    }
  }

  std::unique_ptr<storage::Storage> storage_ = storage::open_memory();
  StudyList studies_{[this]() -> storage::Storage& { return *storage_; }};
  runner::Moment now_ = runner::Moment() + seconds(1000);
};

TEST_F(QuotaBookTest, AMeterFillsInAnHour) {
  Meter meter(10.0, [this] { return now_; });
  EXPECT_EQ(meter.wait(), 0.0);
  meter.spend(15.0);
  EXPECT_NEAR(meter.wait(), 1800.0, 1e-6);
  now_ += seconds(900);
  EXPECT_NEAR(meter.wait(), 900.0, 1e-6);
  now_ += seconds(901);
  EXPECT_EQ(meter.wait(), 0.0);
  now_ += seconds(100'000);  // nothing is saved up beyond an hour's worth
  meter.spend(10.1);
  EXPECT_GT(meter.wait(), 0.0);
}

TEST_F(QuotaBookTest, ProcessorTimeIsCountedByToken) {
  const auto quotas = book();
  Grant first = grant({.processor_seconds = 1});
  quotas->meter(first);
  ASSERT_TRUE(first.meter);
  first.meter->spend(2.0);
  Grant again = grant({.processor_seconds = 1});
  EXPECT_NEAR(refused([&] { quotas->meter(again); }), 3600.0, 1e-6);
  Grant other = grant({.processor_seconds = 1}, "ffffffff");
  EXPECT_EQ(refused([&] { quotas->meter(other); }), 0.0);
  Grant none = grant({});
  quotas->meter(none);
  EXPECT_FALSE(none.meter);
}

TEST_F(QuotaBookTest, AScopeSpendsWhatItsThreadWorked) {
  auto meter = std::make_shared<Meter>(0.02, [this] { return now_; });
  {
    const MeteredScope scope(meter);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_EQ(meter->wait(), 0.0);  // sleeping costs nothing
  {
    const MeteredScope scope(meter);
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
    while (std::chrono::steady_clock::now() < end) continue;
  }
  EXPECT_GT(meter->wait(), 0.0);
}

TEST_F(QuotaBookTest, BytesAreCountedInTheStore) {
  const Grant limited = grant({.bytes = 1000});
  {
    const auto quotas = book();
    quotas->send(limited, 600);
    EXPECT_GT(refused([&] { quotas->send(limited, 401); }), 0.0);
    quotas->send(limited, 400);
    EXPECT_GT(refused([&] { quotas->send(limited, 1); }), 0.0);
    quotas->send(grant({.bytes = 10}, "ffffffff"), 10);
    quotas->send(grant({}), 1'000'000);
  }
  const auto after = book();  // another server, or the same after a restart
  EXPECT_GT(refused([&] { after->send(limited, 1); }), 0.0);
}

TEST_F(QuotaBookTest, ServersLearnOfEachOthersBytesInTenSeconds) {
  const Grant limited = grant({.bytes = 1000});
  const auto one = book();
  const auto other = book();
  one->send(limited, 900);
  other->send(limited, 50);
  now_ += seconds(11);
  one->send(limited, 10);
  EXPECT_GT(refused([&] { other->send(limited, 100); }), 0.0);
}

TEST_F(QuotaBookTest, ABytesCountSurvivesAStoreThatFails) {
  test::HookedStorage store(*storage_);
  QuotaBook quotas([&]() -> storage::AccessStore& { return store; }, studies_, [this] { return now_; });
  const Grant limited = grant({.bytes = 1000});
  quotas.send(limited, 900);
  store.set_hook([](std::string_view) { throw std::runtime_error("gone"); });
  now_ += seconds(11);
  EXPECT_THROW(quotas.send(limited, 50), std::runtime_error);
  store.set_hook({});
  EXPECT_GT(refused([&] { quotas.send(limited, 101); }), 0.0);
  EXPECT_EQ(refused([&] { quotas.send(limited, 100); }), 0.0);
}

TEST_F(QuotaBookTest, StudiesAreThoseThatTheTokenCovers) {
  const auto quotas = book();
  const Grant limited = grant({.studies = 2});
  storage_->create_study(test::svm_study("svm-1"));
  storage_->create_study(test::svm_study("other"));
  EXPECT_EQ(refused([&] { quotas->study(limited, "svm-2"); }), 0.0);
  const auto id = storage_->create_study(test::svm_study("svm-2"));
  EXPECT_GT(refused([&] { quotas->study(limited, "svm-3"); }), 0.0);
  EXPECT_EQ(refused([&] { quotas->study(limited, "svm-2"); }), 0.0);  // it is there already
  storage_->delete_study(id);
  EXPECT_EQ(refused([&] { quotas->study(limited, "svm-3"); }), 0.0);
}

TEST_F(QuotaBookTest, SeveralAtOnceMakeNoMoreStudiesThanTheyMay) {
  const auto quotas = book();
  const Grant limited = grant({.studies = 3});
  std::atomic<int> made{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread)
    threads.emplace_back([&, thread] {
      const std::string name = "svm-" + std::to_string(thread);
      if (refused([&] {
            const QuotaBook::Hold hold = quotas->study(limited, name);
            storage_->create_study(test::svm_study(name));
          }) == 0.0)
        ++made;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 3);
  EXPECT_EQ(storage_->studies().size(), 3U);
}

TEST_F(QuotaBookTest, WhatLastsIsCountedUntilItEnds) {
  const auto quotas = book();
  const Grant limited = grant({.streams = 2, .connections = 1});
  QuotaBook::Hold first = quotas->stream(limited);
  const QuotaBook::Hold second = quotas->stream(limited);
  EXPECT_GT(refused([&] { quotas->stream(limited); }), 0.0);
  first.reset();
  EXPECT_EQ(refused([&] { quotas->stream(limited); }), 0.0);
  const QuotaBook::Hold connection = quotas->connection(limited);
  EXPECT_GT(refused([&] { quotas->connection(limited); }), 0.0);
  EXPECT_EQ(refused([&] { quotas->connection(grant({.connections = 1}, "ffffffff")); }), 0.0);
  EXPECT_EQ(quotas->stream(grant({})), nullptr);
  EXPECT_GT(refused([&] { quotas->stream(grant({.streams = 0})); }), 0.0);
}

TEST_F(QuotaBookTest, AHoldMayOutliveTheBook) {
  auto quotas = book();
  QuotaBook::Hold hold = quotas->stream(grant({.streams = 1}));
  quotas.reset();
  hold.reset();
}

}  // namespace
}  // namespace hone::service
