// SPDX-License-Identifier: MIT
#include <cstdio>

#include "bench/quality/markdown_table.hpp"
#include "bench/quality/multi/race.hpp"
#include "bench/quality/statistics.hpp"
#include "hone/base/text.hpp"

namespace hone::quality::multi {
namespace {

/// One problem and seed: a run of each method.
using Heat = std::vector<const Run*>;

/// None when a method has not run it.
Heat heat_of(const Race& race, const std::map<RunKey, Run>& runs, const MultiProblem& problem,
             std::uint64_t seed) {
  Heat heat;
  for (const Method& method : race.methods) {
    const auto found = runs.find({problem.name, method.label, seed, race.setting});
    if (found == runs.end()) return {};
    heat.push_back(&found->second);
  }
  return heat;
}

/// The place of a share among all methods, the best first; ties share the mean of their places.
double rank_of(double share, const std::vector<double>& all) {
  double better = 0.0, equal = 0.0;
  for (const double other : all) {
    better += other > share ? 1.0 : 0.0;
    equal += other == share ? 1.0 : 0.0;
  }
  return better + 0.5 * (equal + 1.0);
}

std::string shown(double value, int digits) {
  char cell[40];
  std::snprintf(cell, sizeof cell, "%.*f", digits, value);
  return cell;
}

/// For each method what it reached in each heat.
struct ShareColumns {
  std::vector<std::vector<double>> shares, ranks, milliseconds;

  explicit ShareColumns(std::size_t methods) : shares(methods), ranks(methods), milliseconds(methods) {}
  void add(const MultiProblem& problem, const Heat& heat, int evaluation) {
    std::vector<double> reached;
    for (const Run* run : heat) reached.push_back(share_at(problem, *run, evaluation));
    for (std::size_t m = 0; m < heat.size(); ++m) {
      shares[m].push_back(reached[m]);
      ranks[m].push_back(rank_of(reached[m], reached));
      milliseconds[m].push_back(1000.0 * mean(heat[m]->ask_seconds));
    }
  }
};

std::vector<std::string> row(std::string title, const std::vector<std::vector<double>>& columns, int digits) {
  std::vector<std::string> cells = {std::move(title)};
  for (const std::vector<double>& column : columns) cells.push_back(shown(mean(column), digits));
  return cells;
}

}  // namespace

std::string share_table(const Race& race, const std::map<RunKey, Run>& runs, int evaluation) {
  std::vector<std::string> header = {"problem", "seeds"};
  for (const Method& method : race.methods) header.push_back(method.label);
  MarkdownTable table(header);
  ShareColumns all(race.methods.size());
  std::vector<std::vector<double>> means(race.methods.size());  // of the problems
  for (const MultiProblem& problem : race.problems) {
    ShareColumns its(race.methods.size());
    std::size_t heats = 0;
    for (const std::uint64_t seed : race.seeds) {
      const Heat heat = heat_of(race, runs, problem, seed);
      if (heat.empty()) continue;
      its.add(problem, heat, evaluation);
      all.add(problem, heat, evaluation);
      ++heats;
    }
    if (heats == 0) continue;
    for (std::size_t m = 0; m < means.size(); ++m) means[m].push_back(mean(its.shares[m]));
    std::vector<std::string> cells = row(problem.name, its.shares, 4);
    cells.insert(cells.begin() + 1, std::to_string(heats));
    table.add(std::move(cells));
  }
  if (means.empty() || means.front().empty()) return "No problem and seed has been run by all methods.\n";
  const auto total = [&](const char* title, const std::vector<std::vector<double>>& columns, int digits) {
    std::vector<std::string> cells = row(title, columns, digits);
    cells.insert(cells.begin() + 1, "");
    table.add(std::move(cells));
  };
  total("mean share", means, 4);
  total("mean rank", all.ranks, 2);
  total("ms for an ask", all.milliseconds, 1);
  return text("Share of the known volume after ", evaluation, " of ", race.setting.budget,
              " evaluations in batches of ", race.setting.batch, ", means of the seeds\n\n", table.text(),
              "\n");
}

}  // namespace hone::quality::multi
