// SPDX-License-Identifier: MIT
// Processor seconds of 1,000 asks and tells of a sampler (tpe), one at a time: 40 numbers, then a space with
// categories. bench/peers/tpe_speed.py does the same with Optuna and Rustuna.
// Usage: tpe_speed [TRIALS [SAMPLER]]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>

#include "bench/quality/contestant.hpp"
#include "hone/base/rng.hpp"
#include "hone/catalog/samplers.hpp"

namespace {

using hone::Configuration;

double off(double x) { return (x - 0.3) * (x - 0.3); }

double number(const Configuration& c, std::size_t j) { return hone::as_number(*c[j]).value_or(0.0); }

hone::Space floats() {
  std::vector<hone::Parameter> parameters;
  for (int j = 0; j < 40; ++j) parameters.push_back(hone::real("x" + std::to_string(j), 0, 1));
  return hone::Space(parameters);
}

double float_value(const Configuration& c) {
  double sum = 0.0;
  for (std::size_t j = 0; j < 40; ++j) sum += off(number(c, j));
  return sum;
}

hone::Space mixed() {
  std::vector<hone::Parameter> parameters;
  for (int j = 0; j < 20; ++j) parameters.push_back(hone::real("x" + std::to_string(j), 0, 1));
  for (int j = 0; j < 10; ++j) parameters.push_back(hone::integer("n" + std::to_string(j), 0, 9));
  for (int j = 0; j < 10; ++j)
    parameters.push_back(hone::categorical("c" + std::to_string(j), {"a", "b", "c"}));
  return hone::Space(parameters);
}

double mixed_value(const Configuration& c) {
  double sum = 0.0;
  for (std::size_t j = 0; j < 20; ++j) sum += off(number(c, j));
  for (std::size_t j = 20; j < 30; ++j) sum += off(number(c, j) / 9.0);
  for (std::size_t j = 30; j < 40; ++j) sum += hone::to_text(*c[j]) == "b" ? 0.0 : 1.0;
  return sum;
}

void measure(const char* name, const hone::Space& space,
             const std::function<double(const Configuration&)>& value, int trials,
             const std::string& method) {
  const hone::Study study{.space = space, .sampler = {method}, .seed = 1};
  const auto sampler = hone::catalog::make_sampler(hone::SamplerInput(study));
  double best = std::numeric_limits<double>::infinity();
  const double begin = hone::quality::thread_seconds();
  for (int i = 0; i < trials; ++i) {
    auto proposals = sampler->ask({.count = 1, .seed = hone::mix_seed(1, static_cast<std::uint64_t>(i))});
    if (proposals.size() != 1) std::exit(1);
    hone::Trial trial;
    trial.number = i;
    trial.state = hone::TrialState::Complete;
    trial.values = {value(proposals[0].configuration)};
    trial.configuration = std::move(proposals[0].configuration);
    sampler->tell({&trial, 1});
    best = std::min(best, trial.values[0]);
  }
  std::printf("%-20s %-7s %8.2f s   best %.4f\n", method.c_str(), name,
              hone::quality::thread_seconds() - begin, best);
}

}  // namespace

int main(int argc, char** argv) {
  const int trials = argc > 1 ? std::atoi(argv[1]) : 1000;
  const std::string method = argc > 2 ? argv[2] : "tpe";
  measure("floats", floats(), float_value, trials, method);
  measure("mixed", mixed(), mixed_value, trials, method);
}
