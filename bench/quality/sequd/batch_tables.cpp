// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/batch_tables.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/quality/markdown_table.hpp"
#include "bench/quality/problems.hpp"
#include "bench/quality/sequd/search_trace.hpp"
#include "bench/quality/sequd/tables.hpp"
#include "hone/base/text.hpp"

namespace hone::quality::sequd {
namespace {

constexpr double kLeastRegret = 1e-8;  // below it methods reached the minimum, and only rounding tells

std::string decimal(const char* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

bool works_in_boxes(const Method& method) {
  return method.choice.name == "sequd" || method.choice.name == "seqrand";
}

double floored_log_regret(const Run& run, double value) {
  return std::log10(std::max(kLeastRegret, value - run.minimum));
}

std::vector<std::string> duel_cells(const Duel& duel) {
  return {std::to_string(duel.lower), text(duel.better, " / ", duel.worse),
          decimal("%.0f %%", 100.0 * duel.won), decimal("%.2g", duel.p)};
}

/// Those of SeqUD, each against every method that is not one.
std::string duels_table(const BatchInput& input, const std::map<RunKey, Run>& runs) {
  MarkdownTable table({"sampler, against", "batch", "lower on", "better / worse", "runs won", "p"});
  for (std::size_t i = 0; i < input.methods.size(); ++i) {
    for (std::size_t j = 0; j < input.methods.size(); ++j) {
      if (input.methods[i].choice.name != "sequd" || input.methods[j].choice.name == "sequd") continue;
      for (const int batch : input.batches) {
        const RunSetting setting{.budget = input.runs, .batch = batch};
        std::vector<std::string> row{
            display_name(input.entrants[i].label) + ", " + display_name(input.entrants[j].label),
            std::to_string(batch)};
        for (const std::string& cell :
             duel_cells(duel(runs, input.functions, input.entrants[i], input.entrants[j], setting)))
          row.push_back(cell);
        table.add(row);
      }
    }
  }
  return table.text();
}

std::vector<std::string> batch_header(const std::string& first, const std::vector<int>& batches) {
  std::vector<std::string> header{first};
  for (const int batch : batches) header.push_back(std::to_string(batch));
  return header;
}

std::string ranks_table(const BatchInput& input, const std::map<RunKey, Run>& runs) {
  std::vector<std::vector<double>> columns;
  for (const int batch : input.batches) {
    columns.push_back(mean_ranks(score_table(runs, input.functions, input.entrants,
                                             {.budget = input.runs, .batch = batch}, input.runs)));
  }
  MarkdownTable table(batch_header("mean rank", input.batches));
  for (std::size_t m = 0; m < input.entrants.size(); ++m) {
    std::vector<std::string> row{display_name(input.entrants[m].label)};
    for (const auto& column : columns) row.push_back(decimal("%.2f", column[m]));
    table.add(row);
  }
  return table.text();
}

/// The smallest and the largest of the deepest zooms of the seeds, "8" or "7 to 8".
std::string zoom_text(const Method& method, const std::vector<std::uint64_t>& seeds, int runs,
                      Asking asking) {
  const Problem problem = select_problems({"branin"}, "").front();
  std::vector<int> deepest;
  for (const std::uint64_t seed : seeds) {
    int zoom = 0;
    for (const Evaluated& evaluated : trace_search(problem, method.choice, seed, runs, asking))
      zoom = std::max(zoom, evaluated.zoom);
    deepest.push_back(zoom);
  }
  const auto [least, most] = std::minmax_element(deepest.begin(), deepest.end());
  return *least == *most ? std::to_string(*least) : text(*least, " to ", *most);
}

std::string zooms_table(const BatchInput& input) {
  std::vector<int> widths{1};
  widths.insert(widths.end(), input.batches.begin(), input.batches.end());
  MarkdownTable table(batch_header("deepest zoom on Branin", widths));
  for (std::size_t m = 0; m < input.methods.size(); ++m) {
    if (!works_in_boxes(input.methods[m])) continue;
    for (const bool together : {true, false}) {
      std::vector<std::string> row{display_name(input.entrants[m].label) +
                                   (together ? ", batches" : ", workers")};
      for (const int width : widths)
        row.push_back(zoom_text(input.methods[m], input.entrants[m].seeds, input.runs, {width, together}));
      table.add(row);
    }
  }
  return table.text();
}

}  // namespace

Duel duel(const std::map<RunKey, Run>& runs, const std::vector<std::string>& functions, const Entrant& ours,
          const Entrant& theirs, const RunSetting& setting) {
  Duel result;
  std::vector<double> differences;
  int pairs = 0;
  for (const std::string& function : functions) {
    std::vector<double> own, other, regrets;
    for (const std::uint64_t seed : ours.seeds) {
      const auto a = runs.find({function, ours.label, seed, setting});
      const auto b = runs.find({function, theirs.label, seed, setting});
      if (a == runs.end() || b == runs.end()) continue;
      own.push_back(value_at(a->second, setting.budget));
      other.push_back(value_at(b->second, setting.budget));
      regrets.push_back(floored_log_regret(a->second, own.back()) -
                        floored_log_regret(b->second, other.back()));
      result.won += regrets.back() < 0.0 ? 1.0 : regrets.back() == 0.0 ? 0.5 : 0.0;
      ++pairs;
    }
    if (own.empty()) continue;
    const Sample mine = sample_of(own), foreign = sample_of(other);
    const Verdict verdict = compare_means(mine, foreign, kLeastRegret);
    result.lower += mine.mean < foreign.mean ? 1 : 0;
    result.better += verdict == Verdict::Better ? 1 : 0;
    result.worse += verdict == Verdict::Worse ? 1 : 0;
    differences.push_back(mean(regrets));
  }
  if (pairs > 0) result.won /= pairs;
  result.p = wilcoxon(differences).p;
  return result;
}

std::string batch_tables(const BatchInput& input, const std::map<RunKey, Run>& runs) {
  std::string out = text("# SeqUD in batches, ", input.runs, " runs\n\n");
  if (!input.command.empty()) out += "Made by `" + input.command + "`.\n\n";
  out += text(input.functions.size(), " functions, ", input.entrants.front().seeds.size(), " seeds.\n\n");
  out += "## Ranks\n\nMean rank of the mean values over the functions; batches of so many points.\n\n" +
         ranks_table(input, runs);
  out +=
      "## One against the other\n\nFunctions with the lower mean value; those where Welch's test at 5 % says "
      "that it is better or worse; share of the runs (same function, same seed) that end lower; Wilcoxon's "
      "test over the functions' mean log10 regrets.\n\n" +
      duels_table(input, runs);
  return out +
         "## How far they zoom\n\nThe least and the most of the seeds. Batches: all results are told before "
         "the next batch is asked for. Workers: one point is asked for whenever one is done, while the "
         "others are running.\n\n" +
         zooms_table(input);
}

}  // namespace hone::quality::sequd
