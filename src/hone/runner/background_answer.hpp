// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "hone/runner/proposer.hpp"

namespace hone::runner {

/// Has a question answered in a thread of its own, so that a loop can go on with its other work.
class BackgroundAnswer {
 public:
  BackgroundAnswer() = default;
  ~BackgroundAnswer() { give_up(); }
  BackgroundAnswer(const BackgroundAnswer&) = delete;
  BackgroundAnswer& operator=(const BackgroundAnswer&) = delete;

  /// Only when none is on its way. Throws Error(System) when the machine refuses a thread.
  void begin(std::shared_ptr<Proposer> proposer, Question question);

  /// True from begin() until take() or give_up().
  bool expected() const noexcept { return shared_ != nullptr; }
  /// True when take() will not wait.
  bool ready() const;
  /// Readable when the answer is there; -1 when none is expected.
  int fd() const noexcept;

  /// The answer; waits for it. Throws what the sampler threw.
  std::vector<Proposal> take();

  /// Waits no longer. A sampler cannot be interrupted, so its thread thinks on, touches nothing but the
  /// sampler and the question, which it owns, and then ends.
  void give_up() noexcept;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // the thread and whoever waits; either may be gone first
  std::thread thread_;
};

/// True while a sampler thinks about a question that was given up. A program that ends then must not destroy
/// its static objects, which the sampler may be using: std::_Exit instead of return from main.
bool thinking_in_vain() noexcept;

}  // namespace hone::runner
