// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "hone/codec/trial_token.hpp"
#include "hone/storage/artefact_store.hpp"

namespace hone::service {

/// The key of the tokens of a store's trials: random bits that the store keeps, so that all its servers have
/// the same, also after a restart. Safe to use from several threads.
class TrialKey {
 public:
  /// `tell` is told of what was mended.
  explicit TrialKey(std::function<storage::ArtefactStore&()> store,
                    std::function<void(const std::string&)> tell = {})
      : store_(std::move(store)), tell_(std::move(tell)) {}

  /// Makes the key when the store has none yet, or one that is damaged.
  const codec::TokenKey& get();

 private:
  std::optional<std::string> kept(storage::ArtefactStore& store);

  std::function<storage::ArtefactStore&()> store_;
  std::function<void(const std::string&)> tell_;
  std::mutex mutex_;
  std::optional<codec::TokenKey> key_;
};

}  // namespace hone::service
