// SPDX-License-Identifier: MIT
// Handing out trials, taking what is told of them, and putting them right.
#include <algorithm>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"
#include "hone/service/operations.hpp"

namespace hone::service {
namespace {

Asked asked_of(runner::Driver& driver, int count, bool forever) {
  // Who is near keeps his own budget, but does not know what the sampler expects.
  const bool judged = driver.study().plan.stop.gain.has_value();
  if (judged) driver.view().refresh();  // what ended, and what waits, others may have told
  const std::int64_t limit = judged ? driver.view().limit_with_queue(Budget{}) : runner::kNoLimit;
  runner::Asking asking = driver.asker().ask_to_end(count, limit, forever);
  if (asking.stopped && asking.claims.empty())
    return {.claims = {}, .running = driver.view().standing().running, .stopped = true};
  const runner::Outlook outlook = driver.asker().outlook(asking);
  return {.claims = std::move(asking.claims), .done = outlook.done, .running = outlook.running};
}

}  // namespace

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

void Operations::tell(const std::string& study, std::vector<codec::ToldResult> results,
                      const std::string& place) {
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
      throw place.empty() ? error : error.within(text(place, "[", i, "]"));
    }
  }
  open->recorder().tell(outcomes);
}

bool Operations::report(const std::string& study, std::int64_t number, const Report& report) {
  return driver(study)->recorder().report(number, report);
}

bool Operations::report(const std::string& study, const storage::Lease& lease, const Report& report) {
  const DriverPointer open = driver(study);
  open->view().refresh();  // the pruner compares with what the others reported
  return open->recorder().report(lease, report);
}

storage::Lease Operations::lease(const std::string& study, std::int64_t number) {
  return driver(study)->leases().of(number);
}

std::optional<storage::Lease> Operations::held_lease(const std::string& study, std::int64_t number) {
  const DriverPointer open = opened_driver(study);
  return open ? open->leases().held().find(number) : std::nullopt;
}

TrialState Operations::lose(const std::string& study, std::int64_t number, const std::string& reason) {
  const DriverPointer open = driver(study);
  const storage::Lease lease = open->leases().of(number);
  const std::optional<Trial> lost = storage(true).trial(open->id(), number);
  const Budget& budget = open->study().plan.budget;
  if (budget.lost == LostPolicy::Requeue && lost && lost->attempt < kMostAttempts + budget.retries) {
    open->recorder().requeue(lease, reason);
    return TrialState::Waiting;
  }
  const storage::Outcome outcome{.lease = lease, .state = TrialState::Failed, .error = reason};
  open->recorder().tell(std::span(&outcome, 1));
  return TrialState::Failed;
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

}  // namespace hone::service
