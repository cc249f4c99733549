// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "hone/server/http.hpp"

namespace hone::server {

class Metrics;

/// Threads for each kind of request, so that none waits for one of another kind: who works does not wait for
/// who looks. What is quick (HttpQuick) needs none.
class Lanes {
 public:
  /// `workers`: threads for requests that change something, or ask for work. `metrics` counts what waits and
  /// what is handled; it must outlive this.
  explicit Lanes(int workers, Metrics* metrics = nullptr);
  /// Waits for what was begun.
  ~Lanes();
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  /// Runs it in a thread of the lane, after what came before. Not after stop(). One that is large takes much
  /// memory for a while, as all of some lanes do.
  void run(Lane lane, std::function<void()> job, bool is_large = false);
  /// Forgets what was not begun.
  void stop();
  /// Waits for so many seconds at most; true when nothing runs any more.
  bool wait_idle(double seconds);

 private:
  struct Job {
    std::function<void()> run;
    bool is_large;
  };
  struct Queue {
    Lane lane = Lane::Work;
    std::deque<Job> jobs = {};
    std::condition_variable wake = {};
    bool is_large = false;  // its jobs take much memory for a while
  };
  void work(Queue& queue);
  void count(const Queue& queue, std::int64_t waiting, std::int64_t busy) const;

  Metrics* metrics_;

  std::mutex mutex_;  // guards all below; not held while a job runs
  std::array<Queue, kLanes> queues_;
  std::condition_variable idle_;
  int running_ = 0;
  std::chrono::steady_clock::time_point trimmed_ = {};
  bool to_trim_ = false;  // a large job has ended since
  bool over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace hone::server
