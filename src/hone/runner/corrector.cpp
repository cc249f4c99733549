// SPDX-License-Identifier: MIT
#include "hone/runner/corrector.hpp"

#include <algorithm>
#include <utility>

namespace hone::runner {

using storage::Correction;

namespace {

void correct(FollowedStudy& study, std::span<const Correction> corrections) {
  study.storage().correct(study.id(), corrections);
  study.refresh_after_writing();
}

std::vector<Correction> corrections_of(std::span<const std::int64_t> numbers, Correction::Kind kind) {
  std::vector<Correction> corrections;
  for (const std::int64_t number : numbers) corrections.push_back({.number = number, .kind = kind});
  return corrections;
}

}  // namespace

void Corrector::retry(std::span<const std::int64_t> numbers) {
  correct(*view_.lock(), corrections_of(numbers, Correction::Kind::Retry));
}

std::vector<std::int64_t> Corrector::retry(std::span<const TrialState> states) {
  const auto study = view_.lock();
  study->refresh();
  study->require_defined();
  std::vector<std::int64_t> numbers;
  for (const Trial& trial : study->trials().all()) {
    const bool meant = std::find(states.begin(), states.end(), trial.state) != states.end();
    if (meant && fits(trial)) numbers.push_back(trial.number);
  }
  correct(*study, corrections_of(numbers, Correction::Kind::Retry));
  return numbers;
}

void Corrector::remove(std::span<const std::int64_t> numbers) {
  correct(*view_.lock(), corrections_of(numbers, Correction::Kind::Delete));
}

void Corrector::amend(std::int64_t number, std::vector<double> values) {
  const Correction correction{.number = number, .kind = Correction::Kind::Amend, .values = std::move(values)};
  correct(*view_.lock(), std::span(&correction, 1));
}

void Corrector::note(std::int64_t number, std::string note, TagChanges tags) {
  const Correction correction{
      .number = number, .kind = Correction::Kind::Note, .note = std::move(note), .tags = std::move(tags)};
  correct(*view_.lock(), std::span(&correction, 1));
}

}  // namespace hone::runner
