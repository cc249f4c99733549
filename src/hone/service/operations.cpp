// SPDX-License-Identifier: MIT
#include "hone/service/operations.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/heap.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/runner/worker_id.hpp"
#include "hone/service/ask_desk.hpp"
#include "hone/service/tell_desk.hpp"
#include "hone/service/trial_memory.hpp"

namespace hone::service {
namespace {

std::shared_ptr<runner::Driver> make_driver(storage::Storage& storage, runner::StoredStudy stored,
                                            catalog::StudyParts parts, std::optional<std::int64_t> lease) {
  return std::make_shared<runner::Driver>(storage, std::move(stored), std::move(parts.sampler),
                                          storage::Worker{runner::worker_id(), lease},
                                          std::move(parts.pruner));
}

// Bytes that the trials of open studies may take in all before those studies are closed that nobody asked
// about for a while.
constexpr double kLeastIdle = 15.0;  // seconds
constexpr std::int64_t kMostKept = 240'000'000;

std::optional<std::string> mark_in(const StudyList::Marks& marks, storage::StudyId id) {
  const auto found =
      std::lower_bound(marks.begin(), marks.end(), id,
                       [](const storage::StudyMark& one, auto wanted) { return one.id < wanted; });
  return found != marks.end() && found->id == id ? std::optional(found->mark) : std::nullopt;
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
  for (std::string remark :
       {catalog::ignored_sources_remark(driver.study()), catalog::ignored_preferences_remark(driver.study())})
    if (!remark.empty()) opened.warnings.push_back(std::move(remark));
  return opened;
}

}  // namespace

Operations::Operations(Store store)
    : store_(std::move(store)),
      notes_([this]() -> storage::Storage& { return storage(true); }),
      trial_key_([this]() -> storage::Storage& { return storage(true); }, store_.tell),
      list_([this]() -> storage::Storage& { return storage(false); }) {}

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

void Operations::news(const std::string& study) {
  AskDesk* asks = nullptr;
  {
    const std::lock_guard guard(mutex_);
    asks = asks_.get();
  }
  if (asks != nullptr) asks->news(study);  // without a desk nobody waits
}

void Operations::close(double seconds) {
  AskDesk* asks = nullptr;
  TellDesk* tells = nullptr;
  {
    const std::lock_guard guard(mutex_);
    asks = asks_.get();
    tells = tells_.get();
  }
  if (asks != nullptr) asks->close();
  if (tells != nullptr) tells->close(seconds);
}

// --- opening

storage::Storage& Operations::storage(bool must_exist) {
  const std::lock_guard guard(mutex_);
  if (!storage_) storage_ = store_.open(must_exist);
  return *storage_;
}

Opened Operations::create(const Study& study, Store::Existing existing, catalog::Checked checked) {
  // A wrong name must not even make a store.
  if (checked == catalog::Checked::No) catalog::check_parts(study);
  const std::lock_guard guard(opening_);
  storage::Storage& store = storage(false);
  catalog::StudyParts parts = catalog::make_parts(store, study, {}, catalog::Checked::Yes);
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
                "check its name; `hone studies` lists those there are");
  }
  catalog::StudyParts parts;
  if (!store_.only_records) parts = catalog::make_parts(store, stored->study);
  if (remarks != nullptr) *remarks = remarks_on(parts.sources);
  DriverPointer opened = make_driver(store, std::move(*stored), std::move(parts), store_.lease);
  keep(opened);
  return opened;
}

// Expects that opening_ is held.
void Operations::keep(const DriverPointer& driver) {
  if (store_.lease) beat(*driver);  // what a client left behind that died is for this one
  const std::lock_guard guard(mutex_);
  OpenStudy& place = drivers_[driver->study().name];
  if (place.driver && place.driver->id() == driver->id())
    driver->leases().succeed(place.driver->leases());  // what it handed out is still ours
  place = {driver, std::chrono::steady_clock::now(), {}};
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
    for (const auto& [name, open] : drivers_) all.push_back(open.driver);
  }
  std::shared_ptr<const StudyList::Marks> marks;
  try {
    if (!all.empty() && storage(true).mark()) marks = list_.studies();
  } catch (const std::exception&) {
    marks = nullptr;  // the looks below meet the failure, if it lasts
  }
  std::vector<DriverPointer> quiet;
  for (const DriverPointer& driver : all) {
    try {
      std::optional<std::string> mark;
      if (marks) mark = mark_in(*marks, driver->id());
      if (look_after(driver, mark)) quiet.push_back(driver);
    } catch (const std::exception&) {
      continue;  // the next request meets the same failure, and its answer says so
    }
  }
  close_idle(all, quiet);
  return runner::after(now, static_cast<double>(std::min(runner::kHeartbeat, *store_.lease / 4)) / 1000.0);
}

// True when there was nothing to do: of a study that nobody changed since, none of whose trials runs.
bool Operations::look_after(const DriverPointer& driver, const std::optional<std::string>& mark) {
  const std::string name = driver->study().name;
  const bool idle = driver->leases().held().empty() && driver->view().standing().running == 0;
  {
    const std::lock_guard guard(mutex_);
    const auto found = drivers_.find(name);
    if (found == drivers_.end() || found->second.driver != driver) return false;
    if (idle && mark && found->second.mark == mark) return true;
  }
  beat(*driver);
  reopen_if_changed(*driver);
  if (store_.only_records) return false;  // such a driver need not know the trials
  driver->view().refresh();               // those that others started are to be seen, too
  const std::lock_guard guard(mutex_);
  const auto found = drivers_.find(name);
  if (found != drivers_.end() && found->second.driver == driver) found->second.mark = mark;
  return false;
}

std::size_t Operations::open_studies() {
  const std::lock_guard guard(mutex_);
  return drivers_.size();
}

// Whoever wants one of them again opens it again. A call that got hold of it goes on with it.
void Operations::close_idle(const std::vector<DriverPointer>& all, const std::vector<DriverPointer>& quiet) {
  const auto now = std::chrono::steady_clock::now();
  std::int64_t kept = 0;                                                        // bytes
  std::vector<std::tuple<runner::Moment, std::int64_t, DriverPointer>> by_use;  // with their bytes
  // Those that are in use are not kept waiting by a look at each of their trials.
  for (const DriverPointer& driver : all) kept += driver->view().size() * kMemoryOfATrial;
  for (const DriverPointer& driver : quiet) {
    std::int64_t bytes = 0;
    driver->view().inspect([&](const std::vector<Trial>& trials) { bytes = memory_of(trials); });
    kept += bytes - driver->view().size() * kMemoryOfATrial;
    by_use.emplace_back(now, bytes, driver);
  }
  std::vector<DriverPointer> closed;  // end without the lock
  {
    const std::lock_guard guard(mutex_);
    for (auto& [used, bytes, driver] : by_use) {
      const auto found = drivers_.find(driver->study().name);
      if (found != drivers_.end() && found->second.driver == driver) used = found->second.used;
    }
    std::sort(by_use.begin(), by_use.end());
    for (const auto& [used, bytes, driver] : by_use) {
      const double idle = runner::seconds_between(used, now);
      if (idle < store_.idle && (kept < kMostKept || idle < kLeastIdle)) break;
      const auto found = drivers_.find(driver->study().name);
      if (found == drivers_.end() || found->second.driver != driver) continue;  // it was replaced
      kept -= bytes;
      drivers_.erase(found);
      closed.push_back(driver);
    }
  }
  if (closed.empty()) return;
  by_use.clear();
  closed.clear();
  trim_heap();
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
    open = found->second.driver;
    found->second.used = std::chrono::steady_clock::now();
  }
  const auto there = storage(true).find_study(study);
  if (there == open->id()) {
    // With another space it is opened anew, and takes over what was handed out.
    return storage(true).space_version(open->id()) == open->space_version() ? open : nullptr;
  }
  const std::lock_guard guard(mutex_);
  const auto found = drivers_.find(study);
  const bool first = found != drivers_.end() && found->second.driver == open;  // to see it
  if (first) drivers_.erase(found);
  // Numbers of the former study would be taken for those of the other.
  if (first && there && !open->leases().held().empty()) {
    throw Error(ErrorCode::Conflict,
                text("the study '", study, "' was replaced by another while trials of it were handed out"),
                "drop those trials and ask anew: from now on requests are about the other");
  }
  return nullptr;
}

// As the store has it: another process may have given the study another sampler, budget or prior, which
// changes no version, so that an open driver learns of it with the next beat of the heart only.
std::shared_ptr<const Study> Operations::definition(const std::string& study) {
  const DriverPointer open = opened_driver(study);
  if (!open) return std::make_shared<const Study>(stored(study).version.study);
  Study now = storage(true).current(open->id()).study;
  if (now == open->study()) return {open, &open->study()};
  return std::make_shared<const Study>(std::move(now));
}

}  // namespace hone::service
