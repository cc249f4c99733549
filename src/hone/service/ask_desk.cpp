// SPDX-License-Identifier: MIT
#include "hone/service/ask_desk.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "hone/service/thread_time.hpp"

namespace hone::service {
namespace {

using runner::Moment;

constexpr auto kTick = std::chrono::milliseconds(50);  // between looks at the clock
constexpr auto kLook = std::chrono::seconds(1);        // between looks at what other processes did
constexpr double kIdle = 600.0;     // seconds without an ask, after which a study is forgotten
constexpr double kFirstPass = 0.2;  // seconds that even the most impatient ask has

Moment moment_now() { return std::chrono::steady_clock::now(); }

}  // namespace

AskDesk::AskDesk(Operations& operations, Options options)
    : operations_(operations), options_(std::move(options)) {
  for (int i = 0; i < options_.hands; ++i) hands_.threads.emplace_back([this] { work(hands_); });
  thinkers_.emplace(options_.thinkers);
  clock_ = std::thread([this] { keep_time(); });
}

AskDesk::~AskDesk() {
  std::vector<std::shared_ptr<Pending>> left;
  {
    const std::lock_guard guard(mutex_);
    over_ = true;
    for (auto& [name, room] : rooms_) left.insert(left.end(), room.waiting.begin(), room.waiting.end());
    rooms_.clear();
    tick_.notify_all();
    hands_.wake.notify_all();
  }
  clock_.join();
  for (std::thread& thread : hands_.threads) thread.join();
  thinkers_.reset();
  for (const auto& pending : left) answer(pending, pending->excuse);
}

void AskDesk::answer(const std::shared_ptr<Pending>& pending, AskReply reply) {
  // Whatever kept it: without a flag a client could not know whether to ask again.
  if (reply.claims.empty() && !reply.done && !reply.stopped && reply.running == 0) reply.thinking = true;
  pending->reply(std::move(reply), nullptr);
}

std::int64_t AskDesk::waiting() const {
  const std::lock_guard guard(mutex_);
  std::int64_t count = 0;
  for (const auto& [name, room] : rooms_) count += static_cast<std::int64_t>(room.waiting.size());
  return count;
}

std::size_t AskDesk::studies() const {
  const std::lock_guard guard(mutex_);
  return rooms_.size();
}

// --- the queue

void AskDesk::ask(AskWish wish, Reply reply) {
  const std::string study = wish.study;
  auto pending = std::make_shared<Pending>();
  pending->deadline = runner::after(moment_now(), std::max(wish.wait, kFirstPass));
  pending->wish = std::move(wish);
  pending->reply = std::move(reply);
  const std::lock_guard guard(mutex_);
  Room& room = rooms_[study];
  room.asked_at = moment_now();
  room.arrived += pending->wish.count;
  room.payers[pending->wish.meter] += pending->wish.count;
  room.busiest.add(moment_now(), pending->wish.count, room.last_round);
  room.waiting.push_back(std::move(pending));
  schedule_now(study, room);
}

void AskDesk::news(const std::string& study) {
  const std::lock_guard guard(mutex_);
  const auto found = rooms_.find(study);
  if (found == rooms_.end()) return;
  found->second.nothing_left = false;
  if (!found->second.waiting.empty()) schedule_now(study, found->second);
}

// A flag rather than a look at who waits now: an ask that is being served at this moment is in no queue, and
// comes back to one when there was nothing for it.
void AskDesk::turn_away(bool on) {
  const std::lock_guard guard(mutex_);
  turning_away_ = on;
  tick_.notify_all();
}

void AskDesk::close() {
  const std::lock_guard guard(mutex_);
  closed_ = true;
  tick_.notify_all();
}

void AskDesk::schedule_now(const std::string& study, Room& room) {
  room.again = true;
  if (room.serving) return;
  room.serving = true;
  hands_.jobs.emplace_back([this, study] { serve(study); });
  hands_.wake.notify_one();
}

void AskDesk::work(Pool& pool) {
  std::unique_lock lock(mutex_);
  while (true) {
    pool.wake.wait(lock, [&] { return over_ || !pool.jobs.empty(); });
    if (over_) return;
    const Job job = std::move(pool.jobs.front());
    pool.jobs.pop_front();
    lock.unlock();
    job();
    lock.lock();
  }
}

// Answers those whose time is over, and has the others looked at again for what other processes did.
void AskDesk::keep_time() {
  std::unique_lock lock(mutex_);
  Moment next_look = moment_now() + kLook;
  while (!over_) {
    tick_.wait_for(lock, kTick);
    const Moment now = moment_now();
    const bool look = now >= next_look;
    if (look) next_look = now + kLook;
    const bool nobody_waits = closed_ || turning_away_;
    std::vector<std::shared_ptr<Pending>> late;
    for (auto& [study, room] : rooms_) {
      const auto first = std::stable_partition(
          room.waiting.begin(), room.waiting.end(),
          [&](const auto& pending) { return !nobody_waits && pending->deadline > now; });
      for (auto at = first; at != room.waiting.end(); ++at) {
        (*at)->excuse.thinking = (*at)->excuse.thinking || room.thinking || room.serving;
        late.push_back(*at);
      }
      room.waiting.erase(first, room.waiting.end());
      if (look && !room.waiting.empty()) schedule_now(study, room);
    }
    if (look) {
      std::erase_if(rooms_, [&](const auto& entry) {
        const Room& room = entry.second;
        const bool busy = room.serving || room.thinking || !room.waiting.empty();
        return !busy && runner::seconds_between(room.asked_at, now) > kIdle;
      });
    }
    lock.unlock();
    for (const auto& pending : late) answer(pending, pending->excuse);
    lock.lock();
  }
}

// --- thinking

void AskDesk::think_now(const std::string& study, Room& room, std::int64_t count) {
  if (room.thinking || over_) return;
  room.thinking = true;
  room.arrived = 0;
  room.wanted_at = moment_now();
  thinkers_->add(study, room.last_thought <= kNoticeable, [this, study, count] { think(study, count); });
}

void AskDesk::think(const std::string& study, std::int64_t count) {
  std::int64_t asking = 0;
  Payers payers;
  {
    const std::lock_guard guard(mutex_);
    const auto found = rooms_.find(study);
    if (found == rooms_.end()) return;
    asking = std::max(std::ssize(found->second.waiting), found->second.unserved);
    // A thought ahead of the next asks is for those who asked before.
    if (!found->second.payers.empty()) found->second.last_payers = std::exchange(found->second.payers, {});
    payers = found->second.last_payers;
  }
  const Moment begun = moment_now();
  const double used = thread_seconds();
  bool nothing = false;
  ++thinking_;
  try {
    const std::shared_ptr<runner::Driver> driver = operations_.driver(study);
    nothing = driver->asker().prepare(static_cast<int>(count), asking) == 0 &&
              driver->asker().prepared(asking) == 0;
    ++thoughts_;
  } catch (...) {
    fail_all(study, std::current_exception());  // the next ask tries again
  }
  --thinking_;
  bill(payers, thread_seconds() - used);
  const std::lock_guard guard(mutex_);
  const auto found = rooms_.find(study);
  if (found == rooms_.end()) return;
  Room& room = found->second;
  room.thinking = false;
  room.nothing_left = nothing;
  room.last_thought = runner::seconds_between(begun, moment_now());
  room.last_round = runner::seconds_between(room.wanted_at, moment_now());
  if (!room.waiting.empty() || room.serving) schedule_now(study, room);
}

// Each by the trials that it asked for.
void AskDesk::bill(const Payers& payers, double seconds) {
  std::int64_t all = 0;
  for (const auto& [meter, trials] : payers) all += trials;
  for (const auto& [meter, trials] : payers)
    if (meter && all > 0) meter->spend(seconds * static_cast<double>(trials) / static_cast<double>(all));
}

void AskDesk::fail_all(const std::string& study, std::exception_ptr error) {
  std::vector<std::shared_ptr<Pending>> failed;
  {
    const std::lock_guard guard(mutex_);
    const auto found = rooms_.find(study);
    if (found != rooms_.end()) failed = std::exchange(found->second.waiting, {});
  }
  for (const auto& pending : failed) pending->reply({}, error);
}

}  // namespace hone::service
