// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hone/core/trial.hpp"
#include "hone/runner/foreign_file.hpp"
#include "hone/runner/json_report.hpp"

namespace hone::runner {

/// How much is read of what a command reports, so that one that reports without end or measure harms nobody.
struct ReportLimits {
  std::size_t line = 4096;                       ///< bytes of a line; longer ones are left out
  std::int64_t lines = 1'000'000;                ///< lines in all
  std::int64_t bytes = std::int64_t{128} << 20;  ///< bytes in all
};

/// Follows a file to which a running command appends intermediate values, one a line: "step value" (blanks or
/// a comma between them), with several objectives "step value value ...", or an object as report_from_json()
/// reads it.
class ReportTail {
 public:
  /// See open_foreign() for `folder`, which must outlive this object.
  ReportTail(std::string path, ReportSpec spec, ReportLimits limits = {}, const Descriptor* folder = nullptr);

  /// The reports that arrived since the last call, in the order of the file; at most about a megabyte of
  /// them. A last line without an end is left for later. A file that became shorter, was replaced by another
  /// or has other bytes before the place where reading stopped is read again from its start.
  std::vector<Report> read();

  /// All that is left, once nobody writes any more. A last line without an end counts only when
  /// `last_line_counts`: if the command was stopped or failed, it may be half of a number.
  std::vector<Report> read_rest(bool last_line_counts);

  /// The first line that was none of the above, shortened; empty when all were.
  const std::string& bad_line() const noexcept { return bad_line_; }
  /// Why the file is not read at all, as "is a named pipe"; empty when it is, or is not there.
  const std::string& problem() const noexcept { return problem_; }
  /// What of the file was left out because of the limits; empty when nothing was.
  std::string left_out() const;

 private:
  std::string fetch();
  bool goes_on(const ForeignFile& file) const;
  void begin_again();
  void take(std::string_view bytes, std::vector<Report>& reports);
  void end_line(std::string_view rest, std::vector<Report>& reports);
  void take_line(std::string_view line, std::vector<Report>& reports);

  std::string path_;
  ReportSpec spec_;
  ReportLimits limits_;
  const Descriptor* folder_;
  std::int64_t offset_ = 0;
  FileIdentity identity_;   // of the file that was read up to there
  std::string before_;      // the last bytes before that place
  std::string partial_;     // the beginning of a line that has no end yet
  bool too_long_ = false;   // that line; its beginning is not kept
  bool full_ = false;       // the limits for all lines are reached
  std::int64_t bytes_ = 0;  // read so far
  std::int64_t lines_ = 0;
  std::int64_t long_lines_ = 0;
  std::string bad_line_;
  std::string problem_;
};

}  // namespace hone::runner
