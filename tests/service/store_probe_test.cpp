// SPDX-License-Identifier: MIT
#include "hone/service/store_probe.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>

#include "hone/storage/sqlite_storage.hpp"
#include "support/temp_dir.hpp"

namespace hone::service {
namespace {

using Found = std::optional<ErrorCode>;

Found ask(StoreProbe& probe) {
  auto promise = std::make_shared<std::promise<Found>>();
  probe.ask([promise](Found found) { promise->set_value(found); });
  return promise->get_future().get();
}

TEST(StoreProbe, FindsAStoreThatTakesWrites) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  StoreProbe probe([path] { return storage::open_sqlite(path); }, true);
  EXPECT_EQ(ask(probe), std::nullopt);
  EXPECT_EQ(ask(probe), std::nullopt) << "believed, or looked at again";
}

TEST(StoreProbe, SaysWhyAStoreCannotBeUsed) {
  StoreProbe probe(
      []() -> std::unique_ptr<storage::Storage> {
        throw Error(ErrorCode::StorageFull, "the disk is full", "free some space");
      },
      true);
  EXPECT_EQ(ask(probe), ErrorCode::StorageFull);
}

// Holds whoever opens the store until it is let go.
struct Door {
  std::mutex mutex;
  std::condition_variable moved;
  bool open = false;
  void pass() {
    std::unique_lock lock(mutex);
    moved.wait(lock, [this] { return open; });
  }
  void let_go() {
    const std::lock_guard guard(mutex);
    open = true;
    moved.notify_all();
  }
};

TEST(StoreProbe, DoesNotWaitForAStoreThatIsSilent) {
  const auto door = std::make_shared<Door>();
  {
    StoreProbe probe(
        [door] {
          door->pass();
          return storage::open_memory();
        },
        true);
    EXPECT_EQ(ask(probe), ErrorCode::StorageBusy);
    EXPECT_EQ(ask(probe), ErrorCode::StorageBusy) << "it is still silent";
    door->let_go();
    Found found = ErrorCode::StorageBusy;
    while (found) found = ask(probe);
    EXPECT_EQ(found, std::nullopt) << "it answers again";
  }
}

TEST(StoreProbe, EndsWhileTheStoreIsSilent) {
  const auto door = std::make_shared<Door>();
  std::promise<Found> answer;
  {
    StoreProbe probe(
        [door] {
          door->pass();
          return storage::open_memory();
        },
        false);
    probe.ask([&](Found found) { answer.set_value(found); });
  }
  EXPECT_EQ(answer.get_future().get(), ErrorCode::StorageBusy);
  door->let_go();
}

}  // namespace
}  // namespace hone::service
