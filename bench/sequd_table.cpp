// SPDX-License-Identifier: MIT
// SeqUD on the 32 functions of Yang and Zhang (2021) at 100 runs, beside their table 9.
// Usage: sequd_table [SEEDS [FIRST_SEED [SAMPLER [OPTION=VALUE ...]]]]; 100 seeds from 1 by default. Prints a
// row for each function: mean and deviation of the best value, the paper's SeqUD column, and the verdict of
// Welch's test at 5 % (two-sided). Differences below half a digit of what the paper prints count as none.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "bench/quality/problems.hpp"
#include "bench/quality/run.hpp"
#include "bench/quality/statistics.hpp"
#include "hone/base/text.hpp"
#include "hone/codec/csv.hpp"

namespace hone::quality {
namespace {

struct Published {
  const char* name;
  double mean, deviation;
  double scale;  ///< values are printed divided by it, with three decimals
};
constexpr Published kPublished[] = {
    {"bukin6", 4.55, 1.26, 10},   {"crossit", -2.063, 0, 1},       {"egg", -735.5, 28.6, 100},
    {"holder", -9.5, 0, 10},      {"langer", -1.478, 0, 1},        {"levy", 0.0002, 0.0001, 0.1},
    {"levy13", 0.035, 0.006, 1},  {"schwef", 1221, 216, 1000},     {"shubert", -186.4, 0, 100},
    {"booth", 0, 0, 1},           {"mccorm", -9.46, 0.9, 10},      {"powersum", 5.6, 6.95, 10},
    {"zakharov", 8.01, 8.1, 10},  {"camel6", -1.031, 0, 1},        {"dixonpr", 7.8, 11.6, 100},
    {"rosen", 1310, 1110, 10000}, {"perm0db", 0.04, 0, 10},        {"trid", -2, 0, 1},
    {"dejong5", 4, 0, 100},       {"easom", -0.7748, 0.3761, 0.1}, {"michal", -2.489, 0.535, 1},
    {"beale", 0, 0, 1},           {"branin", 0.398, 0, 1},         {"colville", 258, 518, 1000},
    {"goldpr", 3, 0, 100},        {"hart3", -3.852, 0.018, 1},     {"hart4", -3.126, 0.015, 1},
    {"hart6", -2.917, 0.02, 1},   {"permdb", 0.0002, 0.0003, 0.1}, {"powell", 2.08, 3.08, 10},
    {"shekel", -3.954, 1.678, 1}, {"stybtang", -196.8, 3.5, 100},
};

constexpr int kRuns = 100;
constexpr double kQuantile = 1.97;  // of Student's t with about 150 degrees of freedom

struct Sample {
  double mean = 0.0, deviation = 0.0;
};

Sample measure(const Problem& problem, const Choice& sampler, int seeds, std::uint64_t first) {
  std::vector<double> values;
  for (int k = 0; k < seeds; ++k) {
    const RunKey key{
        problem.name, sampler.name, first + static_cast<std::uint64_t>(k), {.budget = kRuns, .batch = 1}};
    const auto contestant = make_sampler_contestant(study_of(problem, sampler, key));
    values.push_back(value_at(execute(problem, *contestant, key), kRuns));
  }
  return {mean(values), deviation(values)};
}

// Half a unit of the last digit printed.
double rounding(const Published& paper) { return 0.0005 * paper.scale; }

int verdict(const Sample& ours, const Published& paper, int seeds) {
  const double difference = ours.mean - paper.mean;
  const double error =
      std::sqrt(ours.deviation * ours.deviation / seeds + paper.deviation * paper.deviation / 100.0);
  if (std::abs(difference) <= rounding(paper) + kQuantile * error) return 0;
  return difference > 0.0 ? 1 : -1;
}

int run(int seeds, std::uint64_t first, const Choice& sampler) {
  std::map<std::string, const Published*> published;
  for (const Published& row : kPublished) published[row.name] = &row;
  int counts[3] = {};
  std::puts("| function | dimensions | hone | paper | minimum | |\n|---|---|---|---|---|---|");
  for (const Problem& problem : select_problems({"sequd32"}, "")) {
    const Published& paper = *published.at(problem.name);
    const Sample ours = measure(problem, sampler, seeds, first);
    const int sign = verdict(ours, paper, seeds);
    ++counts[sign + 1];
    std::printf("| %s | %zu | %.5g ± %.3g | %g ± %g | %.5g | %s |\n", problem.name.c_str(),
                problem.space.size(), ours.mean, ours.deviation, paper.mean, paper.deviation, problem.minimum,
                sign < 0   ? "better"
                : sign > 0 ? "worse"
                           : "");
    std::fflush(stdout);
  }
  std::printf("\nbetter on %d, no different on %d, worse on %d\n", counts[0], counts[1], counts[2]);
  return counts[2] <= 4 ? 0 : 1;
}

}  // namespace
}  // namespace hone::quality

int main(int argc, char** argv) {
  hone::Choice sampler{argc > 3 ? argv[3] : "sequd"};
  for (int i = 4; i < argc; ++i) {
    const auto parts = hone::split(argv[i], '=');
    if (parts.size() == 2) sampler.options[parts[0]] = {hone::codec::value_from_cell(parts[1])};
  }
  return hone::quality::run(argc > 1 ? std::atoi(argv[1]) : 100,
                            static_cast<std::uint64_t>(argc > 2 ? std::atoll(argv[2]) : 1), sampler);
}
