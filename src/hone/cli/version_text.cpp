// SPDX-License-Identifier: MIT
#include "hone/cli/version_text.hpp"

#include <algorithm>

#include "hone/base/printable.hpp"
#include "hone/base/text.hpp"
#include "hone/cli/humanize.hpp"
#include "hone/codec/iso_time.hpp"
#include "hone/codec/space_json.hpp"

namespace hone::cli {
namespace {

constexpr std::size_t kMostReasons = 5;

std::vector<std::int64_t> numbers_of(std::span<const Trial> trials, std::int64_t version) {
  std::vector<std::int64_t> numbers;
  for (const Trial& trial : trials) {
    if (trial.version == version) numbers.push_back(trial.number);
  }
  return numbers;
}

/// "0-19, 25, 30-31 and 4 more".
std::string spans_text(const std::vector<std::int64_t>& numbers) {
  constexpr std::size_t kMostSpans = 6;
  std::vector<std::string> spans;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (spans.size() == kMostSpans) return join(spans, ", ") + text(" and ", numbers.size() - i, " more");
    spans.push_back(end - i == 1 ? text(numbers[i]) : text(numbers[i], "-", numbers[end - 1]));
    i = end;
  }
  return join(spans, ", ");
}

/// What a version changed in how trials are made and run; the rest changes within versions.
std::vector<runner::FieldChange> version_changes(const std::vector<storage::StudyVersion>& versions,
                                                 std::size_t i) {
  if (i == 0) return {};
  std::vector<runner::FieldChange> changes = runner::differences(versions[i - 1].study, versions[i].study);
  std::erase_if(changes, [](const runner::FieldChange& change) {
    return change.part == runner::FieldChange::Part::Other;
  });
  return changes;
}

}  // namespace

Table versions_table(const std::vector<storage::StudyVersion>& versions, std::span<const Trial> trials) {
  Table table;
  table.column("version", Align::Right);
  table.column("since");
  table.column("trials");
  table.column("what changed");
  for (std::size_t i = 0; i < versions.size(); ++i) {
    std::vector<std::string> words;
    for (const runner::FieldChange& change : version_changes(versions, i))
      words.push_back(change_text(change));
    table.row({text(versions[i].version), time_text(versions[i].created),
               spans_text(numbers_of(trials, versions[i].version)), join(words, "; ")});
  }
  return table;
}

codec::Json versions_json(const std::vector<storage::StudyVersion>& versions, std::span<const Trial> trials) {
  codec::Json list = codec::Json::array();
  for (std::size_t i = 0; i < versions.size(); ++i) {
    list.push_back({{"version", versions[i].version},
                    {"space", versions[i].space},
                    {"created", codec::iso_time(versions[i].created)},
                    {"trials", numbers_of(trials, versions[i].version)},
                    {"changes", changes_json(version_changes(versions, i))}});
  }
  return list;
}

std::string changes_text(const std::vector<runner::FieldChange>& changes) {
  std::string lines;
  for (const runner::FieldChange& change : changes) lines += "  " + printable(change_text(change)) + "\n";
  return lines;
}

codec::Json changes_json(const std::vector<runner::FieldChange>& changes) {
  codec::Json list = codec::Json::array();
  for (const runner::FieldChange& change : changes)
    list.push_back(codec::change_json(change.field, change.kind, change.what));
  return list;
}

std::string effect_text(const runner::PlannedChange& change) {
  if (change.trials == 0) return "there are no trials yet";
  const auto outside = static_cast<std::int64_t>(change.outside.size());
  std::string effect = change.trials == 1 ? "the trial fits the new space" : "all trials fit the new space";
  if (outside > 0) {
    std::vector<std::string> reasons;
    for (std::size_t i = 0; i < std::min(kMostReasons, change.outside.size()); ++i)
      reasons.push_back(text("trial ", change.outside[i].number, ": ", change.outside[i].outside));
    if (change.outside.size() > kMostReasons) reasons.emplace_back("...");
    effect = text(outside, " of ", counted(change.trials, "trial"), outside == 1 ? " does" : " do",
                  " not fit the new space: kept, marked, not counted (", printable(join(reasons, "; ")), ")");
  }
  if (change.infeasible > 0)
    effect += text("; ", counted(change.infeasible, "trial"), change.infeasible == 1 ? " breaks" : " break",
                   " the limits of constraints_on");
  if (change.left_out > 0) {
    effect += text("; ", counted(change.left_out, "waiting trial"), change.left_out == 1 ? " ends" : " end",
                   " as failed");
  }
  if (change.back > 0) {
    effect += text("; ", counted(change.back, "trial"), " that did not fit before ",
                   change.back == 1 ? "counts" : "count", " again");
  }
  return effect;
}

std::string outside_text(const Study& study, std::span<const Trial> trials) {
  std::int64_t count = 0;
  const Trial* best = nullptr;
  for (const Trial& trial : trials) {
    if (fits(trial) || trial.state == TrialState::Deleted) continue;
    ++count;
    if (trial.state != TrialState::Complete || study.objectives.size() != 1) continue;
    if (best == nullptr || better(study.objectives[0], trial.values[0], best->values[0])) best = &trial;
  }
  if (count == 0) return "";
  std::string line = text(counted(count, "trial"), count == 1 ? " does" : " do",
                          " not fit the present space and ", count == 1 ? "does" : "do", " not count");
  if (best != nullptr)
    line += text("; the best of them, trial ", best->number, ", had ", short_number(best->values[0], 10));
  return line;
}

}  // namespace hone::cli
