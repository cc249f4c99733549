// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hone/core/study.hpp"
#include "hone/runner/descriptor.hpp"
#include "hone/runner/trial_files.hpp"

namespace hone::runner {

/// The attribute of a trial in which hone says what it made of the command's output.
inline constexpr const char* kRemarkAttribute = "hone_remark";

/// What a command says about its trial. Complete, Failed, Pruned or Infeasible; values may be non-finite
/// here.
struct Result {
  TrialState state = TrialState::Complete;
  std::vector<double> values = {};
  Attributes attributes = {};
  std::string error = {};
  std::string remark = {};  ///< what was left out or passed over; empty when nothing was
};

/// Finds the result of a command that ended with exit code 0.
///
/// What the command wrote to HONE_RESULT_FILE counts, which must be a plain file of at most 4 MiB, otherwise
/// what it printed, of which the last 4 MiB are looked at:
///   by default  the last JSON object, or number on a line of its own (several objectives: or list), unless a
///               line after it looks like a result too, see last_json.hpp;
///   regex       the first group, or all of the match when there is none, of the last match
///   within a line; one group for
///               each objective. Of a line's text the last 16,384 bytes are searched;
///   json        a field of the last JSON object: names and list positions joined by dots.
/// In an object an objective's value is under its name; "value" (several: "values", a list) will do as well.
/// "state" may be "complete", "failed", "pruned" or "infeasible", with the reason in "error" or "reason".
/// Other texts, numbers and booleans, there and in an object named "attributes", become attributes of the
/// trial; those that are no text or number (a lone surrogate, 1e400) are left out, with a remark. An object
/// that has the field "hone_trial_id" is refused when that is not the trial's HONE_TRIAL_ID.
class ResultReader {
 public:
  /// Throws Error(InvalidOption) for a regular expression that is none.
  ResultReader(const ResultRule& rule, std::vector<Objective> objectives);
  ~ResultReader();
  ResultReader(ResultReader&&) noexcept;
  ResultReader& operator=(ResultReader&&) noexcept;

  /// A Failed result, whose error says what was found instead, when there is no result. With an open `folder`
  /// the files are looked for in that, wherever it is now.
  Result read(const TrialFiles& files, const Descriptor* folder = nullptr) const;

  /// The same from texts: the content of the result file, empty when there is none, and the output.
  Result read_text(std::string_view result_file, std::string_view output,
                   std::string_view trial_id = {}) const;

 private:
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

}  // namespace hone::runner
