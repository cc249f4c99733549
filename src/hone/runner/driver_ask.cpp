// SPDX-License-Identifier: MIT
// How a Driver hands out trials. Numbers and configurations are settled in the store only: the sampler
// proposes for the next number without holding anything, the store accepts when that number is still free,
// and otherwise somebody else was faster, so that it is worth another look and another proposal. A sampler
// that thinks longer than the others' would lose every race. After the first it is asked for one more than
// wanted, as the others, who know the same, mostly propose the same; after the second what they have not
// started is started under the next free number.
#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/runner/driver.hpp"
#include "hone/storage/rules.hpp"

namespace hone::runner {

using storage::Claim;

namespace {

constexpr auto kBetweenAsks = std::chrono::milliseconds(100);  // between asks of a store that thinks
constexpr auto kLongestThought = std::chrono::seconds(60);
constexpr int kRacesLost = 2;  // in a row, after which a proposal for an earlier number will do

// Without the store's times: for the case that the store cannot be read right after it was written.
Trial started_trial(const Proposal& proposal, const storage::Lease& lease, const storage::Worker& worker) {
  Trial trial;
  trial.number = lease.number;
  trial.state = TrialState::Running;
  trial.configuration = proposal.configuration;
  trial.notes = proposal.notes;
  trial.worker = worker.name;
  return trial;
}

std::span<const Proposal> first_of(const std::vector<Proposal>& proposals, std::int64_t count) {
  return std::span(proposals).first(std::min(proposals.size(), static_cast<std::size_t>(count)));
}

// A step of asks. A failure after trials were handed out ends the asks with those: otherwise they would be
// held by nobody.
template <class Step>
void keeping_claims(std::span<Asking> askings, const Step& step) {
  try {
    step();
  } catch (...) {  // an Error of the store, or whatever a sampler throws
    bool handed_out = false;
    for (Asking& asking : askings) {
      asking.question.reset();
      asking.failed = true;
      handed_out = handed_out || !asking.claims.empty();
    }
    if (!handed_out) throw;
  }
}

template <class Step>
void keeping_claims(Asking& asking, const Step& step) {
  keeping_claims(std::span(&asking, 1), step);
}

// Trials that are still to be handed out, to all of them.
std::int64_t wanted_by(std::span<const Asking> askings) {
  std::int64_t wanted = 0;
  for (const Asking& asking : askings) wanted += asking.wanted;
  return wanted;
}

}  // namespace

std::vector<Claim> Driver::ask(int count, std::int64_t limit) { return ask_to_end(count, limit).claims; }

Asking Driver::ask_to_end(int count, std::int64_t limit, bool forever) {
  const std::lock_guard guard(asking_);
  Asking asking = begin_ask(count, limit, forever);
  while (asking.question) {
    keeping_claims(asking, [&] { continue_ask(asking, proposer_->answer(*asking.question)); });
  }
  // A store that proposes by itself may still be thinking. Who holds trials may be what it waits for, and
  // does not wait for ever.
  const auto begun = std::chrono::steady_clock::now();
  while (!proposer_ && asking.failed && asking.claims.empty() && count > 0) {
    if (!held_->empty() && std::chrono::steady_clock::now() - begun > kLongestThought) break;
    std::this_thread::sleep_for(kBetweenAsks);
    asking = begin_ask(count, limit, forever);
  }
  return asking;
}

Asking Driver::begin_ask(int count, std::int64_t limit, bool forever) {
  if (!proposer_ && !storage_.proposes()) {
    throw Error(ErrorCode::InvalidArgument, "a driver without a sampler cannot propose",
                "open the study with its sampler");
  }
  Asking asking{.wanted = std::max(count, 0), .limit = limit, .forever = forever};
  if (count <= 0) return asking;
  const std::lock_guard guard(mutex_);
  keeping_claims(asking, [&] {
    refresh_now();
    if (proposer_) {
      hand_out_now(asking);
    } else {
      take_handed_out_now(asking);
    }
  });
  return asking;
}

void Driver::continue_ask(Asking& asking, const std::vector<Proposal>& proposals) {
  const std::lock_guard guard(mutex_);
  const std::int64_t next = asking.question->next;
  known_.give_back(asking.question->running);
  asking.question.reset();
  if (proposals.empty()) return;
  keeping_claims(asking, [&] {
    if (start_now({&asking, 1}, next, first_of(proposals, asking.wanted))) return;
    if (++asking.races_lost >= kRacesLost) {
      std::vector<Proposal> kept = proposals;
      start_anyway_now({&asking, 1}, next, kept);
    }
    hand_out_now(asking);
  });
}

// Starts what was proposed for the number `next`, without what others have started since. What waits in the
// queue goes first, as always. What is left of the proposals was not started.
void Driver::start_anyway_now(std::span<Asking> askings, std::int64_t next,
                              std::vector<Proposal>& proposals) {
  if (askings.empty()) return;
  while (true) {
    require_defined_now();
    for (Asking& asking : askings) {
      claim_waiting_now(asking);
      if (served_elsewhere_now(asking)) asking.wanted = 0;
    }
    std::erase_if(proposals, [&](const Proposal& proposal) {
      const auto first = known_.all().begin() + next;
      return std::any_of(first, known_.all().end(),
                         [&](const Trial& trial) { return trial.configuration == proposal.configuration; });
    });
    const auto room = std::clamp<std::int64_t>(askings.front().limit - known_.size(), 0, wanted_by(askings));
    if (proposals.empty() || room == 0) return;
    const auto chosen = first_of(proposals, room);
    const auto count = static_cast<std::ptrdiff_t>(chosen.size());
    const storage::Revision before = revision_;
    if (!start_now(askings, known_.size(), chosen)) {
      require_news_now(before);
      continue;
    }
    proposals.erase(proposals.begin(), proposals.begin() + count);
    return;
  }
}

// Who was refused because somebody else was faster sees what that one did. Who sees nothing new would be
// refused for ever.
void Driver::require_news_now(storage::Revision before) const {
  if (redefined_ || revision_ > before) return;
  throw Error(
      ErrorCode::StorageCorrupt,
      text("the store refuses trial ", known_.size(), " of the study '", study().name,
           "' as taken, but shows no trial that took it"),
      "look for damage with `hone db check`, and mend counts and indices with `hone db check --repair`");
}

// --- thinking ahead

std::int64_t Driver::prepare(int count) {
  if (!proposer_) {
    throw Error(ErrorCode::InvalidArgument, "a driver without a sampler cannot propose",
                "open the study with its sampler");
  }
  const std::lock_guard turn(asking_);
  Question question;
  Prepared made;
  {
    const std::lock_guard guard(mutex_);
    refresh_now();
    require_defined_now();
    made.next = known_.size();
    made.ended = ended_;
    question = {.next = made.next,
                .count = std::max(count, 1),
                .seed = mix_seed(study().seed, static_cast<std::uint64_t>(made.next)),
                .ended = std::exchange(untold_, {}),
                .running = known_.lend_open()};
  }
  made.proposals = proposer_->answer(question);
  const std::lock_guard guard(mutex_);
  known_.give_back(question.running);
  prepared_ = std::move(made);
  return static_cast<std::int64_t>(prepared_.proposals.size());
}

bool Driver::prepared_is_good_now() const { return ended_ - prepared_.ended <= known_.running(); }

std::int64_t Driver::prepared() const {
  const std::lock_guard guard(mutex_);
  return prepared_is_good_now() ? static_cast<std::int64_t>(prepared_.proposals.size()) : 0;
}

std::vector<std::vector<Claim>> Driver::ask_prepared(std::span<const AskedFor> wishes, std::int64_t limit) {
  std::vector<Asking> askings;
  for (const AskedFor& wish : wishes)
    askings.push_back({.wanted = std::max(wish.count, 0), .limit = limit, .holder = wish.holder});
  const std::lock_guard guard(mutex_);
  keeping_claims(std::span(askings), [&] {
    refresh_now();
    if (!prepared_is_good_now()) prepared_.proposals.clear();
    start_anyway_now(askings, prepared_.next, prepared_.proposals);
  });
  std::vector<std::vector<Claim>> claims;
  for (Asking& asking : askings) claims.push_back(std::move(asking.claims));
  return claims;
}

// The store refuses who works by another space, which may have changed since we looked.
template <class Call>
auto Driver::defined_now(const Call& call) {
  try {
    return call();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::Conflict) redefined_ = storage_.space_version(id()) != stored_.space;
    throw;
  }
}

// Gives what waits, and asks the sampler for the rest.
void Driver::hand_out_now(Asking& asking) {
  require_defined_now();
  claim_waiting_now(asking);
  const std::int64_t next = known_.size();
  if (asking.wanted <= 0 || next >= asking.limit) return;
  const auto count = std::min<std::int64_t>(asking.wanted + asking.races_lost, asking.limit - next);
  asking.question = Question{.next = next,
                             .count = static_cast<int>(count),
                             .seed = mix_seed(study().seed, static_cast<std::uint64_t>(next)),
                             .ended = std::exchange(untold_, {}),
                             .running = known_.lend_open()};
}

// The store proposes. Fewer than wanted does not mean that nothing is left, unless it says so.
void Driver::take_handed_out_now(Asking& asking) {
  require_defined_now();
  const std::int64_t room = asking.limit - known_.size() + known_.waiting() + known_.running();
  const auto count = static_cast<int>(std::min<std::int64_t>(asking.wanted, room));
  if (count <= 0) return;
  storage::HandedOut handed = defined_now(
      [&] { return storage_.source()->hand_out(id(), count, held_->numbers(), worker_for(asking)); });
  asking.failed = !handed.done;
  if (handed.claims.empty()) return;
  for (Claim& claim : handed.claims) give_now(asking, std::move(claim));
  refresh_now();
  for (Claim& claim : asking.claims) {
    if (const Trial* trial = known_.find(claim.lease.number)) claim.trial = *trial;
  }
}

void Driver::claim_waiting_now(Asking& asking) {
  while (asking.wanted > 0 && known_.waits_below(asking.limit)) {
    auto claim = defined_now([&] { return storage_.claim_waiting(id(), worker_for(asking), asking.limit); });
    if (!claim) {
      refresh_now();  // somebody else took what we had seen waiting
      return;
    }
    // The store has given it away: it is in the asker's hands before anything else can fail.
    give_now(asking, std::move(*claim));
    learn_of_claim_now(asking.claims.back().trial);
  }
}

// Trials that others have started since we looked may stand between those we know and this one.
void Driver::learn_of_claim_now(const Trial& trial) {
  if (trial.number > known_.size()) return refresh_now();
  note_worker_now(trial);
  known_.take_in(trial);
}

// Serves who comes first as far as the proposals reach. False when somebody else was faster.
bool Driver::start_now(std::span<Asking> askings, std::int64_t next, std::span<const Proposal> proposals) {
  std::vector<Asking*> whose;  // each of the proposals is
  std::vector<storage::Worker> workers;
  for (Asking& asking : askings) {
    for (int i = 0; i < asking.wanted && whose.size() < proposals.size(); ++i) {
      whose.push_back(&asking);
      workers.push_back(worker_for(asking));
    }
  }
  if (askings.size() == 1) workers.resize(1);  // one for all, which a service understands, too
  const auto leases = defined_now([&] { return storage_.start(id(), next, proposals, workers); });
  if (!leases) {
    refresh_now();
    return false;
  }
  for (std::size_t i = 0; i < leases->size(); ++i) {
    const storage::Lease& lease = (*leases)[i];
    const storage::Worker& worker = storage::worker_of(workers, i);
    give_now(*whose[i], {.trial = started_trial(proposals[i], lease, worker), .lease = lease});
  }
  refresh_now();
  for (Asking& asking : askings) {
    for (Claim& claim : asking.claims) {
      const Trial* known = known_.find(claim.lease.number);  // none when the space was changed meanwhile
      if (known != nullptr && claim.lease.number >= next) claim.trial = *known;
    }
  }
  return true;
}

// The store has refused to serve it, or will.
bool Driver::served_elsewhere_now(const Asking& asking) const {
  if (!asking.holder || !asking.holder->unserved_at || !asking.claims.empty()) return false;
  return !trials_of_now(asking.holder->name).empty();
}

storage::Worker Driver::worker_for(const Asking& asking) const {
  storage::Worker worker = asking.holder.value_or(worker_);
  if (!asking.claims.empty()) worker.unserved_at.reset();  // by us; now others are refused
  worker.version = worker_.version;
  if (asking.forever) worker.lease.reset();
  return worker;
}

void Driver::give_now(Asking& asking, Claim claim) {
  if (!asking.holder) held_->add(claim.lease, !worker_for(asking).lease);
  asking.claims.push_back(std::move(claim));
  --asking.wanted;
}

}  // namespace hone::runner
