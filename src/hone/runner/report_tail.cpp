// SPDX-License-Identifier: MIT
#include "hone/runner/report_tail.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/runner/last_json.hpp"
#include "hone/runner/output_text.hpp"

namespace hone::runner {
namespace {

constexpr std::int64_t kReadBytes = std::int64_t{1} << 20;
constexpr std::size_t kRememberedBytes = 256;  // a rewritten file that has these in place has the same lines

std::optional<Report> from_object(std::string_view line, const ReportSpec& spec) {
  const auto json = last_json(line);
  return json ? report_from_json(*json, spec) : std::nullopt;
}

// The first word of a line, and what follows behind blanks or a comma.
std::pair<std::string_view, std::string_view> split_word(std::string_view line) {
  const std::size_t gap = line.find_first_of(" \t,");
  if (gap == std::string_view::npos) return {line, {}};
  std::string_view rest = trim(line.substr(gap));
  if (rest.starts_with(',')) rest = trim(rest.substr(1));
  return {line.substr(0, gap), rest};
}

std::optional<Report> from_words(std::string_view line, const ReportSpec& spec) {
  auto [word, rest] = split_word(line);
  const auto step = parse_integer(word);
  std::vector<double> values;
  while (!rest.empty() && values.size() < spec.objectives.size()) {
    std::tie(word, rest) = split_word(rest);
    const auto value = parse_number(word);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  if (!step || values.empty() || !rest.empty() || !spec.admits(values.size())) return std::nullopt;
  return Report::of(*step, values);
}

}  // namespace

ReportTail::ReportTail(std::string path, ReportSpec spec, ReportLimits limits, const Descriptor* folder)
    : path_(std::move(path)), spec_(std::move(spec)), limits_(limits), folder_(folder) {}

// A file may be written anew in place and have grown past our place before we look, and a new file may get
// the number of the old one: then only what stands there tells.
bool ReportTail::goes_on(const ForeignFile& file) const {
  if (offset_ == 0) return true;
  if (file.size < offset_ || file.identity != identity_) return false;
  const auto size = static_cast<std::int64_t>(before_.size());
  return read_part(file.file, offset_ - size, before_.size()) == before_;
}

void ReportTail::begin_again() {
  offset_ = 0;
  before_.clear();
  partial_.clear();
  too_long_ = false;
}

std::string ReportTail::fetch() {
  if (full_) return {};
  const ForeignFile foreign = open_foreign(path_, folder_);
  problem_ = foreign.shared ? "is a hard link" : foreign.problem;
  if (!foreign.is_open() || foreign.shared) return {};
  if (!goes_on(foreign)) begin_again();
  full_ = bytes_ >= limits_.bytes && offset_ < foreign.size;
  const std::int64_t wanted = std::min({foreign.size - offset_, kReadBytes, limits_.bytes - bytes_});
  std::string fresh = read_part(foreign.file, offset_, static_cast<std::size_t>(wanted));
  offset_ += static_cast<std::int64_t>(fresh.size());
  bytes_ += static_cast<std::int64_t>(fresh.size());
  identity_ = foreign.identity;
  before_ += fresh.size() > kRememberedBytes ? fresh.substr(fresh.size() - kRememberedBytes) : fresh;
  if (before_.size() > kRememberedBytes) before_.erase(0, before_.size() - kRememberedBytes);
  return fresh;
}

std::vector<Report> ReportTail::read() {
  std::vector<Report> reports;
  take(fetch(), reports);
  return reports;
}

std::vector<Report> ReportTail::read_rest(bool last_line_counts) {
  std::vector<Report> reports;
  for (std::string fresh = fetch(); !fresh.empty(); fresh = fetch()) take(fresh, reports);
  if (last_line_counts && !full_) end_line({}, reports);
  return reports;
}

void ReportTail::take(std::string_view bytes, std::vector<Report>& reports) {
  for (std::size_t end = bytes.find('\n'); end != std::string_view::npos && !full_; end = bytes.find('\n')) {
    end_line(bytes.substr(0, end), reports);
    bytes.remove_prefix(end + 1);
  }
  too_long_ = too_long_ || partial_.size() + bytes.size() > limits_.line;
  if (too_long_) {
    partial_.clear();
  } else {
    partial_ += bytes;
  }
}

void ReportTail::end_line(std::string_view rest, std::vector<Report>& reports) {
  const std::string begun = std::exchange(partial_, {});
  if (std::exchange(too_long_, false) || begun.size() + rest.size() > limits_.line) {
    ++long_lines_;
  } else {
    const std::string whole = begun + std::string(rest);
    take_line(whole, reports);
  }
}

void ReportTail::take_line(std::string_view line, std::vector<Report>& reports) {
  line = trim(line);
  if (line.starts_with("\xEF\xBB\xBF")) line = trim(line.substr(3));
  if (line.empty()) return;
  if (lines_ == limits_.lines) {
    full_ = true;
    return;
  }
  ++lines_;
  const auto report = line.front() == '{' ? from_object(line, spec_) : from_words(line, spec_);
  if (report) {
    reports.push_back(*report);
  } else if (bad_line_.empty()) {
    bad_line_ = last_line(line);
  }
}

std::string ReportTail::left_out() const {
  std::vector<std::string> parts;
  if (long_lines_ > 0) {
    parts.push_back(
        text(long_lines_, long_lines_ == 1 ? " line" : " lines", " of more than ", limits_.line, " bytes"));
  }
  if (full_) parts.push_back(text("everything after ", lines_, " lines"));
  return parts.empty() ? "" : "left out of the reports: " + join(parts, ", ");
}

}  // namespace hone::runner
