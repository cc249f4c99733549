// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/runner/study_view.hpp"
#include "hone/storage/storage.hpp"

namespace hone::runner {

/// Corrects trials that have ended, for whoever looks at a study afterwards. All of these do what they are
/// asked for wholly or not at all, and leave a remark in each trial: when, and what it was. Samplers, here
/// and in other processes, are told with their next question. Throw Error(NotFound), and InvalidArgument
/// where a trial's state forbids it.
class Corrector {
 public:
  /// The view must outlive this.
  explicit Corrector(StudyView& view) : view_(view) {}

  /// Has trials that ended without a result run again, under their numbers and with their settings.
  void retry(std::span<const std::int64_t> numbers);
  /// The same with all trials in these states that fit the space; returns their numbers.
  std::vector<std::int64_t> retry(std::span<const TrialState> states);
  /// Takes trials out: kept with their numbers, but counted nowhere and learned from by nobody.
  void remove(std::span<const std::int64_t> numbers);
  /// Makes a trial that has ended complete with these values, one for each objective.
  void amend(std::int64_t number, std::vector<double> values);
  /// Leaves a note in a trial, puts tags on it or takes them off; it stays what it is.
  void note(std::int64_t number, std::string note, TagChanges tags);

 private:
  StudyView& view_;
};

}  // namespace hone::runner
