// SPDX-License-Identifier: MIT
#include "hone/runner/report_tail.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/runner/last_json.hpp"
#include "hone/runner/output_text.hpp"

namespace hone::runner {
namespace {

constexpr std::streamoff kReadBytes = std::streamoff{1} << 20;

std::optional<Report> from_object(std::string_view line, const std::string& objective) {
  const auto json = last_json(line);
  if (!json || !json->is_object() || !json->contains("step") || !json->at("step").is_number())
    return std::nullopt;
  const std::string name = json->contains(objective) ? objective : "value";
  if (!json->contains(name)) return std::nullopt;
  const Json& value = json->at(name);
  const auto number = value.is_number()   ? std::optional(value.get<double>())
                      : value.is_string() ? parse_number(value.get_ref<const std::string&>())
                                          : std::nullopt;
  if (!number) return std::nullopt;
  return Report{json->at("step").get<std::int64_t>(), *number};
}

std::optional<Report> from_words(std::string_view line) {
  const std::size_t gap = line.find_first_of(" \t,");
  if (gap == std::string_view::npos) return std::nullopt;
  const auto step = parse_integer(line.substr(0, gap));
  std::string_view rest = trim(line.substr(gap));
  if (rest.starts_with(',')) rest = trim(rest.substr(1));
  const auto value = parse_number(rest);
  if (!step || !value) return std::nullopt;
  return Report{*step, *value};
}

}  // namespace

ReportTail::ReportTail(std::string path, std::string objective)
    : path_(std::move(path)), objective_(std::move(objective)) {}

std::string ReportTail::fetch() {
  std::ifstream in(path_, std::ios::binary | std::ios::ate);
  if (!in) return {};
  const std::streamoff size = in.tellg();
  if (size < offset_) {
    offset_ = 0;
    partial_.clear();
  }
  std::string fresh(static_cast<std::size_t>(std::min(size - offset_, kReadBytes)), '\0');
  in.seekg(offset_);
  in.read(fresh.data(), static_cast<std::streamsize>(fresh.size()));
  fresh.resize(static_cast<std::size_t>(in.gcount()));
  offset_ += static_cast<std::int64_t>(fresh.size());
  return fresh;
}

std::vector<Report> ReportTail::read(bool at_end) {
  std::vector<Report> reports;
  partial_ += fetch();
  std::size_t begin = 0;
  for (std::size_t end = partial_.find('\n'); end != std::string::npos; end = partial_.find('\n', begin)) {
    take_line(std::string_view(partial_).substr(begin, end - begin), reports);
    begin = end + 1;
  }
  partial_.erase(0, begin);
  if (at_end) take_line(std::exchange(partial_, {}), reports);
  return reports;
}

void ReportTail::take_line(std::string_view line, std::vector<Report>& reports) {
  line = trim(line);
  if (line.empty()) return;
  const auto report = line.front() == '{' ? from_object(line, objective_) : from_words(line);
  if (report) {
    reports.push_back(*report);
  } else if (bad_line_.empty()) {
    bad_line_ = last_line(line);
  }
}

}  // namespace hone::runner
