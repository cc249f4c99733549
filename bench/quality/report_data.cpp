// SPDX-License-Identifier: MIT
#include <cmath>

#include "bench/quality/report.hpp"
#include "bench/quality/text_file.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/csv.hpp"
#include "hone/codec/json.hpp"

namespace hone::quality {
namespace {

using codec::Json;

const char* word_for(Verdict verdict) {
  return verdict == Verdict::Better ? "better" : verdict == Verdict::Worse ? "worse" : "open";
}

std::string cell_text(const std::optional<double>& value) { return value ? number_text(*value) : ""; }

Json json_of(double value) { return std::isfinite(value) ? Json(value) : Json(number_text(value)); }

Json json_of(const Cell& cell) {
  return {{"mean", json_of(cell.mean)},
          {"deviation", json_of(cell.deviation)},
          {"median", json_of(cell.median)},
          {"log10_regret", json_of(cell.log_regret)},
          {"half_width", json_of(cell.half_width)},
          {"normalized", cell.normalized ? json_of(*cell.normalized) : Json(nullptr)},
          {"rank", cell.rank}};
}

Json json_of(const Score& score) {
  return {{"better", score.better},
          {"worse", score.worse},
          {"open", score.open},
          {"lower_mean", score.lower_mean},
          {"higher_mean", score.higher_mean},
          {"equal_mean", score.equal_mean},
          {"p", score.p}};
}

Json json_of_problem(const Summary& summary, std::size_t p) {
  Json results = Json::object();
  for (std::size_t m = 0; m < summary.methods.size(); ++m) {
    Json result = json_of(summary.final().cells[p][m]);
    result["p"] = summary.duels[p][m].p;
    result["verdict"] = word_for(summary.duels[p][m].verdict);
    Json values = Json::array();
    for (const double value : summary.finals[p][m]) values.push_back(json_of(value));
    result["values"] = std::move(values);
    results[summary.methods[m]] = std::move(result);
  }
  return {{"name", summary.problems[p]}, {"seeds", summary.seeds[p]}, {"results", std::move(results)}};
}

Json json_of_method(const Summary& summary, std::size_t m) {
  Json progress = Json::array();
  for (const Stage& stage : summary.stages) {
    Json entry{{"evaluation", stage.evaluation},
               {"mean_rank", stage.mean_rank[m]},
               {"log10_regret", json_of(stage.log_regret[m])}};
    if (stage.normalized[m]) entry["normalized"] = json_of(*stage.normalized[m]);
    progress.push_back(std::move(entry));
  }
  return {{"name", summary.methods[m]},
          {"version", summary.versions[m]},
          {"seconds_per_ask", summary.ask_seconds[m]},
          {"mean_rank", summary.final().mean_rank[m]},
          {"log10_regret", json_of(summary.final().log_regret[m])},
          {"against_baseline", json_of(summary.scores[m])},
          {"progress", std::move(progress)}};
}

}  // namespace

std::string csv_report(const Summary& summary) {
  std::string out;
  codec::append_csv(
      out, std::vector<std::string>{"problem", "method", "seeds", "mean", "deviation", "median",
                                    "log10_regret", "half_width", "normalized", "rank", "p", "verdict"});
  for (std::size_t p = 0; p < summary.problems.size(); ++p) {
    for (std::size_t m = 0; m < summary.methods.size(); ++m) {
      const Cell& cell = summary.final().cells[p][m];
      const Duel& duel = summary.duels[p][m];
      codec::append_csv(
          out, std::vector<std::string>{
                   summary.problems[p], summary.methods[m], std::to_string(summary.seeds[p]),
                   number_text(cell.mean), number_text(cell.deviation), number_text(cell.median),
                   number_text(cell.log_regret), number_text(cell.half_width), cell_text(cell.normalized),
                   number_text(cell.rank), number_text(duel.p), word_for(duel.verdict)});
    }
  }
  return out;
}

std::string csv_curves(const Summary& summary) {
  std::string out;
  codec::append_csv(out, std::vector<std::string>{"problem", "method", "evaluation", "mean", "log10_regret",
                                                  "half_width", "normalized", "rank"});
  for (std::size_t p = 0; p < summary.problems.size(); ++p) {
    for (std::size_t m = 0; m < summary.methods.size(); ++m) {
      for (const Stage& stage : summary.stages) {
        const Cell& cell = stage.cells[p][m];
        codec::append_csv(out,
                          std::vector<std::string>{summary.problems[p], summary.methods[m],
                                                   std::to_string(stage.evaluation), number_text(cell.mean),
                                                   number_text(cell.log_regret), number_text(cell.half_width),
                                                   cell_text(cell.normalized), number_text(cell.rank)});
      }
    }
  }
  return out;
}

std::string json_report(const Summary& summary) {
  Json problems = Json::array();
  for (std::size_t p = 0; p < summary.problems.size(); ++p) problems.push_back(json_of_problem(summary, p));
  Json methods = Json::array();
  for (std::size_t m = 0; m < summary.methods.size(); ++m) methods.push_back(json_of_method(summary, m));
  const Json report{{"budget", summary.setting.budget},
                    {"batch", summary.setting.batch},
                    {"start", summary.setting.start},
                    {"floor", summary.floor},
                    {"baseline", summary.methods[summary.baseline]},
                    {"methods", std::move(methods)},
                    {"problems", std::move(problems)},
                    {"left_out", summary.left_out}};
  return report.dump(1) + "\n";
}

void write_reports(const Summary& summary, const std::string& folder, const std::string& command) {
  write_file(folder + "/report.md", markdown_report(summary, command));
  write_file(folder + "/report.csv", csv_report(summary));
  write_file(folder + "/curves.csv", csv_curves(summary));
  write_file(folder + "/report.json", json_report(summary));
  write_file(folder + "/curves.svg", svg_curves(summary));
  write_file(folder + "/ranks.svg", svg_ranks(summary));
}

}  // namespace hone::quality
