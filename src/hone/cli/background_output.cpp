// SPDX-License-Identifier: MIT
#include "hone/cli/background_output.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <ostream>
#include <system_error>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/runner/refusal.hpp"

namespace hone::cli {
namespace {

constexpr std::size_t kMostLines = std::size_t{64} << 10;
constexpr std::size_t kMostNotices = std::size_t{256} << 10;
constexpr double kPatience = 5.0;

std::atomic<int> stuck_outputs = 0;

}  // namespace

struct BackgroundOutput::Shared {
  explicit Shared(std::ostream& stream) : out(stream) {}

  std::ostream& out;  // used by the thread alone
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::string> texts;
  std::size_t bytes = 0;  // of those, and of the one that is being written
  std::int64_t dropped = 0;
  bool closing = false;
  bool over = false;
  bool given_up = false;

  bool has_room(Weight weight) const {
    if (weight == Weight::Passing) return bytes == 0;
    return bytes < (weight == Weight::Line ? kMostLines : kMostNotices);
  }

  void add(std::string text) {
    bytes += text.size();
    texts.push_back(std::move(text));
  }

  void run() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return closing || !texts.empty(); });
      if (texts.empty()) break;
      const std::string text = std::move(texts.front());
      texts.pop_front();
      lock.unlock();
      out << text << std::flush;
      lock.lock();
      bytes -= text.size();
    }
    over = true;
    if (given_up) --stuck_outputs;
    changed.notify_all();
  }
};

BackgroundOutput::BackgroundOutput(std::ostream& out) : shared_(std::make_shared<Shared>(out)) {
  try {
    thread_ = std::thread([shared = shared_] { shared->run(); });
  } catch (const std::system_error& error) {
    throw runner::no_more("threads", error.code().value());
  }
}

BackgroundOutput::~BackgroundOutput() { finish(kPatience); }

void BackgroundOutput::write(std::string text, Weight weight) {
  const std::lock_guard guard(shared_->mutex);
  if (shared_->closing) return;
  if (!shared_->has_room(weight)) {
    if (weight != Weight::Passing) ++shared_->dropped;
    return;
  }
  if (const auto dropped = std::exchange(shared_->dropped, 0); dropped > 0)
    shared_->add(hone::text("(", dropped, " lines are left out here, as nobody read them)\n"));
  shared_->add(std::move(text));
  shared_->changed.notify_all();
}

bool BackgroundOutput::finish(double seconds) {
  std::unique_lock lock(shared_->mutex);
  shared_->closing = true;
  if (!thread_.joinable()) return !shared_->given_up;
  shared_->changed.notify_all();
  const bool written =
      shared_->changed.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return shared_->over; });
  if (written) {
    lock.unlock();
    thread_.join();
  } else {
    shared_->given_up = true;
    ++stuck_outputs;
    thread_.detach();
  }
  return written;
}

bool output_is_stuck() noexcept { return stuck_outputs > 0; }

}  // namespace hone::cli
