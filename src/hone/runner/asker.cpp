// SPDX-License-Identifier: MIT
#include "hone/runner/asker.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/runner/trial_starter.hpp"

namespace hone::runner {

using storage::Claim;

namespace {

constexpr auto kBetweenAsks = std::chrono::milliseconds(100);  // between asks of a store that thinks
constexpr auto kLongestThought = std::chrono::seconds(60);
// In a row, after which a proposal for an earlier number will do. After the first the sampler is asked for
// one more than wanted, as the others, who know the same, mostly propose the same.
constexpr int kRacesLost = 2;

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

void require_sampler(bool there) {
  if (there) return;
  throw Error(ErrorCode::InvalidArgument, "a driver without a sampler cannot propose",
              "open the study with its sampler");
}

}  // namespace

std::vector<Claim> Asker::ask(int count, std::int64_t limit) { return ask_to_end(count, limit).claims; }

Asking Asker::ask_to_end(int count, std::int64_t limit, bool forever) {
  const std::lock_guard guard(turn_);
  Asking asking = begin(count, limit, forever);
  while (asking.question) {
    keeping_claims(asking, [&] { proceed(asking, proposer_->answer(*asking.question)); });
  }
  // A store that proposes by itself may still be thinking. Who holds trials may be what it waits for, and
  // does not wait for ever.
  const auto begun = std::chrono::steady_clock::now();
  while (!proposer_ && asking.failed && asking.claims.empty() && count > 0) {
    if (!leases_.held().empty() && std::chrono::steady_clock::now() - begun > kLongestThought) break;
    std::this_thread::sleep_for(kBetweenAsks);
    asking = begin(count, limit, forever);
  }
  return asking;
}

Outlook Asker::outlook(const Asking& asking) const {
  if (asking.failed || asking.wanted <= 0) return {};
  return runner::outlook(view_.standing());
}

Asking Asker::begin(int count, std::int64_t limit, bool forever) {
  require_sampler(proposer_ || view_.storage().proposes());
  Asking asking{.wanted = std::max(count, 0), .limit = limit, .forever = forever};
  if (count <= 0) return asking;
  const auto study = view_.lock();
  keeping_claims(asking, [&] {
    study->refresh();
    if (proposer_) {
      hand_out(*study, asking);
    } else {
      TrialStarter(*study, leases_).take_handed_out(asking);
    }
  });
  return asking;
}

void Asker::proceed(Asking& asking, const std::vector<Proposal>& proposals) {
  const auto study = view_.lock();
  const std::int64_t next = asking.question->next;
  study->answered(*asking.question);
  asking.question.reset();
  if (proposals.empty()) return;
  keeping_claims(asking, [&] {
    TrialStarter starter(*study, leases_);
    const auto most = std::min(proposals.size(), static_cast<std::size_t>(asking.wanted));
    if (starter.start({&asking, 1}, next, std::span(proposals).first(most))) return;
    if (++asking.races_lost >= kRacesLost) {
      std::vector<Proposal> kept = proposals;
      starter.start_anyway({&asking, 1}, next, kept);
    }
    hand_out(*study, asking);
  });
}

// Gives what waits, and asks the sampler for the rest.
void Asker::hand_out(FollowedStudy& study, Asking& asking) const {
  study.require_defined();
  TrialStarter(study, leases_).claim_waiting(asking);
  const std::int64_t room = asking.limit - study.trials().size();
  if (asking.wanted <= 0 || room <= 0) return;
  asking.question =
      study.question(static_cast<int>(std::min<std::int64_t>(asking.wanted + asking.races_lost, room)));
}

// --- thinking ahead

std::int64_t Asker::prepare(int count) {
  require_sampler(proposer_ != nullptr);
  const std::lock_guard turn(turn_);
  Question question;
  Prepared made;
  {
    const auto study = view_.lock();
    study->refresh();
    study->require_defined();
    question = study->question(std::max(count, 1));
    made.next = question.next;
    made.ended = study->ended();
  }
  made.proposals = proposer_->answer(question);
  const auto study = view_.lock();
  study->answered(question);
  prepared_ = std::move(made);
  return std::ssize(prepared_.proposals);
}

bool Asker::prepared_is_good(const FollowedStudy& study) const {
  return study.ended() - prepared_.ended <= study.trials().running();
}

std::int64_t Asker::prepared() {
  const auto study = view_.lock();
  return prepared_is_good(*study) ? std::ssize(prepared_.proposals) : 0;
}

std::vector<std::vector<Claim>> Asker::ask_prepared(std::span<const AskedFor> wishes, std::int64_t limit) {
  std::vector<Asking> askings;
  for (const AskedFor& wish : wishes)
    askings.push_back({.wanted = std::max(wish.count, 0), .limit = limit, .holder = wish.holder});
  const auto study = view_.lock();
  keeping_claims(std::span(askings), [&] {
    study->refresh();
    if (!prepared_is_good(*study)) prepared_.proposals.clear();
    TrialStarter(*study, leases_).start_anyway(askings, prepared_.next, prepared_.proposals);
  });
  std::vector<std::vector<Claim>> claims;
  for (Asking& asking : askings) claims.push_back(std::move(asking.claims));
  return claims;
}

}  // namespace hone::runner
