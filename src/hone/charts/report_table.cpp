// SPDX-License-Identifier: MIT
#include "hone/charts/report_table.hpp"

#include <algorithm>

#include "hone/analysis/failure_groups.hpp"
#include "hone/base/text.hpp"
#include "hone/base/words.hpp"
#include "hone/charts/html.hpp"
#include "hone/charts/value_axis.hpp"

namespace hone::charts {
namespace {

HtmlCell value_cell(const std::optional<Value>& value) {
  if (!value) return {};
  if (const double* number = std::get_if<double>(&*value)) return {short_number(*number), "right num"};
  return {to_text(*value), std::holds_alternative<std::int64_t>(*value) ? "right num" : ""};
}

HtmlCell number_cell(std::int64_t number) { return {std::to_string(number), "right num"}; }

}  // namespace

std::string cut_reason(std::string reason, std::size_t longest) {
  if (reason.size() <= longest) return reason;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(reason[end]) & 0xC0) == 0x80) --end;  // not within a letter
  return reason.substr(0, end) + "...";
}

std::optional<double> seconds_of(const Trial& trial) {
  if (trial.started == 0 || trial.finished < trial.started) return {};
  return static_cast<double>(trial.finished - trial.started) / 1000.0;
}

std::string trials_table(const Study& study, const std::vector<const Trial*>& trials) {
  const std::vector<std::size_t> parameters = chosen_parameters(study.space, {});
  std::vector<std::string> headings = {"trial", "state"};
  for (const Objective& objective : study.objectives) headings.push_back(objective.name);
  for (const std::size_t index : parameters) headings.push_back(study.space.parameters()[index].name);
  headings.push_back("seconds");
  HtmlTable table("Trials", headings);
  for (const Trial* trial : trials) {
    std::vector<HtmlCell> row = {number_cell(trial->number), {std::string(to_text(trial->state))}};
    for (std::size_t k = 0; k < study.objectives.size(); ++k)
      row.push_back(k < trial->values.size() ? HtmlCell{short_number(trial->values[k]), "right num strong"}
                                             : HtmlCell{});
    for (const std::size_t index : parameters) row.push_back(value_cell(trial->configuration[index]));
    const auto seconds = seconds_of(*trial);
    row.push_back(seconds ? HtmlCell{short_number(*seconds, 4), "right num faint"} : HtmlCell{});
    table.row(row);
  }
  return table.finish();
}

std::string settings_list(const Configuration& configuration) {
  std::string out = "<div class=\"settings\"><dl>\n";
  for (std::size_t i = 0; i < configuration.size(); ++i) {
    if (!configuration[i]) continue;
    out += "<div><dt>" + html_escape(configuration.name(i)) + "</dt><dd>" +
           html_escape(to_text(*configuration[i])) + "</dd></div>\n";
  }
  return out + "</dl></div>\n";
}

std::string failures_table(std::span<const Trial> trials) {
  const auto groups = analysis::failure_groups(trials);
  if (groups.empty()) return "";
  HtmlTable table("Failures by reason", {"trials", "state", "reason", "last trial"});
  const std::size_t shown = std::min<std::size_t>(50, groups.size());
  for (const analysis::FailureGroup& group : std::span(groups).first(shown))
    table.row({number_cell(group.count),
               {std::string(to_text(group.state))},
               {cut_reason(group.reason), "reason"},
               number_cell(group.last)});
  if (shown == groups.size()) return table.finish();
  return text(table.finish(), "<p class=\"hint\">The ", shown, " most frequent of ", groups.size(),
              " reasons.</p>\n");
}

}  // namespace hone::charts
