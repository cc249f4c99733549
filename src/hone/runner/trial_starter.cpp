// SPDX-License-Identifier: MIT
#include "hone/runner/trial_starter.hpp"

#include <algorithm>
#include <utility>

#include "hone/storage/rules.hpp"

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

// Trials that are still to be handed out, to all of them.
std::int64_t wanted_by(std::span<const Asking> askings) {
  std::int64_t wanted = 0;
  for (const Asking& asking : askings) wanted += asking.wanted;
  return wanted;
}

}  // namespace

void TrialStarter::claim_waiting(Asking& asking) {
  while (asking.wanted > 0 && study_.trials().waits_below(asking.limit)) {
    auto claim = study_.in_our_space(
        [&] { return study_.storage().claim_waiting(study_.id(), worker_for(asking), asking.limit); });
    if (!claim) {
      study_.refresh();  // somebody else took what we had seen waiting
      return;
    }
    // The store has given it away: it is in the asker's hands before anything else can fail.
    give(asking, std::move(*claim));
    study_.take_in_claim(asking.claims.back().trial);
  }
}

bool TrialStarter::start(std::span<Asking> askings, std::int64_t next, std::span<const Proposal> proposals) {
  std::vector<Asking*> whose;  // each of the proposals is
  std::vector<storage::Worker> workers;
  for (Asking& asking : askings) {
    for (int i = 0; i < asking.wanted && whose.size() < proposals.size(); ++i) {
      whose.push_back(&asking);
      workers.push_back(worker_for(asking));
    }
  }
  if (askings.size() == 1) workers.resize(1);  // one for all, which a service understands, too
  const auto leases =
      study_.in_our_space([&] { return study_.storage().start(study_.id(), next, proposals, workers); });
  if (!leases) {
    study_.refresh();
    return false;
  }
  for (std::size_t i = 0; i < leases->size(); ++i) {
    const storage::Lease& lease = (*leases)[i];
    const storage::Worker& worker = storage::worker_of(workers, i);
    give(*whose[i], {.trial = started_trial(proposals[i], lease, worker), .lease = lease});
  }
  study_.refresh();
  for (Asking& asking : askings) {
    for (Claim& claim : asking.claims) {
      const Trial* known = study_.trials().find(claim.lease.number);  // none in another space
      if (known != nullptr && claim.lease.number >= next) claim.trial = *known;
    }
  }
  return true;
}

void TrialStarter::start_anyway(std::span<Asking> askings, std::int64_t& seen,
                                std::vector<Proposal>& proposals) {
  if (askings.empty()) return;
  while (true) {
    study_.require_defined();
    for (Asking& asking : askings) {
      claim_waiting(asking);
      if (served_elsewhere(asking)) asking.wanted = 0;
    }
    const std::vector<Trial>& trials = study_.trials().all();
    std::erase_if(proposals, [&](const Proposal& proposal) {
      return std::any_of(trials.begin() + seen, trials.end(),
                         [&](const Trial& trial) { return trial.configuration == proposal.configuration; });
    });
    const std::int64_t first = study_.trials().size();
    seen = first;
    const auto room = std::clamp<std::int64_t>(askings.front().limit - first, 0, wanted_by(askings));
    if (proposals.empty() || room == 0) return;
    const auto count = std::min<std::ptrdiff_t>(std::ssize(proposals), room);
    const storage::Revision before = study_.revision();
    if (start(askings, first, std::span(proposals).first(static_cast<std::size_t>(count)))) {
      proposals.erase(proposals.begin(), proposals.begin() + count);
      return;
    }
    study_.require_news_since(before);
  }
}

void TrialStarter::take_handed_out(Asking& asking) {
  study_.require_defined();
  const KnownTrials& trials = study_.trials();
  const std::int64_t room = asking.limit - trials.size() + trials.waiting() + trials.running();
  const auto count = static_cast<int>(std::min<std::int64_t>(asking.wanted, room));
  if (count <= 0) return;
  storage::HandedOut handed = study_.in_our_space([&] {
    return study_.storage().source()->hand_out(study_.id(), count, leases_.held().numbers(),
                                               worker_for(asking));
  });
  asking.stopped = handed.stopped;
  asking.failed = !handed.done;
  if (handed.claims.empty()) {
    asking.thinking = handed.thinking;
    asking.outlook = Outlook{.done = handed.done, .running = handed.running};
    return;
  }
  for (Claim& claim : handed.claims) give(asking, std::move(claim));
  study_.refresh();
  for (Claim& claim : asking.claims) {
    if (const Trial* trial = trials.find(claim.lease.number)) claim.trial = *trial;
  }
}

// The store has refused to serve it, or will.
bool TrialStarter::served_elsewhere(const Asking& asking) const {
  if (!asking.holder || !asking.holder->unserved_at || !asking.claims.empty()) return false;
  return !study_.trials().of_worker(asking.holder->name).empty();
}

storage::Worker TrialStarter::worker_for(const Asking& asking) const {
  storage::Worker worker = asking.holder.value_or(leases_.worker());
  if (!asking.claims.empty()) worker.unserved_at.reset();  // by us; now others are refused
  worker.version = leases_.worker().version;
  if (asking.forever) worker.lease.reset();
  return worker;
}

void TrialStarter::give(Asking& asking, Claim claim) const {
  if (!asking.holder) leases_.held().add(claim.lease, !worker_for(asking).lease);
  asking.claims.push_back(std::move(claim));
  --asking.wanted;
}

}  // namespace hone::runner
