// SPDX-License-Identifier: MIT
#include "hone/service/operations.hpp"

#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/catalog/study_parts.hpp"
#include "hone/runner/worker_id.hpp"

namespace hone::service {
namespace {

std::shared_ptr<runner::Driver> make_driver(storage::Storage& storage, runner::StoredStudy stored,
                                            catalog::StudyParts parts) {
  // Without a lease: whoever asked may take days, and tells by the number.
  return std::make_shared<runner::Driver>(storage, std::move(stored), std::move(parts.sampler),
                                          storage::Worker{runner::worker_id(), std::nullopt},
                                          std::move(parts.pruner));
}

Opened opened_of(const runner::Driver& driver) {
  Opened opened{driver.study().name, driver.standing().trials, driver.created()};
  const std::string remark = catalog::ignored_sources_remark(driver.study());
  if (!remark.empty()) opened.warnings.push_back(remark);
  return opened;
}

}  // namespace

// --- opening

storage::Storage& Operations::storage(bool must_exist) {
  const std::lock_guard guard(mutex_);
  if (!storage_) storage_ = store_.open(must_exist);
  return *storage_;
}

Opened Operations::create(const Study& study) {
  catalog::check_parts(study);  // a wrong name must not even make a store
  const std::lock_guard guard(opening_);
  storage::Storage& store = storage(false);
  catalog::StudyParts parts = catalog::make_parts(store, study);
  if (store_.existing == Store::Existing::Replace) {
    if (const auto old = store.find_study(study.name)) store.delete_study(*old);
  }
  const DriverPointer made = make_driver(store, runner::open_or_create(store, study), std::move(parts));
  keep(made);
  return opened_of(*made);
}

Opened Operations::open(const std::string& name) {
  const std::lock_guard guard(opening_);
  return opened_of(*open_driver(name));
}

// Expects that opening_ is held.
Operations::DriverPointer Operations::open_driver(const std::string& name) {
  storage::Storage& store = storage(true);
  auto stored = runner::find_study(store, name);
  if (!stored) {
    throw Error(ErrorCode::NotFound, text("there is no study '", name, "' in the store"),
                "give its \"parameters\" to make it");
  }
  catalog::StudyParts parts = catalog::make_parts(store, stored->study);
  DriverPointer opened = make_driver(store, std::move(*stored), std::move(parts));
  keep(opened);
  return opened;
}

void Operations::keep(const DriverPointer& driver) {
  const std::lock_guard guard(mutex_);
  drivers_[driver->study().name] = driver;
}

Operations::DriverPointer Operations::driver(const std::string& study) {
  if (DriverPointer open = opened_driver(study)) return open;
  const std::lock_guard guard(opening_);
  if (DriverPointer open = opened_driver(study)) return open;  // by another thread, while we waited
  return open_driver(study);
}

Operations::DriverPointer Operations::opened_driver(const std::string& study) {
  const std::lock_guard guard(mutex_);
  const auto found = drivers_.find(study);
  return found == drivers_.end() ? nullptr : found->second;
}

std::shared_ptr<const Study> Operations::definition(const std::string& study) {
  const DriverPointer open = driver(study);
  return {open, &open->study()};
}

// --- working

Asked Operations::ask(const std::string& study, int count) {
  runner::Asking asking = driver(study)->ask_to_end(count);
  const bool done = !asking.failed && static_cast<int>(asking.claims.size()) < count;
  return {std::move(asking.claims), done};
}

void Operations::tell(const std::string& study, std::vector<codec::ToldResult> results) {
  const DriverPointer open = driver(study);
  std::vector<storage::Outcome> outcomes;
  for (std::size_t i = 0; i < results.size(); ++i) {
    codec::ToldResult& told = results[i];
    try {
      outcomes.push_back({open->lease_of(told.number), told.state, std::move(told.values),
                          std::move(told.attributes), std::move(told.error)});
    } catch (const Error& error) {
      throw error.within(text("results[", i, "]"));
    }
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (const Report& report : results[i].reports) open->report(outcomes[i].lease, report);
  }
  open->tell(outcomes);
}

bool Operations::report(const std::string& study, std::int64_t number, const Report& report) {
  return driver(study)->report(number, report.step, report.value);
}

std::vector<std::int64_t> Operations::heartbeat(const std::string& study,
                                                std::span<const std::int64_t> numbers) {
  const DriverPointer open = driver(study);
  std::vector<std::int64_t> lost;
  for (const std::int64_t number : numbers) {
    try {
      open->heartbeat(number);
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
  const std::int64_t first = driver(study)->enqueue(proposals);
  for (std::size_t i = 0; i < proposals.size(); ++i) numbers.push_back(first + static_cast<std::int64_t>(i));
  return numbers;
}

void Operations::cancel(const std::string& study, std::span<const std::int64_t> numbers, bool requeue) {
  const DriverPointer open = driver(study);
  for (const std::int64_t number : numbers) open->lease_of(number);  // throws before the first is cancelled
  for (const std::int64_t number : numbers) {
    if (requeue) {
      open->requeue(number, "cancelled");
    } else {
      open->cancel(number);
    }
  }
}

// --- looking

std::optional<Trial> Operations::best(const std::string& study) {
  const DriverPointer open = driver(study);
  open->refresh();
  return open->standing().best;
}

std::vector<Trial> Operations::front(const std::string& study) {
  std::vector<Trial> front;
  look(study, [&](const Study& definition, const std::vector<Trial>& trials) {
    for (const Trial* trial : pareto_trials(trials, definition.objectives)) front.push_back(*trial);
  });
  return front;
}

storage::Changes Operations::trials(const std::string& study, storage::Revision since) {
  const storage::StudyId id = driver(study)->id();
  return storage(true).changes(id, since);
}

void Operations::look(const std::string& study,
                      const std::function<void(const Study&, const std::vector<Trial>&)>& visit) {
  const DriverPointer open = driver(study);
  open->refresh();
  open->inspect([&](const std::vector<Trial>& trials) { visit(open->study(), trials); });
}

}  // namespace hone::service
