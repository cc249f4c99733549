// SPDX-License-Identifier: MIT
#include "hone/api/tuner.hpp"

#include <unordered_map>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/runner/session.hpp"
#include "hone/runner/worker_id.hpp"

namespace hone {
namespace {

storage::StudyId open_study(storage::Storage& store, const Study& study) {
  const auto found = store.find_study(study.name);
  if (!found) return store.create_study(study);
  store.update_study(*found, study);
  return *found;
}

}  // namespace

struct Tuner::Parts {
  std::unique_ptr<storage::Storage> store;
  runner::Session session;
  std::unordered_map<std::int64_t, storage::Lease> leases;  // of the trials in the caller's hands

  Parts(const Study& study, std::unique_ptr<storage::Storage> opened)
      : store(std::move(opened)),
        session(*store, open_study(*store, study), catalog::make_sampler(study), {runner::worker_id()}) {}

  storage::Lease lease_of(std::int64_t number) {
    const auto held = leases.find(number);
    return held != leases.end() ? held->second : store->open_lease(session.id(), number);
  }

  void finish(std::span<const storage::Outcome> outcomes) {
    session.tell(outcomes);
    for (const storage::Outcome& outcome : outcomes) leases.erase(outcome.lease.number);
  }

  void finish(const storage::Outcome& outcome) { finish(std::span(&outcome, 1)); }
};

Tuner::Tuner(const Study& study, const std::string& store)
    : parts_(std::make_unique<Parts>(study, catalog::open_storage(store))) {}
Tuner::~Tuner() = default;
Tuner::Tuner(Tuner&&) noexcept = default;
Tuner& Tuner::operator=(Tuner&&) noexcept = default;

std::vector<Trial> Tuner::ask(int count) {
  std::vector<Trial> trials;
  for (storage::Claim& claim : parts_->session.ask(count)) {
    parts_->leases[claim.lease.number] = claim.lease;
    trials.push_back(std::move(claim.trial));
  }
  return trials;
}

Trial Tuner::ask() {
  auto trials = ask(1);
  if (trials.empty()) {
    throw Error(ErrorCode::InvalidArgument, "the sampler has nothing left to propose",
                "stop here, or use ask(count), which then returns fewer");
  }
  return std::move(trials.front());
}

void Tuner::tell(std::int64_t number, double value) { tell(number, std::vector<double>{value}); }

void Tuner::tell(std::int64_t number, std::vector<double> values) {
  parts_->finish({.lease = parts_->lease_of(number), .values = std::move(values)});
}

void Tuner::tell(std::span<const Measured> results) {
  std::vector<storage::Outcome> outcomes;
  for (const Measured& result : results) {
    outcomes.push_back({.lease = parts_->lease_of(result.number), .values = {result.value}});
  }
  parts_->finish(outcomes);
}

void Tuner::tell(std::int64_t number, TrialState state, const std::string& error) {
  if (!is_finished(state) || state == TrialState::Complete) {
    throw Error(ErrorCode::InvalidArgument,
                text("a trial cannot be told to be ", to_text(state), " without a value"),
                "give a value, or one of failed, pruned, timed_out, infeasible");
  }
  parts_->finish({.lease = parts_->lease_of(number), .state = state, .error = error});
}

void Tuner::enqueue(const std::vector<std::pair<std::string, Value>>& values) {
  const Proposal proposal{parts_->session.study().space.admit(values)};
  parts_->store->enqueue(parts_->session.id(), {&proposal, 1});
}

const Trial* Tuner::best() const { return parts_->session.best(); }
const std::vector<Trial>& Tuner::trials() const { return parts_->session.trials(); }

}  // namespace hone
