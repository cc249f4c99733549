// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "hone/base/error.hpp"
#include "hone/storage/storage.hpp"

namespace hone::service {

/// Finds out whether a store answers and takes writes, in threads of its own and over a connection of its
/// own: an answer is never later than a second, whatever the store and everybody else's requests do.
class StoreProbe {
 public:
  /// What is wrong with the store: the code of its refusal, StorageBusy also when it is silent; nothing when
  /// it can be used.
  using Answer = std::function<void(std::optional<ErrorCode>)>;
  using Open = std::function<std::unique_ptr<storage::Storage>()>;

  /// `open` opens the store anew, in another thread, possibly after this was destroyed: it must own what it
  /// uses. `writes`: whether the store must take writes.
  StoreProbe(Open open, bool writes);
  /// Answers whoever still waits. Does not wait for a store that is silent.
  ~StoreProbe();
  StoreProbe(const StoreProbe&) = delete;
  StoreProbe& operator=(const StoreProbe&) = delete;

  /// Answers once, in another thread; what was found within the last half second is believed.
  void ask(Answer answer);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace hone::service
