// SPDX-License-Identifier: MIT
#include "hone/service/thinkers.hpp"

#include <utility>

#include "hone/service/thread_time.hpp"

namespace hone::service {

Thinkers::Thinkers(int threads) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(false); });
  threads_.emplace_back([this] { work(true); });
}

Thinkers::~Thinkers() {
  {
    const std::lock_guard guard(mutex_);
    over_ = true;
    wake_.notify_all();
  }
  for (std::thread& thread : threads_) thread.join();
}

void Thinkers::add(const std::string& study, bool quick, std::function<void()> thought) {
  const std::lock_guard guard(mutex_);
  thoughts_[study] = {quick, std::move(thought)};
  turns_.enter(study);
  wake_.notify_all();
}

void Thinkers::work(bool quick_only) {
  std::unique_lock lock(mutex_);
  const auto may = [&](const std::string& study) { return !quick_only || thoughts_.at(study).quick; };
  while (true) {
    std::optional<std::string> study;
    wake_.wait(lock, [&] { return over_ || (study = turns_.next(may)).has_value(); });
    if (over_) return;
    const Thought thought = std::move(thoughts_.at(*study));
    thoughts_.erase(*study);
    lock.unlock();
    const double begun = thread_seconds();
    thought.run();
    const double seconds = thread_seconds() - begun;
    lock.lock();
    turns_.spent(*study, seconds);
  }
}

}  // namespace hone::service
