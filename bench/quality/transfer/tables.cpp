// SPDX-License-Identifier: MIT
#include "bench/quality/transfer/tables.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/quality/markdown_table.hpp"
#include "bench/quality/statistics.hpp"
#include "bench/quality/transfer/published.hpp"
#include "hone/base/text.hpp"

namespace hone::quality::transfer {
namespace {

std::string figure(const char* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

// Small regrets need more digits than the paper's two.
std::string percent(double value) { return figure(std::abs(value) < 0.1 ? "%.2g" : "%.2f", value); }

double log_regret(const Run& run, int evaluation) {
  return std::log10(std::max(1e-8, value_at(run, evaluation) - run.minimum));
}

std::vector<std::string> checkpoint_header(const std::string& first, const std::vector<int>& checkpoints) {
  std::vector<std::string> header{first};
  for (const int n : checkpoints) header.push_back(std::to_string(n));
  return header;
}

std::string regret_table(const std::vector<RegretRow>& rows, const std::vector<int>& checkpoints) {
  std::vector<std::string> header = checkpoint_header("method", checkpoints);
  header.push_back("ms an ask");
  MarkdownTable table(header);
  for (const RegretRow& row : rows) {
    std::vector<std::string> cells{row.label};
    for (std::size_t c = 0; c < checkpoints.size(); ++c) {
      const std::string mean = bold(percent(row.mean[c]), row.best[c]);
      cells.push_back(row.error[c] > 0.0 ? mean + " ± " + percent(row.error[c]) : mean);
    }
    cells.push_back(figure("%.3g", 1000.0 * row.seconds));
    table.add(cells);
  }
  return table.text();
}

// Random search after k times the evaluations: what k workers would have found.
std::string multiples_table(const std::map<RunKey, Run>& runs, const TableInput& input) {
  MarkdownTable table(checkpoint_header("random search, times", input.query.checkpoints));
  for (const int times : input.multiples) {
    RegretQuery longer = input.query;
    longer.methods = {"cold:random"};
    longer.setting.budget *= times;
    for (int& n : longer.checkpoints) n *= times;
    for (const RegretRow& row : regret_rows(runs, longer)) {
      std::vector<std::string> cells{std::to_string(times)};
      for (const double mean : row.mean) cells.push_back(percent(mean));
      table.add(cells);
    }
  }
  return table.text();
}

/// Ours beside the published figure: how many of our standard errors it lies above.
std::string published_table(const std::vector<RegretRow>& rows) {
  MarkdownTable table(checkpoint_header("published", {10, 20, 30, 40, 50}));
  for (const PublishedRow& published : published_adaboost()) {
    const auto ours = std::find_if(rows.begin(), rows.end(),
                                   [&](const RegretRow& row) { return row.label == published.method; });
    if (ours == rows.end()) continue;
    std::vector<std::string> cells{published.name + " (" + published.method + ")"};
    for (std::size_t c = 0; c < published.regret.size(); ++c) {
      const bool within = ours->mean[c] <= published.regret[c] + 2.0 * ours->error[c];
      cells.push_back(percent(published.regret[c]) + (within ? "" : " (ours is higher)"));
    }
    table.add(cells);
  }
  return table.text();
}

std::string duel_table(const std::map<RunKey, Run>& runs, const TableInput& input,
                       const std::string& baseline) {
  MarkdownTable table(checkpoint_header("against " + baseline, input.query.checkpoints));
  for (const std::string& method : input.query.methods) {
    if (method == baseline) continue;
    std::vector<std::string> cells{method};
    for (const RegretDuel& duel : regret_duels(runs, input.query, method, baseline))
      cells.push_back(figure("%+.2f", duel.difference) + figure(", %.0f %%", 100.0 * duel.won) +
                      figure(", p %.1g", duel.p));
    cells.resize(input.query.checkpoints.size() + 1);
    table.add(cells);
  }
  return table.text();
}

bool is_published(const TableInput& input) {
  const auto& at = input.query.checkpoints;
  return input.group == "adaboost" &&
         std::equal(at.begin(), at.end(), kPublishedEvaluations.begin(), kPublishedEvaluations.end());
}

}  // namespace

std::string ratio_table(const std::map<RunKey, Run>& runs, const RegretQuery& query,
                        const std::string& baseline) {
  const std::string& theirs = baseline.empty() ? query.methods.front() : baseline;
  MarkdownTable table(checkpoint_header("log10 regret, against " + theirs, query.checkpoints));
  for (const std::string& method : query.methods) {
    if (method == theirs) continue;
    std::vector<std::string> cells{method};
    for (const int evaluation : query.checkpoints) {
      std::vector<double> differences;
      for (const std::string& problem : query.problems) {
        for (const std::uint64_t seed : query.seeds) {
          const auto ours = runs.find({problem, method, seed, query.setting});
          const auto other = runs.find({problem, theirs, seed, query.setting});
          if (ours == runs.end() || other == runs.end()) continue;
          differences.push_back(log_regret(ours->second, evaluation) - log_regret(other->second, evaluation));
        }
      }
      const double error = deviation(differences) / std::sqrt(static_cast<double>(differences.size()));
      cells.push_back(figure("%+.3f", mean(differences)) + figure(" ± %.3f", error) +
                      figure(", x %.2f", std::pow(10.0, mean(differences))));
    }
    table.add(cells);
  }
  return table.text();
}

std::string markdown_tables(const std::map<RunKey, Run>& runs, const TableInput& input) {
  const std::vector<RegretRow> rows = regret_rows(runs, input.query);
  std::string out = text("# ", input.group, ": learning from the other tasks\n\n");
  if (!input.command.empty()) out += "Made by `" + input.command + "`.\n\n";
  if (rows.empty()) return out + "No run was done by all methods.\n";
  out += text(
      input.query.problems.size(), " tasks, ", input.query.seeds.size(), " repetitions, ", rows.front().runs,
      " runs of each method; ", input.earlier.trials, " random trials of every earlier study",
      input.earlier.studies > 0 ? text(", at most ", input.earlier.studies, " of them") : std::string(),
      ".\n\n");
  out +=
      "Mean normalised regret in per cent after so many evaluations, ± its standard error over the "
      "repetitions. Bold: the lowest, or not worse than it by Wilcoxon's signed-rank test over the runs "
      "(5 %).\n\n" +
      regret_table(rows, input.query.checkpoints);
  if (!input.multiples.empty()) out += multiples_table(runs, input);
  if (is_published(input))
    out += "Feurer et al., tables 9 and 10; marked where ours lies more than two standard errors above.\n\n" +
           published_table(rows);
  const std::string baseline = input.baseline.empty() ? input.query.methods.front() : input.baseline;
  return out +
         "Difference of the means, share of the runs that are lower (of equal ones a half), Wilcoxon's "
         "p.\n\n" +
         duel_table(runs, input, baseline);
}

}  // namespace hone::quality::transfer
