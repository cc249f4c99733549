// SPDX-License-Identifier: MIT
#include "hone/service/tell_desk.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <thread>

#include "hone/base/error.hpp"
#include "hone/codec/trial_token.hpp"
#include "support/hooked_storage.hpp"

namespace hone::service {
namespace {

using codec::Json;

class TellDeskTest : public ::testing::Test {
 protected:
  TellDeskTest() {
    operations_.create({.name = "demo", .space = Space({real("x", 0, 1)}), .sampler = {"random"}, .seed = 7});
    for (int i = 0; i < 8; ++i) {
      const std::vector<Proposal> one = {{study().space.configuration({0.1 * i})}};
      leases_.push_back(
          memory_->start(id(), i, one, std::vector<storage::Worker>{{"w", 60'000}}).value().front());
    }
  }

  const Study& study() { return *operations_.definition("demo"); }
  storage::StudyId id() { return *memory_->find_study("demo"); }
  Trial trial(std::int64_t number) { return memory_->trial(id(), number).value(); }

  Json result(std::int64_t number, double value) {
    return {{"number", number},
            {"token", token(number, leases_.at(static_cast<std::size_t>(number)).fence)},
            {"value", value}};
  }
  std::int64_t token(std::int64_t number, std::int64_t fence) {
    return operations_.trial_key().token_of(*memory_->find_study("demo"), number, fence);
  }
  static Json request(std::vector<Json> results, const std::string& client = "w") {
    return {{"client", client}, {"results", std::move(results)}};
  }

  struct Answer {
    std::size_t results = 0;
    std::optional<ErrorCode> code = {};
  };
  std::future<Answer> tell(TellDesk& desk, const Json& body) {
    auto promise = std::make_shared<std::promise<Answer>>();
    desk.tell("demo", codec::to_node(body, "request"),
              [promise](std::size_t results, const std::exception_ptr& error) {
                try {
                  if (error) std::rethrow_exception(error);
                  promise->set_value({results, std::nullopt});
                } catch (const Error& refused) {
                  promise->set_value({results, refused.code()});
                }
              });
    return promise->get_future();
  }

  /// Tells trial 0. While the lock is held, the store is busy with it, and what is told meanwhile waits.
  std::unique_lock<std::mutex> busy_with_first(TellDesk& desk) {
    std::unique_lock lock(gate_);
    tell(desk, request({result(0, 0.0)}));
    while (finishes_ < 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return lock;
  }

  /// While it is held, the store does not answer a finish() that is on its way.
  std::mutex gate_;
  std::atomic<int> finishes_ = 0;
  std::function<void()> before_finish_ = {};
  std::unique_ptr<storage::Storage> memory_ = storage::open_memory();
  Operations operations_{{[this](bool) {
                            auto hooked = std::make_unique<test::HookedStorage>(*memory_);
                            hooked->set_hook([this](std::string_view call) {
                              if (call != "finish") return;
                              ++finishes_;
                              const std::lock_guard guard(gate_);
                              if (before_finish_) before_finish_();
                            });
                            return hooked;
                          },
                          Store::Existing::Resume, 30'000}};
  std::vector<storage::Lease> leases_;
};

TEST_F(TellDeskTest, RecordsTogetherWhatComesTogether) {
  TellDesk desk(operations_);
  auto busy = busy_with_first(desk);
  std::vector<std::future<Answer>> others;
  for (int i = 1; i < 6; ++i) others.push_back(tell(desk, request({result(i, 0.5 * i)})));
  others.push_back(tell(desk, request({result(6, 6.0), result(7, 7.0)})));
  busy.unlock();
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(others[i].get().results, 1U);
  EXPECT_EQ(others[5].get().results, 2U);
  EXPECT_EQ(finishes_, 2);
  for (int i = 1; i < 6; ++i) EXPECT_EQ(trial(i).values, std::vector<double>{0.5 * i});
  EXPECT_EQ(trial(7).values, std::vector<double>{7.0});
}

TEST_F(TellDeskTest, OneThatIsRefusedDoesNotKeepTheOthersOut) {
  TellDesk desk(operations_);
  auto busy = busy_with_first(desk);
  Json late = result(2, 0.2);
  late["token"] = token(99, 1);
  auto good = tell(desk, request({result(1, 0.1)}));
  auto half = tell(desk, request({result(3, 0.3), late}));  // wholly or not at all
  auto unreadable = tell(desk, {{"client", "w"}});
  auto unknown = tell(desk, request({{{"number", 99}, {"token", token(99, 1)}, {"value", 1.0}}}));
  auto last = tell(desk, request({result(4, 0.4)}));
  busy.unlock();
  EXPECT_EQ(good.get().code, std::nullopt);
  EXPECT_EQ(half.get().code, ErrorCode::LeaseLost);
  EXPECT_NE(unreadable.get().code, std::nullopt);
  EXPECT_EQ(unknown.get().code, ErrorCode::NotFound);
  EXPECT_EQ(last.get().code, std::nullopt);
  EXPECT_EQ(trial(1).state, TrialState::Complete);
  EXPECT_EQ(trial(3).state, TrialState::Running);
  EXPECT_EQ(trial(4).state, TrialState::Complete);
}

TEST_F(TellDeskTest, WhatIsToldTwiceIsStoredOnce) {
  TellDesk desk(operations_);
  auto busy = busy_with_first(desk);
  auto once = tell(desk, request({result(1, 0.1)}));
  auto again = tell(desk, request({result(1, 0.1)}));
  auto another = tell(desk, request({result(1, 0.9)}));
  auto stranger = tell(desk, request({result(1, 0.1)}, "other"));
  busy.unlock();
  EXPECT_EQ(once.get().results, 1U);
  const Answer repeated = again.get();
  EXPECT_EQ(repeated.code, std::nullopt);
  EXPECT_EQ(repeated.results, 0U);
  EXPECT_EQ(another.get().code, ErrorCode::LeaseLost);
  EXPECT_EQ(stranger.get().code, ErrorCode::LeaseLost);
  EXPECT_EQ(trial(1).values, std::vector<double>{0.1});
}

TEST_F(TellDeskTest, AStoreThatFailsIsSaidToAllAtOnce) {
  TellDesk desk(operations_);
  auto busy = busy_with_first(desk);
  before_finish_ = [] { throw Error(ErrorCode::StorageBusy, "locked", "wait"); };
  std::vector<std::future<Answer>> all;
  for (int i = 1; i < 8; ++i) all.push_back(tell(desk, request({result(i, 1.0)})));
  busy.unlock();
  for (auto& one : all) EXPECT_EQ(one.get().code, ErrorCode::StorageBusy);
  EXPECT_EQ(finishes_, 2) << "nobody waits for the store's patience once for each request";
  EXPECT_EQ(trial(5).state, TrialState::Running);
}

TEST_F(TellDeskTest, AfterItIsClosedAnswersComeBeforeTellReturns) {
  TellDesk desk(operations_);
  auto before = tell(desk, request({result(0, 0.0)}));
  desk.close(60.0);
  EXPECT_EQ(before.wait_for(std::chrono::seconds(0)), std::future_status::ready);
  auto after = tell(desk, request({result(1, 0.1)}));
  EXPECT_EQ(after.wait_for(std::chrono::seconds(0)), std::future_status::ready);
  EXPECT_EQ(trial(1).state, TrialState::Complete);
}

}  // namespace
}  // namespace hone::service
