// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hone/base/error.hpp"
#include "hone/core/study.hpp"
#include "hone/storage/sqlite_storage.hpp"
#include "hone/storage/storage.hpp"
#include "support/temp_dir.hpp"

// What the tests of the stores share: a study, proposals, a clock that is set by hand.
namespace hone::test {

/// Stands still until it is told to go on.
struct HandClock {
  Timestamp now = 1'000'000;
  storage::Clock clock() {
    return [this] { return now; };
  }
};

inline Study svm_study(const std::string& name = "svm") {
  const Value rbf = std::string("rbf");
  const Value poly = std::string("poly");
  return Study{.name = name,
               .space = Space({real("C", 1, 1000, Scale::Log), categorical("kernel", {rbf, poly}),
                               when(integer("degree", 2, 5), "kernel", {poly})})};
}

/// The i-th of many different proposals for svm_study().
inline Proposal proposal(std::int64_t i) {
  static const Space space = svm_study().space;
  std::vector<std::optional<Value>> values(3);
  values[0] = 1.0 + static_cast<double>(i) / 7.0;
  values[1] = std::string(i % 2 == 0 ? "rbf" : "poly");
  if (i % 2 != 0) values[2] = 2 + i % 4;
  return {space.configuration(values), {{"rank", i}}};
}

inline std::vector<Proposal> proposals(std::int64_t first, std::int64_t count) {
  std::vector<Proposal> all;
  for (std::int64_t i = first; i < first + count; ++i) all.push_back(proposal(i));
  return all;
}

inline Trial finished_trial(std::int64_t i, double value) {
  Trial trial;
  trial.state = TrialState::Complete;
  trial.configuration = proposal(i).configuration;
  trial.values = {value};
  return trial;
}

inline ArtefactDraft artefact_draft(const std::string& kind, const std::string& name, std::string bytes) {
  return {.kind = kind, .name = name, .maker = "test", .settings = "{}", .bytes = std::move(bytes)};
}

/// Starts one trial and expects that its number was free.
inline storage::Lease start_one(storage::Storage& store, storage::StudyId id, std::int64_t number,
                                const storage::Worker& worker = {"w1", 1000}) {
  const std::vector<Proposal> one = {proposal(number)};
  const auto leases = store.start(id, number, one, std::span(&worker, 1));
  if (!leases || leases->size() != 1) throw std::runtime_error("trial number was taken");
  return leases->front();
}

inline void finish_one(storage::Storage& store, storage::StudyId id, const storage::Lease& lease,
                       double value) {
  const storage::Outcome outcome{.lease = lease, .values = {value}};
  store.finish(id, std::span(&outcome, 1));
}

/// The code of the Error that the call throws; nothing when it throws none.
inline std::optional<ErrorCode> code_of(const std::function<void()>& call, std::string* message = nullptr) {
  try {
    call();
  } catch (const Error& error) {
    if (message != nullptr) *message = error.what();
    return error.code();
  }
  return std::nullopt;
}

}  // namespace hone::test

namespace hone {

/// So that a failed comparison names the code.
inline void PrintTo(ErrorCode code, std::ostream* out) { *out << code_name(code); }
inline void PrintTo(const Trial& trial, std::ostream* out) {
  *out << "trial " << trial.number << " " << to_text(trial.state) << " {" << to_text(trial.configuration)
       << "} attempt " << trial.attempt << " worker '" << trial.worker << "' error '" << trial.error
       << "' values " << trial.values.size() << " reports " << trial.reports.size() << " times "
       << trial.created << "/" << trial.started << "/" << trial.finished;
}

}  // namespace hone
