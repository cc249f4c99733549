// SPDX-License-Identifier: MIT
// What limits on outcomes cost and gain: the feasible regret of samplers that know the limits, of the same
// samplers that do not, and of chance, on functions whose constrained minimum is known in closed form or from
// the literature. One trial at a time. Prints a table for docs/results/outcome-constraints.md.
// Usage: outcome_constraints [TRIALS [SEEDS]]; 50 trials and 5 seeds.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/catalog/samplers.hpp"

namespace {

using hone::Configuration;
using hone::Trial;

struct Outcome {
  double value;
  std::vector<double> limited;  ///< feasible where none is above 0
};

struct Problem {
  std::string name;
  std::vector<hone::Parameter> parameters;
  int limits;
  double minimum;  ///< over what is feasible
  std::function<Outcome(const std::vector<double>&)> evaluate;
};

/// Gardner et al. (2014), simulation 2: minimise sin x + y where sin x sin y <= -0.95, a hundredth of the
/// square. Its minimum is at x = 3π/2, y = arcsin 0.95.
Problem gardner() {
  return {"gardner-2",
          {hone::real("x", 0, 6), hone::real("y", 0, 6)},
          1,
          std::asin(0.95) - 1.0,
          [](const std::vector<double>& at) {
            return Outcome{std::sin(at[0]) + at[1], {std::sin(at[0]) * std::sin(at[1]) + 0.95}};
          }};
}

/// G24 of the CEC 2006 set: two islands, the minimum in a corner of both limits.
Problem g24() {
  return {"G24",
          {hone::real("x", 0, 3), hone::real("y", 0, 4)},
          2,
          -5.50801327159536,
          [](const std::vector<double>& at) {
            const double x = at[0], y = at[1];
            return Outcome{-x - y,
                           {-2 * std::pow(x, 4) + 8 * std::pow(x, 3) - 8 * x * x + y - 2,
                            -4 * std::pow(x, 4) + 32 * std::pow(x, 3) - 88 * x * x + 96 * x + y - 36}};
          }};
}

/// G4 of the CEC 2006 set: five dimensions, three outcomes with two ends each.
Problem g4() {
  return {"G4",
          {hone::real("a", 78, 102), hone::real("b", 33, 45), hone::real("c", 27, 45),
           hone::real("d", 27, 45), hone::real("e", 27, 45)},
          6,
          -30665.538671783328,
          [](const std::vector<double>& x) {
            const double u =
                85.334407 + 0.0056858 * x[1] * x[4] + 0.0006262 * x[0] * x[3] - 0.0022053 * x[2] * x[4];
            const double v =
                80.51249 + 0.0071317 * x[1] * x[4] + 0.0029955 * x[0] * x[1] + 0.0021813 * x[2] * x[2];
            const double w =
                9.300961 + 0.0047026 * x[2] * x[4] + 0.0012547 * x[0] * x[2] + 0.0019085 * x[2] * x[3];
            return Outcome{5.3578547 * x[2] * x[2] + 0.8356891 * x[0] * x[4] + 37.293239 * x[0] - 40792.141,
                           {u - 92, -u, v - 110, 90 - v, w - 25, 20 - w}};
          }};
}

hone::Study study_of(const Problem& problem, const std::string& sampler, bool limited, std::uint64_t seed) {
  hone::Study study{.space = hone::Space(problem.parameters), .sampler = {sampler}, .seed = seed};
  const std::vector<std::string> objectives = {study.objectives[0].name};
  for (int k = 0; limited && k < problem.limits; ++k)
    study.constraints_on.emplace_back("c" + std::to_string(k) + " <= 0", objectives,
                                      study.space.parameters());
  return study;
}

struct Ran {
  double regret = std::numeric_limits<double>::infinity();  ///< of the best feasible trial
  int feasible = 0;
};

Ran run(const Problem& problem, const std::string& name, bool limited, int trials, std::uint64_t seed) {
  const hone::Study study = study_of(problem, name, limited, seed);
  const auto sampler = hone::catalog::make_sampler(study);
  Ran ran;
  for (int number = 0; number < trials; ++number) {
    auto proposals =
        sampler->ask({.count = 1, .seed = hone::mix_seed(seed, static_cast<std::uint64_t>(number))});
    Trial trial;
    trial.number = number;
    trial.state = hone::TrialState::Complete;
    trial.configuration = proposals.at(0).configuration;
    trial.notes = std::move(proposals[0].notes);
    std::vector<double> at;
    for (std::size_t i = 0; i < trial.configuration.size(); ++i)
      at.push_back(hone::as_number(*trial.configuration[i]).value());
    const Outcome outcome = problem.evaluate(at);
    trial.values = {outcome.value};
    for (std::size_t k = 0; k < outcome.limited.size(); ++k)
      trial.attributes["c" + std::to_string(k)] = outcome.limited[k];
    hone::judge_outcome(study.constraints_on, trial);
    if (std::all_of(outcome.limited.begin(), outcome.limited.end(), [](double c) { return c <= 0.0; })) {
      ++ran.feasible;
      ran.regret = std::min(ran.regret, outcome.value - problem.minimum);
    }
    sampler->tell({&trial, 1});
  }
  return ran;
}

std::string number(double value) {
  if (std::isinf(value)) return "none";
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

void print_row(const Problem& problem, const std::string& name, bool limited, int trials, int seeds) {
  std::vector<double> regrets;
  double feasible = 0.0;
  for (int seed = 1; seed <= seeds; ++seed) {
    const Ran ran = run(problem, name, limited, trials, static_cast<std::uint64_t>(seed));
    regrets.push_back(ran.regret);
    feasible += ran.feasible;
  }
  std::sort(regrets.begin(), regrets.end());
  std::printf("| %s | %s%s | %s | %s | %s | %.0f %% |\n", problem.name.c_str(), name.c_str(),
              limited ? "" : ", limits not told", number(regrets[regrets.size() / 2]).c_str(),
              number(regrets.front()).c_str(), number(regrets.back()).c_str(),
              100.0 * feasible / (static_cast<double>(seeds) * trials));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int trials = argc > 1 ? std::atoi(argv[1]) : 50;
  const int seeds = argc > 2 ? std::atoi(argv[2]) : 5;
  if (trials < 1 || seeds < 1) {
    std::fprintf(stderr, "usage: outcome_constraints [TRIALS [SEEDS]], both at least 1\n");
    return 2;
  }
  std::printf(
      "| problem | sampler | regret, median | least | most | feasible |\n|---|---|---|---|---|---|\n");
  for (const Problem& problem : {gardner(), g24(), g4()}) {
    print_row(problem, "hebo", true, trials, seeds);
    print_row(problem, "hebo", false, trials, seeds);
    print_row(problem, "gp", true, trials, seeds);
    print_row(problem, "tpe", true, trials, seeds);
    print_row(problem, "lfbo", true, trials, seeds);
    print_row(problem, "random", false, trials, seeds);
  }
}
