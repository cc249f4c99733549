// SPDX-License-Identifier: MIT
// What a command appends to HONE_REPORT_FILE: read in one piece, or in two while it grows, it says the same.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "hone/runner/report_tail.hpp"

namespace {

using hone::Report;
using hone::runner::ReportTail;

const std::string& file() {
  static const std::string path = "/dev/shm/hone-report-fuzz-" + std::to_string(::getpid());
  return path;
}

void append(std::string_view text, std::ios::openmode mode) {
  std::ofstream(file(), std::ios::binary | mode) << text;
}

bool same(const Report& a, const Report& b) {
  return a.step == b.step && (a.value == b.value || (a.value != a.value && b.value != b.value));
}

void require_same(const std::vector<Report>& a, const std::vector<Report>& b) {
  if (a.size() != b.size()) std::abort();
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same(a[i], b[i])) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr hone::runner::ReportLimits kLimits{.line = 64, .lines = 20, .bytes = 2000};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t half = size == 0 ? 0 : data[0] % size;
  ReportTail growing(file(), {{"loss"}}, kLimits);
  append(text.substr(0, half), std::ios::trunc);
  std::vector<Report> pieces = growing.read();
  append(text.substr(half), std::ios::app);
  for (const Report& report : growing.read_rest(true)) pieces.push_back(report);
  ReportTail whole(file(), {{"loss"}}, kLimits);
  require_same(pieces, whole.read_rest(true));
  if (growing.left_out() != whole.left_out() || growing.bad_line() != whole.bad_line()) std::abort();
  if (pieces.size() > 20) std::abort();
  ::unlink(file().c_str());
  return 0;
}
