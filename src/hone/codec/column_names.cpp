// SPDX-License-Identifier: MIT
#include "hone/codec/column_names.hpp"

#include <algorithm>
#include <optional>

#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::codec {
namespace {

using What = ColumnMeaning::Kind;

std::string_view prefix_of(What kind) {
  switch (kind) {
    case What::Parameter:
      return "param.";
    case What::Objective:
      return "objective.";
    case What::OfTrial:
      return "trial.";
    case What::Attribute:
      return "attr.";
    case What::Note:
      return "note.";
    case What::Former:
      return "former.";
    case What::Other:
      break;
  }
  return "";
}

constexpr bool is_open_ended(What kind) {
  return kind == What::Attribute || kind == What::Note || kind == What::Former;
}

std::optional<std::string_view> after(std::string_view prefix, std::string_view name) {
  if (!name.starts_with(prefix)) return std::nullopt;
  return name.substr(prefix.size());
}

/// attr.NAME, note.NAME and former.NAME, of which there may be any.
std::optional<ColumnMeaning> open_ended(std::string_view name) {
  for (const What kind : {What::Attribute, What::Note, What::Former}) {
    if (const auto rest = after(prefix_of(kind), name)) return ColumnMeaning{kind, std::string(*rest)};
  }
  return std::nullopt;
}

bool is_among(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

ColumnNames::ColumnNames(const Study& study, std::vector<std::string> of_trials)
    : of_trials_(std::move(of_trials)) {
  for (const Parameter& parameter : study.space.parameters()) parameters_.push_back(parameter.name);
  for (const Objective& objective : study.objectives) objectives_.push_back(objective.name);
}

bool ColumnNames::has_parameter(std::string_view name) const { return is_among(parameters_, name); }
bool ColumnNames::has_objective(std::string_view name) const { return is_among(objectives_, name); }
bool ColumnNames::is_of_trials(std::string_view name) const { return is_among(of_trials_, name); }

ColumnMeaning ColumnNames::meaning(std::string_view name) const {
  // Full names go first: only so is there one for everything, whatever other things are called.
  if (const auto rest = after("param.", name); rest && has_parameter(*rest))
    return {What::Parameter, std::string(*rest)};
  if (const auto rest = after("objective.", name); rest && has_objective(*rest))
    return {What::Objective, std::string(*rest)};
  if (const auto rest = after("trial.", name)) {
    if (is_of_trials(*rest)) return {What::OfTrial, std::string(*rest)};
    if (const auto found = open_ended(*rest)) return *found;
  }
  if (has_parameter(name)) return {What::Parameter, std::string(name)};
  if (has_objective(name)) return {What::Objective, std::string(name)};
  if (is_of_trials(name)) return {What::OfTrial, std::string(name)};
  if (name == "value" && objectives_.size() == 1) return {What::Objective, objectives_.front()};
  // As Optuna names them in the table of a study.
  if (const auto rest = after("params_", name); rest && has_parameter(*rest))
    return {What::Parameter, std::string(*rest)};
  return open_ended(name).value_or(ColumnMeaning{What::Other, std::string(name)});
}

std::string ColumnNames::full_name(const ColumnMeaning& meaning) {
  const std::string name = std::string(prefix_of(meaning.kind)) + meaning.name;
  return is_open_ended(meaning.kind) ? "trial." + name : name;
}

std::string ColumnNames::name_of(const ColumnMeaning& meaning) const {
  const std::string name =
      is_open_ended(meaning.kind) ? std::string(prefix_of(meaning.kind)) + meaning.name : meaning.name;
  return this->meaning(name) == meaning ? name : full_name(meaning);
}

std::vector<std::string> split_names(std::string_view list) {
  std::vector<std::string> names(1);
  bool quoted = false;
  bool was_quoted = false;
  const auto end_name = [&] {
    if (!was_quoted) names.back() = std::string(trim(names.back()));
    was_quoted = false;
  };
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (quoted && c == '`' && i + 1 < list.size() && list[i + 1] == '`') {
      names.back() += list[++i];
    } else if (c == '`' && (quoted || trim(names.back()).empty())) {
      if (!quoted) names.back().clear();
      quoted = !quoted;
      was_quoted = true;
    } else if (c == ',' && !quoted) {
      end_name();
      names.emplace_back();
    } else if (!was_quoted || quoted) {
      names.back() += c;
    }
  }
  if (quoted) {
    throw Error(ErrorCode::InvalidArgument, text("a name in '", list, "' is not closed"),
                "add the closing back-quote");
  }
  end_name();
  return names;
}

}  // namespace hone::codec
