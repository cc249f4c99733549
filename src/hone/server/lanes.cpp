// SPDX-License-Identifier: MIT
#include "hone/server/lanes.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "hone/base/heap.hpp"
#include "hone/server/metrics.hpp"

namespace hone::server {
namespace {

constexpr auto kBetweenTrims = std::chrono::seconds(5);

// Each of those looks at all trials of a study, in its own memory: no more at a time than leave half of the
// processors to the others.
int bulk_threads() { return std::clamp(static_cast<int>(std::thread::hardware_concurrency()) / 2, 1, 4); }

}  // namespace

Lanes::Lanes(int workers, Metrics* metrics) : metrics_(metrics) {
  const std::array<int, kLanes> threads = {std::max(workers, 1), 2, bulk_threads(), 2};
  queues_[static_cast<std::size_t>(Lane::Look)].is_large = true;
  queues_[static_cast<std::size_t>(Lane::Bulk)].is_large = true;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    queues_[lane].lane = static_cast<Lane>(lane);
    if (metrics_ != nullptr) metrics_->lane_threads(static_cast<Lane>(lane), threads[lane]);
    for (int i = 0; i < threads[lane]; ++i) threads_.emplace_back([this, lane] { work(queues_[lane]); });
  }
}

Lanes::~Lanes() {
  stop();
  for (std::thread& thread : threads_) thread.join();
}

void Lanes::count(const Queue& queue, std::int64_t waiting, std::int64_t busy) const {
  if (metrics_ != nullptr) metrics_->lane(queue.lane, waiting, busy);
}

void Lanes::run(Lane lane, std::function<void()> job, bool is_large) {
  const std::lock_guard guard(mutex_);
  if (over_) return;
  Queue& queue = queues_[static_cast<std::size_t>(lane)];
  queue.jobs.push_back({std::move(job), is_large || queue.is_large});
  count(queue, 1, 0);
  queue.wake.notify_one();
}

void Lanes::stop() {
  std::vector<std::deque<Job>> forgotten;  // ends without the lock
  const std::lock_guard guard(mutex_);
  over_ = true;
  for (Queue& queue : queues_) {
    count(queue, -static_cast<std::int64_t>(queue.jobs.size()), 0);
    forgotten.push_back(std::exchange(queue.jobs, {}));
    queue.wake.notify_all();
  }
}

bool Lanes::wait_idle(double seconds) {
  std::unique_lock lock(mutex_);
  return idle_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return running_ == 0; });
}

void Lanes::work(Queue& queue) {
  std::unique_lock lock(mutex_);
  while (true) {
    queue.wake.wait(lock, [&] { return over_ || !queue.jobs.empty(); });
    if (over_) return;
    Job job = std::move(queue.jobs.front());
    queue.jobs.pop_front();
    ++running_;
    count(queue, -1, 1);
    lock.unlock();
    job.run();
    job.run = {};
    lock.lock();
    count(queue, 0, -1);
    if (--running_ == 0) idle_.notify_all();
    const auto now = std::chrono::steady_clock::now();
    to_trim_ = to_trim_ || job.is_large;
    if (!to_trim_ || !queue.jobs.empty() || now - trimmed_ < kBetweenTrims) continue;
    trimmed_ = now;
    to_trim_ = false;
    lock.unlock();
    trim_heap();
    lock.lock();
  }
}

}  // namespace hone::server
