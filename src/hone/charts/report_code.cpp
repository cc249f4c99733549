// SPDX-License-Identifier: MIT
#include "hone/charts/report_code.hpp"

#include <algorithm>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::charts {
namespace {

std::string_view report_file(std::span<const EmbeddedFile> files, std::string_view path) {
  const auto found =
      std::find_if(files.begin(), files.end(), [&](const EmbeddedFile& file) { return file.path == path; });
  if (found != files.end()) return found->content;
  throw Error(ErrorCode::NotFound, text("this program was built without ", path, ", which reports need"),
              "build it from sources that have share/web ('make web' makes it)");
}

}  // namespace

ReportCode report_code(std::span<const EmbeddedFile> files) {
  return {report_file(files, "report.js"), report_file(files, "report.css")};
}

}  // namespace hone::charts
