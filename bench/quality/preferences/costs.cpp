// SPDX-License-Identifier: MIT
#include "bench/quality/preferences/costs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <ostream>

#include "bench/quality/markdown_table.hpp"
#include "bench/quality/statistics.hpp"
#include "bench/quality/tables.hpp"
#include "hone/base/text.hpp"
#include "hone/core/unit_scale.hpp"
#include "hone/encode/encoding.hpp"

namespace hone::quality::preferences {
namespace {

constexpr double kFold = 100.0;

double price(double part) { return std::pow(kFold, std::clamp(part, 0.0, 1.0)); }

/// From 0 at a place to 1 at the corner that is farthest from it.
double distance(const std::vector<double>& at, const std::vector<double>& from) {
  double sum = 0.0, most = 0.0;
  for (std::size_t j = 0; j < at.size(); ++j) {
    sum += (at[j] - from[j]) * (at[j] - from[j]);
    const double far = std::max(from[j], 1.0 - from[j]);
    most += far * far;
  }
  return std::sqrt(sum / most);
}

/// What a budget in trials is worth: the mean cost of points drawn evenly.
double mean_price(const PricedProblem& priced) {
  const encode::Encoding encoding(priced.problem.space);
  Rng rng(1, 3);
  double sum = 0.0;
  constexpr int kDraws = 2000;
  for (int i = 0; i < kDraws; ++i) {
    std::vector<double> point(encoding.dimensions());
    for (double& x : point) x = rng.uniform();
    sum += priced.cost(encoding.decode(point));
  }
  return sum / kDraws;
}

/// What was spent until a regret was reached; infinite when it never was.
double spent_until(const Course& course, double regret) {
  for (std::size_t i = 0; i < course.regrets.size(); ++i)
    if (course.regrets[i] <= regret) return course.spent[i];
  return std::numeric_limits<double>::infinity();
}

std::string two(double number) { return text(std::round(number * 100.0) / 100.0); }

}  // namespace

std::vector<PricedProblem> priced_functions(const std::vector<Problem>& functions) {
  std::vector<PricedProblem> priced;
  for (const Problem& problem : functions) {
    const encode::Encoding encoding(problem.space);
    const std::vector<double> best = encoding.encode(problem.argmins.front());
    priced.push_back({problem.name + ", along x1", problem,
                      [encoding](const Configuration& c) { return price(encoding.encode(c).front()); }});
    priced.push_back(
        {problem.name + ", cheap at the optimum", problem,
         [encoding, best](const Configuration& c) { return price(distance(encoding.encode(c), best)); }});
    priced.push_back(
        {problem.name + ", dear at the optimum", problem, [encoding, best](const Configuration& c) {
           return price(1.0 - distance(encoding.encode(c), best));
         }});
  }
  return priced;
}

std::vector<PricedProblem> priced_tables(const std::string& data_folder) {
  std::vector<PricedProblem> priced;
  const auto number = [](const Configuration& c, const char* name) {
    return as_number(*c.find(name)).value();
  };
  for (const Problem& problem : load_tables("hpobench_mlp", data_folder)) {
    priced.push_back({problem.name, problem, [number](const Configuration& c) {
                        const double width = number(c, "width"), depth = number(c, "depth");
                        // An update of the weights, for each batch of a pass over 1,000 rows of 20 columns.
                        const double weights = 20.0 * width + (depth - 1.0) * width * width + 2.0 * width;
                        return (1000.0 / number(c, "batch_size")) * (weights + 1000.0) * 1e-6;
                      }});
  }
  for (const Problem& problem : load_tables("fcnet", data_folder)) {
    priced.push_back({problem.name, problem, [number](const Configuration& c) {
                        const double one = number(c, "width_1"), two = number(c, "width_2");
                        const double weights = 20.0 * one + one * two + two;
                        return (1000.0 / number(c, "batch_size")) * (weights + 1000.0) * 1e-6;
                      }});
  }
  return priced;
}

void run_cost_race(const CostRace& race, std::ostream& out) {
  const std::size_t problems = race.problems.size(), seeds = race.seeds.size();
  std::vector<std::array<Course, 2>> pairs(problems * seeds);
  std::vector<double> budgets;
  for (const PricedProblem& priced : race.problems) budgets.push_back(race.trials * mean_price(priced));
  in_parallel(2 * pairs.size(), race.jobs, [&](std::size_t i) {
    const std::size_t p = i / (2 * seeds), arm = i % 2;
    const PricedProblem& priced = race.problems[p];
    Study study{
        .space = priced.problem.space, .sampler = race.method.choice, .seed = race.seeds[i / 2 % seeds]};
    if (arm == 1) {
      study.cost = "cost";
      study.plan.budget.cost = budgets[p];
    }
    pairs[i / 2][arm] = run_serially(priced.problem, study, 8 * race.trials, priced.cost, budgets[p]);
  });
  MarkdownTable table({"problem", "less spent", "of the cost", "log10 regret without", "with costs"});
  std::vector<double> shares;
  double less = 0.0;
  for (std::size_t p = 0; p < problems; ++p) {
    double wins = 0.0;
    std::vector<double> ratios, plain, priced;
    for (std::size_t s = 0; s < seeds; ++s) {
      const auto& [without, with] = pairs[p * seeds + s];
      // The least that both have reached.
      const double level = std::max(without.regrets.back(), with.regrets.back());
      const double a = spent_until(without, level), b = spent_until(with, level);
      wins += b < a ? 1.0 : b == a ? 0.5 : 0.0;
      ratios.push_back(std::log(b / a));
      plain.push_back(log_regret(without.regrets.back()));
      priced.push_back(log_regret(with.regrets.back()));
    }
    shares.push_back(wins / static_cast<double>(seeds));
    less += wins;
    table.add({race.problems[p].name, text(std::round(100.0 * shares.back()), " %"),
               two(std::exp(mean(ratios))), two(mean(plain)), two(mean(priced))});
  }
  out << race.method.label << ", " << seeds << " seeds, a budget of what " << race.trials
      << " trials cost at random\n\n"
      << table.text() << "\nLess was spent until the same regret in "
      << two(100.0 * less / static_cast<double>(problems * seeds)) << " % of the runs.\n";
}

}  // namespace hone::quality::preferences
