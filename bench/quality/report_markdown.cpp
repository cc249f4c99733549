// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/quality/markdown_table.hpp"
#include "bench/quality/report.hpp"
#include "bench/quality/statistics.hpp"
#include "hone/base/text.hpp"

namespace hone::quality {
namespace {

std::string digits(double value, const char* format = "%.4g") {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

/// A few significant digits, and no exponent where a whole number is as short.
std::string rounded(double value, const char* format) {
  return digits(value, std::abs(value) >= 100.0 && std::abs(value) < 1e7 ? "%.0f" : format);
}

std::vector<std::string> header(const Summary& summary, const std::string& first) {
  std::vector<std::string> row{first};
  row.insert(row.end(), summary.methods.begin(), summary.methods.end());
  return row;
}

std::string mean_text(const Cell& cell) {
  return std::abs(cell.mean) < 1e3 ? digits(cell.mean) : rounded(cell.mean, "%.4g");
}

/// A row with the best value in bold.
std::vector<std::string> row_with_best(const std::string& first, const std::vector<double>& values,
                                       const char* format, double best) {
  std::vector<std::string> row{first};
  for (const double value : values) row.push_back(bold(digits(value, format), value == best));
  return row;
}
std::vector<std::string> row_of(const std::string& first, const std::vector<double>& values,
                                const char* format) {
  return row_with_best(first, values, format, *std::min_element(values.begin(), values.end()));
}

/// 100 for the best known value, 0 for a poor one.
std::vector<std::string> score_row(const std::string& first,
                                   const std::vector<std::optional<double>>& normalized) {
  std::vector<double> scores;
  for (const auto& part : normalized) scores.push_back(100.0 * (1.0 - part.value()));
  return row_with_best(first, scores, "%.2f", *std::max_element(scores.begin(), scores.end()));
}

std::string value_table(const Summary& summary) {
  MarkdownTable table(header(summary, "mean ± sd"));
  for (std::size_t p = 0; p < summary.problems.size(); ++p) {
    std::vector<std::string> row{summary.problems[p]};
    const auto& cells = summary.final().cells[p];
    const auto by_rank = [](const Cell& a, const Cell& b) { return a.rank < b.rank; };
    const double best = std::min_element(cells.begin(), cells.end(), by_rank)->rank;
    for (const Cell& cell : cells) {
      row.push_back(bold(mean_text(cell) + " ± " + rounded(cell.deviation, "%.2g"), cell.rank == best));
    }
    table.add(std::move(row));
  }
  table.add(row_of("mean rank", summary.final().mean_rank, "%.2f"));
  return table.text();
}

std::string regret_table(const Summary& summary) {
  MarkdownTable table(header(summary, "log10 regret"));
  for (std::size_t p = 0; p < summary.problems.size(); ++p) {
    std::vector<std::string> row{summary.problems[p]};
    for (const Cell& cell : summary.final().cells[p]) {
      row.push_back(digits(cell.log_regret, "%.2f") + " ± " + digits(cell.half_width, "%.2f"));
    }
    table.add(std::move(row));
  }
  table.add(row_of("mean", summary.final().log_regret, "%.3f"));
  return table.text();
}

/// Means over the problems at the checkpoints.
std::string progress_table(const Summary& summary) {
  MarkdownTable table(header(summary, "after"));
  for (const int index : summary.checkpoints) {
    const Stage& stage = summary.stages[static_cast<std::size_t>(index)];
    const std::string after = std::to_string(stage.evaluation);
    table.add(row_of(after + ": mean rank", stage.mean_rank, "%.2f"));
    table.add(row_of(after + ": log10 regret", stage.log_regret, "%.3f"));
    if (!stage.normalized.front()) continue;
    std::vector<double> percent;
    for (const auto& part : stage.normalized) percent.push_back(100.0 * part.value());
    table.add(row_of(after + ": regret, % of the range", percent, "%.3f"));
    table.add(score_row(after + ": score", stage.normalized));
  }
  return table.text();
}

/// The scores of the problems that have a poor value to measure them by.
std::string points_table(const Summary& summary) {
  MarkdownTable table(header(summary, "score"));
  for (std::size_t p = 0; p < summary.problems.size(); ++p) {
    std::vector<std::optional<double>> normalized;
    for (const Cell& cell : summary.final().cells[p]) normalized.push_back(cell.normalized);
    if (normalized.front()) table.add(score_row(summary.problems[p], normalized));
  }
  table.add(score_row("mean", summary.final().normalized));
  return table.text();
}

std::string duel_table(const Summary& summary) {
  MarkdownTable table(header(summary, "p against " + summary.methods[summary.baseline]));
  for (std::size_t p = 0; p < summary.problems.size(); ++p) {
    std::vector<std::string> row{summary.problems[p]};
    for (std::size_t m = 0; m < summary.methods.size(); ++m) {
      const Duel& duel = summary.duels[p][m];
      const char* mark = duel.verdict == Verdict::Better  ? " better"
                         : duel.verdict == Verdict::Worse ? " worse"
                                                          : "";
      row.push_back(m == summary.baseline ? "" : digits(duel.p, "%.2g") + mark);
    }
    table.add(std::move(row));
  }
  return table.text();
}

std::string score_table(const Summary& summary) {
  MarkdownTable table({"against " + summary.methods[summary.baseline], "better", "worse", "open",
                       "lower mean", "higher mean", "equal mean", "p over problems"});
  for (std::size_t m = 0; m < summary.methods.size(); ++m) {
    if (m == summary.baseline) continue;
    const Score& score = summary.scores[m];
    table.add({summary.methods[m], std::to_string(score.better), std::to_string(score.worse),
               std::to_string(score.open), std::to_string(score.lower_mean),
               std::to_string(score.higher_mean), std::to_string(score.equal_mean), digits(score.p, "%.2g")});
  }
  return table.text();
}

std::string method_table(const Summary& summary) {
  MarkdownTable table({"method", "version", "ms per ask"});
  for (std::size_t m = 0; m < summary.methods.size(); ++m) {
    table.add({summary.methods[m], summary.versions[m], rounded(1000.0 * summary.ask_seconds[m], "%.3g")});
  }
  return table.text();
}

}  // namespace

std::string markdown_report(const Summary& summary, const std::string& command) {
  const auto [fewest, most] = std::minmax_element(summary.seeds.begin(), summary.seeds.end());
  const std::string seeds = *fewest == *most ? text(*fewest) : text(*fewest, " to ", *most);
  std::string out =
      text("# ", summary.problems.size(), " problems, ", summary.methods.size(), " methods, ", seeds,
           " seeds\n\n", summary.setting.budget, " evaluations in batches of ", summary.setting.batch);
  if (summary.setting.start > 0)
    out += text("; the first ", summary.setting.start, " points are the same for all");
  out += ". Values are minimised. Regrets below " + number_text(summary.floor) + " count as that.\n\n";
  if (!command.empty()) out += "    " + command + "\n\n";
  out += "## Final values\n\nBold: the best mean.\n\n" + value_table(summary);
  out += "## Regret\n\nMean of the seeds' log10 regret, with its 95 % interval.\n\n" + regret_table(summary);
  if (summary.final().normalized.front()) {
    out +=
        "## Score\n\n100 is the best value known, 0 a poor one; for the tasks of bayesmark this is their "
        "score.\n\n" +
        points_table(summary);
  }
  out += "## Over all problems\n\n" + progress_table(summary);
  out += "## Tests\n\nWilcoxon's signed-rank test over the seeds, two-sided; better and worse at 5 %.\n";
  if (least_p(*fewest) >= 0.05) {
    out += text("With ", *fewest, " seeds p is never below ", least_p(*fewest),
                ", so nothing can be significant.\n");
  }
  out += "\n" + duel_table(summary) + score_table(summary);
  out += "## Time\n\nProcessor time of one ask, with the tell before it.\n\n" + method_table(summary);
  if (!summary.left_out.empty()) out += "Left out: " + join(summary.left_out, "; ") + ".\n";
  return out;
}

}  // namespace hone::quality
