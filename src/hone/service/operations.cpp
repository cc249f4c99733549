// SPDX-License-Identifier: MIT
#include "hone/service/operations.hpp"

#include <algorithm>
#include <utility>

#include "hone/analysis/importance.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/runner/worker_id.hpp"
#include "hone/service/ask_desk.hpp"
#include "hone/service/tell_desk.hpp"
#include "hone/storage/study_notes.hpp"

namespace hone::service {
namespace {

// A trial whose worker died is run again until it had so many attempts, as in runner::LoopOptions.
constexpr int kMostAttempts = 10;

std::shared_ptr<runner::Driver> make_driver(storage::Storage& storage, runner::StoredStudy stored,
                                            catalog::StudyParts parts, std::optional<std::int64_t> lease) {
  return std::make_shared<runner::Driver>(storage, std::move(stored), std::move(parts.sampler),
                                          storage::Worker{runner::worker_id(), lease},
                                          std::move(parts.pruner));
}

// More reasons than these help nobody.
constexpr std::size_t kMostReasons = 20;

std::vector<std::string> remarks_on(const catalog::SourceTally& sources) {
  std::vector<std::string> remarks = sources.remarks;
  for (std::size_t i = 0; i < std::min(sources.refused.size(), kMostReasons); ++i)
    remarks.push_back(
        text("the source '", sources.refused[i].name, "' is not used: ", sources.refused[i].reason));
  if (sources.refused.size() > kMostReasons)
    remarks.push_back(text(sources.refused.size() - kMostReasons, " more sources are not used"));
  return remarks;
}

/// `remarks` are those about the study's sources.
Opened opened_of(const runner::Driver& driver, std::vector<std::string> remarks) {
  Opened opened{driver.study().name, driver.view().standing().trials, driver.created(), std::move(remarks)};
  const std::string remark = catalog::ignored_sources_remark(driver.study());
  if (!remark.empty()) opened.warnings.push_back(remark);
  return opened;
}

Asked asked_of(runner::Driver& driver, int count, bool forever) {
  runner::Asking asking = driver.asker().ask_to_end(count, runner::kNoLimit, forever);
  const runner::Outlook outlook = driver.asker().outlook(asking);
  return {.claims = std::move(asking.claims), .done = outlook.done, .running = outlook.running};
}

/// The study with those of the parameters that it lacks; nothing when it has them all.
std::optional<Study> with_parameters(const Study& study, std::span<const Parameter> added) {
  std::vector<Parameter> parameters = study.space.parameters();
  Study larger = study;
  for (const Parameter& parameter : added) {
    if (study.space.index_of(parameter.name)) continue;
    if (!parameter.usual) {
      throw Error(ErrorCode::InvalidSpace, text("the new parameter '", parameter.name, "' has no default"),
                  "say what the trials so far count as");
    }
    larger.removed.erase(parameter.name);
    parameters.push_back(parameter);
  }
  if (parameters.size() == study.space.size()) return std::nullopt;
  if (!study.space.candidates().empty()) {
    throw Error(ErrorCode::InvalidSpace,
                text("'", parameters.back().name, "' is not a column of the study's candidates"),
                "candidates are all that may be proposed: add the column to them");
  }
  std::vector<std::string> constraints;
  for (const Constraint& constraint : study.space.constraints()) constraints.push_back(constraint.text());
  larger.space = Space(std::move(parameters), constraints);
  larger.enqueue.clear();  // they have become trials long since, and lack the new parameters
  return larger;
}

}  // namespace

Operations::Operations(Store store)
    : store_(std::move(store)), notes_([this]() -> storage::Storage& { return storage(true); }) {}

Operations::~Operations() { end_desks(); }  // while there are still studies to record into

void Operations::end_desks() {
  tells_.reset();
  asks_.reset();
}

AskDesk& Operations::asks() {
  const std::lock_guard guard(mutex_);
  if (!asks_) asks_ = std::make_unique<AskDesk>(*this, AskDesk::Options{.thinkers = store_.thinkers});
  return *asks_;
}

TellDesk& Operations::tells() {
  const std::lock_guard guard(mutex_);
  if (!tells_) tells_ = std::make_unique<TellDesk>(*this);
  return *tells_;
}

void Operations::close() {
  AskDesk* asks = nullptr;
  TellDesk* tells = nullptr;
  {
    const std::lock_guard guard(mutex_);
    asks = asks_.get();
    tells = tells_.get();
  }
  if (asks != nullptr) asks->close();
  if (tells != nullptr) tells->close();
}

// --- opening

storage::Storage& Operations::storage(bool must_exist) {
  const std::lock_guard guard(mutex_);
  if (!storage_) storage_ = store_.open(must_exist);
  return *storage_;
}

Opened Operations::create(const Study& study, Store::Existing existing) {
  catalog::check_parts(study);  // a wrong name must not even make a store
  const std::lock_guard guard(opening_);
  storage::Storage& store = storage(false);
  catalog::StudyParts parts = catalog::make_parts(store, study);
  if (existing == Store::Existing::Replace) {
    if (const auto old = store.find_study(study.name)) store.delete_study(*old);
  }
  std::vector<std::string> remarks = remarks_on(parts.sources);
  runner::StoredStudy stored = existing == Store::Existing::Refuse
                                   ? runner::StoredStudy{store.create_study(study), study, true}
                                   : runner::open_or_create(store, study);
  const DriverPointer made = make_driver(store, std::move(stored), std::move(parts), store_.lease);
  keep(made);
  begin_to_beat();
  return opened_of(*made, std::move(remarks));
}

Opened Operations::open(const std::string& name) {
  const std::lock_guard guard(opening_);
  std::vector<std::string> remarks;
  const DriverPointer opened = open_driver(name, &remarks);
  begin_to_beat();
  return opened_of(*opened, std::move(remarks));
}

// Expects that opening_ is held.
Operations::DriverPointer Operations::open_driver(const std::string& name,
                                                  std::vector<std::string>* remarks) {
  storage::Storage& store = storage(true);
  auto stored = runner::find_study(store, name);
  if (!stored) {
    throw Error(ErrorCode::NotFound, text("there is no study '", name, "' in the store"),
                "give its \"parameters\" to make it");
  }
  catalog::StudyParts parts = catalog::make_parts(store, stored->study);
  if (remarks != nullptr) *remarks = remarks_on(parts.sources);
  DriverPointer opened = make_driver(store, std::move(*stored), std::move(parts), store_.lease);
  keep(opened);
  return opened;
}

// Expects that opening_ is held.
void Operations::keep(const DriverPointer& driver) {
  if (store_.lease) beat(*driver);  // what a client left behind that died is for this one
  const std::lock_guard guard(mutex_);
  DriverPointer& place = drivers_[driver->study().name];
  if (place && place->id() == driver->id())
    driver->leases().succeed(place->leases());  // what it handed out is still ours
  place = driver;
}

// Expects that opening_ is held. Never in the heart's own thread, which may still open a study when all this
// is being destroyed: there is no heart then any more, and it would make itself another one.
void Operations::begin_to_beat() {
  if (store_.lease && !heart_) heart_.emplace([this](runner::Moment now) { return keep_alive(now); });
}

// In a thread of its own, as a client may be silent for as long as its trials take.
runner::Moment Operations::keep_alive(runner::Moment now) {
  std::vector<DriverPointer> all;
  {
    const std::lock_guard guard(mutex_);
    for (const auto& [name, driver] : drivers_) all.push_back(driver);
  }
  for (const DriverPointer& driver : all) {
    try {
      beat(*driver);
      reopen_if_changed(*driver);
    } catch (const std::exception&) {
      continue;  // the next request meets the same failure, and its answer says so
    }
  }
  return runner::after(now, static_cast<double>(std::min(runner::kHeartbeat, *store_.lease / 4)) / 1000.0);
}

void Operations::beat(runner::Driver& driver) {
  driver.leases().keep_alive();
  const Budget& budget = driver.study().plan.budget;
  driver.leases().reclaim(budget.lost, kMostAttempts + budget.retries);
}

// Another process may have given the study another budget or sampler, which changes no version.
void Operations::reopen_if_changed(runner::Driver& driver) {
  const std::string name = driver.study().name;
  storage::Storage& store = storage(true);
  if (store.find_study(name) != driver.id() || store.current(driver.id()).study == driver.study()) return;
  const std::lock_guard guard(opening_);
  open_driver(name);
}

Operations::DriverPointer Operations::driver(const std::string& study) {
  if (DriverPointer open = opened_driver(study)) return open;
  const std::lock_guard guard(opening_);
  if (DriverPointer open = opened_driver(study)) return open;  // by another thread, while we waited
  DriverPointer opened = open_driver(study);
  begin_to_beat();
  return opened;
}

// Nothing also when the study was deleted since, or replaced by another of its name; the latter is said once
// to who has trials of it.
Operations::DriverPointer Operations::opened_driver(const std::string& study) {
  DriverPointer open;
  {
    const std::lock_guard guard(mutex_);
    const auto found = drivers_.find(study);
    if (found == drivers_.end()) return nullptr;
    open = found->second;
  }
  const auto there = storage(true).find_study(study);
  if (there == open->id()) {
    // With another space it is opened anew, and takes over what was handed out.
    return storage(true).space_version(open->id()) == open->space_version() ? open : nullptr;
  }
  const std::lock_guard guard(mutex_);
  const auto found = drivers_.find(study);
  const bool first = found != drivers_.end() && found->second == open;  // to see it
  if (first) drivers_.erase(found);
  // Numbers of the former study would be taken for those of the other.
  if (first && there && !open->leases().held().empty()) {
    throw Error(ErrorCode::Conflict,
                text("the study '", study, "' was replaced by another while trials of it were handed out"),
                "drop those trials and ask anew: from now on requests are about the other");
  }
  return nullptr;
}

std::shared_ptr<const Study> Operations::definition(const std::string& study) {
  const DriverPointer open = driver(study);
  return {open, &open->study()};
}

void Operations::drop(const std::string& study) {
  const std::lock_guard guard(opening_);
  storage::Storage& store = storage(true);
  const auto id = store.find_study(study);
  if (!id)
    throw Error(ErrorCode::NotFound, text("there is no study '", study, "' in the store"), "list them");
  store.delete_study(*id);
  notes_.drop(study);
  const std::lock_guard map(mutex_);
  drivers_.erase(study);
}

storage::StudyId Operations::id_of(const std::string& study) {
  if (const auto id = storage(true).find_study(study)) return *id;
  throw Error(ErrorCode::NotFound, text("there is no study '", study, "' in the store"),
              "check its name, or make it");
}

Operations::Stored Operations::stored(const std::string& study) {
  const storage::StudyId id = id_of(study);
  return {id, storage(true).current(id)};
}

std::vector<storage::StudySummary> Operations::studies() { return storage(false).studies(); }

bool Operations::has(const std::string& study) { return storage(true).find_study(study).has_value(); }

std::optional<Trial> Operations::trial(const std::string& study, std::int64_t number) {
  return storage(true).trial(driver(study)->id(), number);
}

std::vector<Trial> Operations::trials_under(const std::string& study, const Study& given) {
  return storage(true).trials_under(id_of(study), given);
}

std::int64_t Operations::replace(const std::string& study, const Study& given,
                                 std::optional<std::int64_t> seen) {
  const storage::StudyId id = id_of(study);
  const std::int64_t version = storage(true).redefine_study(id, given, seen);
  open(study);
  return version;
}

std::vector<storage::StudyVersion> Operations::versions(const std::string& study) {
  return storage(true).versions(id_of(study));
}

StudyNotes Operations::notes(const std::string& study) {
  id_of(study);
  return notes_.of(study);
}

// A service looks itself.
bool Operations::is_stopped(const std::string& study) {
  return !storage(true).proposes() && notes_.of(study).stopped;
}

storage::Annotations Operations::annotations(const std::string& study) {
  return storage(true).annotations(id_of(study));
}

void Operations::annotate(const std::string& study, const storage::Annotation& added) {
  storage(true).annotate(id_of(study), added);
  notes_.drop(study);  // what was read before is old
}

void Operations::set_notes(const std::string& study, const StudyNotes& notes) {
  id_of(study);
  notes_.put(study, notes);
}

Operations::Redefined Operations::set_space(const std::string& study, const Study& given, bool dry_run) {
  catalog::check_parts(given);
  const DriverPointer open = driver(study);
  storage::Storage& store = storage(true);
  Redefined result{.change = runner::planned_change(store, open->id(), given)};
  result.version = result.change.version;
  if (dry_run || result.change.changes.empty()) return result;
  result.version = runner::carry_out(store, open->id(), result.change);
  result.adopted = true;
  const std::lock_guard guard(opening_);
  open_driver(study);
  return result;
}

std::shared_ptr<const Study> Operations::add_parameters(const std::string& study,
                                                        std::span<const Parameter> added) {
  for (;;) {
    const DriverPointer open = driver(study);
    storage::Storage& store = storage(true);
    const storage::StudyVersion present = store.current(open->id());
    const std::optional<Study> larger = with_parameters(present.study, added);
    if (!larger) return definition(study);
    catalog::check_parts(*larger);
    try {
      store.redefine_study(open->id(), *larger, present.version);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::Conflict) throw;  // somebody else changed it: look again
    }
  }
}

// --- working

Asked Operations::ask(const std::string& study, int count, bool forever) {
  for (;;) {
    const DriverPointer open = driver(study);
    if (is_stopped(study)) return {.claims = {}, .running = open->view().standing().running, .stopped = true};
    try {
      return asked_of(*open, count, forever);
    } catch (const Error& error) {
      // The space was changed while the sampler thought: the next look opens the study with the new one.
      if (error.code() != ErrorCode::Conflict || !open->view().redefined()) throw;
    }
  }
}

void Operations::tell(const std::string& study, std::vector<codec::ToldResult> results) {
  const DriverPointer open = driver(study);
  std::vector<storage::Outcome> outcomes;
  for (std::size_t i = 0; i < results.size(); ++i) {
    codec::ToldResult& told = results[i];
    try {
      outcomes.push_back({.lease = open->leases().of(told.number),
                          .state = told.state,
                          .values = std::move(told.values),
                          .attributes = std::move(told.attributes),
                          .error = std::move(told.error),
                          .reports = std::move(told.reports)});
    } catch (const Error& error) {
      throw error.within(text("results[", i, "]"));
    }
  }
  open->recorder().tell(outcomes);
}

bool Operations::report(const std::string& study, std::int64_t number, const Report& report) {
  return driver(study)->recorder().report(number, report.step, report.value);
}

std::vector<std::int64_t> Operations::heartbeat(const std::string& study,
                                                std::span<const std::int64_t> numbers) {
  const DriverPointer open = driver(study);
  std::vector<std::int64_t> lost;
  for (const std::int64_t number : numbers) {
    try {
      open->leases().heartbeat(number);
    } catch (const Error& error) {
      const bool elsewhere =
          error.code() == ErrorCode::LeaseLost || error.code() == ErrorCode::InvalidArgument;
      if (!elsewhere) throw;
      lost.push_back(number);
    }
  }
  return lost;
}

std::vector<std::int64_t> Operations::enqueue(const std::string& study,
                                              std::span<const Configuration> points) {
  std::vector<Proposal> proposals;
  for (const Configuration& point : points) proposals.push_back({point, {}});
  std::vector<std::int64_t> numbers;
  if (proposals.empty()) return numbers;
  const std::int64_t first = driver(study)->recorder().enqueue(proposals);
  for (std::size_t i = 0; i < proposals.size(); ++i) numbers.push_back(first + static_cast<std::int64_t>(i));
  return numbers;
}

storage::Enqueued Operations::enqueue(const std::string& study, std::span<const Proposal> proposals,
                                      const std::string& key) {
  const DriverPointer open = driver(study);
  if (proposals.empty() && key.empty()) return {};
  return storage(true).enqueue(open->id(), proposals, key);
}

std::int64_t Operations::insert(const std::string& study, std::span<const Trial> finished) {
  return storage(true).insert(driver(study)->id(), finished);
}

void Operations::cancel(const std::string& study, std::span<const std::int64_t> numbers, bool requeue) {
  const DriverPointer open = driver(study);
  for (const std::int64_t number : numbers)
    open->leases().of(number);  // throws before the first is cancelled
  for (const std::int64_t number : numbers) {
    if (requeue) {
      open->recorder().requeue(number, "cancelled", storage::Attempt::Kept);
    } else {
      open->recorder().cancel(number);
    }
  }
}

void Operations::cancel_for_all(const std::string& study, std::span<const std::int64_t> numbers,
                                bool requeue) {
  const DriverPointer open = driver(study);
  const std::vector<storage::Holder> holders = open->leases().holders();
  std::vector<storage::Outcome> outcomes;
  for (const std::int64_t number : numbers) {
    const auto found = std::find_if(holders.begin(), holders.end(),
                                    [&](const auto& holder) { return holder.lease.number == number; });
    const storage::Lease lease = found != holders.end() ? found->lease : open->leases().of(number);
    outcomes.push_back({.lease = lease, .state = TrialState::Failed, .error = "cancelled"});
  }
  if (!requeue) return open->recorder().tell(outcomes);
  for (const storage::Outcome& one : outcomes)
    open->recorder().requeue(one.lease, "cancelled", storage::Attempt::Kept);
}

// --- correcting

std::vector<std::int64_t> Operations::retry(const std::string& study, std::span<const std::int64_t> numbers) {
  driver(study)->corrector().retry(numbers);
  return {numbers.begin(), numbers.end()};
}

std::vector<std::int64_t> Operations::retry(const std::string& study, std::span<const TrialState> states) {
  return driver(study)->corrector().retry(states);
}

void Operations::remove(const std::string& study, std::span<const std::int64_t> numbers) {
  driver(study)->corrector().remove(numbers);
}

void Operations::amend(const std::string& study, std::int64_t number, std::vector<double> values) {
  driver(study)->corrector().amend(number, std::move(values));
}

void Operations::note(const std::string& study, std::int64_t number, std::string note, TagChanges tags) {
  driver(study)->corrector().note(number, std::move(note), std::move(tags));
}

// --- looking

std::optional<Trial> Operations::best(const std::string& study) {
  const DriverPointer open = driver(study);
  open->view().refresh();
  return open->view().standing().best;
}

std::vector<Trial> Operations::front(const std::string& study) {
  const DriverPointer open = driver(study);
  open->view().refresh();
  std::vector<Trial> front;
  open->view().inspect([&](const std::vector<Trial>& trials) {
    for (const Trial* trial : pareto_trials(trials, open->study().objectives)) front.push_back(*trial);
  });
  return front;
}

storage::Changes Operations::trials(const std::string& study, storage::Revision since) {
  const DriverPointer open = driver(study);
  open->view().refresh();  // afterwards it knows at least what any earlier answer knew
  if (since > open->view().revision()) {
    throw Error(ErrorCode::InvalidArgument,
                text("since is ", since, ", and the study is at revision ", open->view().revision()),
                "give a \"revision\" that was answered, or 0 for all trials");
  }
  return storage(true).changes(open->id(), since);
}

Importances Operations::importance(const std::string& study, const ImportanceOptions& options) {
  Importances found;
  look(study, [&](const Study& definition, const std::vector<Trial>& trials) {
    found = analysis::measure_importance(definition, trials, options);
  });
  return found;
}

SourceSurvey Operations::survey(const std::string& study) {
  std::optional<transfer::WeightsAt> newest;
  std::optional<Study> definition;
  look(study, [&](const Study& known, const std::vector<Trial>& trials) {
    newest = newest_weights(trials);
    definition = known;
  });
  return survey_sources(storage(true), *definition, std::move(newest));
}

std::string Operations::remembered(const std::string& study, const std::string& question,
                                   const std::function<std::string()>& make) {
  const DriverPointer open = driver(study);
  open->view().refresh();
  const std::string key = text(open->id(), "\n", open->view().revision(), "\n", question);
  if (auto answer = remembered_.find(key)) return std::move(*answer);
  std::string answer = make();
  remembered_.put(key, answer);
  return answer;
}

void Operations::inspect(const std::string& study, const Visit& visit) {
  const DriverPointer open = driver(study);
  open->view().refresh();
  const storage::Revision revision = open->view().revision();  // what comes meanwhile is told again since
  open->view().inspect([&](const std::vector<Trial>& trials) { visit(open->study(), trials, revision); });
}

void Operations::look_at(const std::string& study, const Visit& visit) {
  std::vector<Trial> copy;  // so that nobody waits for the driver while they are made into a text
  std::shared_ptr<const Study> definition;
  storage::Revision at = 0;
  inspect(study, [&](const Study& known, const std::vector<Trial>& trials, storage::Revision revision) {
    definition = std::make_shared<const Study>(known);
    copy = trials;
    at = revision;
  });
  visit(*definition, copy, at);
}

void Operations::look(const std::string& study,
                      const std::function<void(const Study&, const std::vector<Trial>&)>& visit) {
  look_at(study, [&](const Study& definition, const std::vector<Trial>& trials, storage::Revision) {
    visit(definition, trials);
  });
}

}  // namespace hone::service
