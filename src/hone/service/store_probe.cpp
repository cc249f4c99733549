// SPDX-License-Identifier: MIT
#include "hone/service/store_probe.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "hone/runner/moment.hpp"

namespace hone::service {
namespace {

using runner::Moment;

constexpr auto kProbePatience = std::chrono::milliseconds(900);  // so that an answer is there within a second
constexpr auto kProbeBelieved = std::chrono::milliseconds(500);

Moment probe_now() { return std::chrono::steady_clock::now(); }

}  // namespace

/// Two threads: one looks at the store and may be stuck there, the other answers in time. Both keep the state
/// alive, as a look may outlast the probe.
struct StoreProbe::State {
  struct Question {
    Answer answer;
    Moment since;
  };

  State(Open opener, bool wants_writes) : open(std::move(opener)), writes(wants_writes) {}

  void look_for_ever() {
    std::unique_ptr<storage::Storage> store;
    for (std::unique_lock lock(mutex);;) {
      changed.wait(lock, [this] { return ending || looking_since; });
      if (ending) return;
      lock.unlock();
      const std::optional<ErrorCode> found = look(store);
      lock.lock();
      problem = found;
      found_at = probe_now();
      looking_since.reset();
      changed.notify_all();
    }
  }

  /// A store that failed is opened anew the next time: a file that was put back, say, is another file.
  std::optional<ErrorCode> look(std::unique_ptr<storage::Storage>& store) const {
    try {
      if (!store) store = open();
      writes ? store->require_room() : store->require_there();
      return std::nullopt;
    } catch (const Error& error) {
      store.reset();
      return error.code();
    } catch (const std::exception&) {
      store.reset();
      return ErrorCode::StorageFailed;
    }
  }

  void answer_for_ever() {
    for (std::unique_lock lock(mutex);;) {
      changed.wait(lock, [this] { return ending || !questions.empty(); });
      if (questions.empty()) return;
      const bool known = found_at && probe_now() - *found_at < kProbeBelieved;
      if (!known && !looking_since && !ending) {
        looking_since = probe_now();
        changed.notify_all();
      }
      if (looking_since) {
        const Moment end = std::min(questions.front().since, *looking_since) + kProbePatience;
        changed.wait_until(lock, end, [this] { return ending || !looking_since; });
      }
      const std::optional<ErrorCode> said =
          looking_since || !found_at ? std::optional(ErrorCode::StorageBusy) : problem;
      std::vector<Question> answered = std::exchange(questions, {});
      lock.unlock();
      for (const Question& question : answered) question.answer(said);
      lock.lock();
    }
  }

  Open open;
  bool writes;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Question> questions;
  std::optional<Moment> looking_since;  // a look is under way, or wanted
  std::optional<Moment> found_at;
  std::optional<ErrorCode> problem;
  bool ending = false;
  std::thread answering;
};

StoreProbe::StoreProbe(Open open, bool writes) : state_(std::make_shared<State>(std::move(open), writes)) {
  std::thread([state = state_] { state->look_for_ever(); }).detach();
  state_->answering = std::thread([state = state_.get()] { state->answer_for_ever(); });
}

StoreProbe::~StoreProbe() {
  {
    const std::lock_guard guard(state_->mutex);
    state_->ending = true;
    state_->changed.notify_all();
  }
  state_->answering.join();
}

void StoreProbe::ask(Answer answer) {
  const std::lock_guard guard(state_->mutex);
  state_->questions.push_back({std::move(answer), probe_now()});
  state_->changed.notify_all();
}

}  // namespace hone::service
