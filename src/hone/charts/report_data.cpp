// SPDX-License-Identifier: MIT
#include "hone/charts/report_data.hpp"

#include <algorithm>
#include <map>

#include "hone/base/printable.hpp"
#include "hone/charts/chart_json.hpp"
#include "hone/charts/report_table.hpp"
#include "hone/charts/value_axis.hpp"
#include "hone/core/failure.hpp"

namespace hone::charts {
namespace {

using codec::Json;

constexpr int kDigits = 6;
// Commands may fail with a different text each time; the failures by reason are told elsewhere in the page.
constexpr std::size_t kMostReasons = 1000;
constexpr std::size_t kLongestReason = 160;
constexpr const char* kLeftOut = "left out here; 'hone trials' tells it";

using Trials = std::vector<const Trial*>;

Json column_of(const char* kind, const std::string& name) {
  return {{"name", name}, {"kind", kind}, {"values", Json::array()}};
}

/// Texts as places in a list of those that differ.
class NamedColumn {
 public:
  NamedColumn(const char* kind, const std::string& name) : column_(column_of(kind, name)) {
    column_["categories"] = Json::array();
  }

  void add(const std::string& text) {
    if (text.empty()) return column_["values"].push_back(nullptr);
    const std::size_t place = std::min(places_.try_emplace(text, places_.size()).first->second, kMostReasons);
    Json& names = column_["categories"];
    if (place == names.size()) names.push_back(place < kMostReasons ? text : kLeftOut);
    column_["values"].push_back(place);
  }

  Json take() { return std::move(column_); }

 private:
  Json column_;
  std::map<std::string, std::size_t> places_;
};

template <class Number>
Json number_column(const char* kind, const std::string& name, const Trials& trials, const Number& number) {
  Json column = column_of(kind, name);
  for (const Trial* trial : trials) column["values"].push_back(number(*trial));
  return column;
}

template <class Text>
Json named_column(const char* kind, const std::string& name, const Trials& trials, const Text& text) {
  NamedColumn column(kind, name);
  for (const Trial* trial : trials) column.add(text(*trial));
  return column.take();
}

Json parameter_column(const Study& study, std::size_t index, const Trials& trials) {
  const Parameter& parameter = study.space.parameters()[index];
  const plot::Axis axis = axis_of(parameter);
  Json column = number_column("parameter", parameter.name, trials, [&](const Trial& trial) {
    return number_json(place_of(parameter, trial.configuration[index]), kDigits);
  });
  column["axis"] = axis.label;
  if (!axis.categories.empty()) column["categories"] = axis.categories;
  return column;
}

/// Makes every text of the tree harmless to look at.
void make_printable(Json& json) {
  if (json.is_string()) {
    json = printable(json.get_ref<const std::string&>());
  } else if (json.is_structured()) {
    for (Json& part : json) make_printable(part);
  }
}

}  // namespace

Json report_columns(const Study& study, const Trials& trials) {
  Json columns = Json::array();
  columns.push_back(number_column("number", "number", trials, [](const Trial& t) { return Json(t.number); }));
  columns.push_back(
      named_column("state", "state", trials, [](const Trial& t) { return std::string(to_text(t.state)); }));
  for (std::size_t k = 0; k < study.objectives.size(); ++k) {
    columns.push_back(number_column("objective", study.objectives[k].name, trials, [k](const Trial& trial) {
      return k < trial.values.size() ? number_json(trial.values[k], kDigits) : Json(nullptr);
    }));
    columns.back()["axis"] = study.objectives[k].name;
  }
  for (const std::size_t index : chosen_parameters(study.space, {}))
    columns.push_back(parameter_column(study, index, trials));
  columns.push_back(number_column("seconds", "seconds", trials, [](const Trial& trial) {
    const auto seconds = seconds_of(trial);
    return seconds ? number_json(*seconds, 4) : Json(nullptr);
  }));
  if (std::any_of(trials.begin(), trials.end(), [](const Trial* t) { return !feasible(*t); }))
    columns.push_back(named_column("violates", "violates", trials, [&](const Trial& trial) {
      return feasible(trial) ? std::string() : violation_text(study.constraints_on, trial);
    }));
  if (std::any_of(trials.begin(), trials.end(), [](const Trial* t) { return !t->error.empty(); }))
    columns.push_back(named_column("error", "error", trials, [](const Trial& trial) {
      return cut_reason(failure_in_short(trial.error), kLongestReason);
    }));
  return columns;
}

Json fitting_columns(const Study& study, Trials trials, std::size_t bytes) {
  constexpr std::size_t kLeast = 100;
  for (;;) {
    Trials listed = trials;
    std::sort(listed.begin(), listed.end(),
              [](const Trial* a, const Trial* b) { return a->number < b->number; });
    Json columns = report_columns(study, listed);
    const std::size_t size = json_in_page(columns).size();
    if (size <= bytes || trials.size() <= kLeast) return columns;
    // Names do not shrink with the rows, so that a share of them may still be too long.
    trials.resize(std::max(kLeast, std::min(trials.size() - 1, trials.size() * bytes / size)));
  }
}

std::string json_in_page(Json json) {
  make_printable(json);
  const std::string plain = printable_json(json.dump(-1, ' ', false, Json::error_handler_t::replace));
  std::string out;
  out.reserve(plain.size());
  // Outside of texts JSON has no such sign, and inside of them it may be written so.
  for (const char c : plain) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace hone::charts
