// SPDX-License-Identifier: MIT
#include "bench/quality/sequd/score_table.hpp"

#include <cmath>
#include <limits>

#include "bench/quality/sequd/published.hpp"
#include "hone/analysis/hypothesis.hpp"

namespace hone::quality::sequd {
namespace {

constexpr double kLevel = 0.05;

std::optional<Sample> cell_of(const std::map<RunKey, Run>& runs, const std::string& function,
                              const Entrant& entrant, const RunSetting& setting, int evaluation) {
  std::vector<double> values;
  for (const std::uint64_t seed : entrant.seeds) {
    const auto run = runs.find({function, entrant.label, seed, setting});
    if (run != runs.end()) values.push_back(value_at(run->second, evaluation));
  }
  return values.empty() ? std::nullopt : std::optional(sample_of(values));
}

std::vector<double> ranks_of(const std::vector<std::optional<Sample>>& row) {
  std::vector<double> means;
  for (const auto& cell : row) {
    if (cell) means.push_back(cell->mean);
  }
  const std::vector<double> ranked = analysis::mean_ranks(means);
  std::vector<double> result;
  std::size_t next = 0;
  for (const auto& cell : row) {
    result.push_back(cell ? ranked[next++] : std::numeric_limits<double>::quiet_NaN());
  }
  return result;
}

}  // namespace

ScoreTable score_table(const std::map<RunKey, Run>& runs, const std::vector<std::string>& functions,
                       const std::vector<Entrant>& entrants, const RunSetting& setting, int evaluation) {
  ScoreTable table{.functions = functions};
  for (const Entrant& entrant : entrants) table.methods.push_back(entrant.label);
  for (const std::string& function : functions) {
    auto& row = table.cells.emplace_back();
    for (const Entrant& entrant : entrants) {
      row.push_back(cell_of(runs, function, entrant, setting, evaluation));
    }
  }
  return table;
}

ScoreTable published_table(const std::vector<std::string>& functions) {
  ScoreTable table{.methods = published_methods()};
  for (const std::string& function : functions) {
    const PublishedRow* row = published_row(function);
    if (row == nullptr) continue;
    table.functions.push_back(function);
    table.cells.push_back(row->cells);
  }
  return table;
}

ScoreTable with_methods(const ScoreTable& table, const std::vector<std::size_t>& methods) {
  ScoreTable result{.functions = table.functions};
  for (const std::size_t m : methods) result.methods.push_back(table.methods[m]);
  for (const auto& row : table.cells) {
    auto& chosen = result.cells.emplace_back();
    for (const std::size_t m : methods) chosen.push_back(row[m]);
  }
  return result;
}

std::vector<std::vector<double>> ranks(const ScoreTable& table) {
  std::vector<std::vector<double>> result;
  for (const auto& row : table.cells) result.push_back(ranks_of(row));
  return result;
}

std::vector<double> mean_ranks(const ScoreTable& table) {
  const auto rows = ranks(table);
  std::vector<double> result;
  for (std::size_t m = 0; m < table.methods.size(); ++m) {
    std::vector<double> own;
    for (const auto& row : rows) {
      if (!std::isnan(row[m])) own.push_back(row[m]);
    }
    result.push_back(own.empty() ? std::numeric_limits<double>::quiet_NaN() : mean(own));
  }
  return result;
}

Verdict compare_means(const Sample& ours, const Sample& theirs, double slack) {
  if (welch_p(ours, theirs, slack) >= kLevel) return Verdict::Open;
  return ours.mean < theirs.mean ? Verdict::Better : Verdict::Worse;
}

}  // namespace hone::quality::sequd
