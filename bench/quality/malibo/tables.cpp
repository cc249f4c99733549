// SPDX-License-Identifier: MIT
#include "bench/quality/malibo/tables.hpp"

#include <algorithm>
#include <cstdio>

#include "bench/quality/malibo/published.hpp"
#include "bench/quality/markdown_table.hpp"
#include "hone/base/text.hpp"

namespace hone::quality::malibo {
namespace {

std::string short_number(const char* format, double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}
std::string regret_text(double value) { return short_number("%.2g", value); }

std::vector<std::string> steps_header(const std::string& first, const std::vector<int>& steps) {
  std::vector<std::string> header{first};
  for (const int step : steps) header.push_back(std::to_string(step));
  return header;
}

std::string rows_table(const std::string& first, const std::vector<RegretRow>& rows,
                       const std::vector<int>& steps) {
  std::vector<std::string> header = steps_header(first, steps);
  header.push_back("ms an ask");
  MarkdownTable table(header);
  for (const RegretRow& row : rows) {
    std::vector<std::string> cells{row.label};
    for (std::size_t c = 0; c < steps.size(); ++c)
      cells.push_back(bold(regret_text(row.mean[c]), row.best[c]) + " ± " + regret_text(row.error[c]));
    cells.push_back(short_number("%.3g", 1000.0 * row.seconds));
    table.add(cells);
  }
  return table.text();
}

/// Each published row, and ours below it.
std::string published_rows(const std::vector<RegretRow>& rows, const std::vector<int>& steps) {
  MarkdownTable table(steps_header("published, and ours", steps));
  for (const PublishedCurve& published : published_fcnet()) {
    const auto ours = std::find_if(rows.begin(), rows.end(),
                                   [&](const RegretRow& row) { return row.label == published.method; });
    std::vector<std::string> theirs{published.name};
    std::vector<std::string> own{"ours: " + published.method};
    for (std::size_t c = 0; c < steps.size(); ++c) {
      const auto known = published.regret.find(steps[c]);
      theirs.push_back(known == published.regret.end() ? "" : regret_text(known->second));
      if (ours == rows.end()) continue;
      const bool higher =
          known != published.regret.end() && ours->mean[c] > known->second + 2.0 * ours->error[c];
      own.push_back(regret_text(ours->mean[c]) + (higher ? " (higher)" : ""));
    }
    table.add(theirs);
    if (ours != rows.end()) table.add(own);
  }
  return table.text();
}

}  // namespace

std::string markdown_tables(const std::map<RunKey, Run>& runs, const TableInput& input) {
  const RegretQuery& query = input.query;
  std::string out = text("# ", input.group, "\n\n");
  if (!input.command.empty()) out += "Made by `" + input.command + "`.\n\n";
  const std::vector<RegretRow> rows = regret_rows(runs, query);
  if (rows.empty()) return out + "No run was done by all methods.\n";
  out += text(rows.front().runs, " runs of each method, ", query.setting.budget,
              " evaluations in batches of ", query.setting.batch, ". ", input.known, "\n\n",
              "Mean regret ± its standard error over the repetitions. Bold: the lowest, or not worse than it "
              "by Wilcoxon's signed-rank test over the runs (5 %).\n\n");
  if (input.comparable)
    out += rows_table(text("mean of ", query.problems.size(), " tasks"), rows, query.checkpoints);
  if (input.published) {
    out += "Marked where ours lies more than two standard errors above.\n\n" +
           published_rows(rows, query.checkpoints);
  }
  for (const std::string& problem : query.problems) {
    RegretQuery one = query;
    one.problems = {problem};
    out += rows_table(problem, regret_rows(runs, one), query.checkpoints);
  }
  return out;
}

}  // namespace hone::quality::malibo
