// SPDX-License-Identifier: MIT
#include "hone/service/tell_desk.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "hone/base/error.hpp"
#include "hone/service/client.hpp"
#include "hone/service/far_work.hpp"

namespace hone::service {
namespace {

/// Nothing of what is not an Error.
std::optional<ErrorCode> code_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const Error& error) {
    return error.code();
  } catch (...) {
    return std::nullopt;
  }
}

/// True when a request is at fault: others that were told with it may well be recorded.
bool is_refusal(const std::exception_ptr& failure) {
  const auto code = code_of(failure);
  return code == ErrorCode::LeaseLost || code == ErrorCode::InvalidArgument || code == ErrorCode::NotFound;
}

/// All but the leases.
std::vector<storage::Outcome> outcomes_of(const codec::WorkTell& told) {
  std::vector<storage::Outcome> outcomes;
  for (const codec::ToldResult& result : told.results)
    outcomes.push_back({.lease = {},
                        .state = result.state,
                        .values = result.values,
                        .attributes = result.attributes,
                        .error = result.error,
                        .reports = result.reports});
  return outcomes;
}

}  // namespace

TellDesk::TellDesk(Operations& operations, int hands) : operations_(operations) {
  for (int i = 0; i < hands; ++i) hands_.emplace_back([this] { work(); });
}

TellDesk::~TellDesk() {
  {
    std::unique_lock lock(mutex_);
    closed_ = true;
    idle_.wait(lock, [&] { return waiting_.empty(); });
    over_ = true;
    wake_.notify_all();
  }
  for (std::thread& thread : hands_) thread.join();
}

void TellDesk::close(double seconds) {
  std::unique_lock lock(mutex_);
  closed_ = true;
  idle_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return waiting_.empty(); });
}

void TellDesk::tell(const std::string& study, codec::Node request, Reply reply) {
  std::vector<Request> one;
  one.push_back({std::move(request), std::move(reply)});
  {
    const std::lock_guard guard(mutex_);
    if (!closed_) {
      const auto [place, first] = waiting_.try_emplace(study);
      place->second.push_back(std::move(one.front()));
      if (!first) return;
      ready_.push_back(study);
      wake_.notify_one();
      return;
    }
  }
  record(study, std::move(one));
}

// What comes for a study while its results are recorded goes together in the next turn, after the turns of
// other studies.
void TellDesk::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return over_ || !ready_.empty(); });
    if (ready_.empty()) return;
    const std::string study = std::move(ready_.front());
    ready_.pop_front();
    std::vector<Request> requests = std::exchange(waiting_[study], {});
    lock.unlock();
    record(study, std::move(requests));
    lock.lock();
    if (waiting_[study].empty()) {
      waiting_.erase(study);
      idle_.notify_all();
    } else {
      ready_.push_back(study);
      wake_.notify_one();
    }
  }
}

void TellDesk::record(const std::string& study, std::vector<Request> requests) {
  std::shared_ptr<runner::Driver> driver;
  std::vector<Request> good;
  for (Request& request : requests) {
    try {
      if (!driver) driver = operations_.driver(study);
      request.told = codec::read_work_tell(request.body, driver->study().objectives);
      request.outcomes = outcomes_of(request.told);
      find_leases(*driver, request, true);  // also what was told before must be of this study
    } catch (...) {
      request.reply(0, std::current_exception());
      continue;
    }
    try {
      find_leases(*driver, request, false);
      good.push_back(std::move(request));
    } catch (...) {
      answer_failure(*driver, request, std::current_exception());
    }
  }
  if (!good.empty()) record_all(*driver, good);
}

void TellDesk::find_leases(runner::Driver& driver, Request& request, bool with_token) {
  for (std::size_t i = 0; i < request.outcomes.size(); ++i) {
    const codec::HeldTrial held{request.told.results[i].number, request.told.results[i].token};
    if (with_token == (held.token > 0))
      request.outcomes[i].lease = lease_for(operations_, driver, held, request.told.client);
  }
}

// When one of them is at fault, the halves are tried: the others need few transactions more.
void TellDesk::record_all(runner::Driver& driver, std::span<Request> requests) {
  const std::exception_ptr failure = recorded(driver, requests);
  if (!failure) {
    for (Request& request : requests) request.reply(request.outcomes.size(), nullptr);
  } else if (requests.size() > 1 && is_refusal(failure)) {
    record_all(driver, requests.first(requests.size() / 2));
    record_all(driver, requests.subspan(requests.size() / 2));
  } else {
    for (Request& request : requests) answer_failure(driver, request, failure);
  }
}

std::exception_ptr TellDesk::recorded(runner::Driver& driver, std::span<const Request> requests) {
  std::vector<storage::Outcome> outcomes;
  for (const Request& request : requests)
    outcomes.insert(outcomes.end(), request.outcomes.begin(), request.outcomes.end());
  try {
    driver.recorder().tell(outcomes);
    return nullptr;
  } catch (...) {
    return std::current_exception();
  }
}

void TellDesk::answer_failure(const runner::Driver& driver, const Request& request,
                              std::exception_ptr failure) {
  try {
    if (code_of(failure) == ErrorCode::LeaseLost && told_before(driver, request.told)) failure = nullptr;
  } catch (...) {
    failure = std::current_exception();
  }
  request.reply(0, failure);
}

/// True when the store has exactly these results from this client: the tell came before, and its answer was
/// lost.
bool TellDesk::told_before(const runner::Driver& driver, const codec::WorkTell& told) {
  for (const codec::ToldResult& result : told.results) {
    const auto trial = operations_.store().trial(driver.id(), result.number);
    if (!trial || trial->state != result.state || trial->values != result.values) return false;
    if (client_of(trial->worker).name != told.client) return false;
  }
  return true;
}

}  // namespace hone::service
