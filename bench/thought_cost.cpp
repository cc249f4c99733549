// SPDX-License-Identifier: MIT
// What one thought of a sampler takes for a batch, as `hone serve` has it think for many workers: processor
// seconds by how many trials have ended, how many run, and how many points are asked for. Usage: thought_cost
// [SAMPLER [OPTION...]] with the words ENDED RUNNING COUNT, three at a time, instead of the table.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "hone/base/rng.hpp"
#include "hone/catalog/samplers.hpp"
#include "hone/core/study.hpp"

namespace {

using hone::Trial;

constexpr int kDimensions = 6;

hone::Study study_of(const std::string& sampler) {
  std::vector<hone::Parameter> parameters;
  for (int j = 0; j < kDimensions; ++j) parameters.push_back(hone::real("x" + std::to_string(j), 0, 1));
  return {.space = hone::Space(parameters), .sampler = {sampler}, .seed = 1};
}

// As bench/service_scale.py: smooth, with its minimum off the centre.
double objective(const hone::Configuration& c) {
  double sum = 0.0;
  for (std::size_t j = 0; j < c.size(); ++j) {
    const double x = hone::as_number(*c[j]).value_or(0.0) - 0.3 - 0.05 * static_cast<double>(j);
    sum += x * x * (1.0 + static_cast<double>(j));
  }
  return sum;
}

std::vector<Trial> numbered(std::vector<hone::Proposal> proposals, std::int64_t first,
                            hone::TrialState state) {
  std::vector<Trial> trials;
  for (hone::Proposal& one : proposals) {
    Trial trial;
    trial.number = first++;
    trial.state = state;
    if (state == hone::TrialState::Complete) trial.values = {objective(one.configuration)};
    trial.configuration = std::move(one.configuration);
    trial.notes = std::move(one.notes);
    trials.push_back(std::move(trial));
  }
  return trials;
}

/// Of processor time, so that others on the machine do not count.
double seconds_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void measure(const std::string& name, int ended, int running, int count) {
  const hone::Study study = study_of(name);
  const hone::Study even = study_of("random");
  const auto random = hone::catalog::make_sampler(even);
  const auto sampler = hone::catalog::make_sampler(study);
  sampler->tell(numbered(random->ask({.count = ended, .seed = 1}), 0, hone::TrialState::Complete));
  const double cold = seconds_now();
  // A first ask fits from scratch; those that run then carry what the next go on from.
  auto first = sampler->ask({.count = 1, .seed = 2});
  const double cold_seconds = seconds_now() - cold;
  std::vector<Trial> run = numbered(std::move(first), ended, hone::TrialState::Running);
  for (Trial& trial :
       numbered(random->ask({.count = running, .seed = 3}), ended + 1, hone::TrialState::Running))
    if (std::ssize(run) < running) run.push_back(std::move(trial));
  const double begun = seconds_now();
  const auto proposals = sampler->ask({.count = count, .running = run, .seed = 4});
  const double seconds = seconds_now() - begun;
  std::printf("| %d | %d | %d | %.2f | %.2f | %.1f |\n", ended, running, count, cold_seconds, seconds,
              1e3 * seconds / std::max<double>(1.0, static_cast<double>(proposals.size())));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "hebo";
  std::printf(
      "| ended | running | points | first ask, s | thought, s | ms a point |\n|---|---|---|---|---|---|\n");
  if (argc > 4) {
    for (int i = 2; i + 2 < argc; i += 3)
      measure(name, std::atoi(argv[i]), std::atoi(argv[i + 1]), std::atoi(argv[i + 2]));
    return 0;
  }
  for (const int ended : {300, 600, 1000, 2000})
    for (const int count : {1, 16, 64, 200}) measure(name, ended, 200, count);
}
