// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "hone/service/fair_turns.hpp"

namespace hone::service {

/// Threads in which samplers think, one thought per study at a time. Studies take turns by the processor time
/// that their thoughts took (FairTurns). One more thread is kept for thoughts that are expected to be quick,
/// so that those do not wait for slow ones.
class Thinkers {
 public:
  explicit Thinkers(int threads);
  /// Forgets what was not begun; waits for what was.
  ~Thinkers();
  Thinkers(const Thinkers&) = delete;
  Thinkers& operator=(const Thinkers&) = delete;

  /// Has a thread run it when it is the study's turn. Before it has run, no other may be added for the study.
  void add(const std::string& study, bool quick, std::function<void()> thought);

 private:
  struct Thought {
    bool quick = false;
    std::function<void()> run = {};
  };
  void work(bool quick_only);

  std::mutex mutex_;  // guards all below; not held while somebody thinks
  std::condition_variable wake_;
  FairTurns turns_;
  std::map<std::string, Thought> thoughts_;
  bool over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace hone::service
