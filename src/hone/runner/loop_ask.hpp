// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hone/runner/asker.hpp"
#include "hone/runner/background_answer.hpp"

namespace hone::runner {

/// The one ask that a loop has on its way. The sampler thinks in a thread of its own, and what the ask gives
/// is started as it comes, so that it holds no trials for long.
class LoopAsk {
 public:
  explicit LoopAsk(Asker& asker) : asker_(asker) {}

  bool under_way() const noexcept { return asking_.has_value(); }
  /// The question has found no thread: think() is to be called again.
  bool unheard() const noexcept { return asking_ && !answer_.expected(); }
  /// The sampler has answered: proceed() does not wait.
  bool answered() const { return answer_.expected() && answer_.ready(); }
  /// Readable when that is so; -1 when no answer is expected.
  int fd() const noexcept { return answer_.fd(); }

  /// Begin an ask, and go on with one that was answered. Return what they gave, to be started; think() comes
  /// next. When they throw, no ask is under way.
  std::vector<storage::Claim> begin(int count, std::int64_t limit);
  std::vector<storage::Claim> proceed();
  /// Lets the sampler think about what is still wanted; otherwise the ask is over. Throws Error(System) when
  /// there is no thread for it: the question stays, with all that the sampler is to be told.
  void think();
  void give_up() noexcept;

  /// The last ask was not answered in full, and nothing has happened since it began.
  bool nothing_left() const noexcept { return nothing_left_; }
  /// A store that proposes by itself answered the last ask with nothing, as somebody stopped the study.
  bool stopped() const noexcept { return stopped_; }
  /// After anything that may have opened a way, or put a trial into the queue.
  void look_again() noexcept;

 private:
  Asker& asker_;
  std::optional<Asking> asking_;
  BackgroundAnswer answer_;
  bool nothing_left_ = false;
  bool stopped_ = false;
  bool news_ = false;  // something happened since the last ask began
};

}  // namespace hone::runner
