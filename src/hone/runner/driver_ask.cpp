// SPDX-License-Identifier: MIT
// How a Driver hands out trials. Numbers and configurations are settled in the store only: the sampler
// proposes for the next number without holding anything, the store accepts when that number is still free,
// and otherwise somebody else was faster, so that it is worth another look and another proposal.
#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/runner/driver.hpp"

namespace hone::runner {

using storage::Claim;

namespace {

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

// A step of an ask. A failure after trials were handed out ends the ask with those: otherwise they would be
// held by nobody.
template <class Step>
void keeping_claims(Asking& asking, const Step& step) {
  try {
    step();
  } catch (...) {  // an Error of the store, or whatever a sampler throws
    asking.question.reset();
    asking.failed = true;
    if (asking.claims.empty()) throw;
  }
}

}  // namespace

std::vector<Claim> Driver::ask(int count, std::int64_t limit) { return ask_to_end(count, limit).claims; }

Asking Driver::ask_to_end(int count, std::int64_t limit) {
  const std::lock_guard guard(asking_);
  Asking asking = begin_ask(count, limit);
  while (asking.question) {
    keeping_claims(asking, [&] { continue_ask(asking, proposer_->answer(*asking.question)); });
  }
  return asking;
}

Asking Driver::begin_ask(int count, std::int64_t limit) {
  if (!proposer_) {
    throw Error(ErrorCode::InvalidArgument, "a driver without a sampler cannot propose",
                "open the study with its sampler");
  }
  Asking asking{.wanted = std::max(count, 0), .limit = limit};
  if (count <= 0) return asking;
  const std::lock_guard guard(mutex_);
  keeping_claims(asking, [&] {
    refresh_now();
    hand_out_now(asking);
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
    if (!start_now(asking, next, proposals)) hand_out_now(asking);
  });
}

// Gives what waits, and asks the sampler for the rest.
void Driver::hand_out_now(Asking& asking) {
  claim_waiting_now(asking);
  const std::int64_t next = known_.size();
  if (asking.wanted <= 0 || next >= asking.limit) return;
  const auto count = std::min<std::int64_t>(asking.wanted, asking.limit - next);
  asking.question = Question{.next = next,
                             .count = static_cast<int>(count),
                             .seed = mix_seed(study().seed, static_cast<std::uint64_t>(next)),
                             .ended = std::exchange(untold_, {}),
                             .running = known_.lend_open()};
}

void Driver::claim_waiting_now(Asking& asking) {
  while (asking.wanted > 0 && known_.waits_below(asking.limit)) {
    auto claim = storage_.claim_waiting(id(), worker_);
    if (!claim) {
      refresh_now();  // somebody else took what we had seen waiting
      return;
    }
    if (claim->trial.number >= asking.limit) {  // somebody else took the one we had seen
      storage_.requeue(id(), claim->lease, "beyond the number of trials of the study");
      return;
    }
    known_.take_in(claim->trial);
    give_now(asking, std::move(*claim));
  }
}

// False when somebody else was faster.
bool Driver::start_now(Asking& asking, std::int64_t next, const std::vector<Proposal>& proposals) {
  const auto leases = storage_.start(id(), next, proposals, worker_);
  if (!leases) {
    refresh_now();
    return false;
  }
  const std::size_t first = asking.claims.size();
  for (std::size_t i = 0; i < leases->size(); ++i) {
    give_now(asking, {.trial = started_trial(proposals[i], (*leases)[i], worker_), .lease = (*leases)[i]});
  }
  refresh_now();
  for (std::size_t i = first; i < asking.claims.size(); ++i) {
    Claim& claim = asking.claims[i];
    claim.trial = known_.all().at(static_cast<std::size_t>(claim.lease.number));
  }
  return true;
}

void Driver::give_now(Asking& asking, Claim claim) {
  held_[claim.lease.number] = claim.lease;
  asking.claims.push_back(std::move(claim));
  --asking.wanted;
}

}  // namespace hone::runner
