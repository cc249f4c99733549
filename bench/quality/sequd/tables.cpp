// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/tables.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "bench/quality/markdown_table.hpp"
#include "bench/quality/sequd/published.hpp"
#include "hone/base/text.hpp"

namespace hone::quality::sequd {
namespace {

// Means closer than this are the same: the methods reached the minimum, and only rounding tells them apart.
constexpr double kSame = 1e-8;

std::string digits(const char* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

/// No exponent where a whole number is as short.
std::string rounded(const char* format, double value) {
  return digits(std::abs(value) >= 100.0 && std::abs(value) < 1e6 ? "%.0f" : format, value);
}

std::string cell_text(const Sample& sample, double sign) {
  const double shown = sign * sample.mean + 0.0;  // never "-0"
  return (std::abs(shown) < 1e3 ? digits("%.4g", shown) : rounded("%.4g", shown)) +
         (sample.deviation == 0.0 ? "" : " ± " + rounded("%.2g", sample.deviation));
}

bool is_example(const std::string& function) { return function == "cliff" || function == "octopus"; }

/// Cliff and octopus are maximised in the paper.
double sign_of(const std::string& function) { return is_example(function) ? -1.0 : 1.0; }

using Cells = std::vector<std::optional<Sample>>;

const Sample* best_of(const Cells& cells) {
  const Sample* best = nullptr;
  for (const auto& cell : cells) {
    if (cell && (best == nullptr || cell->mean < best->mean)) best = &*cell;
  }
  return best;
}

std::vector<std::string> own_row(const std::string& function, const Cells& cells) {
  std::vector<std::string> row{function, "hone"};
  const Sample* best = best_of(cells);
  for (const auto& cell : cells) {
    if (!cell) {
      row.emplace_back();
      continue;
    }
    const bool different = compare_means(*cell, *best, kSame) != Verdict::Open;
    const std::string shown = cell_text(*cell, sign_of(function));
    row.push_back(bold(shown, cell->mean - best->mean <= kSame) + (different ? " †" : ""));
  }
  return row;
}

std::vector<std::string> paper_row(const std::string& function, const std::vector<Entrant>& entrants) {
  std::vector<std::string> row{"", "paper"};
  for (const Entrant& entrant : entrants) {
    const auto column = published_counterpart(entrant.label);
    const auto cell = column ? published_row(function)->cells[*column] : std::nullopt;
    row.push_back(cell ? cell_text(*cell, sign_of(function)) : "");
  }
  return row;
}

std::string value_table(const TableInput& input, bool examples) {
  std::vector<std::string> header{"function", ""};
  for (const Entrant& entrant : input.entrants) header.push_back(display_name(entrant.label));
  MarkdownTable table(header);
  for (std::size_t f = 0; f < input.scores.functions.size(); ++f) {
    const std::string& function = input.scores.functions[f];
    if (is_example(function) != examples) continue;
    table.add(own_row(function, input.scores.cells[f]));
    if (input.runs == kPublishedRuns && published_row(function) != nullptr) {
      table.add(paper_row(function, input.entrants));
    }
  }
  return table.text();
}

/// What the paper has besides, for methods that have no counterpart here.
std::string other_methods_table(const TableInput& input) {
  std::vector<std::size_t> others;
  for (std::size_t column = 0; column < published_methods().size(); ++column) {
    const auto same = [&](const Entrant& e) { return published_counterpart(e.label) == column; };
    if (std::none_of(input.entrants.begin(), input.entrants.end(), same)) others.push_back(column);
  }
  std::vector<std::string> header{"function"};
  for (const std::size_t column : others) header.push_back(published_methods()[column]);
  MarkdownTable table(header);
  for (const std::string& function : input.scores.functions) {
    const PublishedRow* row = published_row(function);
    if (row == nullptr) continue;
    std::vector<std::string> cells{function};
    for (const std::size_t column : others) {
      cells.push_back(row->cells[column] ? cell_text(*row->cells[column], sign_of(function)) : "");
    }
    table.add(cells);
  }
  return table.text();
}

std::string verdict_text(Verdict verdict) {
  return verdict == Verdict::Better ? "better" : verdict == Verdict::Worse ? "worse" : "";
}

/// Against the SeqUD column of table 9, on the functions that it has.
class Verdicts {
 public:
  explicit Verdicts(const TableInput& input) : input_(input) {
    for (std::size_t f = 0; f < input.scores.functions.size(); ++f) {
      const std::string& function = input.scores.functions[f];
      if (published_row(function) != nullptr && !is_example(function)) functions_.push_back(f);
    }
  }

  std::string table_of(std::size_t method) const {
    MarkdownTable table({"function", "hone", "paper", "p", ""});
    for (const std::size_t f : functions_) {
      const auto& cell = input_.scores.cells[f][method];
      if (!cell) continue;
      const PublishedRow& paper = *published_row(input_.scores.functions[f]);
      const Sample& theirs = *paper.cells[kPublishedSeqUd];
      table.add({paper.function, cell_text(*cell, 1.0), cell_text(theirs, 1.0),
                 digits("%.2g", welch_p(*cell, theirs, paper.rounding)),
                 verdict_text(compare_means(*cell, theirs, paper.rounding))});
    }
    return table.text();
  }

  /// Better, no different, worse.
  std::vector<int> counts_of(std::size_t method) const {
    std::vector<int> counts(3, 0);
    for (const std::size_t f : functions_) {
      const auto& cell = input_.scores.cells[f][method];
      if (!cell) continue;
      const PublishedRow& paper = *published_row(input_.scores.functions[f]);
      const Verdict verdict = compare_means(*cell, *paper.cells[kPublishedSeqUd], paper.rounding);
      ++counts[verdict == Verdict::Better ? 0 : verdict == Verdict::Open ? 1 : 2];
    }
    return counts;
  }

 private:
  const TableInput& input_;
  std::vector<std::size_t> functions_;
};

ScoreTable without_examples(const ScoreTable& table) {
  ScoreTable result{.methods = table.methods};
  for (std::size_t f = 0; f < table.functions.size(); ++f) {
    if (is_example(table.functions[f])) continue;
    result.functions.push_back(table.functions[f]);
    result.cells.push_back(table.cells[f]);
  }
  return result;
}

std::string standings(const TableInput& input) {
  const ScoreTable scores = without_examples(input.scores);
  std::vector<std::size_t> free;
  for (std::size_t m = 0; m < input.entrants.size(); ++m) {
    if (!input.entrants[m].model) free.push_back(m);
  }
  const std::vector<double> all = mean_ranks(scores);
  const std::vector<double> among_free = mean_ranks(with_methods(scores, free));
  const Verdicts verdicts(input);
  MarkdownTable table(
      {"sampler", "seeds", "better", "no different", "worse", "mean rank", "without model samplers"});
  for (std::size_t m = 0; m < input.entrants.size(); ++m) {
    const auto place = std::find(free.begin(), free.end(), m);
    std::vector<std::string> row{display_name(input.entrants[m].label),
                                 std::to_string(input.entrants[m].seeds.size())};
    for (const int count : verdicts.counts_of(m)) {
      row.push_back(input.runs == kPublishedRuns ? std::to_string(count) : "");
    }
    row.push_back(digits("%.2f", all[m]));
    row.push_back(place == free.end()
                      ? ""
                      : digits("%.2f", among_free[static_cast<std::size_t>(place - free.begin())]));
    table.add(row);
  }
  return table.text();
}

/// The entrant whose verdicts are shown one by one: SeqUD with our defaults.
std::optional<std::size_t> own_sequd(const std::vector<Entrant>& entrants) {
  for (std::size_t m = 0; m < entrants.size(); ++m) {
    if (entrants[m].label == "sequd") return m;
  }
  return std::nullopt;
}

bool has_function(const TableInput& input, bool example) {
  const auto& names = input.scores.functions;
  return std::any_of(names.begin(), names.end(), [&](const auto& f) { return is_example(f) == example; });
}

constexpr const char* kLegend =
    "Best value, mean ± sd over the seeds. Bold: the best of ours; †: differs from the best of ours (Welch's "
    "test, "
    "5 %).\nSeeds: ";

}  // namespace

std::string display_name(const std::string& label) {
  return label == "sequd{variant=published}" ? "sequd (published)" : label;
}

std::string markdown_tables(const TableInput& input) {
  const bool published = input.runs == kPublishedRuns;
  std::string out = text("# The tables of the SeqUD paper again, ", input.runs, " runs\n\n");
  if (!input.command.empty()) out += "Made by `" + input.command + "`.\n\n";
  out += kLegend;
  for (std::size_t m = 0; m < input.entrants.size(); ++m) {
    const Entrant& entrant = input.entrants[m];
    out += text(m == 0 ? "" : ", ", display_name(entrant.label), " ", entrant.seeds.size());
  }
  out += ".\n\n";
  if (has_function(input, true)) {
    out += "## Table 2: the greatest values of cliff and octopus\n\n" + value_table(input, true);
  }
  if (!has_function(input, false)) return out;
  out += text("## Table ", published ? "9" : "10", ": the least values of the functions\n\n") +
         value_table(input, false);
  if (published) out += "What the paper has of methods that are not here:\n\n" + other_methods_table(input);
  if (const auto sequd = own_sequd(input.entrants); sequd && published) {
    const Verdicts verdicts(input);
    const std::vector<int> counts = verdicts.counts_of(*sequd);
    out +=
        "## SeqUD here and in the paper\n\nWelch's test at 5 %; what the paper's rounding hides counts as "
        "equal.\n\n" +
        verdicts.table_of(*sequd) +
        text("better on ", counts[0], ", no different on ", counts[1], ", worse on ", counts[2], "\n\n");
  }
  out += published ? "## All samplers against the paper's SeqUD, and ranks\n\n" : "## Ranks\n\n";
  return out +
         "Mean rank of the mean values over the functions of the table, among all and among those that fit "
         "no "
         "model.\n\n" +
         standings(input);
}

}  // namespace hone::quality::sequd
