// SPDX-License-Identifier: MIT
#include "bench/quality/summary.hpp"

#include <algorithm>
#include <cmath>

#include "bench/quality/comparison.hpp"
#include "bench/quality/statistics.hpp"
#include "hone/analysis/hypothesis.hpp"
#include "hone/base/error.hpp"
#include "hone/base/text.hpp"

namespace hone::quality {
namespace {

constexpr double kLevel = 0.05;

Cell cell_of(const std::vector<const Run*>& runs, int evaluation, double floor) {
  std::vector<double> values;
  std::vector<double> logs;
  std::vector<double> parts;
  for (const Run* run : runs) {
    const double value = value_at(*run, evaluation);
    const double regret = value - run->minimum;
    values.push_back(value);
    logs.push_back(std::log10(std::max(regret, floor)));
    if (run->poor) parts.push_back(std::clamp(regret / (*run->poor - run->minimum), -1.0, 1.0));
  }
  Cell cell{.mean = mean(values),
            .deviation = deviation(values),
            .median = median(values),
            .log_regret = mean(logs),
            .half_width = half_width95(logs)};
  if (!parts.empty()) cell.normalized = mean(parts);
  return cell;
}

void set_ranks(std::vector<Cell>& row) {
  std::vector<double> means;
  for (const Cell& cell : row) means.push_back(cell.mean);
  const std::vector<double> rank = analysis::mean_ranks(means);
  for (std::size_t m = 0; m < row.size(); ++m) row[m].rank = rank[m];
}

/// Means of each method over the problems.
void set_totals(Stage& stage, std::size_t methods) {
  for (std::size_t m = 0; m < methods; ++m) {
    std::vector<double> rank;
    std::vector<double> logs;
    std::vector<double> parts;
    for (const auto& row : stage.cells) {
      rank.push_back(row[m].rank);
      logs.push_back(row[m].log_regret);
      if (row[m].normalized) parts.push_back(*row[m].normalized);
    }
    stage.mean_rank.push_back(mean(rank));
    stage.log_regret.push_back(mean(logs));
    stage.normalized.push_back(parts.empty() ? std::nullopt : std::optional(mean(parts)));
  }
}

Stage stage_of(const Comparison& comparison, int evaluation, double floor) {
  Stage stage{.evaluation = evaluation};
  for (const auto& problem : comparison.runs) {
    std::vector<Cell> row;
    for (const auto& runs : problem) row.push_back(cell_of(runs, evaluation, floor));
    set_ranks(row);
    stage.cells.push_back(std::move(row));
  }
  set_totals(stage, comparison.methods.size());
  return stage;
}

std::vector<double> finals_of(const std::vector<const Run*>& runs) {
  std::vector<double> values;
  for (const Run* run : runs) values.push_back(value_at(*run, run->key.setting.budget));
  return values;
}

Duel duel_of(const std::vector<double>& method, const std::vector<double>& baseline) {
  std::vector<double> differences;
  for (std::size_t s = 0; s < method.size(); ++s) differences.push_back(method[s] - baseline[s]);
  const Wilcoxon test = wilcoxon(differences);
  Duel duel{.p = test.p};
  if (test.p >= kLevel) return duel;
  const double expected = test.pairs * (test.pairs + 1) / 4.0;
  duel.verdict = test.plus < expected ? Verdict::Better : Verdict::Worse;
  return duel;
}

Score score_of(const Summary& summary, std::size_t method) {
  Score score;
  std::vector<double> differences;
  for (std::size_t p = 0; p < summary.problems.size(); ++p) {
    const Verdict verdict = summary.duels[p][method].verdict;
    ++(verdict == Verdict::Better ? score.better : verdict == Verdict::Worse ? score.worse : score.open);
    const Cell& ours = summary.final().cells[p][method];
    const Cell& theirs = summary.final().cells[p][summary.baseline];
    ++(ours.mean < theirs.mean   ? score.lower_mean
       : ours.mean > theirs.mean ? score.higher_mean
                                 : score.equal_mean);
    differences.push_back(ours.log_regret - theirs.log_regret);
  }
  score.p = wilcoxon(differences).p;
  return score;
}

std::size_t index_of(const std::vector<std::string>& methods, const std::string& baseline) {
  if (baseline.empty()) return 0;
  const auto found = std::find(methods.begin(), methods.end(), baseline);
  if (found != methods.end()) return static_cast<std::size_t>(found - methods.begin());
  throw Error(ErrorCode::InvalidArgument, text("the baseline '", baseline, "' has no runs"),
              "use one of " + join(methods, ", "));
}

/// Mean time of an ask and the version of a method, from all its runs.
void describe_method(Summary& summary, const Comparison& comparison, std::size_t method) {
  double seconds = 0.0;
  std::size_t asks = 0;
  for (const auto& problem : comparison.runs) {
    for (const Run* run : problem[method]) {
      for (const double s : run->ask_seconds) seconds += s;
      asks += run->ask_seconds.size();
    }
  }
  summary.ask_seconds.push_back(asks == 0 ? 0.0 : seconds / static_cast<double>(asks));
  summary.versions.push_back(comparison.runs.front()[method].front()->version);
}

void add_stages(Summary& summary, const Comparison& comparison, const std::vector<int>& checkpoints) {
  const int budget = summary.setting.budget;
  std::vector<int> evaluations = checkpoints;
  for (int n = summary.setting.batch; n < budget; n += summary.setting.batch) evaluations.push_back(n);
  evaluations.push_back(budget);
  std::sort(evaluations.begin(), evaluations.end());
  evaluations.erase(std::unique(evaluations.begin(), evaluations.end()), evaluations.end());
  for (const int n : evaluations) {
    if (n < 1 || n > budget) continue;
    const bool tabulated =
        n == budget || std::find(checkpoints.begin(), checkpoints.end(), n) != checkpoints.end();
    if (tabulated) summary.checkpoints.push_back(static_cast<int>(summary.stages.size()));
    summary.stages.push_back(stage_of(comparison, n, summary.floor));
  }
}

}  // namespace

Summary summarize(const std::map<RunKey, Run>& runs, const SummaryOptions& options) {
  const Comparison comparison = compare(runs, options);
  Summary summary{.setting = comparison.setting,
                  .problems = comparison.problems,
                  .methods = comparison.methods,
                  .baseline = index_of(comparison.methods, options.baseline),
                  .floor = options.floor,
                  .left_out = comparison.left_out};
  add_stages(summary, comparison, options.checkpoints);
  for (const auto& problem : comparison.runs) {
    summary.seeds.push_back(static_cast<int>(problem.front().size()));
    std::vector<std::vector<double>> finals;
    for (const auto& method : problem) finals.push_back(finals_of(method));
    std::vector<Duel> duels;
    for (const auto& values : finals) duels.push_back(duel_of(values, finals[summary.baseline]));
    summary.duels.push_back(std::move(duels));
    summary.finals.push_back(std::move(finals));
  }
  for (std::size_t m = 0; m < summary.methods.size(); ++m) {
    describe_method(summary, comparison, m);
    summary.scores.push_back(score_of(summary, m));
  }
  return summary;
}

}  // namespace hone::quality
