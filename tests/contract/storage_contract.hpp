// SPDX-License-Identifier: MIT
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "contract/stores.hpp"
#include "storage/store_support.hpp"

namespace hone::storage {

inline const auto kNobodyIsDead = [](const Holder&) { return Liveness::Unknown; };
inline const auto kEverybodyIsDead = [](const Holder&) { return Liveness::Dead; };

/// A store of each kind with one study in it. What it promises (storage.hpp) is tried in several files, by
/// subject; storage_contract_test.cpp names the kinds.
class StorageContract : public test::StoreTest {
 protected:
  StorageContract() {
    store = place.open(clock.clock());
    id = store->create_study(test::svm_study());
  }

  Trial trial(std::int64_t number) { return store->trial(id, number).value(); }
  StudySummary summary() { return store->studies().at(0); }

  /// Where what only the store itself does is done.
  Storage& keeper() { return place.keeper(*store); }

  test::StorePlace place{GetParam()};
  test::HandClock clock;
  std::unique_ptr<Storage> store;
  StudyId id = 0;
};

}  // namespace hone::storage
