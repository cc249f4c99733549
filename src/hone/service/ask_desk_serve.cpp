// SPDX-License-Identifier: MIT
// How the desk hands out: what was given before, what is prepared, and how much is to be thought of next.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/service/ask_desk.hpp"

namespace hone::service {
namespace {

using runner::Driver;

constexpr std::int64_t kMost = 1024;     // points of one thought
constexpr std::int64_t kMostAhead = 64;  // of them nobody waits for, of a quick sampler

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

bool is_not_found(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const Error& known) {
    return known.code() == ErrorCode::NotFound;
  } catch (...) {
    return false;
  }
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
      const bool forgotten = is_not_found(std::current_exception()) && forget(study);
      for (const auto& pending : wishes) pending->reply({}, std::current_exception());
      if (forgotten) return;
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

// Of a study that is not there nothing is kept. False when somebody has asked for it meanwhile, or a sampler
// still thinks for one that was deleted.
bool AskDesk::forget(const std::string& study) {
  const std::lock_guard guard(mutex_);
  const auto found = rooms_.find(study);
  if (found == rooms_.end()) return true;
  if (!found->second.waiting.empty() || found->second.thinking) return false;
  rooms_.erase(found);
  return true;
}

// How many points the sampler is to be asked for now; 0: it need not think. Nobody gets a point that misses
// more results than there are other workers: more of them would be made in vain.
std::int64_t AskDesk::wanted_thought(const Room& room, std::int64_t missing, std::int64_t prepared,
                                     std::int64_t running) {
  if (running < 2) return missing;  // one worker, say: who comes next will have told a result
  if (room.last_thought <= kNoticeable) {
    // A share of what runs costs nothing.
    const std::int64_t ahead = std::max({missing, room.arrived + 1, std::min(running / 8, kMostAhead)});
    return missing > 0 || 2 * prepared < ahead ? ahead - std::min(prepared, ahead - 1) : 0;
  }
  const std::int64_t useful = running + std::max<std::int64_t>(missing - 1, 0);
  const std::int64_t during = std::min(room.busiest.most() + 1, useful);
  const std::int64_t more = std::min(2 * during, useful) - prepared;
  // A thought costs nearly the same for few points as for many.
  if (missing == 0 && (prepared > during || 4 * more < during)) return 0;
  return missing + std::max<std::int64_t>(more, 1);
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
  std::int64_t missing = 0;
  for (const auto& pending : wishes) missing += pending->wish.count;
  const runner::Standing standing = driver->view().standing();
  const runner::Outlook outlook = runner::outlook(standing);
  const std::int64_t prepared = driver->asker().prepared(std::ssize(wishes));
  const std::int64_t room_left = limit - driver->view().deleted() - standing.trials;
  std::vector<std::shared_ptr<Pending>> done;
  {
    const std::lock_guard guard(mutex_);
    Room& room = rooms_[study];
    const bool nothing = room_left <= 0 || room.nothing_left;
    for (const auto& pending : wishes) {
      if (stopped) continue;
      pending->thought = true;
      pending->excuse = {.thinking = !nothing, .running = outlook.running};
    }
    if (nothing && !stopped && outlook.done) done.swap(wishes);
    room.unserved = std::ssize(wishes);
    if (!nothing && !stopped && !over_) {
      const std::int64_t count = wanted_thought(room, missing, prepared, standing.running);
      const std::int64_t left = room_left - prepared;
      if (count > 0 && (left > 0 || missing > 0))
        think_now(study, room, std::clamp<std::int64_t>(left, 1, std::min(count, kMost)));
    }
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

}  // namespace hone::service
