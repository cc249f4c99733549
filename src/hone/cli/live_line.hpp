// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>
#include <string>

#include "hone/cli/context.hpp"

namespace hone::cli {

/// A line on standard error that is rewritten in place and gone in the end: how far something is that takes
/// its time. On a terminal only; elsewhere nothing is written.
class LiveLine {
 public:
  explicit LiveLine(Context& context, bool wanted = true)
      : err_(context.err), shown_(wanted && context.environment.error_is_terminal) {}
  ~LiveLine() {
    if (drawn_) err_ << "\r\x1b[K" << std::flush;
  }
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  void show(const std::string& line) {
    if (!shown_) return;
    err_ << "\r\x1b[K" << line << std::flush;
    drawn_ = true;
  }

 private:
  std::ostream& err_;
  bool shown_;
  bool drawn_ = false;
};

}  // namespace hone::cli
