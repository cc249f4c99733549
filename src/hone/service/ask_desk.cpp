// SPDX-License-Identifier: MIT
#include "hone/service/ask_desk.hpp"

#include <algorithm>
#include <chrono>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace hone::service {
namespace {

using runner::Driver;
using runner::Moment;

constexpr auto kTick = std::chrono::milliseconds(50);  // between looks at the clock
constexpr auto kLook = std::chrono::seconds(1);        // between looks at what other processes did
constexpr double kFirstPass = 0.2;                     // seconds that even the most impatient ask has
constexpr double kNoticeable = 0.005;  // seconds of thought from which on large batches are slow
constexpr int kMostSlow = 64;          // points of one thought, of a sampler that takes noticeable time
constexpr int kMostQuick = 1024;       // and of another

Moment moment_now() { return std::chrono::steady_clock::now(); }

bool holds(const AskWish& wish, std::int64_t number) {
  return std::find(wish.holding.begin(), wish.holding.end(), number) != wish.holding.end();
}

/// What an ask has been given before: the trials of its key, or those of its client that it does not know of.
std::vector<Trial> given_before(const Driver& driver, const AskWish& wish,
                                const std::vector<Trial>& running) {
  if (!wish.client.key.empty()) {
    std::vector<Trial> own = driver.view().trials_of(wish.client.stored_name());
    if (!own.empty()) return own;
  }
  std::vector<Trial> forgotten;
  for (const Trial& trial : running) {
    if (static_cast<int>(forgotten.size()) == wish.count) break;
    if (!holds(wish, trial.number)) forgotten.push_back(trial);
  }
  return forgotten;
}

/// The holders know the tokens.
std::vector<storage::Claim> claims_of(std::vector<Trial> trials,
                                      const std::vector<storage::Holder>& holders) {
  std::vector<storage::Claim> claims;
  for (Trial& trial : trials) {
    const auto found = std::find_if(holders.begin(), holders.end(), [&](const storage::Holder& one) {
      return one.lease.number == trial.number && one.worker == trial.worker;
    });
    const storage::Lease lease{trial.number, found == holders.end() ? 0 : found->lease.fence};
    claims.push_back({.trial = std::move(trial), .lease = lease});
  }
  return claims;
}

}  // namespace

AskDesk::AskDesk(Operations& operations, Options options)
    : operations_(operations), options_(std::move(options)) {
  for (int i = 0; i < options_.hands; ++i) hands_.threads.emplace_back([this] { work(hands_); });
  for (int i = 0; i < options_.thinkers; ++i) thinkers_.threads.emplace_back([this] { work(thinkers_); });
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
    thinkers_.wake.notify_all();
  }
  clock_.join();
  for (Pool* pool : {&hands_, &thinkers_})
    for (std::thread& thread : pool->threads) thread.join();
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

// --- the queue

void AskDesk::ask(AskWish wish, Reply reply) {
  const std::string study = wish.study;
  auto pending = std::make_shared<Pending>();
  pending->deadline = runner::after(moment_now(), std::max(wish.wait, kFirstPass));
  pending->wish = std::move(wish);
  pending->reply = std::move(reply);
  const std::lock_guard guard(mutex_);
  Room& room = rooms_[study];
  ++room.arrived;
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
    std::vector<std::shared_ptr<Pending>> late;
    for (auto& [study, room] : rooms_) {
      const auto first =
          std::stable_partition(room.waiting.begin(), room.waiting.end(),
                                [&](const auto& pending) { return !closed_ && pending->deadline > now; });
      for (auto at = first; at != room.waiting.end(); ++at) {
        (*at)->excuse.thinking = (*at)->excuse.thinking || room.thinking || room.serving;
        late.push_back(*at);
      }
      room.waiting.erase(first, room.waiting.end());
      if (look && !room.waiting.empty()) schedule_now(study, room);
    }
    lock.unlock();
    for (const auto& pending : late) answer(pending, pending->excuse);
    lock.lock();
  }
}

// --- handing out

void AskDesk::serve(const std::string& study) {
  while (true) {
    std::vector<std::shared_ptr<Pending>> wishes;
    {
      const std::lock_guard guard(mutex_);
      const auto found = rooms_.find(study);
      if (found == rooms_.end()) return;
      if (!std::exchange(found->second.again, false)) {
        found->second.serving = false;
        return;
      }
      wishes = std::exchange(found->second.waiting, {});
    }
    try {
      hand_out(study, wishes);
    } catch (...) {
      for (const auto& pending : wishes) pending->reply({}, std::current_exception());
      wishes.clear();
    }
    const std::lock_guard guard(mutex_);
    const auto found = rooms_.find(study);
    if (over_ || found == rooms_.end()) {
      for (const auto& pending : wishes) answer(pending, pending->excuse);
      return;
    }
    auto& waiting = found->second.waiting;
    waiting.insert(waiting.begin(), wishes.begin(), wishes.end());
  }
}

// Answers those who can be served; the others are left in `wishes`.
void AskDesk::hand_out(const std::string& study, std::vector<std::shared_ptr<Pending>>& wishes) {
  if (wishes.empty()) return;
  const std::shared_ptr<Driver> driver = operations_.driver(study);
  driver->view().refresh();
  const storage::Revision seen = driver->view().revision();
  recover(*driver, wishes);
  const bool stopped = operations_.is_stopped(study);
  const std::int64_t limit = driver->view().limit_with_queue(driver->study().plan.budget);
  if (stopped) {
    for (const auto& pending : wishes) pending->excuse = {.stopped = true};
  } else {
    start_trials(*driver, limit, seen, wishes);
  }
  int missing = 0;
  for (const auto& pending : wishes) missing += pending->wish.count;
  const runner::Standing standing = driver->view().standing();
  const runner::Outlook outlook = runner::outlook(standing);
  const bool full = standing.trials >= limit - driver->view().deleted();
  const std::int64_t prepared = driver->asker().prepared();
  std::vector<std::shared_ptr<Pending>> done;
  {
    const std::lock_guard guard(mutex_);
    Room& room = rooms_[study];
    const bool nothing = full || room.nothing_left;
    for (const auto& pending : wishes) {
      if (stopped) continue;
      pending->thought = true;
      pending->excuse = {.thinking = !nothing, .running = outlook.running};
    }
    if (nothing && !stopped && outlook.done) done.swap(wishes);
    if (nothing || stopped || over_) {
      missing = 0;
    } else if (standing.running >= 2) {  // ahead of the next asks
      // A quick sampler makes a share of what runs, which costs nothing; a slow one as many as were asked for
      // while it last thought.
      const auto share = static_cast<int>(std::min<std::int64_t>(standing.running / 8, kMostSlow));
      const int ahead = std::max({missing, room.arrived + 1, room.last_thought > kNoticeable ? 0 : share});
      if (2 * prepared < ahead) missing = ahead;
    }
    const int most = room.last_thought > kNoticeable ? kMostSlow : kMostQuick;
    if (missing > 0) think_now(study, room, std::min(missing, most));
  }
  for (const auto& pending : done) answer(pending, {.done = true});
}

// All who wait at this moment share one transaction, and so its way to the disk. An ask that is repeated
// while the first still waits gets what that one got, also when another server answered it: `seen` is the
// revision at which none of them had trials.
void AskDesk::start_trials(Driver& driver, std::int64_t limit, storage::Revision seen,
                           std::vector<std::shared_ptr<Pending>>& wishes) {
  std::vector<runner::AskedFor> wanted;
  std::unordered_set<std::string> holders;
  std::vector<std::shared_ptr<Pending>> repeated;
  std::erase_if(wishes, [&](const auto& pending) {
    const AskWish& wish = pending->wish;
    const std::string holder = wish.client.stored_name();
    if (!wish.client.key.empty() && !holders.insert(holder).second) {
      repeated.push_back(pending);
      return true;
    }
    storage::Worker worker{holder, wish.lease};
    if (!wish.client.key.empty()) worker.unserved_at = seen;
    wanted.push_back({wish.count, std::move(worker)});
    return false;
  });
  std::vector<std::vector<storage::Claim>> claims(wanted.size());
  try {
    claims = driver.asker().ask_prepared(wanted, limit);
  } catch (...) {
    wishes.insert(wishes.end(), repeated.begin(), repeated.end());
    throw;
  }
  std::size_t next = 0;
  std::erase_if(wishes, [&](const auto& pending) {
    std::vector<storage::Claim>& own = claims[next++];
    if (own.empty()) return false;
    if (!pending->thought) ++from_prepared_;
    answer(pending, {.id = driver.id(), .claims = std::move(own)});
    return true;
  });
  wishes.insert(wishes.end(), repeated.begin(), repeated.end());
  const bool served = std::any_of(wishes.begin(), wishes.end(), [&](const auto& pending) {
    const AskWish& wish = pending->wish;
    return !wish.client.key.empty() && !driver.view().trials_of(wish.client.stored_name()).empty();
  });
  if (served) recover(driver, wishes);
}

// Answers those who have been given trials already, because their ask came before or because they were
// restarted.
void AskDesk::recover(Driver& driver, std::vector<std::shared_ptr<Pending>>& wishes) {
  std::unordered_set<std::string> clients;
  for (const auto& pending : wishes) clients.insert(pending->wish.client.name);
  std::unordered_map<std::string, std::vector<Trial>> running;
  for (Trial& trial : driver.view().running_of(
           [&](const std::string& worker) { return clients.contains(client_of(worker).name); }))
    running[client_of(trial.worker).name].push_back(std::move(trial));
  std::vector<std::vector<Trial>> own;
  bool any = false;
  for (const auto& pending : wishes) {
    own.push_back(given_before(driver, pending->wish, running[pending->wish.client.name]));
    any = any || !own.back().empty();
  }
  if (!any) return;
  const std::vector<storage::Holder> holders = driver.leases().holders();
  std::size_t next = 0;
  std::erase_if(wishes, [&](const auto& pending) {
    std::vector<Trial>& trials = own[next++];
    if (trials.empty()) return false;
    answer(pending, {.id = driver.id(), .claims = claims_of(std::move(trials), holders)});
    return true;
  });
}

// --- thinking

void AskDesk::think_now(const std::string& study, Room& room, int count) {
  if (room.thinking) return;
  room.thinking = true;
  room.arrived = 0;
  thinkers_.jobs.emplace_back([this, study, count] { think(study, count); });
  thinkers_.wake.notify_one();
}

void AskDesk::think(const std::string& study, int count) {
  const Moment begun = moment_now();
  std::int64_t made = 0;
  ++thinking_;
  try {
    made = operations_.driver(study)->asker().prepare(count);
    ++thoughts_;
  } catch (...) {
    fail_all(study, std::current_exception());
    made = 1;  // the next ask tries again
  }
  --thinking_;
  const std::lock_guard guard(mutex_);
  const auto found = rooms_.find(study);
  if (found == rooms_.end()) return;
  Room& room = found->second;
  room.thinking = false;
  room.nothing_left = made == 0;
  room.last_thought = runner::seconds_between(begun, moment_now());
  if (!room.waiting.empty() || room.serving) schedule_now(study, room);
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
