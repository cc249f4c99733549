// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>

#include "hone/service/operations.hpp"
#include "support/hooked_storage.hpp"

namespace hone::service {
namespace {

// Shared with a thread that outlives a test that failed.
struct EndingOperations {
  std::unique_ptr<storage::Storage> store = storage::open_memory();
  std::unique_ptr<Operations> operations;
  std::promise<void> looking;  // the heart is about to see that the study was changed
  std::promise<void> ending;   // the operations are about to be destroyed
  std::promise<void> ended;
};

// The heart sees at the last moment that the study was changed, and opens it once more.
TEST(OperationsEnd, WhileTheHeartOpensAStudyAnew) {
  const auto all = std::make_shared<EndingOperations>();
  const auto owner = std::this_thread::get_id();
  const auto hook = [all = all.get(), owner, met = false](std::string_view call) mutable {
    if (std::this_thread::get_id() == owner || call != "current" || std::exchange(met, true)) return;
    all->looking.set_value();
    all->ending.get_future().wait();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // the destructor waits for us by now
  };
  all->operations =
      std::make_unique<Operations>(Store{.open =
                                             [&](bool) {
                                               auto hooked =
                                                   std::make_unique<test::HookedStorage>(*all->store);
                                               hooked->set_hook(hook);
                                               return hooked;
                                             },
                                         .lease = 400});
  Study study{.name = "ending", .space = Space({real("x", 0, 1)}), .sampler = {"random"}};
  all->operations->create(study);
  all->looking.get_future().wait();
  study.plan.budget.trials = 7;
  all->store->redefine_study(all->store->find_study("ending").value(), study);

  std::thread([all] {
    all->ending.set_value();
    all->operations.reset();
    all->ended.set_value();
  }).detach();
  EXPECT_EQ(all->ended.get_future().wait_for(std::chrono::seconds(60)), std::future_status::ready);
}

}  // namespace
}  // namespace hone::service
