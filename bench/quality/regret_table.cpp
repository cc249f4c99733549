// SPDX-License-Identifier: MIT
#include "bench/quality/regret_table.hpp"

#include <algorithm>
#include <cmath>

#include "bench/quality/statistics.hpp"

namespace hone::quality {
namespace {

constexpr double kBoldLevel = 0.05;

/// Runs of all methods with the same problem and seed stand in the same place.
struct Square {
  std::vector<std::vector<const Run*>> runs;  // [method][place]
  std::vector<std::size_t> repetition;        // [place]
};

Square square_of(const std::map<RunKey, Run>& runs, const RegretQuery& query) {
  Square square{std::vector<std::vector<const Run*>>(query.methods.size()), {}};
  for (const std::string& problem : query.problems) {
    for (std::size_t s = 0; s < query.seeds.size(); ++s) {
      std::vector<const Run*> row;
      for (const std::string& method : query.methods) {
        const auto found = runs.find({problem, method, query.seeds[s], query.setting});
        if (found != runs.end()) row.push_back(&found->second);
      }
      if (row.size() != query.methods.size()) continue;
      for (std::size_t m = 0; m < row.size(); ++m) square.runs[m].push_back(row[m]);
      square.repetition.push_back(s);
    }
  }
  return square;
}

std::vector<double> regrets_of(const std::vector<const Run*>& runs, const RegretQuery& query,
                               int evaluation) {
  std::vector<double> regrets;
  for (const Run* run : runs) regrets.push_back(query.measure(*run, evaluation));
  return regrets;
}

// The tasks are given; what chance decides is the repetition.
double standard_error(const std::vector<double>& regrets, const std::vector<std::size_t>& repetition) {
  std::map<std::size_t, std::vector<double>> by_repetition;
  for (std::size_t i = 0; i < regrets.size(); ++i) by_repetition[repetition[i]].push_back(regrets[i]);
  std::vector<double> means;
  for (const auto& [seed, values] : by_repetition) means.push_back(mean(values));
  return means.size() < 2 ? 0.0 : deviation(means) / std::sqrt(static_cast<double>(means.size()));
}

std::vector<double> differences_of(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> out;
  for (std::size_t i = 0; i < a.size(); ++i) out.push_back(a[i] - b[i]);
  return out;
}

void mark_best(std::vector<RegretRow>& rows, const std::vector<std::vector<double>>& regrets,
               std::size_t checkpoint) {
  std::size_t lowest = 0;
  for (std::size_t m = 0; m < rows.size(); ++m) {
    if (rows[m].mean[checkpoint] < rows[lowest].mean[checkpoint]) lowest = m;
  }
  for (std::size_t m = 0; m < rows.size(); ++m) {
    const Wilcoxon test = wilcoxon(differences_of(regrets[m], regrets[lowest]));
    rows[m].best.push_back(m == lowest || test.p >= kBoldLevel);
  }
}

double seconds_of_ask(const std::vector<const Run*>& runs) {
  double seconds = 0.0;
  std::size_t asks = 0;
  for (const Run* run : runs) {
    for (const double s : run->ask_seconds) seconds += s;
    asks += run->ask_seconds.size();
  }
  return asks == 0 ? 0.0 : seconds / static_cast<double>(asks);
}

}  // namespace

double percent_regret(const Run& run, int evaluation) { return 100.0 * normalised_regret(run, evaluation); }

double normalised_regret(const Run& run, int evaluation) {
  const double range = run.poor.value_or(run.minimum + 1.0) - run.minimum;
  return std::clamp((value_at(run, evaluation) - run.minimum) / range, -1.0, 1.0);
}

double plain_regret(const Run& run, int evaluation) {
  return std::max(0.0, value_at(run, evaluation) - run.minimum);
}

std::vector<RegretRow> regret_rows(const std::map<RunKey, Run>& runs, const RegretQuery& query) {
  const Square square = square_of(runs, query);
  if (square.repetition.empty()) return {};
  std::vector<RegretRow> rows;
  for (std::size_t m = 0; m < query.methods.size(); ++m) {
    rows.push_back({.label = query.methods[m],
                    .mean = {},
                    .error = {},
                    .best = {},
                    .seconds = seconds_of_ask(square.runs[m]),
                    .runs = static_cast<int>(square.runs[m].size())});
  }
  for (std::size_t c = 0; c < query.checkpoints.size(); ++c) {
    std::vector<std::vector<double>> regrets;
    for (std::size_t m = 0; m < rows.size(); ++m) {
      regrets.push_back(regrets_of(square.runs[m], query, query.checkpoints[c]));
      rows[m].mean.push_back(mean(regrets.back()));
      rows[m].error.push_back(standard_error(regrets.back(), square.repetition));
    }
    mark_best(rows, regrets, c);
  }
  return rows;
}

std::vector<RegretDuel> regret_duels(const std::map<RunKey, Run>& runs, const RegretQuery& query,
                                     const std::string& ours, const std::string& theirs) {
  RegretQuery both = query;
  both.methods = {ours, theirs};
  const Square square = square_of(runs, both);
  std::vector<RegretDuel> duels;
  for (const int evaluation : query.checkpoints) {
    const std::vector<double> differences = differences_of(regrets_of(square.runs[0], query, evaluation),
                                                           regrets_of(square.runs[1], query, evaluation));
    RegretDuel duel;
    if (differences.empty()) continue;
    for (const double d : differences) duel.won += d < 0.0 ? 1.0 : d == 0.0 ? 0.5 : 0.0;
    duel.won /= static_cast<double>(differences.size());
    duel.difference = mean(differences);
    duel.p = wilcoxon(differences).p;
    duels.push_back(duel);
  }
  return duels;
}

}  // namespace hone::quality
