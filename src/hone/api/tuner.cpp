// SPDX-License-Identifier: MIT
#include "hone/api/tuner.hpp"

#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/rng.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/storages.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/core/wish.hpp"
#include "hone/runner/driver.hpp"
#include "hone/runner/worker_id.hpp"

namespace hone {
namespace {

/// A program that says nothing of the sampler has the default in its Study: taken over without a word, that
/// would be the end of what somebody chose with care.
void require_alike(storage::Storage& store, const Study& study) {
  const auto stored = runner::find_study(store, study.name);
  if (!stored) return;
  std::vector<std::string> different;
  for (const runner::FieldChange& change : runner::differences(stored->study, study)) {
    if (change.field == "sampler" || change.field == "pruner" || change.field == "seed")
      different.push_back(runner::change_text(change));
  }
  if (different.empty()) return;
  throw Error(ErrorCode::AlreadyExists,
              text("the study '", study.name,
                   "' is in the store, and the one given differs: ", join(different, ", ")),
              "give what it has, or OnDifference::Take to change it there");
}

/// With parts that are there already: a wrong name of one must not leave a study behind.
std::unique_ptr<runner::Driver> open_driver(storage::Storage& store, const Study& study,
                                            catalog::StudyParts parts, OnDifference rule) {
  if (rule == OnDifference::Refuse) require_alike(store, study);
  return std::make_unique<runner::Driver>(store, runner::open_or_create(store, study),
                                          std::move(parts.sampler), storage::Worker{runner::worker_id()},
                                          std::move(parts.pruner));
}

}  // namespace

struct Tuner::Parts {
  std::unique_ptr<storage::Storage> store;
  std::unique_ptr<runner::Driver> driver;
};

Tuner::Tuner(const Study& study, const std::string& store, OnDifference rule)
    : parts_(std::make_unique<Parts>()) {
  parts_->store = catalog::open_storage(store);
  parts_->driver = open_driver(*parts_->store, study, catalog::make_parts(*parts_->store, study), rule);
}
Tuner::Tuner(const Study& study, std::unique_ptr<Sampler> sampler, const std::string& store,
             OnDifference rule)
    : parts_(std::make_unique<Parts>()) {
  catalog::StudyParts parts = catalog::make_parts(study, std::move(sampler));
  parts_->store = catalog::open_storage(store);
  parts_->driver = open_driver(*parts_->store, study, std::move(parts), rule);
}
Tuner::~Tuner() = default;
Tuner::Tuner(Tuner&&) noexcept = default;
Tuner& Tuner::operator=(Tuner&&) noexcept = default;

std::vector<Trial> Tuner::ask(int count) {
  std::vector<Trial> trials;
  for (storage::Claim& claim : parts_->driver->asker().ask(count)) trials.push_back(std::move(claim.trial));
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
  const storage::Outcome outcome{.lease = parts_->driver->leases().of(number), .values = std::move(values)};
  parts_->driver->recorder().tell(std::span(&outcome, 1));
}

void Tuner::tell(std::span<const Measured> results) {
  std::vector<storage::Outcome> outcomes;
  for (const Measured& result : results) {
    outcomes.push_back({.lease = parts_->driver->leases().of(result.number), .values = {result.value}});
  }
  parts_->driver->recorder().tell(outcomes);
}

void Tuner::tell(std::int64_t number, TrialState state, const std::string& error) {
  if (!is_evidence(state) || state == TrialState::Complete) {
    throw Error(ErrorCode::InvalidArgument,
                text("a trial cannot be told to be ", to_text(state), " without a value"),
                "give a value, or one of failed, pruned, timed_out, infeasible");
  }
  const storage::Outcome outcome{
      .lease = parts_->driver->leases().of(number), .state = state, .error = error};
  parts_->driver->recorder().tell(std::span(&outcome, 1));
}

bool Tuner::report(std::int64_t number, std::int64_t step, double value) {
  return parts_->driver->recorder().report(number, {step, value});
}
bool Tuner::report(std::int64_t number, std::int64_t step, std::span<const double> values) {
  if (values.empty())
    throw Error(ErrorCode::InvalidArgument, "the report has no value", "give one for each objective");
  return parts_->driver->recorder().report(number, Report::of(step, values));
}

void Tuner::enqueue(const std::vector<std::pair<std::string, Value>>& values) {
  const Study& study = parts_->driver->study();
  const Proposal proposal{admit_wish(study.space, values, mix_seed(study.seed, 0))};
  parts_->driver->recorder().enqueue({&proposal, 1});
}

const Trial* Tuner::best() const { return parts_->driver->view().best(); }
const std::vector<Trial>& Tuner::trials() const { return parts_->driver->view().trials(); }

}  // namespace hone
