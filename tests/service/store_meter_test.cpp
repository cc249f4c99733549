// SPDX-License-Identifier: MIT
#include "hone/service/store_meter.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "hone/storage/sqlite_storage.hpp"
#include "support/hooked_storage.hpp"
#include "support/temp_dir.hpp"

namespace hone::service {
namespace {

Study metered_study() { return {.name = "s", .space = Space({real("x", 0, 1)})}; }

TEST(StoreMeter, CountsCallsByTheirTime) {
  StoreMeter meter;
  meter.add("finish", 0.0001, {});
  meter.add("finish", 0.001, {});
  meter.add("finish", 100.0, ErrorCode::StorageBusy);
  const auto figures = meter.figures().at("finish");
  EXPECT_EQ(figures.buckets.front(), 1);
  EXPECT_EQ(figures.buckets[1], 1);
  EXPECT_EQ(figures.buckets.back(), 1);
  EXPECT_DOUBLE_EQ(figures.seconds, 100.0011);
  EXPECT_EQ(figures.failures.at(ErrorCode::StorageBusy), 1);
}

TEST(StoreMeter, WhatTheStoreRefusesIsNoFailureOfIts) {
  const auto memory = storage::open_memory();
  auto hooked = std::make_unique<test::HookedStorage>(*memory);
  test::HookedStorage& hook = *hooked;
  const auto meter = std::make_shared<StoreMeter>();
  const auto store = metered(std::move(hooked), meter);
  store->create_study(metered_study());
  EXPECT_THROW(store->create_study(metered_study()), Error);  // the name is taken
  EXPECT_THROW(store->current(77), Error);
  hook.set_hook(
      [](std::string_view) { throw Error(ErrorCode::StorageFull, "the disk is full", "free some"); });
  EXPECT_THROW(store->studies(), Error);
  const auto figures = meter->figures();
  const auto calls = [&](const std::string& call) {
    const auto& buckets = figures.at(call).buckets;
    return std::accumulate(buckets.begin(), buckets.end(), std::int64_t{0});
  };
  EXPECT_EQ(calls("create_study"), 2);
  EXPECT_EQ(calls("studies"), 1);
  EXPECT_TRUE(figures.at("create_study").failures.empty());
  EXPECT_TRUE(figures.at("current").failures.empty());
  EXPECT_EQ(figures.at("studies").failures.at(ErrorCode::StorageFull), 1);
}

// What a store tells beside its calls must not be lost behind the meter: lists and streams live by it.
TEST(StoreMeter, TheStoreBehindItIsTheSame) {
  const test::TempDir folder;
  const std::string path = folder.file("hone.db");
  const auto plain = storage::open_sqlite(path);
  const auto store = metered(storage::open_sqlite(path), std::make_shared<StoreMeter>());
  const auto id = store->create_study(metered_study());
  EXPECT_EQ(store->location(), plain->location());
  EXPECT_TRUE(store->mark());
  EXPECT_EQ(store->marks(), plain->marks());
  EXPECT_FALSE(store->marks().front().mark.empty());
  const std::vector<storage::StudyId> ids = {id};
  EXPECT_EQ(store->summaries(ids).front().name, "s");
  EXPECT_FALSE(store->proposes());
  store->require_room();
}

}  // namespace
}  // namespace hone::service
