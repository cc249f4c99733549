// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hone/core/trial.hpp"

namespace hone::runner {

/// Follows a file to which a running command appends intermediate values, one a line: "step value" (blanks or
/// a comma between them), or {"step": 3, "value": 0.5}, where the objective's name will do instead of
/// "value".
class ReportTail {
 public:
  ReportTail(std::string path, std::string objective);

  /// The reports that arrived since the last call, in the order of the file; at most about a megabyte of
  /// them. A last line without an end is left for later, unless `at_end`. A file that became shorter is read
  /// again from its start.
  std::vector<Report> read(bool at_end = false);

  /// The first line that was none of the above, shortened; empty when all were.
  const std::string& bad_line() const noexcept { return bad_line_; }

 private:
  std::string fetch();
  void take_line(std::string_view line, std::vector<Report>& reports);

  std::string path_;
  std::string objective_;
  std::int64_t offset_ = 0;
  std::string partial_;
  std::string bad_line_;
};

}  // namespace hone::runner
