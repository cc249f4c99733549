// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "hone/base/embedded_file.hpp"

namespace hone::charts {

/// What makes a report alive: the charts of the dashboard as one script and one style sheet (web/src/report).
struct ReportCode {
  std::string_view script;
  std::string_view style;
};

/// The files of share/web/report as they were when the program was built; empty when there were none.
std::span<const EmbeddedFile> embedded_report_files();

/// The script and the style sheet among them. Throws Error(NotFound) when one is missing.
ReportCode report_code(std::span<const EmbeddedFile> files = embedded_report_files());

}  // namespace hone::charts
