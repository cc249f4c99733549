// SPDX-License-Identifier: MIT
#include "hone/runner/worker_line.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "hone/base/text.hpp"
#include "hone/codec/worker_message.hpp"
#include "hone/runner/json_report.hpp"
#include "hone/runner/last_json.hpp"
#include "hone/runner/output_text.hpp"

namespace hone::runner {
namespace {

using Said = WorkerLine::Kind;

bool is_one_of(std::string_view name, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), name) != words.end();
}

// Fields that make an object an answer, and those that it may have beside them.
bool is_telling(std::string_view name, std::span<const std::string> objectives) {
  constexpr std::array<std::string_view, 4> kWords = {"report", "value", "values", "state"};
  return is_one_of(name, kWords) || std::ranges::find(objectives, name) != objectives.end();
}

bool goes_along(std::string_view name) {
  constexpr std::array<std::string_view, 3> kWords = {"reason", "error", "attributes"};
  return is_one_of(name, kWords);
}

WorkerLine without_id(const Json& json, std::span<const std::string> objectives) {
  std::string telling;
  bool strange = false;
  for (const auto& [name, value] : json.items()) {
    if (is_telling(name, objectives)) {
      telling = name;
    } else if (!goes_along(name)) {
      strange = true;
    }
  }
  if (telling.empty()) return {};
  return {.kind = strange ? Said::Suspect : Said::Nameless, .subject = last_line(telling)};
}

WorkerLine with_id(const Json& json, const Json& id, std::string_view trial_id, const ReportSpec& reports) {
  const std::string given = id.is_string() ? id.get<std::string>() : id.dump();
  if (given != trial_id) return {.kind = Said::Foreign, .subject = given};
  if (auto call = worker_call(json, reports)) return {.kind = Said::Call, .call = std::move(call)};
  const auto report = json.find("report");
  // An objective may have this name; its value is not an object.
  if (report == json.end() || !report->is_object()) return {.kind = Said::Answer};
  const auto read = report_from_json(*report, reports);
  if (read) return {.kind = Said::Report, .report = read};
  return {.kind = Said::BadReport,
          .subject = last_line(report->dump(-1, ' ', false, Json::error_handler_t::replace))};
}

// An answer, or a report, with other words behind it: "result {...} done". A log may say so as well, but a
// worker that prints nothing else would be waited for without end.
bool is_answer_among_words(std::string_view line, std::string_view trial_id,
                           std::span<const std::string> objectives) {
  const std::size_t end = line.rfind('}');
  if (end == std::string_view::npos) return false;
  const auto json = last_json(line.substr(0, end + 1));
  if (!json || !json->is_object() || json->value(codec::kTrialId, Json()) != trial_id) return false;
  Json rest = *json;
  rest.erase(codec::kTrialId);
  return without_id(rest, objectives).kind == Said::Nameless;
}

// What a dictionary of Python looks like, an answer in a list or with a comment behind it. The request
// itself, which a worker may print while it is being written, has none of the fields.
WorkerLine without_json(std::string_view line, std::string_view trial_id,
                        std::span<const std::string> objectives) {
  if (!holds_trial_id(line, trial_id)) return {};
  const auto names = [&](std::string_view name) {
    return line.find(text('"', name, '"')) != std::string_view::npos ||
           line.find(text('\'', name, '\'')) != std::string_view::npos;
  };
  const bool tells =
      names("value") || names("values") || names("state") || std::ranges::any_of(objectives, names);
  if (line.starts_with('{') || line.starts_with('[')) return {.kind = tells ? Said::Unreadable : Said::Print};
  if (line.starts_with('"') || line.starts_with('\'')) return {.kind = Said::Scattered};
  if (is_answer_among_words(line, trial_id, objectives)) return {.kind = Said::Unreadable};
  return {.kind = tells ? Said::Wordy : Said::Print};
}

}  // namespace

bool holds_trial_id(std::string_view part, std::string_view trial_id) {
  const std::size_t field = part.find(codec::kTrialId);
  return field != std::string_view::npos && part.find(trial_id, field) != std::string_view::npos;
}

WorkerLine read_worker_line(std::string_view printed, std::string_view trial_id, const ReportSpec& reports) {
  const std::string plain = without_colours(printed);
  const std::string_view line = trim(plain);
  const auto json = line.ends_with('}') ? last_json(line) : std::nullopt;
  if (!json || !json->is_object()) return without_json(line, trial_id, reports.objectives);
  const auto id = json->find(codec::kTrialId);
  if (id != json->end()) return with_id(*json, *id, trial_id, reports);
  if (auto call = worker_call(*json, reports)) return {.kind = Said::Call, .call = std::move(call)};
  return without_id(*json, reports.objectives);
}

}  // namespace hone::runner
