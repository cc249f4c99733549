// SPDX-License-Identifier: MIT
#include "hone/runner/asker.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
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

/// Beside one who asks.
std::int64_t others(const FollowedStudy& study, std::int64_t asking) {
  return study.trials().running() + std::max<std::int64_t>(asking - 1, 0);
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
  if (!proposer_) ask_for_the_rest(asking);
  return asking;
}

// A store that proposes by itself hands out what it has, which may be fewer than were wanted, and may still
// be thinking. Who holds trials may be what it waits for, and does not wait for ever. When it neither gives
// nor thinks, only the end of a trial helps, which may be the caller's to tell.
void Asker::ask_for_the_rest(Asking& asking) {
  const auto begun = std::chrono::steady_clock::now();
  bool given = !asking.claims.empty();
  while (asking.wanted > 0 && (given || asking.thinking)) {
    if (!given) {
      if (!leases_.held().empty() && std::chrono::steady_clock::now() - begun > kLongestThought) break;
      std::this_thread::sleep_for(kBetweenAsks);
    }
    bool answered = false;
    keeping_claims(asking, [&] {
      Asking more = begin(asking.wanted, asking.limit, asking.forever);
      given = !more.claims.empty();
      std::move(asking.claims.begin(), asking.claims.end(), std::inserter(more.claims, more.claims.begin()));
      asking = std::move(more);
      answered = true;
    });
    if (!answered) return;  // the next ask meets the failure
  }
}

Outlook Asker::outlook(const Asking& asking) const {
  if (asking.outlook) return *asking.outlook;
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
  std::int64_t next = asking.question->next;
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

std::int64_t Asker::prepare(int count, std::int64_t asking) {
  require_sampler(proposer_ != nullptr);
  const std::lock_guard turn(turn_);
  Question question;
  PreparedBatch made;
  {
    const auto study = view_.lock();
    study->refresh();
    study->require_defined();
    drop_stale(*study, asking);
    question = study->question(std::max(count, 1));
    made.seen = question.next;
    made.ended = study->ended();
    made.others = others(*study, asking);
    beside_prepared(question, *study);
  }
  made.proposals = proposer_->answer(question);
  const auto count_made = std::ssize(made.proposals);
  const auto study = view_.lock();
  study->answered(question);
  prepared_.add(std::move(made));
  return count_made;
}

// What was prepared before is spoken for, and has the next numbers.
void Asker::beside_prepared(Question& question, FollowedStudy& study) const {
  std::vector<Trial> ahead = prepared_.as_running(question.next, study.stored().space);
  if (ahead.empty()) return;
  auto running = std::make_shared<std::vector<Trial>>(*question.running);
  study.answered(question);
  running->insert(running->end(), std::make_move_iterator(ahead.begin()),
                  std::make_move_iterator(ahead.end()));
  question.running = std::move(running);
  question.next += std::ssize(ahead);
  question.seed = mix_seed(study.study().seed, static_cast<std::uint64_t>(question.next));
}

void Asker::drop_stale(const FollowedStudy& study, std::int64_t asking) {
  prepared_.keep_fresh(study.ended(), others(study, asking));
  prepared_.drop_empty();
}

std::int64_t Asker::prepared(std::int64_t asking) {
  const auto study = view_.lock();
  drop_stale(*study, asking);
  return prepared_.size();
}

std::vector<std::vector<Claim>> Asker::ask_prepared(std::span<const AskedFor> wishes, std::int64_t limit) {
  std::vector<Asking> askings;
  for (const AskedFor& wish : wishes)
    askings.push_back({.wanted = std::max(wish.count, 0), .limit = limit, .holder = wish.holder});
  const auto study = view_.lock();
  keeping_claims(std::span(askings), [&] {
    study->refresh();
    drop_stale(*study, std::ssize(wishes));
    if (prepared_.size() == 0) prepared_.add({.proposals = {}, .seen = study->trials().size()});  // the queue
    TrialStarter starter(*study, leases_);
    for (PreparedBatch& batch : prepared_.batches())
      starter.start_anyway(askings, batch.seen, batch.proposals);
  });
  std::vector<std::vector<Claim>> claims;
  for (Asking& asking : askings) claims.push_back(std::move(asking.claims));
  return claims;
}

}  // namespace hone::runner
